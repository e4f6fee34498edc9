import { readdir, realpath, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { applyEdits, limits } from "../../../src-shared/basics/index.ts";
import {
  type Companions,
  companionFile,
  companionNames,
  type DraftTexts,
} from "../../../src-shared/foresight/index.ts";
import { analyse, rangeAt } from "../../../src-shared/language/index.ts";
import { NamedFileError, readNamedFile, writeFileAtomically } from "../../basics/index.ts";
import type { DraftDetail, DraftFileState, DraftFileUseCases } from "../../host/index.ts";
import { fail, ok, type Result } from "../../host/index.ts";
import { type DraftFile, type DraftRow, draftHash } from "../../store/index.ts";
import { documentValues, importFlowFile, portableFlow, readCompanions, withDocuments } from "../archives/index.ts";
import { errorsAsValues, type Workspace, write } from "../workspace.ts";
import type { FileWatch } from "./file-watch.ts";
import { missingDraft } from "./missing-draft.ts";

/** Operations that draft files need from drafts. */
export interface DraftParts {
  readonly create: (texts: DraftTexts) => Promise<DraftDetail>;
  /** The texts as the newest version, taken from the file. */
  readonly take: (id: string, texts: DraftTexts, expectedRevision: number) => Promise<Result<DraftDetail>>;
  readonly detail: (row: DraftRow) => DraftDetail;
}

/**
 * Drafts that were opened from a file on this machine. The file is never written unasked, and never read back unasked:
 * a change outside is reported, and the author chooses.
 */
export function draftFileUseCases(workspace: Workspace, parts: DraftParts, watch: FileWatch): DraftFileUseCases {
  const { reads } = workspace;
  return errorsAsValues<DraftFileUseCases>({
    open: (path) => openFile(workspace, parts, path),
    state: async (id) => {
      const file = reads.drafts.file(id);
      const draft = reads.drafts.get(id);
      if (draft === null) return missingDraft(id);
      if (file === null) return ok(null);
      watch.follow(id, file.path);
      return ok(await stateOf(draft, file));
    },
    texts: (id) =>
      withFile(workspace, id, async ({ file }) => {
        const texts = await readTexts(file);
        return texts.ok ? ok({ ...texts.value, text: inDraftForm(texts.value.text, file) }) : texts;
      }),
    take: (id, expectedRevision) =>
      withFile(workspace, id, async ({ draft, file }) => {
        const imported = await importFlowFile(workspace, { path: file.path }, draft.accountId, file.documents);
        if (!imported.ok) return imported;
        const { text, documents, original, companions } = imported.value;
        const texts = { ...companions, text };
        const taken = await parts.take(id, texts, expectedRevision);
        if (taken.ok)
          await agree(workspace, id, { path: file.path, documents }, { ...companions, text: original }, texts);
        return taken;
      }),
    keep: (id) =>
      withFile(workspace, id, async ({ file }) => {
        const texts = await readTexts(file);
        if (!texts.ok) return texts;
        const fileSha256 = draftHash(texts.value);
        await write(workspace, "draft", id, (tx) => tx.drafts.setFile(id, { ...file, fileSha256 }));
        return ok(null);
      }),
    save: (id) => withFile(workspace, id, ({ draft, file }) => saveFile(workspace, draft, file)),
  });
}

interface Linked {
  readonly draft: DraftRow;
  readonly file: DraftFile;
}

/** Runs what needs the draft's file; a file that cannot be read or written is an error that names it. */
async function withFile<T>(
  workspace: Workspace,
  id: string,
  work: (linked: Linked) => Promise<Result<T>>,
): Promise<Result<T>> {
  const draft = workspace.reads.drafts.get(id);
  const file = workspace.reads.drafts.file(id);
  if (draft === null || file === null)
    return fail("resource_not_found", "This flow has not been opened from a file, so there is none to read or write.");
  try {
    return await work({ draft, file });
  } catch (error) {
    if (!isSystemError(error) && !(error instanceof NamedFileError)) throw error;
    return fail("conflict_error", `${file.path} could not be used (${error.message}). The flow stays as it is here.`);
  }
}

const readFlowFile = ({ path }: DraftFile) => readNamedFile(path, { limit: limits.bytes });

/** The flow file's text with those of its companions. @throws NamedFileError of the flow file */
async function readTexts(file: DraftFile): Promise<Result<DraftTexts>> {
  const text = (await readFlowFile(file)).toString("utf8");
  const companions = await readCompanions(file.path);
  return companions.ok ? ok({ ...companions.value, text }) : companions;
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error && "code" in error;

async function openFile(workspace: Workspace, parts: DraftParts, given: string): Promise<Result<DraftDetail>> {
  // A file under two names is one file.
  const path = await realpath(given).catch(() => resolve(given));
  const known = workspace.reads.drafts.ofFile(path);
  const draft = known === null ? null : workspace.reads.drafts.get(known);
  if (draft !== null) return ok(parts.detail(draft));
  const imported = await importFlowFile(workspace, { path }, workspace.defaultAccountId);
  if (!imported.ok) return imported;
  const { text, documents, original, companions } = imported.value;
  const texts = { ...companions, text };
  const created = await parts.create(texts);
  // A zip is not text, so it cannot be followed.
  if (!/\.zip$/i.test(path))
    await agree(workspace, created.id, { path, documents }, { ...companions, text: original }, texts);
  return ok(created);
}

/** Records that file and draft are equal now. */
function agree(
  workspace: Workspace,
  id: string,
  file: Pick<DraftFile, "path" | "documents">,
  inFiles: DraftTexts,
  inDraft: DraftTexts,
): Promise<void> {
  const hashes = { fileSha256: draftHash(inFiles), draftSha256: draftHash(inDraft) };
  return write(workspace, "draft", id, (tx) => tx.drafts.setFile(id, { ...file, ...hashes }));
}

async function stateOf(draft: DraftRow, file: DraftFile): Promise<DraftFileState> {
  const ahead = draftHash(draft) !== file.draftSha256;
  try {
    const texts = await readTexts(file);
    const changed = !texts.ok || draftHash(texts.value) !== file.fileSha256;
    return { path: file.path, name: basename(file.path), on: changed ? "changed" : "same", ahead };
  } catch (error) {
    if (!(error instanceof NamedFileError)) throw error;
    // A file that exists but cannot be read counts as changed, so that it is never overwritten.
    const on = error.fault === "missing" ? "missing" : "changed";
    return { path: file.path, name: basename(file.path), on, ahead };
  }
}

/** The file's text with the ids of the documents that are known, so that a comparison shows what an author changed. */
function inDraftForm(text: string, file: DraftFile): string {
  const known = documentValues(analyse(text).value).flatMap(([name, path]) => {
    const id = file.documents[path];
    return id === undefined ? [] : [[name, id] as const];
  });
  return withDocuments(text, known);
}

/** A document with the file's own value is written as in the file: replacing it by an id changed the quotes. */
function likeBefore(text: string, before: string): string {
  const values = new Map(documentValues(analyse(before).value));
  const edits = documentValues(analyse(text).value).flatMap(([name, value]) => {
    const place = ["process_parameters", "documents", name];
    const [range, old] = values.get(name) === value ? [rangeAt(text, place), rangeAt(before, place)] : [null, null];
    return range === null || old === null ? [] : [{ range, insert: before.slice(old.from, old.to) }];
  });
  return applyEdits(
    text,
    edits.sort((one, other) => one.range.from - other.range.from),
  );
}

/** Writes the draft to its file, and PDFs that are new to it beside it; nothing that is there is overwritten but the file. */
async function saveFile(workspace: Workspace, draft: DraftRow, file: DraftFile): Promise<Result<null>> {
  const state = await stateOf(draft, file);
  if (state.on === "changed") {
    const message = `${file.path} was changed by another program, so it was not overwritten. Compare the two first, and keep one.`;
    return fail("conflict_error", message);
  }
  const folder = dirname(file.path);
  const names = (await readdir(folder)).map((name) => name.toLowerCase());
  const paths = new Map(Object.entries(file.documents).map(([path, id]) => [id, path]));
  const portable = portableFlow(workspace, draft, { paths, names }, basename(file.path));
  if (!portable.ok) return portable;
  const { blobs, companions } = portable.value;
  const unseen = state.on === "missing" ? await unseenCompanion(file.path, companions) : null;
  if (unseen !== null)
    return fail(
      "conflict_error",
      `${unseen} says something else, so nothing was saved. Move it away, then save again.`,
    );
  // Keeps the code only if its SMS was sent: a request beyond the last SMS makes no code [U4].
  const before = await readCompanions(file.path);
  if (!before.ok) return before;
  const text =
    state.on === "missing"
      ? portable.value.text
      : likeBefore(portable.value.text, (await readFlowFile(file)).toString("utf8"));
  for (const [name, blob] of blobs)
    await writeFileAtomically(join(folder, name), await workspace.documents.blobs.read(blob), 0o644);
  await writeFileAtomically(file.path, new TextEncoder().encode(text), 0o644);
  await writeCompanions(file.path, companions, before.value);
  const ids = new Map(documentValues(analyse(draft.text).value));
  const documents = Object.fromEntries(
    documentValues(analyse(text).value).map(([name, path]) => [path, ids.get(name) ?? path]),
  );
  await agree(workspace, draft.id, { path: file.path, documents }, { ...companions, text }, draft);
  return ok(null);
}

/** A file that would be overwritten, beside a flow file that is gone: no record shows its last state. Null: none. */
async function unseenCompanion(flowFile: string, companions: Companions): Promise<string | null> {
  const there = await readCompanions(flowFile);
  if (!there.ok) return dirname(flowFile);
  const other = companionNames.find((name) => !["", companions[name]].includes(there.value[name]));
  return other === undefined ? null : companionFile(flowFile, other);
}

/** A companion without text has no file: an existing file is removed if it is unchanged since it was read. */
async function writeCompanions(flowFile: string, companions: Companions, before: Companions): Promise<void> {
  for (const name of companionNames) {
    const path = companionFile(flowFile, name);
    if (companions[name] !== "") await writeFileAtomically(path, new TextEncoder().encode(companions[name]), 0o644);
    else if (before[name] !== "") await rm(path, { force: true });
  }
}
