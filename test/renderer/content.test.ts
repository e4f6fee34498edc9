import { describe, expect, it } from "vitest";
import { addIntents, documentsOf, nameOfFile } from "../../src-renderer/authoring/parameters/documents-model.ts";
import { analyse } from "../../src-shared/language/index.ts";

describe("documents in the forms", () => {
  it.each([
    ["contract.pdf", "contract"],
    ["Avtal 2026 (slutlig).PDF", "avtal-2026-slutlig"],
    ["Übersicht – Köp & Sälj.pdf", "übersicht-köp-sälj"],
    ["契約書.pdf", "契約書"],
    ["...pdf", "document"],
    ["no.extension", "no-extension"],
    [`${"a".repeat(300)}.pdf`, "a".repeat(60)],
  ])("a file %s becomes a document %s", (file, name) => {
    expect(nameOfFile(file)).toBe(name);
  });

  it("two files of one name become two documents, and one that the flow waits for is given", () => {
    const { outline, kind } = analyse(
      `process:
  dsl-version: "0.3.0"
  stages:
    - a: { actions: [], expect: { signed-by: { users: [x], documents: [deed, contract] } } }
process_parameters: { documents: { contract: "1001" } }
`,
    );
    expect(documentsOf({ outline, kind }).map(({ name, id, stages }) => [name, id, stages])).toEqual([
      ["contract", "1001", ["a"]],
      ["deed", null, ["a"]],
    ]);
    const uploads = ["Deed.pdf", "deed.pdf", "contract.pdf"].map((file, at) => ({ file, id: String(at) }));
    expect(addIntents(uploads, outline).map((intent) => "name" in intent && intent.name)).toEqual([
      "deed",
      "deed-2",
      "contract-2",
    ]);
  });
});
