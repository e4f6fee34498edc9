import { expect, test } from "vitest";
import { flowOfPdfs, namesOf } from "../../src-renderer/flows/flow-of-pdfs.ts";
import { analyse } from "../../src-shared/language/index.ts";

const MESSAGES = { invitation: 'Please "sign"\nnow.', reminder: "Please sign.", done: "All have signed." };

test("PDFs become a flow that has nothing to find fault with, whatever their files are called", () => {
  const files = [
    "Hyresavtal Åre (final).PDF",
    "2026.pdf",
    "hyresavtal are final.pdf",
    "契約.pdf",
    `${"x".repeat(300)}.pdf`,
  ];
  const pdfs = namesOf(files);
  expect(pdfs.map(({ name }) => name)).toEqual([
    ...["hyresavtal-are-final", "document-2026", "hyresavtal-are-final-2", "document", "x".repeat(40)],
  ]);
  const { diagnostics, process, value } = analyse(flowOfPdfs(pdfs, MESSAGES));
  expect(diagnostics.filter(({ severity }) => severity !== "hint" && severity !== "warning")).toEqual([]);
  expect(process?.stages.map(({ name }) => name)).toEqual(["signing", "confirmation"]);
  expect(value).toMatchObject({ title: "Hyresavtal Åre (final)", process_parameters: { messages: MESSAGES } });
});
