import { describe, expect, it } from "vitest";
import { parseOAuthHeader } from "../../src-shared/service/index.ts";

const claim = { apitoken: "api-1", apisecret: "s1", accesstoken: "acc-2", accesssecret: "s2" };
const spell = (...parameters: readonly string[]) => parameters.join(",");
const BARE = [
  "oauth_signature_method=PLAINTEXT",
  "oauth_consumer_key=api-1",
  "oauth_token=acc-2",
  "oauth_signature=s1&s2",
] as const;
const QUOTED = BARE.map((one) => one.replace("=", '="').concat('"'));

describe("interface 5.4: spellings of the Authorization header that are one and the same claim", () => {
  it.each<[string, string]>([
    ["bare", spell(...BARE)],
    ["quoted", spell(...QUOTED)],
    ["quoted and bare mixed", spell(QUOTED[0] ?? "", BARE[1], QUOTED[2] ?? "", BARE[3])],
    ["any order", spell(BARE[3], BARE[2], BARE[1], BARE[0])],
    ["a leading OAuth", `OAuth ${spell(...QUOTED)}`],
    ["a leading oauth in small letters", `oauth   ${spell(...BARE)}`],
    ["spaces around commas and equals signs", `OAuth ${QUOTED.join(" , ").replaceAll("=", " = ")} `],
    ["the ampersand percent-encoded", spell(...BARE.slice(0, 3), "oauth_signature=s1%26s2")],
    ["the ampersand encoded and quoted", spell(...QUOTED.slice(0, 3), 'oauth_signature="s1%26s2"')],
    ["a comma at the end", `${spell(...BARE)} , `.trimEnd()],
    ["bare values with spaces around them", BARE.map((one) => ` ${one.replace("=", "\t=  ")}  `).join(",")],
    ["every value percent-encoded", spell(BARE[0], "oauth_consumer_key=%61pi-1", "oauth_token=acc%2D2", BARE[3])],
    ["the method in small letters", spell("oauth_signature_method=plaintext", ...BARE.slice(1))],
    ["unknown parameters", spell('realm="a, b"', ...BARE, "oauth_version=1.0", "oauth_timestamp=1", "oauth_nonce=n")],
    ["unknown parameters more than once", spell("x=1", ...BARE, "x=2")],
    ["quoted pairs", spell('realm="a \\"b\\", c\\\\"', ...BARE.slice(0, 3), 'oauth_signature="s\\1&s2"')],
    ["empty elements", `OAuth , ,${BARE.join(" ,, ")},,`],
    ["encoded names", spell(BARE[0].replace("_", "%5F"), ...BARE.slice(1))],
  ])("%s", (_name, header) => {
    expect(parseOAuthHeader(header)).toEqual({ ok: true, claim });
  });

  it("secrets with signs of their own, encoded as RFC 5849 asks: each, then the whole", () => {
    const half = (secret: string) => encodeURIComponent(secret);
    const whole = encodeURIComponent(`${half("a&b%41")}&${half("c=d,e")}`);
    const parsed = parseOAuthHeader(spell(...BARE.slice(0, 3), `oauth_signature="${whole}"`));
    expect(parsed).toMatchObject({ ok: true, claim: { apisecret: "a&b%41", accesssecret: "c=d,e" } });
  });

  it("a percent sign that encodes nothing stands for itself", () => {
    const parsed = parseOAuthHeader(spell(...BARE.slice(0, 3), "oauth_signature=100%&s2"));
    expect(parsed).toMatchObject({ ok: true, claim: { apisecret: "100%" } });
  });
});

describe("headers that claim nothing", () => {
  it.each<[string, string, RegExp]>([
    ["empty", "", /name=value/],
    ["another scheme", "Bearer abc", /name=value/],
    ["basic", "Basic dTpw", /name=value/],
    ["no method", spell(...BARE.slice(1)), /oauth_signature_method/],
    ["another method", spell("oauth_signature_method=HMAC-SHA1", ...BARE.slice(1)), /PLAINTEXT/],
    ["no consumer key", spell(BARE[0], BARE[2], BARE[3]), /oauth_consumer_key/],
    ["no token", spell(BARE[0], BARE[1], BARE[3]), /oauth_token/],
    ["an empty token", spell(BARE[0], BARE[1], "oauth_token=", BARE[3]), /oauth_token/],
    ["no signature", spell(...BARE.slice(0, 3)), /oauth_signature/],
    ["one secret only", spell(...BARE.slice(0, 3), "oauth_signature=s1"), /two secrets/],
    ["three secrets", spell(...BARE.slice(0, 3), "oauth_signature=a&b&c"), /two secrets/],
    ["an empty secret", spell(...BARE.slice(0, 3), "oauth_signature=&s2"), /two secrets/],
    ["one parameter twice", spell(...BARE, "oauth_token=other"), /once/],
    ["an open quote", `${spell(...BARE.slice(0, 3))},oauth_signature="s1&s2`, /name=value/],
    ["text between", spell(...QUOTED).replace(",", " x,"), /name=value/],
    ["over 4096 characters", `${spell(...BARE)},x=${"y".repeat(5000)}`, /longer/],
  ])("%s", (_name, header, reason) => {
    const parsed = parseOAuthHeader(header);
    expect(parsed.ok).toBe(false);
    expect(parsed).toHaveProperty("reason", expect.stringMatching(reason));
  });

  it("a refusal never repeats a value of the header", () => {
    const parsed = parseOAuthHeader(spell("oauth_signature_method=HMAC", "oauth_signature=hush-hush"));
    expect(JSON.stringify(parsed)).not.toContain("hush");
  });

  // A grammar that tries again at each sign takes minutes over these, far beyond the time that a test has.
  it.each<[string, string]>([
    ["pairs without an end", "a=".repeat(2048)],
    ["spaces alone", " ".repeat(4096)],
    ["quotes", `a="${'"'.repeat(4090)}`],
    ["names without a value", "a ".repeat(2048)],
    ["spaces before a stray quote", `OAuth a=${" ".repeat(4080)}"`],
    ["spaces after a value, before a stray quote", `OAuth a=b${" ".repeat(4080)}"`],
    ["spaces after a quoted value", `OAuth a="b"${" ".repeat(4080)}x`],
    ["spaces after a name", `OAuth a${" ".repeat(4080)}x`],
    ["spaces before a name", `OAuth ${" ".repeat(4080)}="`],
    ["words and spaces before a stray quote", `OAuth a=${"b ".repeat(2040)}"`],
    ["escapes without an end", `a="${"\\\\".repeat(2040)}`],
    ["commas and spaces", `OAuth ${", ".repeat(2040)}x`],
    ["many parameters, the last one broken", `${"a=1 ,b= ,".repeat(400)}c=  "`],
  ])("a hostile header of 4096 characters is read in one pass: %s", (_name, hostile) => {
    expect(hostile.length).toBeLessThanOrEqual(4096);
    expect(parseOAuthHeader(hostile).ok).toBe(false);
  });
});
