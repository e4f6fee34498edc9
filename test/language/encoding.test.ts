import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodingProblem } from "../../src-shared/basics/index.ts";
import { inputs } from "../fuzz/effort.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const decodes = (given: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(given);
    return true;
  } catch {
    return false;
  }
};

describe("S009: a file that is not UTF-8 is told from one that is", () => {
  test("in the reader's language where there is one", () => {
    const translation = { "This is a PDF, not a flow file.": "Detta är en PDF, ingen flödesfil." };
    expect(encodingProblem(bytes("%PDF-1.7"), translation)).toBe("Detta är en PDF, ingen flödesfil.");
  });

  test("as the platform's own decoder tells it, for any bytes", () => {
    const wounded = fc.tuple(fc.string({ unit: "binary" }), fc.nat(), fc.nat(255)).map(([text, at, byte]) => {
      const given = bytes(text);
      if (given.length > 0) given[at % given.length] = byte;
      return given;
    });
    // Two bytes identify UTF-16 and archives: these are reported by name.
    const own = (given: Uint8Array) => !/^(ff|fe|255|254|37,80|80,75)/.test(given.subarray(0, 2).join());
    fc.assert(
      fc.property(fc.oneof(wounded, fc.uint8Array({ maxLength: 8 })).filter(own), (given) => {
        expect(encodingProblem(given) === null).toBe(decodes(given));
      }),
      { seed: 9, numRuns: inputs(1_500) },
    );
  });

  test.each([
    ["Latin-1", Uint8Array.from([...bytes("a: 1\ntitle: "), 0xc5, 0x73, 0x61]), "Byte C5 in line 2 is not UTF-8"],
    ["UTF-16, little endian", Uint8Array.from([0xff, 0xfe, 0x61, 0x00]), "The file is UTF-16."],
    ["UTF-16, big endian", Uint8Array.from([0xfe, 0xff, 0x00, 0x61]), "The file is UTF-16."],
    ["a PDF", bytes("%PDF-1.7\n"), "This is a PDF, not a flow file."],
    ["a zip", bytes("PK\u0003\u0004"), "This is a zip archive, not a flow file."],
    ["a picture", Uint8Array.from([0x89, ...bytes("PNG\r\n\u001a\n"), 0, 0, 0, 13]), "This is not a text file"],
    ["a file with control bytes", Uint8Array.from([0x8b, 0x01, 0x1f, 0x62]), "This is not a text file"],
    ["an overlong form", Uint8Array.from([0xc0, 0xaf]), "Byte C0 in line 1"],
    ["a surrogate", Uint8Array.from([0xed, 0xa0, 0x80]), "Byte ED in line 1"],
    ["a text that is cut off", Uint8Array.from([0x61, 0xe2, 0x82]), "Byte E2 in line 1"],
  ])("%s is named", (_what, given, message) => {
    expect(encodingProblem(given)).toContain(message);
  });

  test.each([[""], ["a"], ["Å ß 日本 🙂"], ["\ufeffa: 1"]])("%j is text", (text) => {
    expect(encodingProblem(bytes(text))).toBeNull();
  });
});
