import { cutToBytes, fileNameBytes, titleOfFile } from "../../../src-shared/basics/index.ts";
import {
  type CompanionName,
  type Companions,
  companionNames,
  type DraftTexts,
  NO_COMPANIONS,
  namingFlow,
} from "../../../src-shared/foresight/index.ts";
import { analyse, idElsewhere, isDocumentId } from "../../../src-shared/language/index.ts";
import { fail, ok, type Result } from "../../host/index.ts";
import type { DocumentRow, DraftRow } from "../../store/index.ts";
import { isReadable } from "../texts/index.ts";
import type { Workspace } from "../workspace.ts";
import { type FlowFiles, packFlow } from "./flow-archive.ts";
import { documentValues, withDocuments } from "./flow-documents.ts";

export interface ExportedFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** Parts of the draft that its text and the file do not hold. */
  readonly without: readonly CompanionName[];
}

/** The PDFs of an exported flow: blobs by the path that its text uses. */
interface Portable {
  readonly fileName: string;
  readonly text: string;
  readonly companions: Companions;
  readonly blobs: ReadonlyMap<string, string>;
}

/**
 * A draft as a flow file whose documents are paths, since ids mean something in this workspace only [R007];
 * with `pdfs`, one zip with the PDFs at those paths. A document that is not here gets a path without a file: the import
 * asks for it, instead of taking another document of the same number. An id of another workspace goes out as it came in.
 * Errors: `conflict_error` while the text cannot be read.
 */
export async function exportFlow(
  workspace: Workspace,
  draft: DraftRow,
  { pdfs }: { readonly pdfs: boolean },
): Promise<Result<ExportedFile>> {
  const portable = portableFlow(workspace, draft);
  if (!portable.ok) return portable;
  const { fileName, text, companions, blobs } = portable.value;
  if (!pdfs) {
    const without = companionNames.filter((name) => companions[name].trim() !== "");
    return ok({ fileName, bytes: new TextEncoder().encode(text), without });
  }
  const files: FlowFiles["files"] = Object.fromEntries(
    await Promise.all(
      [...blobs].map(async ([path, blob]) => [path, await workspace.documents.blobs.read(blob)] as const),
    ),
  );
  return ok({
    fileName: `${fileName.replace(/\.flow\.\w+$/, "")}.zip`,
    bytes: packFlow({ fileName, text, companions, files }),
    without: [],
  });
}

/** Names in use: paths of documents that have one, and taken names in lower case. */
export interface Before {
  readonly paths: ReadonlyMap<string, string>;
  readonly names: Iterable<string>;
}

/** `blobs` leaves out the documents that have their path from before. @param flowFile whose name the companions give */
export function portableFlow(
  workspace: Workspace,
  draft: DraftTexts & Pick<DraftRow, "title" | "format">,
  { paths, names }: Before = { paths: new Map(), names: [] },
  flowFile = `${safeName(draft.title, "flow").replaceAll(" ", "-")}.flow.${draft.format}`,
): Result<Portable> {
  const analysis = analyse(draft.text);
  if (!isReadable(analysis)) {
    const why = analysis.diagnostics[0]?.message ?? "";
    return fail("conflict_error", `“${draft.title}” was not exported, since its text cannot be read: ${why}`);
  }
  const taken = new Set(names);
  const blobs = new Map<string, string>();
  const values: (readonly [string, string])[] = [];
  for (const [name, id] of documentValues(analysis.value)) {
    const elsewhere = idElsewhere(id);
    if (!isDocumentId(id) && elsewhere === null) continue;
    const row = workspace.reads.documents.get(id);
    let path = elsewhere ?? paths.get(id);
    if (path === undefined) {
      const free = freeName(safeName(row === null ? name : fileOf(row), "document"), taken);
      if (row !== null) blobs.set(free, row.sha256);
      path = `./${free}`;
    }
    values.push([name, path]);
  }
  const text = withDocuments(draft.text, values);
  const companions = { ...NO_COMPANIONS };
  for (const name of companionNames) companions[name] = namingFlow(draft[name], flowFile);
  return ok({ fileName: flowFile, text, companions, blobs });
}

/** The file name that gives the document its title again on import. */
function fileOf({ title, fileName }: Pick<DocumentRow, "title" | "fileName">): string {
  return title === titleOfFile(fileName) ? fileName.replace(/\.pdf$/i, "") : title;
}

/** A name that every file system takes: letters, digits, dots, dashes, single spaces, at most 80 characters. */
function safeName(name: string, otherwise: string): string {
  const letters = name
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, (gap) => (gap.trim() === "" ? " " : "-"))
    .slice(0, 80);
  const safe = cutToBytes(letters, fileNameBytes).replaceAll(/^[-. ]+|[-. ]+$/g, "");
  return safe === "" ? otherwise : safe;
}

/** `name.pdf`, or with the first free number: some file systems ignore case. */
function freeName(name: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? `${name}.pdf` : `${name}-${number}.pdf`;
    if (taken.has(path.toLowerCase())) continue;
    taken.add(path.toLowerCase());
    return path;
  }
}
