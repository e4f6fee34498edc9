import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { smsLength } from "../../src-shared/mail/index.ts";

const counted = (text: string) => {
  const { alphabet, units, segments, left } = smsLength(text);
  return [alphabet, units, segments, left];
};

describe("an SMS's length as GSM 03.38 and 23.040 count it", () => {
  test.each<[string, string, readonly unknown[]]>([
    ["nothing is one message", "", ["gsm7", 0, 1, 160]],
    ["160 septets are one message", "a".repeat(160), ["gsm7", 160, 1, 0]],
    ["161 septets are two of 153", "a".repeat(161), ["gsm7", 161, 2, 145]],
    ["306 septets are two", "a".repeat(306), ["gsm7", 306, 2, 0]],
    ["307 septets are three", "a".repeat(307), ["gsm7", 307, 3, 152]],
    ["Swedish letters are of the 7-bit alphabet", "åäöÅÄÖé".repeat(20), ["gsm7", 140, 1, 20]],
    ["an extension character counts two", "€[]{}\\^~|\f", ["gsm7", 20, 1, 140]],
    ["80 euro signs are one message", "€".repeat(80), ["gsm7", 160, 1, 0]],
    ["an escape is not cut from its character", `${"a".repeat(152)}€${"a".repeat(10)}`, ["gsm7", 164, 2, 141]],
    ["a character beyond the alphabet makes all of it 16-bit", `${"a".repeat(69)}ş`, ["ucs2", 70, 1, 0]],
    ["71 units are two of 67", `${"a".repeat(70)}ş`, ["ucs2", 71, 2, 63]],
    ["an emoji counts two", "👍".repeat(35), ["ucs2", 70, 1, 0]],
    ["an emoji is not cut in two", `${"a".repeat(66)}👍aaa`, ["ucs2", 71, 2, 62]],
    ["a typographic apostrophe, easily overlooked", "it’s", ["ucs2", 4, 1, 66]],
    ["a tab is not of the alphabet", "a\tb", ["ucs2", 3, 1, 67]],
  ])("%s", (_what, text, wanted) => {
    expect(counted(text)).toEqual(wanted);
  });

  test("what forces 16 bits is named, each character once", () => {
    expect(smsLength("“it’s” ’ €").forcing).toEqual(["“", "’", "”"]);
    expect(smsLength("€ å").forcing).toEqual([]);
  });

  test("parts hold what they promise, whatever the text", () => {
    const sign = fc.constantFrom("a", "€", "ş", "👍", "\n", "Ä");
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 400 }), (signs) => {
        const { alphabet, units, segments, left } = smsLength(signs.join(""));
        const [alone, part] = alphabet === "gsm7" ? [160, 153] : [70, 67];
        expect(segments === 1).toBe(units <= alone);
        if (segments === 1) expect(left).toBe(alone - units);
        else {
          // One unit at most stays empty at the end of each full part.
          const room = segments * part - left;
          expect(room).toBeGreaterThanOrEqual(units);
          expect(room).toBeLessThanOrEqual(units + segments - 1);
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
