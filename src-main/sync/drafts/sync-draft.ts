import { isObject, LONGEST_TITLE, sameJson, type WireFields } from "../../../src-shared/language/index.ts";
import { changed, type DraftStep, droppedIn, nextStep, withDropped } from "../../../src-shared/sync/index.ts";
import type { DraftRow, RemoteMapping, StoreWrites } from "../../store/index.ts";
import { secretRef } from "../../workspace/index.ts";
import { askForDraft, asSpelled, type RemoteDraft, readDraft, shownDraft } from "../remote/drafts.ts";
import { RemoteError } from "../remote/remote-error.ts";
import { noteIncoming, notePlanned, noteRefused, type Run, saveMapping, titleIn } from "../run.ts";
import {
  canonicalLocal,
  canonicalRemote,
  hasWrongDocument,
  localFields,
  localPassword,
  remoteFields,
  remotePassword,
  writtenFields,
} from "../views.ts";
import { conflicted, reportConflicts } from "./conflicts.ts";
import { unsupportedByService } from "./unsupported.ts";

/** Rounds of compare and act until both sides agree; a draft that keeps changing waits for the next sync. */
const MOST_ROUNDS = 5;

/** A draft of the account that is there, as far as anybody knows. */
export type Bound = RemoteMapping & { readonly remoteId: string };

export const isBound = (mapping: RemoteMapping): mapping is Bound => mapping.remoteId !== null;

/** What the account has of a draft. */
interface Seen {
  readonly theirs: WireFields | null;
  readonly etag: string | null;
  readonly mark: string | null;
}

/**
 * Syncs a draft that exists on both sides [Y2-Y8].
 * @param believed whether the account is trusted when it says the draft is gone [Y7]
 * @returns whether it is gone there, on the account's word alone
 */
export async function syncDraft(run: Run, bound: Bound, believed = false): Promise<"gone" | "done"> {
  const { reads } = run.workspace;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const mapping = reads.remotes.mapping(bound);
    if (mapping === null || mapping.remoteId === null) return "done";
    const isOther = isThereAgain(run, mapping) || (believed && mapping.theirs !== null);
    const now = { ...mapping, remoteId: mapping.remoteId, ...(isOther && { conflicts: [] }) };
    if (now.conflicts.length > 0) {
      if (await isGoneSince(run, now)) return "gone";
      reportConflicts(run, now);
      noteIncoming(run, "conflict", now);
      return "done";
    }
    const seen = await look(run, now, round > 0);
    if (seen === null && !believed) return "gone";
    const row = reads.drafts.byKey(now.localKey);
    if ((await carry(run, now, row, seen)) === "done" || run.dry) return "done";
  }
  const why = "It kept changing there: the next sync continues.";
  await noteRefused(run, bound, { what: titleOf(run, bound), why });
  return "done";
}

/** Whether the draft of a conflict was missing there and is listed again: its current version decides. */
const isThereAgain = ({ list }: Run, { remoteId, conflicts, theirs }: RemoteMapping): boolean =>
  remoteId !== null &&
  theirs === null &&
  list?.has(remoteId) === true &&
  conflicts.some(({ kind, path }) => kind === "removed" && path.length === 0);

/** Whether the draft of an open conflict has been deleted there since. */
async function isGoneSince(run: Run, { remoteId, theirs }: Bound): Promise<boolean> {
  if (theirs === null || run.list?.has(remoteId) === true) return false;
  return !(await isShown(run, remoteId));
}

/** Whether the service shows a draft. */
async function isShown({ client }: Run, remoteId: string): Promise<boolean> {
  try {
    await client.ask("draft", { id: remoteId });
    return true;
  } catch (error) {
    if (error instanceof RemoteError && error.fault === "not_found") return false;
    throw error;
  }
}

export function titleOf(
  { workspace }: Pick<Run, "workspace">,
  {
    localKey,
    remoteId,
    base = null,
  }: Pick<RemoteMapping, "localKey" | "remoteId"> & Partial<Pick<RemoteMapping, "base">>,
): string {
  const row = workspace.reads.drafts.byKey(localKey);
  // Of one that was deleted here, what both sides had last says it.
  const title = row?.title ?? titleIn(base);
  if (title !== "") return `“${title}”`;
  return row === null ? `draft ${remoteId ?? localKey}` : `untitled flow ${row.id}`;
}

/** null: gone there, by its word. @param afresh whether the list is older than what was done since */
async function look(run: Run, mapping: Bound, afresh: boolean): Promise<Seen | null> {
  const { remoteId, base, etag, mark } = mapping;
  const entry = run.list?.get(remoteId) ?? null;
  const listed = entry?.mark ?? null;
  if (!afresh && base !== null && mapping.sent === null && listed !== null && (listed === mark || listed === etag))
    return { theirs: base, etag, mark: listed };
  try {
    const known = etag !== null && base !== null ? { "if-none-match": etag } : {};
    const answer = await run.client.ask("draft", { id: remoteId, headers: known });
    if (answer.status === 304) return { theirs: base, etag, mark: listed };
    const shown = readDraft(run.client, answer, remoteId);
    const theirs = await canonicalRemote(run, await compared(run, mapping, shown), shown);
    // What is not whole is not known by its tag: it is read again.
    return hasWrongDocument(run, shown)
      ? { theirs, etag: null, mark: null }
      : { theirs, etag: shown.etag, mark: listed };
  } catch (error) {
    if (error instanceof RemoteError && error.fault === "not_found") return null;
    throw error;
  }
}

/** After a write without a body in its answer: reads what the service did not keep [Y8]. */
async function compared(run: Run, mapping: Bound, shown: RemoteDraft): Promise<Bound> {
  if (mapping.sent === null) return mapping;
  const dropped = droppedIn(mapping.sent, {
    raw: shown.fields,
    canonical: await canonicalRemote(run, { ...mapping, dropped: [] }, shown),
  });
  tellDropped(run, mapping, dropped);
  const next = { ...mapping, sent: null, dropped: united(mapping.dropped, dropped) };
  await saveMapping(run, next);
  return next;
}

function tellDropped(run: Run, mapping: Bound, dropped: RemoteMapping["dropped"]): void {
  const known = new Set(mapping.dropped.map((path) => path.join("/")));
  for (const path of dropped.filter((one) => !known.has(one.join("/"))))
    run.report.refused.push({
      what: `${titleOf(run, mapping)}, ${path.join("/")}`,
      about: { kind: "field", title: titleOf(run, mapping), path },
      why: "The service does not keep this field. It stays here.",
    });
}

/** Dry run: plans a draft that would be linked to a flow here. */
export async function planFound(run: Run, bound: Bound, shown: RemoteDraft): Promise<void> {
  const theirs = await canonicalRemote(run, bound, shown);
  const row = run.workspace.reads.drafts.byKey(bound.localKey);
  await carry(run, bound, row, { theirs, etag: shown.etag, mark: null });
}

async function carry(run: Run, mapping: Bound, row: DraftRow | null, seen: Seen | null): Promise<"done" | "again"> {
  const theirs = seen?.theirs ?? null;
  const now = {
    ...mapping,
    sent: null,
    dropped: run.workspace.reads.remotes.mapping(mapping)?.dropped ?? mapping.dropped,
  };
  const at: Bound = seen === null ? now : { ...now, etag: seen.etag, mark: seen.mark };
  if (row !== null && theirs !== null && isAsCompared(row, mapping) && sameJson(theirs, mapping.base)) {
    await keepIfChanged(run, mapping, at);
    return "done";
  }
  const written = row === null ? null : writtenFields(run, row);
  if (row !== null && written === null) return "done";
  const mine = written === null ? null : canonicalLocal(run, written);
  const password = written === null ? null : localPassword(run, written);
  const isTyped = !run.dry && run.workspace.typedDrafts.has(at.localKey);
  const step = nextStep({
    ...{ base: at.base, mine, theirs },
    passwordChanged: password !== null && password !== remotePassword(run, at.localKey),
    canTake: row !== null && !isTyped && run.synced.isReadable(row),
  });
  // What is typed is saved soon: then both sides are compared again.
  if (isTyped && (step.kind === "wait" || step.kind === "archive")) {
    run.workspace.typedDrafts.await(at.localKey);
    if (step.kind === "wait")
      await saveMapping(run, { ...at, etag: null, mark: null, state: "changed_there", why: null });
    return "done";
  }
  return carryOut(run, at, step, { row, written, mine, theirs, password });
}

/** The revision known to match. A password can change without a new revision. */
export const comparedAt = (row: DraftRow | null, password: string | null): number =>
  row === null || password !== null ? 0 : row.revision;

/**
 * Whether the local draft equals the merge base, without reading its text. Its callback's password may still differ.
 */
function isAsCompared({ revision }: DraftRow, mapping: RemoteMapping): boolean {
  const callback = mapping.base?.callback;
  const hasPassword = isObject(callback) && isObject(callback.auth);
  return mapping.state === "up_to_date" && mapping.revision === revision && !hasPassword;
}

interface Sides {
  /** Of the callback. */
  readonly password: string | null;
  readonly row: DraftRow | null;
  readonly written: WireFields | null;
  readonly mine: WireFields | null;
  readonly theirs: WireFields | null;
}

async function carryOut(run: Run, mapping: Bound, step: DraftStep, sides: Sides): Promise<"done" | "again"> {
  const { row, written, mine, theirs } = sides;
  const { report } = run;
  // What was seen is not what both had last: the next look must be shown it again.
  const unsettled = { ...mapping, etag: null, mark: null };
  switch (step.kind) {
    case "agree":
      // A write without an answer had arrived.
      if (mapping.state === "sending") note(report.pushed, mapping.localKey);
      await keepIfChanged(run, mapping, {
        ...mapping,
        base: mine,
        state: "up_to_date",
        why: null,
        revision: comparedAt(row, sides.password),
      });
      return "done";
    case "push":
      return row === null || written === null || mine === null
        ? "done"
        : push(run, mapping, { names: step.fields, written, mine, row, revision: comparedAt(row, sides.password) });
    case "take": {
      if (row === null) return "done";
      note(step.merged ? report.merged : report.pulled, mapping.localKey);
      if (noteIncoming(run, step.merged ? "merged" : "changed", mapping)) {
        // What is merged goes there next.
        const merged = { title: titleOf(run, mapping), id: mapping.remoteId, draft: mapping.localKey };
        if (step.merged) notePlanned(run, "changeDraft", merged);
        return "done";
      }
      return take(run, mapping, { row, written, fields: step.fields, theirs, merged: step.merged });
    }
    case "wait":
      await saveMapping(run, { ...unsettled, state: "changed_there", why: null });
      report.refused.push({
        what: titleOf(run, mapping),
        why: "It changed there, and its text here does not parse: correct it first.",
      });
      return "done";
    case "conflict":
      await conflicted(run, unsettled, { row, theirs, conflicts: step.conflicts });
      return "done";
    case "archive":
      return archive(run, mapping, row);
    case "remove_there":
      return removeThere(run, mapping);
    case "forget":
      await unlinkDraft(run, mapping);
      return "done";
  }
}

function note(list: string[], key: string): void {
  if (!list.includes(key)) list.push(key);
}

async function keepIfChanged(run: Run, before: RemoteMapping, after: RemoteMapping): Promise<void> {
  const stored = run.workspace.reads.remotes.mapping(before);
  if (stored !== null && sameJson({ ...stored, wallAt: 0 }, { ...after, wallAt: 0 })) return;
  await saveMapping(run, after);
}

/** Notes what the service would refuse, as too long or too new for it [V101], instead of sending it. */
export async function noteUnsupported(
  run: Run,
  mapping: RemoteMapping,
  row: DraftRow,
  written: WireFields,
): Promise<boolean> {
  const reasons = [...longTitle(written, mapping.base), ...(await unsupportedByService(run, row.goodText))];
  const [first, ...others] = reasons.map((why) => ({ what: titleOf(run, mapping), why }));
  if (first === undefined) return false;
  await noteRefused(run, mapping, first, ...others);
  return true;
}

/** A title that is too long for the interface, unless the service has it already. */
function longTitle({ title }: WireFields, base: WireFields | null): readonly string[] {
  if (typeof title !== "string" || title.length <= LONGEST_TITLE || title === base?.title) return [];
  return [`Its title has ${title.length} characters, and may have 500: shorten it here, and the next sync sends it.`];
}

interface Pushing {
  readonly names: readonly (keyof WireFields)[];
  readonly written: WireFields;
  readonly mine: WireFields;
  readonly row: DraftRow;
  readonly revision: number;
}

async function push(
  run: Run,
  mapping: Bound,
  { names, written, mine, row, revision }: Pushing,
): Promise<"done" | "again"> {
  const { client, report } = run;
  const { remoteId, etag, localKey, base } = mapping;
  if (await noteUnsupported(run, mapping, row, written)) return "done";
  const whole = client.dialect.calls.changeDraft?.method === "PUT";
  const all = Object.keys(written) as (keyof WireFields)[];
  const sent = await remoteFields(run, localKey, written, { names: whole ? all : names, base });
  if (notePlanned(run, "changeDraft", { title: titleOf(run, mapping), id: remoteId, draft: localKey })) {
    note(report.pushed, localKey);
    return "done";
  }
  // Without entity tags, the look directly before the write is all that keeps others' changes [Y8].
  if (etag === null && !(await matchesBase(run, mapping))) return "again";
  const goesOut = () => saveMapping(run, { ...mapping, state: "sending", why: null, revision: 0 });
  const headers: Record<string, string> = etag === null ? {} : { "if-match": etag };
  try {
    const json = asSpelled(client.dialect, sent);
    const answer = await client.ask("changeDraft", { id: remoteId, headers, json, goesOut });
    note(report.pushed, localKey);
    return await afterWrite(
      run,
      { ...mapping, revision },
      mine,
      shownDraft(client.dialect, answer),
      localPassword(run, written),
    );
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (error.fault === "not_found" && (await isThere(run, remoteId))) throw error;
    // Gone, changed, or perhaps done: the next look shows which.
    if (error.fault === "stale" || error.fault === "not_found" || error.perhapsDone) return "again";
    // Nothing was sent.
    if (error.ends) await saveMapping(run, { ...mapping, state: "changed_here" });
    throw error;
  }
}

/** Whether a draft exists although a call about it got a 404: the call itself may be missing. */
async function isThere(run: Run, remoteId: string): Promise<boolean> {
  return run.list?.has(remoteId) !== false && (await isShown(run, remoteId));
}

/** Whether the remote draft equals the merge base. @param known the remote draft; left out: it is fetched */
export async function matchesBase(run: Run, mapping: Bound, known?: RemoteDraft): Promise<boolean> {
  const shown = known ?? (await askForDraft(run.client, mapping.remoteId));
  return sameJson(await canonicalRemote(run, mapping, shown), mapping.base);
}

/** After a write: what was written becomes the merge base, and a draft in the answer is compared with it [Y8]. */
export async function afterWrite(
  run: Run,
  mapping: Bound,
  mine: WireFields,
  shown: RemoteDraft | null,
  password: string | null,
): Promise<"done" | "again"> {
  const given = (tx: StoreWrites) => {
    const ref = secretRef.remotePassword(run.account.key, mapping.localKey);
    if (password === null) tx.secrets.remove(ref);
    else run.workspace.vault.put(tx, ref, password, null);
  };
  const after = { ...mapping, base: mine, state: "up_to_date", why: null } as const;
  if (shown === null) {
    await saveMapping(run, { ...after, etag: null, mark: null, sent: mine }, given);
    return "again";
  }
  const there = await canonicalRemote(run, { ...mapping, dropped: [] }, shown);
  const dropped = droppedIn(mine, { raw: shown.fields, canonical: there });
  tellDropped(run, mapping, dropped);
  const same = sameJson(withDropped({ raw: shown.fields, canonical: there }, mine, dropped), mine);
  // Somebody else's change is seen by the next look, which needs the tag of before it.
  const etag = same ? shown.etag : null;
  await saveMapping(run, { ...after, etag, mark: null, sent: null, dropped: united(mapping.dropped, dropped) }, given);
  return same ? "done" : "again";
}

function united(one: RemoteMapping["dropped"], other: RemoteMapping["dropped"]): RemoteMapping["dropped"] {
  const known = new Set(one.map((path) => path.join("/")));
  return [...one, ...other.filter((path) => !known.has(path.join("/")))];
}

interface Taking {
  readonly row: DraftRow;
  readonly written: WireFields | null;
  readonly fields: WireFields;
  readonly theirs: WireFields | null;
  readonly merged: boolean;
}

async function take(
  run: Run,
  mapping: Bound,
  { row, written, fields, theirs, merged }: Taking,
): Promise<"done" | "again"> {
  const wanted = localFields(run, written, fields);
  const given = written === null ? wanted : pick(wanted, changed(wanted as WireFields, written));
  const taken = await run.synced.take(row, given, run.account.name);
  if (!taken.ok) {
    if (taken.error.code === "precondition_failed") return "again";
    const why = taken.error.message;
    await noteRefused(run, { ...mapping, etag: null, mark: null }, { what: titleOf(run, mapping), why });
    return "done";
  }
  await saveMapping(run, { ...mapping, base: theirs, state: merged ? "changed_here" : "up_to_date", why: null });
  return merged ? "again" : "done";
}

const pick = <T extends object>(fields: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) as T;

async function archive(run: Run, mapping: Bound, row: DraftRow | null): Promise<"done"> {
  note(run.report.archived, mapping.localKey);
  if (noteIncoming(run, "archived", mapping)) return "done";
  if (row !== null && !row.archived) await run.drafts.setArchived(row.id, true);
  await unlinkDraft(run, mapping);
  return "done";
}

async function removeThere(run: Run, mapping: Bound): Promise<"done" | "again"> {
  const { client } = run;
  const { remoteId, etag } = mapping;
  if (!client.has("removeDraft")) {
    run.report.refused.push({
      what: titleOf(run, mapping),
      why: "It was deleted here; the service does not let drafts be deleted.",
    });
    return "done";
  }
  if (notePlanned(run, "removeDraft", { title: titleOf(run, mapping), id: remoteId, draft: mapping.localKey }))
    return "done";
  if (etag === null && !(await matchesBase(run, mapping))) return "again";
  try {
    await client.ask("removeDraft", { id: remoteId, headers: etag === null ? {} : { "if-match": etag } });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (error.fault === "stale" || error.perhapsDone) return "again";
    if (error.fault !== "not_found" || (await isThere(run, remoteId))) throw error;
  }
  note(run.report.pushed, mapping.localKey);
  await unlinkDraft(run, mapping);
  return "done";
}

/** From now on the draft belongs to no account. */
export async function unlinkDraft(
  { dry, workspace, account }: Pick<Run, "dry" | "workspace" | "account">,
  { localKey }: Pick<RemoteMapping, "localKey">,
): Promise<void> {
  if (!dry) await workspace.engine.transact((tx) => unlinkDraftIn(tx, account.key, localKey));
}

export function unlinkDraftIn(tx: StoreWrites, accountKey: string, draftKey: string): void {
  const documents = tx.remotes.documentsOf(accountKey, draftKey);
  tx.remotes.removeMapping({ accountKey, kind: "draft", localKey: draftKey });
  for (const document of documents) tx.remotes.removeMapping(document);
  tx.secrets.remove(secretRef.remotePassword(accountKey, draftKey));
}
