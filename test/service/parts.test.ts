import { describe, expect, it } from "vitest";
import { ServiceError } from "../../src-main/service/failures.ts";
import { excessOf, MAX_VALUES, parseJson } from "../../src-main/service/json.ts";
import { LoginGuard } from "../../src-main/service/logins.ts";
import { signatureBytes } from "../../src-main/service/signatures.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const typeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error.type;
    throw error;
  }
  return "nothing";
};

describe("JSON bodies", () => {
  it("brackets inside strings do not count as depth", () => {
    const values = 100;
    expect(excessOf(bytes('{"a":"[[[[[\\"[["}'), { depth: 1, values })).toBeNull();
    expect(excessOf(bytes('{"a\\\\":[[1]]}'), { depth: 2, values })).toBe("depth");
  });

  it("values are counted before any is made: 40,000 are read and more are refused, commas in strings apart", () => {
    const items = (count: number) => bytes(`[${"1,".repeat(count - 1)}1]`);
    expect(excessOf(bytes('["a,b,c",{"d":[1,2]}]'), { depth: 9, values: 5 })).toBeNull();
    expect(excessOf(bytes('["a,b,c",{"d":[1,2]}]'), { depth: 9, values: 4 })).toBe("values");
    expect(parseJson(items(MAX_VALUES))).toHaveLength(MAX_VALUES);
    expect(typeOf(() => parseJson(items(MAX_VALUES + 1)))).toBe("payload_too_large");
  });

  it("64 levels are read and 65 are refused", () => {
    const nested = (levels: number) => bytes("[".repeat(levels) + "]".repeat(levels));
    expect(parseJson(nested(64))).toBeInstanceOf(Array);
    expect(typeOf(() => parseJson(nested(65)))).toBe("request_parameters_parse_error");
  });

  it("an empty body is none, null is refused; broken UTF-8, broken JSON and __proto__ are refused", () => {
    expect(parseJson(bytes(""))).toBeUndefined();
    expect(typeOf(() => parseJson(bytes(" null ")))).toBe("request_parameters_invalid");
    expect(typeOf(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22)))).toBe("request_parameters_parse_error");
    expect(typeOf(() => parseJson(bytes("{")))).toBe("request_parameters_parse_error");
    expect(typeOf(() => parseJson(bytes('{"__proto__": {"admin": true}}')))).toBe("request_parameters_parse_error");
    expect(typeOf(() => parseJson(bytes('{"a": "\\ud800"}')))).toBe("request_parameters_parse_error");
    expect(typeOf(() => parseJson(bytes('{"\\udc00": 1}')))).toBe("request_parameters_parse_error");
    expect(parseJson(bytes('"\\ud83d\\ude42"'))).toBe("🙂");
  });
});

describe("failed logins", () => {
  const fail = () => Promise.reject(new ServiceError("invalid_authorisation", "no"));
  const tryTimes = async (guard: LoginGuard, times: number, login: () => Promise<unknown> = fail) => {
    const types: string[] = [];
    for (let count = 0; count < times; count++) {
      types.push(
        await guard.attempt("127.0.0.1", login).then(
          () => "in",
          (error: ServiceError) => error.type,
        ),
      );
    }
    return types;
  };

  it("20 within a minute lock the address for a minute, even for the right password", async () => {
    let now = 0;
    const guard = new LoginGuard(() => now);
    expect(new Set(await tryTimes(guard, 20))).toEqual(new Set(["invalid_authorisation"]));
    const right = () => Promise.resolve("account");
    expect(await tryTimes(guard, 1, right)).toEqual(["too_many_requests"]);
    now = 59_999;
    expect(await tryTimes(guard, 1, right)).toEqual(["too_many_requests"]);
    now = 60_000;
    expect(await tryTimes(guard, 1, right)).toEqual(["in"]);
  });

  it("failures further apart, successes, and other addresses do not lock", async () => {
    let now = 0;
    const guard = new LoginGuard(() => now);
    await tryTimes(guard, 19);
    await tryTimes(guard, 50, () => Promise.resolve("account"));
    now = 60_000;
    expect(await tryTimes(guard, 19)).not.toContain("too_many_requests");
    await tryTimes(guard, 1);
    await expect(guard.attempt("127.0.0.2", () => Promise.resolve("in"))).resolves.toBe("in");
  });

  it("a hundred right passwords at once all come in, and are no failures", async () => {
    const guard = new LoginGuard(() => 0);
    const right = () => guard.attempt("127.0.0.1", async () => "account");
    expect(await Promise.all(Array.from({ length: 100 }, right))).toEqual(Array(100).fill("account"));
    expect(await tryTimes(guard, 19)).not.toContain("too_many_requests");
  });

  it("a hundred at once are no way around the limit", async () => {
    const guard = new LoginGuard(() => 0);
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => guard.attempt("127.0.0.1", fail)));
    const refused = all.filter(({ status }, index) => status === "rejected" && index >= 20);
    expect(refused).toHaveLength(80);
    expect(refused.every((one) => one.status === "rejected" && one.reason.type === "too_many_requests")).toBe(true);
  });
});

describe("signatures", () => {
  const png = Buffer.from("89504e470d0a1a0a00", "hex").toString("base64");

  it("a typed name is its UTF-8, an image is its bytes, with or without the data url's head", () => {
    expect(signatureBytes({ kind: "typed", data: "Åsa" })).toEqual(bytes("Åsa"));
    expect(signatureBytes({ kind: "drawn", data: png })).toHaveLength(9);
    expect(signatureBytes({ kind: "image", data: `data:image/png;base64,${png}` })).toHaveLength(9);
  });

  it("what is no image, no base64 or too long is refused", () => {
    const type = (kind: "typed" | "drawn", data: string) => typeOf(() => signatureBytes({ kind, data }));
    expect(type("drawn", Buffer.from("<svg/>").toString("base64"))).toBe("request_parameters_invalid");
    expect(type("drawn", "not base64!")).toBe("request_parameters_invalid");
    expect(type("drawn", png + "A".repeat(700_000))).toBe("request_parameters_invalid");
    expect(type("typed", "x".repeat(201))).toBe("request_parameters_invalid");
  });
});
