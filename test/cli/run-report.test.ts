import { expect, test } from "vitest";
import { printRun, type RunResult } from "../../src-main/cli/run-report.ts";
import { copyFiles } from "../../src-main/documents/index.ts";

const RUN: Omit<RunResult, "documents"> = {
  instance: { id: "1", title: "Deed", status: "completed", timeZone: "UTC" },
  workspace: "/w",
  history: [],
  mail: [],
  callbacks: [],
  received: null,
};

test("names that come to one file name get one each, also where a disk does not tell capitals apart", () => {
  const files = copyFiles(["a b", "a-b", "A b", "a-b-2", "deed"]);
  expect(files).toEqual(["a-b.pdf", "a-b-2.pdf", "A-b-3.pdf", "a-b-2-2.pdf", "deed.pdf"]);
});

test("G5: a seal that does not verify is not called missing", () => {
  const document = { path: "/x.pdf", removed: [] };
  const result: RunResult = {
    ...RUN,
    documents: [
      { ...document, name: "sound", sealed: true, sealValid: true },
      { ...document, name: "broken", sealed: true, sealValid: false },
      { ...document, name: "open", sealed: false, sealValid: false },
    ],
  };
  const lines = printRun(result).split("\n");
  expect(lines).toContain("  sound: /x.pdf (seal verifies)");
  expect(lines).toContain("  broken: /x.pdf (SEAL DOES NOT VERIFY)");
  expect(lines).toContain("  open: /x.pdf (not sealed)");
});

test("what was done to a document when it came is told for what it is", () => {
  const document = { name: "deed", path: "/x.pdf", sealed: true, sealValid: true };
  const told = (removed: RunResult["documents"][number]["removed"]) =>
    printRun({ ...RUN, documents: [{ ...document, removed }] })
      .split("\n")
      .slice(-3, -1);
  expect(told(["signatures"])).toContain("    signed digitally by others before: their signatures are kept");
  expect(told(["damage", "scripts"])).toEqual([
    "    repaired before anybody read it",
    "    taken out before anybody read it: scripts",
  ]);
});

test("a name is a file name whatever its script: no file system takes more than 255 bytes", () => {
  const [one = "", two = ""] = copyFiles(["契".repeat(200), "契".repeat(199), "😀 ".repeat(100)]);
  for (const name of [one, two]) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  expect(one).toMatch(/^契+\.pdf$/);
  expect(two).toBe(one.replace(".pdf", "-2.pdf"));
  expect(copyFiles([`a${"b".repeat(10)}`, "short"])).toEqual(["abbbbbbbbbb.pdf", "short.pdf"]);
});
