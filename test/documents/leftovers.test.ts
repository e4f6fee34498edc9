import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { beginOpening } from "../../src-main/documents/index.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";

let folder: TemporaryFolder;
const at = (...names: string[]): string => path.join(folder.path, ...names);

beforeEach(() => {
  folder = temporaryFolder("leftovers");
});
afterEach(() => folder.remove());

describe("Crash and limits: what an opening removes of uploads", () => {
  test("the folders that an upload makes, and nothing that somebody else put there", () => {
    mkdirSync(at("uploads", "upload-aB3xyZ"), { recursive: true });
    writeFileSync(at("uploads", "upload-aB3xyZ", "a.pdf"), "half");
    for (const name of ["upload-1", "upload-abcdefg", "my-upload-abc123"]) mkdirSync(at("uploads", name));
    writeFileSync(at("uploads", "thesis.txt"), "years");
    writeFileSync(at("uploads", "upload-abcdef"), "a file");
    beginOpening(folder.path, "one");
    expect(readdirSync(at("uploads")).sort()).toEqual(
      ["my-upload-abc123", "thesis.txt", "upload-1", "upload-abcdef", "upload-abcdefg"].sort(),
    );
  });

  test("no link is followed", () => {
    mkdirSync(at("theirs", "upload-aB3xyZ"), { recursive: true });
    writeFileSync(at("theirs", "upload-aB3xyZ", "thesis.txt"), "years");
    symlinkSync(at("theirs"), at("uploads"));
    beginOpening(folder.path, "one");
    expect(readFileSync(at("theirs", "upload-aB3xyZ", "thesis.txt"), "utf8")).toBe("years");
    mkdirSync(at("other", "uploads"), { recursive: true });
    symlinkSync(at("theirs", "upload-aB3xyZ"), at("other", "uploads", "upload-linked"));
    beginOpening(at("other"), "two");
    expect(existsSync(at("theirs", "upload-aB3xyZ", "thesis.txt"))).toBe(true);
  });
});
