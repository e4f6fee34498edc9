import { expect, test } from "vitest";
import { fileNames, printRun, type RunResult } from "../../src-main/cli/run-report.ts";

test("names that come to one file name get one each, also where a disk does not tell capitals apart", () => {
  expect(fileNames(["a b", "a-b", "A b", "a-b-2", "deed"])).toEqual(["a-b", "a-b-2", "A-b-3", "a-b-2-2", "deed"]);
});

test("G5: a seal that does not verify is not called missing", () => {
  const document = { path: "/x.pdf", removed: [] };
  const result: RunResult = {
    instance: { id: "1", title: "Deed", status: "completed", timeZone: "UTC" },
    workspace: "/w",
    history: [],
    mail: [],
    callbacks: [],
    received: null,
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
