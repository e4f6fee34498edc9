import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";

/** docs/check.md names every key that `countersign check --json` prints: programs are written against it. */

const PAGE = readFileSync(path.resolve(import.meta.dirname, "../../docs/check.md"), "utf8");
const folder = temporaryFolder("docs-check-json");
afterAll(() => folder.remove());

/** The keys of one table, which stand in its first column. */
function keysBelow(heading: string): readonly string[] {
  const table = /\n\| Key \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(PAGE.slice(PAGE.indexOf(heading)))?.[1] ?? "";
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, key = ""]) => key);
}
const KEYS = keysBelow("## The JSON");
const STEP_KEYS = keysBelow("Each step of a trace:");

/** Where each value of a report stands: `files[].states`. What has keys of its own elsewhere on the page is left whole. */
function placesIn(value: unknown, at = ""): readonly string[] {
  if (typeof value !== "object" || value === null || /\.(?:trace|expectation_errors)\[\]$|\.traces$/.test(at))
    return [at];
  if (Array.isArray(value)) return value.flatMap((item) => placesIn(item, `${at}[]`));
  return Object.entries(value).flatMap(([key, inner]) => placesIn(inner, at === "" ? key : `${at}.${key}`));
}

function stepsIn(value: unknown): readonly object[] {
  if (typeof value !== "object" || value === null) return [];
  return "label" in value ? [value] : Object.values(value).flatMap(stepsIn);
}

test("docs/check.md names every key of `check --json`, and no other", async () => {
  const loan = readFileSync(path.join(EXAMPLES, "loan", "loan.flow.yaml"), "utf8");
  const write = (name: string, text: string) => writeFileSync(path.join(folder.path, name), text);
  write("loan.flow.yaml", loan);
  write(
    "loan.expect.yaml",
    [
      "expect:",
      "  - never: borrower signs loan",
      "  - never: nobody signs loan",
      "  - before: [lender signs loan, borrower signs guarantee]",
      "  - never: lender rejects guarantee",
      "accept: [{ finding: X103, because: we unlock by phone }]",
      "",
    ].join("\n"),
  );
  write("broken.yaml", "title: [");
  const { out } = await countersign(["check", "--json", "loan.flow.yaml", "broken.yaml"], { cwd: folder.path });
  const report: unknown = JSON.parse(out);
  const steps = new Set(stepsIn(report).flatMap((step) => placesIn(step)));
  expect({ keys: [...new Set(placesIn(report))].filter((key) => !KEYS.includes(key)), steps }).toEqual({
    keys: [],
    steps: new Set(STEP_KEYS),
  });
  // Seldom there: a finding about a document, and a run that is too long to print.
  const seldom = ["files[].findings[].document", "files[].findings[].trace_left_out"];
  const printed = new Set(placesIn(report));
  expect(KEYS.filter((key) => !printed.has(key) && !seldom.includes(key))).toEqual([]);
});
