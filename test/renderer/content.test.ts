import { describe, expect, it } from "vitest";
import { addIntents, documentsOf, documentWithoutPdf } from "../../src-renderer/authoring/model/documents.ts";
import { entriesOf, monthGrid, monthsOf } from "../../src-renderer/authoring/parameters/reminders/calendar-model.ts";
import { namesOf } from "../../src-renderer/flows/flow-of-pdfs.ts";
import { titleOfFile } from "../../src-shared/basics/index.ts";
import type { ForecastItem } from "../../src-shared/flow/index.ts";
import { analyse } from "../../src-shared/language/index.ts";

describe("documents in the forms", () => {
  const { outline: empty } = analyse("process: {}\n");

  it.each([
    ["contract.pdf", "Contract"],
    ["Hyresavtal för våning 3.PDF", "Hyresavtal för våning 3"],
    ["Avtal 2026 (slutlig).PDF", "Avtal 2026 (slutlig)"],
    ["Übersicht – Köp & Sälj.pdf", "Übersicht – Köp & Sälj"],
    ["契約書.pdf", "契約書"],
    ["...pdf", "document"],
    ["no.extension", "No.extension"],
    [`${"a".repeat(300)}.pdf`, `A${"a".repeat(59)}`],
  ])("a file %s becomes a document %s, as in a flow that is made from it", (file, name) => {
    expect(addIntents([{ file, id: "1001" }], empty)).toEqual([{ intent: "addDocument", name, value: "1001" }]);
    expect(namesOf([{ fileName: file, title: titleOfFile(file) }]).map((one) => one.name)).toEqual([name]);
  });

  it("two files of one name become two documents, and one that the flow waits for is given", () => {
    const { outline, kind } = analyse(
      `process:
  dsl-version: "0.3.0"
  stages:
    - a: { actions: [], expect: { signed-by: { users: [x], documents: [deed, contract, loan-deed] } } }
process_parameters: { documents: { contract: "1001" } }
`,
    );
    expect(documentsOf({ outline, kind }).map(({ name, id, stages }) => [name, id, stages])).toEqual([
      ["contract", "1001", ["a"]],
      ["deed", null, ["a"]],
      ["loan-deed", null, ["a"]],
    ]);
    const uploads = ["Deed.pdf", "deed.pdf", "contract.pdf", "Loan_deed.pdf"].map((file, at) => ({
      file,
      id: String(at),
    }));
    expect(addIntents(uploads, outline).map((intent) => "name" in intent && intent.name)).toEqual([
      ...["deed", "Deed 2", "Contract 2", "loan-deed"],
    ]);
  });

  it("R002: an id of another workspace, and a path, lead to the chooser of their own document alone, and so does a name that nothing gives", () => {
    const analysis = analyse(
      `process:
  dsl-version: "0.3.0"
  stages:
    - a: { actions: [], expect: { signed-by: { users: [x], documents: [deed, contract, annex, plan] } } }
process_parameters:
  documents: { contract: ./id-1001-of-another-workspace.pdf, annex: "1002", plan: ./plan.pdf }
  users: { x: { id_type: email, id: x@example.test } }
`,
      { documentPaths: false },
    );
    const found = analysis.diagnostics.map((diagnostic) => [
      diagnostic.rule,
      documentWithoutPdf(documentsOf(analysis), { value: analysis.value }, diagnostic)?.name ?? null,
    ]);
    expect(found.filter(([rule]) => rule === "R002")).toEqual([
      ["R002", "deed"],
      ["R002", "contract"],
      ["R002", "plan"],
    ]);
  });
});

describe("the calendar", () => {
  const ZONE = "Europe/Stockholm";
  const end = (iso: string): ForecastItem => ({ at: Date.parse(iso), kind: "time_out" });
  const reminder = (iso: string, participant: string): ForecastItem => ({
    at: Date.parse(iso),
    kind: "reminder",
    participant,
    method: "email",
    message: null,
    reminder: 0,
    deliverable: true,
  });

  it("has every month from the first thing to the last, in the flow's zone", () => {
    expect(monthsOf([end("2025-11-30T23:30:00Z"), end("2026-02-01T00:00:00Z")], ZONE)).toEqual([
      "2025-12",
      "2026-01",
      "2026-02",
    ]);
    expect(monthsOf([], ZONE)).toEqual([]);
  });

  it("starts its weeks on Monday, puts things on their local day, and knows the days of the clocks", () => {
    const grid = monthGrid("2026-03", [end("2026-03-28T23:30:00Z")], ZONE);
    expect(grid.map((week) => week.map((day) => day?.day ?? 0))).toEqual([
      [0, 0, 0, 0, 0, 0, 1],
      [2, 3, 4, 5, 6, 7, 8],
      [9, 10, 11, 12, 13, 14, 15],
      [16, 17, 18, 19, 20, 21, 22],
      [23, 24, 25, 26, 27, 28, 29],
      [30, 31, 0, 0, 0, 0, 0],
    ]);
    const days = grid.flat().filter((day) => day !== null);
    expect(days.filter(({ items }) => items.length > 0).map(({ date }) => date)).toEqual(["2026-03-29"]);
    expect(days.filter(({ hours }) => hours !== 24).map(({ day, hours }) => [day, hours])).toEqual([[29, 23]]);
    const october = monthGrid("2026-10", [], ZONE).flat();
    expect(october.filter((day) => day !== null && day.hours !== 24)).toMatchObject([{ day: 25, hours: 25 }]);
  });

  it("tells people together who get the same at the same time", () => {
    const at = "2026-03-05T09:00:00Z";
    const items = [reminder(at, "a"), reminder(at, "b"), end(at), reminder("2026-03-06T09:00:00Z", "a")];
    expect(entriesOf(items).map(({ participants }) => participants)).toEqual([["a", "b"], [], ["a"]]);
  });
});
