import { expect, test } from "vitest";
import { sarifLog } from "../../src-main/cli/reports/sarif.ts";
import { lineIndex, offsetAt } from "../../src-shared/basics/index.ts";
import { analyse, exampleText, ruleCatalogue } from "../../src-shared/language/index.ts";

const linted = ruleCatalogue
  .filter(({ id }) => id !== "S008")
  .map(({ id, fails, targetApiVersion }) => {
    const text = exampleText(fails);
    const options = targetApiVersion === undefined ? {} : { targetApiVersion };
    return { file: `flows/${id} é.flow.yaml`, text, diagnostics: analyse(text, options).diagnostics };
  });
const log = sarifLog(linted, "1.2.3");
const [run] = log.runs;

test("SARIF 2.1.0: every result names a rule of the list, a level, and a place that lies in its file", () => {
  expect(log.version).toBe("2.1.0");
  expect(run.results.length).toBe(linted.flatMap(({ diagnostics }) => diagnostics).length);
  for (const { ruleId, ruleIndex, level, locations } of run.results) {
    expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(["error", "warning", "note"]).toContain(level);
    const { artifactLocation, region } = locations[0]?.physicalLocation ?? {};
    expect(run.artifacts[artifactLocation?.index ?? -1]?.location.uri).toBe(artifactLocation?.uri);
    const text = linted[artifactLocation?.index ?? -1]?.text ?? "";
    const lines = lineIndex(text).starts.length;
    expect(region?.startLine).toBeGreaterThanOrEqual(1);
    expect(region?.startColumn).toBeGreaterThanOrEqual(1);
    expect(region?.endLine).toBeLessThanOrEqual(lines);
  }
});

test("its fixes are those of the diagnostics", () => {
  const fixed = run.results.find(({ ruleId }) => ruleId === "V202");
  const replacement = fixed?.fixes?.[0]?.artifactChanges[0]?.replacements[0];
  expect(replacement?.insertedContent.text).toBe("sms_otp");
  const { startLine = 0, startColumn = 0 } = replacement?.deletedRegion ?? {};
  const text = linted.find(({ file }) => file.includes("V202"))?.text ?? "";
  expect(text.slice(offsetAt(text, { line: startLine, column: startColumn })).startsWith("sms_pin")).toBe(true);
});

test("a file named twice stands there once, and paths become URIs", () => {
  const file = { text: "", diagnostics: [] };
  const uris = sarifLog(
    ["a b.yaml", "a b.yaml", "/x/å.yaml", "C:\\y\\z.yaml", "..\\up.yaml"].map((name) => ({ ...file, file: name })),
    "1.0.0",
  ).runs[0].artifacts.map(({ location }) => location.uri);
  expect(uris).toEqual(["a%20b.yaml", "file:///x/%C3%A5.yaml", "file:///C:/y/z.yaml", "../up.yaml"]);
});
