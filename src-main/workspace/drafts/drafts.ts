import { limits } from "../../../src-shared/basics/index.ts";
import {
  type CompanionName,
  companionsOf,
  type DraftTexts,
  haveSameTexts,
  NO_COMPANIONS,
} from "../../../src-shared/foresight/index.ts";
import { type Analysis, wireFields } from "../../../src-shared/language/index.ts";
import { keyedMutex } from "../../basics/index.ts";
import {
  type DraftBinding,
  type DraftDetail,
  type DraftFields,
  type DraftUseCases,
  fail,
  ok,
  type Result,
} from "../../host/index.ts";
import { type DraftRow, type DraftVersionOrigin, everyItem, type StoreWrites } from "../../store/index.ts";
import { exportFlow, importFlowFile } from "../archives/index.ts";
import { start } from "../instances/index.ts";
import { secretRef } from "../secrets/index.ts";
import { draftDetail, editFields, isReadable, redactPassword, textOfFields, viewsOf } from "../texts/index.ts";
import { errorsAsValues, type Workspace, write } from "../workspace.ts";
import type { DraftParts } from "./draft-files.ts";
import { thinVersions } from "./draft-versions.ts";
import { missingDraft } from "./missing-draft.ts";

const LONGEST_NAME = 200;
const NO_SECRETS: ReadonlyMap<string, string> = new Map();

/** Drafts: the text is the truth, everything else a view of it (law 5). */
export function draftUseCases(workspace: Workspace): DraftUseCases {
  const { reads } = workspace;
  const oneAtATime = keyedMutex();
  return errorsAsValues<DraftUseCases>({
    list: (filter) => reads.drafts.list(filter),
    get: (id) => found(workspace, id, (row) => detail(workspace, row)),
    versions: (id, request) => found(workspace, id, () => reads.drafts.versions(id, request)),
    version: (id, revision) => version(workspace, id, revision),
    nameVersion: (id, revision, name) => nameVersion(workspace, id, revision, name),
    restore: async (id, revision, expectedRevision) => {
      const wanted = version(workspace, id, revision);
      if (!wanted.ok) return wanted;
      return saveTexts(workspace, id, wanted.value, { expectedRevision, origin: "restored" });
    },
    createFromText: async ({ text, companions = NO_COMPANIONS, accountId, title, folderId }) => {
      const fields = {
        ...(title !== undefined && { title }),
        ...(folderId !== undefined && { folder_id: folderId }),
      };
      const named = Object.keys(fields).length === 0 ? ok(text) : await editFields(text, fields, workspace.analyse);
      return named.ok ? ok(await createDraft(workspace, { ...companions, text: named.value }, { accountId })) : named;
    },
    createFromFields: ({ fields, accountId }) => createFromFields(workspace, fields, accountId),
    isOf: (id, key) => {
      const row = workspace.reads.drafts.get(id);
      if (row === null) return missingDraft(id);
      return row.key === key ? ok(null) : another(id);
    },
    noteTyping: (key) => workspace.typedDrafts.note(key),
    saveText: (id, text, expectedRevision, key) => saveText(workspace, id, text, { expectedRevision, key }),
    saveCompanion: (id, name, text, expectedRevision, key) =>
      saveCompanion(workspace, id, { name, text }, { expectedRevision, key }),
    patch: (id, fields, expectedRevision) => oneAtATime(id, () => patch(workspace, id, fields, expectedRevision)),
    duplicate: (id, revision, texts) => oneAtATime(id, () => duplicate(workspace, id, revision, texts)),
    setArchived: (id, archived) => change(workspace, id, (row) => ok({ ...row, archived })),
    remove: (id, expectedRevision) => remove(workspace, id, expectedRevision),
    removeForNow: (id, binding) => removeForNow(workspace, id, binding),
    bringBack: (id, key) => bringBack(workspace, id, key),
    importFlowFile: async (source, options = {}) => {
      const imported = await importFlowFile(workspace, source, options.accountId ?? workspace.defaultAccountId);
      if (!imported.ok) return imported;
      const { text, companions } = imported.value;
      return ok(await createDraft(workspace, { ...companions, text }, options));
    },
    exportFlow: async (id, options) => {
      const row = reads.drafts.get(id);
      return row === null ? missingDraft(id) : exportFlow(workspace, row, options);
    },
    start: async (id, options = {}) => {
      const row = reads.drafts.get(id);
      if (row === null) return missingDraft(id);
      const accountId = options.accountId ?? row.accountId;
      return start(workspace, { text: row.text, accountId, draftId: id, options, secrets: NO_SECRETS });
    },
  });
}

async function duplicate(
  workspace: Workspace,
  id: string,
  revision?: number,
  given: Partial<DraftTexts> = {},
): Promise<Result<DraftDetail>> {
  const row = workspace.reads.drafts.get(id);
  if (row === null) return missingDraft(id);
  const copied = revision === undefined ? ok(row) : version(workspace, id, revision);
  if (!copied.ok) return copied;
  const { text: original, ...companions } = { text: copied.value.text, ...companionsOf(copied.value), ...given };
  const { title } = wireFields(workspace.analyse(original).value);
  const name = copyName(workspace, typeof title === "string" ? title : row.title || "Untitled flow");
  const renamed = await editFields(original, { title: name }, workspace.analyse);
  const texts = { ...companions, text: renamed.ok ? renamed.value : original };
  return ok(await createDraft(workspace, texts, { accountId: row.accountId }));
}

/** `Lease (copy)`, then `Lease (copy 2)`: a title that no draft has, also where a copy is copied. */
function copyName({ reads }: Workspace, title: string): string {
  const original = title.replace(/ \(copy(?: \d+)?\)$/, "");
  const taken = new Set<string>();
  for (const archived of [false, true])
    for (const draft of everyItem(reads.drafts.list, { archived })) taken.add(draft.title);
  let name = `${original} (copy)`;
  for (let number = 2; taken.has(name); number += 1) name = `${original} (copy ${number})`;
  return name;
}

/** Operations that the draft files need from this part. */
export function draftParts(workspace: Workspace): DraftParts {
  return {
    create: (texts) => createDraft(workspace, texts),
    take: (id, texts, expectedRevision) => saveTexts(workspace, id, texts, { expectedRevision, origin: "taken" }),
    detail: (row) => detail(workspace, row),
  };
}

function another(id: string): ReturnType<typeof fail> {
  return fail(
    "resource_not_found",
    `Flow ${id} of this workspace is not the one that this page has open. Its text is kept on the page: open the workspace that it belongs to, or copy the text.`,
  );
}

function found<T>(workspace: Workspace, id: string, view: (row: DraftRow) => T): Result<T> {
  const row = workspace.reads.drafts.get(id);
  return row === null ? missingDraft(id) : ok(view(row));
}

function detail(workspace: Workspace, row: DraftRow): DraftDetail {
  return draftDetail(row, workspace.analyse);
}

function version(workspace: Workspace, id: string, revision: number): ReturnType<DraftUseCases["version"]> {
  const kept = workspace.reads.drafts.version(id, revision);
  if (kept !== null) return ok(kept);
  if (workspace.reads.drafts.get(id) === null) return missingDraft(id);
  return fail(
    "resource_not_found",
    `Version ${revision} of the flow is no longer kept. Look at the list of versions again.`,
  );
}

async function nameVersion(
  workspace: Workspace,
  id: string,
  revision: number,
  name: string | null,
): Promise<Result<null>> {
  const given = name?.trim() ?? "";
  if (given.length > LONGEST_NAME)
    return fail("request_parameters_invalid", `A version's name has at most ${LONGEST_NAME} characters.`);
  return write<Result<null>>(workspace, "draft", id, (tx) => {
    const kept = version({ ...workspace, reads: tx }, id, revision);
    if (!kept.ok) return kept;
    tx.drafts.nameVersion(id, revision, given === "" ? null : given);
    return ok(null);
  });
}

/** How a new draft is made. */
export interface Creating {
  readonly accountId?: string | undefined;
  readonly secrets?: ReadonlyMap<string, string>;
  /** The remote account that it comes from. */
  readonly source?: string;
  readonly key?: string;
  /** Written in the same transaction, with the new row. */
  readonly also?: ((tx: StoreWrites, row: DraftRow) => void) | undefined;
  /** Milliseconds that it may wait for others to share its commit. */
  readonly patience?: number;
}

/** A new draft with these texts. */
export async function createDraft(
  workspace: Workspace,
  { text, ...companions }: DraftTexts,
  { accountId, secrets = NO_SECRETS, source, key = workspace.newId(), also, patience = 0 }: Creating = {},
): Promise<DraftDetail> {
  const analysis = workspace.analyse(text);
  const wall = workspace.clockNow();
  const create = (tx: StoreWrites): DraftRow => {
    keepSecrets(workspace, tx, secrets);
    const made = {
      ...viewsOf(text, analysis, null),
      ...companionsOf(companions),
      goodText: isReadable(analysis) ? text : "",
      key,
      accountId: accountId ?? workspace.defaultAccountId,
      archived: false,
      wallCreated: wall,
      wallModified: wall,
    };
    const row = tx.drafts.create(made, source);
    also?.(tx, row);
    return row;
  };
  const row = await write(workspace, "draft", ({ id }) => id, create, { patience });
  return detail(workspace, row);
}

async function createFromFields(
  workspace: Workspace,
  fields: DraftFields,
  accountId: string | undefined,
): Promise<Result<DraftDetail>> {
  const redacted = redactPassword(fields, null, () => passwordName(workspace));
  if (!redacted.ok) return redacted;
  const text = await textOfFields(redacted.value.fields, workspace.analyse);
  if (!text.ok) return text;
  const texts = { ...NO_COMPANIONS, text: text.value };
  return ok(await createDraft(workspace, texts, { accountId, secrets: redacted.value.secrets }));
}

interface Saving {
  readonly expectedRevision?: number | undefined;
  readonly origin?: DraftVersionOrigin | undefined;
  readonly source?: string | undefined;
  /** Key of the intended draft, if another workspace's draft may have the same number. */
  readonly key?: string | undefined;
}

async function saveText(
  workspace: Workspace,
  id: string,
  text: string,
  { key, ...saving }: Saving,
): Promise<Result<DraftDetail>> {
  const analysis = workspace.analyse(text);
  const keep = (row: DraftRow): Result<DraftChange> =>
    key === undefined || key === row.key ? ok(textChange(text, analysis, row)) : another(id);
  const saved = await change(workspace, id, keep, saving);
  if (key !== undefined && saved.ok) workspace.typedDrafts.end(key);
  return saved;
}

/** The draft as a version or a file has it, companions included. */
function saveTexts(
  workspace: Workspace,
  id: string,
  texts: DraftTexts,
  saving: Omit<Saving, "key">,
): Promise<Result<DraftDetail>> {
  const analysis = workspace.analyse(texts.text);
  const keep = (row: DraftRow) => ok({ ...companionsOf(texts), ...textChange(texts.text, analysis, row) });
  return change(workspace, id, keep, saving);
}

interface Companion {
  readonly name: CompanionName;
  readonly text: string;
}

async function saveCompanion(
  workspace: Workspace,
  id: string,
  { name, text }: Companion,
  { key, ...saving }: Saving,
): Promise<Result<DraftDetail>> {
  if (Buffer.byteLength(text) > limits.bytes)
    return fail(
      "payload_too_large",
      "The expectations or scenarios of a flow have at most 1 MiB of text: shorten them. Nothing was saved.",
    );
  const keep = (row: DraftRow): Result<DraftChange> =>
    key === undefined || key === row.key ? ok({ [name]: text }) : another(id);
  return change(workspace, id, keep, saving);
}

/** The columns that a new text changes. */
export function textChange(text: string, analysis: Analysis, row: DraftRow): DraftChange {
  return { ...viewsOf(text, analysis, row), ...(isReadable(analysis) ? { goodText: text } : {}) };
}

/**
 * Edits the current text and stores its password with it, in one transaction. It starts over if another write came in
 * between, and that write is kept.
 */
async function patch(
  workspace: Workspace,
  id: string,
  fields: DraftFields,
  expectedRevision: number | undefined,
): Promise<Result<DraftDetail>> {
  const before = workspace.reads.drafts.get(id);
  if (before === null) return missingDraft(id);
  const stored = wireFields(workspace.analyse(before.text).value).callback;
  const redacted = redactPassword(fields, stored, () => passwordName(workspace));
  if (!redacted.ok) return redacted;
  const text = await editFields(before.text, redacted.value.fields, workspace.analyse);
  if (!text.ok) return text;
  // A write that changes nothing makes no new revision: that would turn somebody else's write into a conflict.
  if (text.value === before.text && (expectedRevision ?? before.revision) === before.revision) {
    return ok(detail(workspace, before));
  }
  const analysis = workspace.analyse(text.value);
  let overtaken = false;
  const keep = (row: DraftRow, tx: StoreWrites): Result<DraftChange> => {
    overtaken = row.text !== before.text;
    if (overtaken) return fail("conflict_error", "The draft's text has changed meanwhile.");
    keepSecrets(workspace, tx, redacted.value.secrets);
    return ok(textChange(text.value, analysis, row));
  };
  const changed = await change(workspace, id, keep, { expectedRevision });
  return overtaken ? patch(workspace, id, fields, expectedRevision) : changed;
}

type DraftChange = Parameters<StoreWrites["drafts"]["update"]>[1];

/** Saves one change to a draft, as its newest version if its texts change. */
export async function change(
  workspace: Workspace,
  id: string,
  make: (row: DraftRow, tx: StoreWrites) => Result<DraftChange>,
  saving: Omit<Saving, "key"> = {},
): Promise<Result<DraftDetail>> {
  const row = await write<Result<DraftRow>>(workspace, "draft", id, (tx) => {
    const before = tx.drafts.get(id);
    if (before === null) return missingDraft(id);
    const made = make(before, tx);
    if (!made.ok) return made;
    const now = workspace.clockNow();
    const after = tx.drafts.update(id, made.value, now, saving);
    if (!haveSameTexts(after, before)) thinVersions(tx, id, now);
    return ok(after);
  });
  return row.ok ? ok(detail(workspace, row.value)) : row;
}

async function remove(workspace: Workspace, id: string, expectedRevision: number | undefined): Promise<Result<null>> {
  return write<Result<null>>(workspace, "draft", id, (tx) => {
    const row = tx.drafts.get(id);
    if (row === null) return missingDraft(id);
    if (expectedRevision !== undefined && expectedRevision !== row.revision) {
      return fail("precondition_failed", `The draft ${id} has changed since you read it; read it again.`, {
        currentRevision: row.revision,
      });
    }
    tx.drafts.remove(id);
    return ok(null);
  });
}

function removeForNow(workspace: Workspace, id: string, binding: DraftBinding | null): Promise<Result<null>> {
  return write<Result<null>>(workspace, "draft", id, (tx) => {
    const draft = tx.drafts.whole(id);
    if (draft === null) return missingDraft(id);
    tx.drafts.remove(id);
    // Before the deletion is announced: sync asks whether it is fresh.
    workspace.removedDrafts.keep(draft, binding);
    return ok(null);
  });
}

async function bringBack(workspace: Workspace, id: string, key: string): Promise<Result<DraftBinding | null>> {
  const { removedDrafts } = workspace;
  const back = await write<Result<DraftBinding | null>>(workspace, "draft", id, (tx) => {
    const removed = removedDrafts.of(key);
    if (removed === null || removed.draft.row.id !== id || tx.drafts.get(id) !== null)
      return fail(
        "resource_not_found",
        "The deletion of this flow can no longer be undone: that is possible for ten minutes, and until Countersign is closed.",
      );
    tx.drafts.putBack(removed.draft);
    return ok(removed.binding);
  });
  if (back.ok) removedDrafts.drop(key);
  return back;
}

function passwordName(workspace: Workspace): string {
  return `callback-${workspace.newId()}`;
}

function keepSecrets(workspace: Workspace, tx: StoreWrites, secrets: ReadonlyMap<string, string>): void {
  for (const [name, value] of secrets) workspace.vault.put(tx, secretRef.named(name), value, null);
}
