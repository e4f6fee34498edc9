import { describe, expect, it } from "vitest";
import { ServiceError } from "../../src-main/service/failures.ts";
import { extentOf, MAX_VALUES, parseJson } from "../../src-main/service/json.ts";
import { LoginGuard } from "../../src-main/service/login-guard.ts";
import { signatureBytes } from "../../src-main/service/signatures.ts";
import { vastPicture } from "../fixtures/pdfs.ts";

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
    expect(extentOf(bytes('{"a":"[[[[[\\"[["}'), { depth: 1, values }).excess).toBeNull();
    expect(extentOf(bytes('{"a\\\\":[[1]]}'), { depth: 2, values }).excess).toBe("depth");
  });

  it("values are counted before any is made: 40,000 are read and more are refused, commas in strings apart", () => {
    const items = (count: number) => bytes(`[${"1,".repeat(count - 1)}1]`);
    expect(extentOf(bytes('["a,b,c",{"d":[1,2]}]'), { depth: 9, values: 5 }).excess).toBeNull();
    expect(extentOf(bytes('["a,b,c",{"d":[1,2]}]'), { depth: 9, values: 4 }).excess).toBe("values");
    expect(parseJson(items(MAX_VALUES))).toHaveLength(MAX_VALUES);
    expect(typeOf(() => parseJson(items(MAX_VALUES + 1)))).toBe("payload_too_large");
  });

  it("64 levels are read and 65 are refused", () => {
    const nested = (levels: number) => bytes("[".repeat(levels) + "]".repeat(levels));
    expect(parseJson(nested(64))).toBeInstanceOf(Array);
    expect(typeOf(() => parseJson(nested(65)))).toBe("request_parameters_parse_error");
  });

  it("a key that an object has twice is refused by its name; the same key of two objects, or in a text, is not", () => {
    const value = { a: { b: [1] }, c: { b: '{"a":1,"a":2}' }, "": [] };
    expect(parseJson(bytes(JSON.stringify(value)))).toEqual(value);
    expect(() => parseJson(bytes('{"a":1,"c":[{"b":1,"\\u0062":2}]}'))).toThrow('the key "b" twice in one object');
    expect(typeOf(() => parseJson(bytes('{"a":1,"a":{}}')))).toBe("request_parameters_parse_error");
  });

  it("an empty body is none, null is refused; broken UTF-8, broken JSON and __proto__ are refused", () => {
    expect(parseJson(bytes(""))).toBeUndefined();
    expect(typeOf(() => parseJson(bytes(" null ")))).toBe("request_parameters_invalid");
    expect(typeOf(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22)))).toBe("request_parameters_parse_error");
    expect(typeOf(() => parseJson(bytes("{")))).toBe("request_parameters_parse_error");
    expect(typeOf(() => parseJson(bytes('{"__proto__": {"admin": true}}')))).toBe("request_parameters_parse_error");
    expect(typeOf(() => parseJson(bytes('{"a": "\\ud800"}')))).toBe("request_parameters_parse_error");
    expect(typeOf(() => parseJson(bytes('{"\\udc00": 1}')))).toBe("request_parameters_parse_error");
    expect(() => parseJson(bytes('{"a": {"title": "\\ud800"}}'))).toThrow(' no character at "title": take it out.');
    expect(parseJson(bytes('"\\ud83d\\ude42"'))).toBe("🙂");
    for (const number of ["1e309", "-1E+400", "9".repeat(310)])
      expect(() => parseJson(bytes(`{"days": ${number}}`))).toThrow('The number at "days" is too large to be kept.');
    expect(parseJson(bytes('{"a": 1e300}'))).toEqual({ a: 1e300 });
  });
});

describe("failed logins", () => {
  const fail = () => Promise.reject(new ServiceError("invalid_authorisation", "no"));
  const HERE = { email: "maja@example.test", address: "127.0.0.1" };
  const tryTimes = async (guard: LoginGuard, times: number, login: () => Promise<unknown> = fail, who = HERE) => {
    const types: string[] = [];
    for (let count = 0; count < times; count++) {
      types.push(
        await guard.attempt(who, login).then(
          () => "in",
          (error: ServiceError) => error.type,
        ),
      );
    }
    return types;
  };

  const right = () => Promise.resolve("account");

  it("no more than 100 are decided or wait at once, whosever they are; the next are refused without any work", async () => {
    const guard = new LoginGuard(() => 0);
    const { promise, resolve } = Promise.withResolvers<void>();
    const logins = Array.from({ length: 100 }, (_, n) =>
      guard.attempt({ ...HERE, email: `${n}@example.test` }, () => promise),
    );
    await expect(guard.attempt(HERE, () => Promise.reject(new Error("was tried")))).rejects.toMatchObject({
      type: "too_many_requests",
    });
    resolve();
    await Promise.all(logins);
    await guard.attempt(HERE, () => promise);
  });

  it("20 for one account lock nobody else's from the same address, however the address is written", async () => {
    const guard = new LoginGuard(() => 0);
    await tryTimes(guard, 10);
    await tryTimes(guard, 10, fail, { ...HERE, email: "MAJA@Example.Test" });
    expect(await tryTimes(guard, 1, right)).toEqual(["too_many_requests"]);
    expect(await tryTimes(guard, 1, right, { ...HERE, email: "otto@example.test" })).toEqual(["in"]);
  });

  it("a lock is not washed away by ten thousand other names, and memory is bounded: the rest share one lock", async () => {
    let now = 0;
    const guard = new LoginGuard(() => now);
    await tryTimes(guard, 20);
    const named = (index: number) => ({ ...HERE, email: `nobody${index}@example.test` });
    for (let index = 0; index < 9_999; index++) await tryTimes(guard, 1, fail, named(index));
    expect(await tryTimes(guard, 1, right)).toEqual(["too_many_requests"]);
    // No room is left: new callers share one count.
    for (let index = 10_000; index < 10_020; index++)
      expect(await tryTimes(guard, 1, fail, named(index))).toEqual(["invalid_authorisation"]);
    expect(await tryTimes(guard, 1, right, named(20_000))).toEqual(["too_many_requests"]);
    expect(await tryTimes(guard, 1, right, named(5))).toEqual(["in"]);
    now = 60_000;
    expect(await tryTimes(guard, 1, right, named(20_000))).toEqual(["in"]);
    expect(await tryTimes(guard, 1, right)).toEqual(["in"]);
  });

  it("20 within a minute lock the account for a minute, even for the right password", async () => {
    let now = 0;
    const guard = new LoginGuard(() => now);
    expect(new Set(await tryTimes(guard, 20))).toEqual(new Set(["invalid_authorisation"]));
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
    await expect(guard.attempt({ ...HERE, address: "127.0.0.2" }, async () => "in")).resolves.toBe("in");
  });

  it("20 within any minute lock the account, wherever the minute begins", async () => {
    let now = 0;
    const guard = new LoginGuard(() => now);
    await tryTimes(guard, 1);
    now = 50_000;
    await tryTimes(guard, 15);
    now = 70_000;
    await tryTimes(guard, 5);
    expect(await tryTimes(guard, 1)).toEqual(["too_many_requests"]);
  });

  it("a fault of the service's own is no wrong password", async () => {
    const guard = new LoginGuard(() => 0);
    await tryTimes(guard, 30, () => Promise.reject(new ServiceError("server_error", "disk full")));
    expect(await tryTimes(guard, 1)).toEqual(["invalid_authorisation"]);
  });

  it("a hundred right passwords at once all come in, and are no failures", async () => {
    const guard = new LoginGuard(() => 0);
    const right = () => guard.attempt(HERE, async () => "account");
    expect(await Promise.all(Array.from({ length: 100 }, right))).toEqual(Array(100).fill("account"));
    expect(await tryTimes(guard, 19)).not.toContain("too_many_requests");
  });

  it("a hundred at once are no way around the limit", async () => {
    const guard = new LoginGuard(() => 0);
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => guard.attempt(HERE, fail)));
    const refused = all.filter(({ status }, index) => status === "rejected" && index >= 20);
    expect(refused).toHaveLength(80);
    expect(refused.every((one) => one.status === "rejected" && one.reason.type === "too_many_requests")).toBe(true);
  });
});

describe("signatures", () => {
  /** One pixel each. */
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const segment = (marker: string, data: string) =>
    `ff${marker}${(data.length / 2 + 2).toString(16).padStart(4, "0")}${data}`;
  const jpegOf = (width: string) =>
    Buffer.from(
      `ffd8${segment("e0", "4a464946")}${segment("c0", `080001${width}01011100`)}${segment("da", "010100003f00")}00ffd9`,
      "hex",
    ).toString("base64");
  const type = (kind: "typed" | "drawn", data: string) => typeOf(() => signatureBytes({ kind, data }, "asa"));

  it("a typed name is its UTF-8, an image is its bytes, with or without the data url's head", () => {
    expect(signatureBytes({ kind: "typed", data: " Åsa " }, "asa")).toEqual(bytes("Åsa"));
    const picture = Uint8Array.from(Buffer.from(png, "base64"));
    expect(Uint8Array.from(signatureBytes({ kind: "drawn", data: png }, "asa"))).toEqual(picture);
    expect(signatureBytes({ kind: "image", data: `data:image/png;base64,${png}` }, "asa")).toHaveLength(picture.length);
    expect(type("drawn", jpegOf("0001"))).toBe("nothing");
  });

  it.each(["", "   ", "\u0000", "a\nb", "a\u202eb", "\u2066x", "\u200d", "\u00ad"])(
    "the typed name %j is refused",
    (name) => {
      expect(type("typed", name)).toBe("request_parameters_invalid");
    },
  );

  it.each(["\u202eevil\u202c", "\u200b=2", "x".repeat(201)])(
    "one's own name %j is taken, as the start took it",
    (name) => {
      expect(signatureBytes({ kind: "typed", data: name }, name)).toEqual(bytes(name));
      expect(type("typed", name)).toBe("request_parameters_invalid");
    },
  );

  it("a picture that stops before it shows anything, or has no size that anybody draws, is refused", () => {
    const cut = (data: string, length: number) => Buffer.from(data, "base64").subarray(0, length).toString("base64");
    const wide = Buffer.from(png, "base64");
    wide.writeUInt32BE(100_000, 16);
    for (const data of [
      ...[8, 33, 60].map((length) => cut(png, length)),
      ...[3, 4, 12, 25].map((length) => cut(jpegOf("0001"), length)),
      ...[jpegOf("0000"), jpegOf("ffff"), wide.toString("base64")],
    ]) {
      expect(type("drawn", data), data).toBe("request_parameters_invalid");
    }
  });

  it("a picture that a seal would not show is refused, with what to do", () => {
    const data = Buffer.from(vastPicture(1_415, 7)).toString("base64");
    expect(() => signatureBytes({ kind: "image", data }, "asa")).toThrow(
      "has 1415 × 1415 pixels; a PNG has 2,000,000 at most. Make it smaller, or send a JPEG.",
    );
    const largest = Buffer.from(vastPicture(1_414, 7)).toString("base64");
    expect(signatureBytes({ kind: "image", data: largest }, "asa")).toHaveLength(Buffer.from(largest, "base64").length);
  });

  it("what is no image, no base64 or too long is refused", () => {
    expect(type("drawn", Buffer.from("<svg/>").toString("base64"))).toBe("request_parameters_invalid");
    expect(type("drawn", "not base64!")).toBe("request_parameters_invalid");
    expect(type("drawn", png + "A".repeat(700_000))).toBe("request_parameters_invalid");
    expect(type("typed", "x".repeat(201))).toBe("request_parameters_invalid");
  });
});
