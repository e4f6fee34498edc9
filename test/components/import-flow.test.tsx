import { expect, test, vi } from "vitest";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { importFiles } from "../../src-renderer/flows/import-flow.ts";

await startI18n("en");

const FLOW = `title: Lease
process:
  dsl-version: "0.3.0"
  stages:
    - one: { actions: [], expect: { signed-by: { users: [u], documents: [d] } } }
process_parameters:
  documents: { d: ./lease.pdf }
  users: { u: { id_type: email, id: u@example.test } }
`;
const file = (name: string, text: string) => new File([text], name);

/** What importing these files says went wrong. */
async function saidOf(...files: readonly File[]): Promise<readonly string[]> {
  vi.spyOn(host, "upload").mockResolvedValue({ ok: true, value: { id: "1001" } } as never);
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { id: "1" } } as never);
  const results = await importFiles(files);
  return results.flatMap((result) => (result.ok ? [] : [result.error.message]));
}

test("Files: a PDF that no imported flow names is named itself, and none is lost unsaid", async () => {
  const [lease, annex] = [file("lease.pdf", "%PDF-"), file("annex.pdf", "%PDF-")];
  const unused = "No imported flow names these PDFs: annex.pdf. Add them to the flow, in Parameters, Documents.";
  expect(await saidOf(file("lease.flow.yaml", FLOW), lease, annex)).toEqual([unused]);
  expect(await saidOf(file("lease.flow.yaml", "title: x\n\tprocess: {"), annex)).toEqual([unused]);
  expect(await saidOf(file("lease.flow.yaml", FLOW), lease)).toEqual([]);
});

test("Files: what cannot be imported says what can", async () => {
  expect(await saidOf(file("notes.txt", "Hi"))).toEqual([
    "Nothing here can be imported: notes.txt. Drop PDFs alone, a flow file (.yaml or .json) with its PDFs, or a zip of them.",
  ]);
});
