import { isDocumentId, isObject, sameJson, type WireFields } from "../../../src-shared/language/index.ts";
import { documentsIn, nextStart, withDocuments } from "../../../src-shared/sync/index.ts";
import type {
  DraftRow,
  RemoteAccountRow,
  RemoteInstanceRow,
  RemoteMapping,
  SentStart,
  StoreWrites,
} from "../../store/index.ts";
import { secretRef } from "../../workspace/index.ts";
import { uploadAgain } from "../drafts/documents.ts";
import { forOneDraft } from "../drafts/one-draft.ts";
import { matchesBase } from "../drafts/sync-draft.ts";
import { unsupportedByService } from "../drafts/unsupported.ts";
import { isCompared } from "../drift/running-comparisons.ts";
import { askForDraft, asSpelled, createdId, type RemoteDraft } from "../remote/drafts.ts";
import { type RemoteInstance, shownInstance } from "../remote/instances.ts";
import { RemoteError } from "../remote/remote-error.ts";
import { notePlanned, type Parts, type Report, type Run } from "../run.ts";
import { canonicalLocal, hashOf, withoutSecret, writtenFields } from "../views.ts";
import { CommandDiscarded } from "./forget.ts";
import { pollInstance } from "./poll.ts";
import {
  type InstanceRun,
  instanceNote,
  type KnownInstance,
  nameOf,
  noteDone,
  pollSoon,
  saveInstance,
  titleOf,
} from "./save-instance.ts";

/** Sendings of one start at once, where the answers are lost. */
const MOST_TRIES = 3;

/** What a start is made for. */
interface StartFor {
  /** The key that its run gets. */
  readonly key: string;
  /** Keeps it with the run, before the start goes out. */
  readonly also: (tx: StoreWrites) => void;
}

/** Starts a draft on an account that is there, with its folder. @param by left out: the start is for itself */
export async function startOn(
  asked: InstanceRun,
  parts: Parts,
  draft: DraftRow,
  by: StartFor | null = null,
): Promise<Begun | null> {
  return startThere(await forOneDraft(asked, parts, draft.key), draft, by);
}

/**
 * Starts a draft on its account [Y10]. A refusal is in the report.
 * @returns the key of what is known of the run, and its documents' ids there by their names; null: nothing was started
 * @throws RemoteError where the account cannot be asked
 */
async function startThere(run: Run, draft: DraftRow, by: StartFor | null): Promise<Begun | null> {
  const { workspace, account } = run;
  const title = draft.title === "" ? `untitled flow ${draft.id}` : `“${draft.title}”`;
  const written = writtenFields(run, draft);
  if (written === null) throw new RemoteError("refused", "The text of the draft does not parse: correct it first.");
  const [unknown] = await unsupportedByService(run, draft.goodText);
  if (unknown !== undefined) throw new RemoteError("refused", unknown);
  const way = await wayOf(run, draft, written);
  const ids = await uploads(run, draft.key, written);
  // Uploads take their time.
  if (!run.dry && !(await isThereAsConfirmed(run, way))) throw new RemoteError("refused", DIFFERS);
  const there = way.draftId === null ? {} : { id: way.draftId };
  if (notePlanned(run, way.kind, { title, ...there, draft: draft.key })) return null;
  const wall = workspace.clockNow();
  const placed = withDocuments(await fieldsOf(run, way.kind, written), (value) => ids.get(value) ?? value);
  const sent: SentStart = { ...way, fields: placed, documents: [...ids.values()], wallAt: wall };
  const row: RemoteInstanceRow = {
    ...{
      key: by?.key ?? workspace.newId(),
      accountKey: account.key,
      remoteId: null,
      draftKey: draft.key,
      title: draft.title,
    },
    ...{ state: "starting", why: null, sent, seen: null, looks: 0, wallCreated: wall },
    ...{ wallLooked: null, wallNext: wall },
  };
  await saveInstance(run, row, by?.also);
  if (!(await sendFirst(run, row, sent))) return null;
  const given = isObject(written.process_parameters) ? written.process_parameters.documents : null;
  const named = Object.entries(isObject(given) ? given : {});
  return { key: row.key, documents: Object.fromEntries(named.map(([name, value]) => [name, ids.get(value) ?? ""])) };
}

export interface Begun {
  readonly key: string;
  readonly documents: Readonly<Record<string, string>>;
}

/** Resumes a start without an answer: repeats it while that is safe, else leaves it to the author. */
export async function resumeStart(run: InstanceRun, row: RemoteInstanceRow): Promise<void> {
  if (row.sent === null) return;
  if (!isRepeated(run, row, row.sent)) return void (await perhaps(run, row));
  const { kind, draftId } = row.sent;
  const there = draftId === null ? {} : { id: draftId };
  if (notePlanned(run, kind, { title: nameOf(row), ...there, draft: row.draftKey, command: row.key })) return;
  await sendStart(run, row, row.sent, true);
}

/** Whether a start without an answer is sent again [Y10]. A comparison's start is not: its comparison is over. */
function isRepeated({ workspace }: InstanceRun, { key }: RemoteInstanceRow, { wallAt, documents }: SentStart): boolean {
  const ago = workspace.clockNow() - wallAt;
  const isOver = workspace.reads.remoteInstances.drift(key) !== null && !isCompared(key);
  return !isOver && nextStart({ ago, documents: documents.length }) === "repeat";
}

type Way = Pick<SentStart, "kind" | "draftId" | "draftThere">;
const DIFFERS = "The draft differs from the one on the service: sync first.";

/** Whether the remote draft is still what the author confirmed: others, or a sync, may have changed it. */
async function isThereAsConfirmed(
  { client }: Pick<InstanceRun, "client">,
  { draftId, draftThere }: Way,
): Promise<boolean> {
  return draftId === null || hashOfDraft(await askForDraft(client, draftId)) === draftThere;
}

const hashOfDraft = ({ fields }: RemoteDraft): string => hashOf(withoutSecret(fields));

/** With the draft there only where it is as the one here: nothing else is to be started. */
async function wayOf(run: Run, draft: DraftRow, written: WireFields): Promise<Way> {
  const { workspace, account, client } = run;
  if (client.has("startInstance")) return { kind: "startInstance", draftId: null };
  if (!client.has("startDraft")) throw new RemoteError("refused", "The service starts nothing, as its dialect says.");
  if (!client.has("draft"))
    throw new RemoteError(
      "refused",
      "Nothing was started: the service starts only drafts that it has, and its dialect says that it shows none, so what it would start cannot be checked.",
    );
  const key = { accountKey: account.key, kind: "draft", localKey: draft.key } as const;
  const mapping = workspace.reads.remotes.mapping(key);
  const remoteId = mapping?.remoteId ?? null;
  if (mapping === null)
    throw new RemoteError(
      "refused",
      "The service starts only drafts that it has: make the draft the account's, and sync.",
    );
  if (remoteId === null) throw new RemoteError("refused", whyNotThere(account, mapping));
  const same = sameJson(canonicalLocal(run, written), mapping.base);
  if (!same || mapping.conflicts.length > 0) throw new RemoteError("refused", DIFFERS);
  const shown = await askForDraft(client, remoteId);
  if (!(await matchesBase(run, { ...mapping, remoteId }, shown))) throw new RemoteError("refused", DIFFERS);
  return { kind: "startDraft", draftId: remoteId, draftThere: hashOfDraft(shown) };
}

/** Without a list only its author can find out whether a create arrived [Y9]. */
const whyNotThere = ({ level }: RemoteAccountRow, { sent }: RemoteMapping): string =>
  sent !== null && level !== "full"
    ? "The draft may be on the service already: look for it there, and say with `remote resolve` which one it is, or that it is not there. Then sync, and start it."
    : "It is not known yet that the service has the draft: sync first.";

/** Each of the draft's documents, uploaded for this start alone. */
async function uploads(run: Run, draftKey: string, written: WireFields): Promise<ReadonlyMap<unknown, string>> {
  const ids = new Map<unknown, string>();
  for (const value of documentsIn(written)) {
    if (typeof value !== "string" || !isDocumentId(value))
      throw new RemoteError("refused", "A document of the draft has no PDF here: add it first. Nothing was started.");
    const id = await uploadAgain(run, draftKey, value);
    if (id !== null) ids.set(value, id);
  }
  return ids;
}

/** A start of a draft there names its documents alone: all else is the draft's. */
async function fieldsOf(run: Run, kind: SentStart["kind"], written: WireFields): Promise<Partial<WireFields>> {
  if (kind === "startDraft") return { process_parameters: written.process_parameters };
  const given = Object.entries(written).filter(([name, value]) => value !== null && name !== "folder_id");
  const folder = await run.folderIds.there(typeof written.folder_id === "string" ? written.folder_id : null);
  return { ...Object.fromEntries(given), ...(typeof folder === "string" && { folder_id: folder }) };
}

/** What goes out: with the callback's password, which is kept in the vault alone. */
function sendable({ workspace, client }: InstanceRun, fields: Partial<WireFields>): Record<string, unknown> {
  const { callback } = fields;
  if (!isObject(callback) || !isObject(callback.auth)) return asSpelled(client.dialect, fields);
  const { password: _clear, password_ref: reference, ...auth } = callback.auth;
  const password = typeof reference === "string" ? workspace.vault.get(secretRef.named(reference)) : null;
  const whole = { ...callback, auth: { ...auth, ...(password !== null && { password }) } };
  return asSpelled(client.dialect, { ...fields, callback: whole });
}

/** Sends a start again. If the account stops answering, the report says that it may have started. */
async function sendFirst(run: Run, row: RemoteInstanceRow, sent: SentStart): Promise<boolean> {
  try {
    return await sendStart(run, row, sent, false);
  } catch (error) {
    const left = run.workspace.reads.remoteInstances.get(row.key);
    if (left?.state === "starting") await tellOpen(run, left);
    throw error;
  }
}

/**
 * Sends a start until it has an answer, and looks at the run.
 * @param lost whether it may have been sent before
 * @returns whether anything of it is known or possible there
 */
async function sendStart(run: InstanceRun, row: RemoteInstanceRow, sent: SentStart, lost: boolean): Promise<boolean> {
  const answered = await sendUntilAnswered(run, row, sent, lost).catch(unlessTakenBack);
  if (typeof answered === "boolean") return answered;
  // Whatever becomes of the look: it was started, and that is kept.
  const { known, shown } = answered;
  await pollInstance(run, known, shown === null ? {} : { shown });
  return true;
}

interface Started {
  readonly known: KnownInstance;
  /** By the answer; null: it does not show the run. */
  readonly shown: RemoteInstance | null;
}

/** Ids that only this start knows serve an instance: so it was started. */
const isStarted = ({ type }: RemoteError, { documents }: SentStart): boolean =>
  type === "document_state_error" && documents.length > 0;

/** A service that names no type may mean the same. */
const isPerhapsStarted = ({ type, status }: RemoteError, { documents }: SentStart): boolean =>
  type === null && status === 409 && documents.length > 0;

/** After an error: whether it may be started; so it stays where the look before another try had no answer. */
const isOpen = ({ perhapsDone, fault }: RemoteError, perhapsStarted: boolean): boolean =>
  perhapsDone || (perhapsStarted && fault === "lost");

/** A start that was forgotten before it was sent leaves no trace. @throws what else ended it */
function unlessTakenBack(error: unknown): false {
  if (error instanceof CommandDiscarded) return false;
  throw error;
}

async function sendUntilAnswered(
  run: InstanceRun,
  row: RemoteInstanceRow,
  sent: SentStart,
  lost: boolean,
): Promise<Started | boolean> {
  let perhapsStarted = lost;
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    try {
      return await sendOnce(run, row, sent, perhapsStarted);
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      if (isStarted(error, sent)) {
        await idUnknown(run, row);
        return true;
      }
      perhapsStarted ||= isPerhapsStarted(error, sent);
      if (!isOpen(error, perhapsStarted)) return notStarted(run, row, error, perhapsStarted);
      perhapsStarted = true;
      if (!isRepeated(run, row, sent)) return perhaps(run, row);
      if (error.late) break;
    }
  }
  await tellOpen(run, row);
  return true;
}

async function sendOnce(
  run: InstanceRun,
  row: RemoteInstanceRow,
  sent: SentStart,
  again: boolean,
): Promise<Started | boolean> {
  const { client } = run;
  if (again && !(await isThereAsConfirmed(run, sent))) return perhaps(run, row);
  const { kind, draftId, fields } = sent;
  const asked = draftId === null ? {} : { id: draftId };
  const unwanted = () => (run.workspace.forgottenRuns.has(row.key) ? new CommandDiscarded() : null);
  const answer = await client.ask(kind, { ...asked, json: sendable(run, fields), cancelReason: unwanted });
  const remoteId = createdId(client.dialect, answer);
  const shown = shownInstance(client.dialect, answer, { id: remoteId, trashed: false });
  return { known: await keepStarted(run, row, remoteId), shown };
}

async function keepStarted(run: InstanceRun, row: RemoteInstanceRow, remoteId: string): Promise<KnownInstance> {
  const known = pollSoon(run, { ...row, remoteId, state: "up_to_date" as const, why: null, sent: null });
  await saveInstance(run, known);
  noteDone(run.report, known);
  return known;
}

async function idUnknown(run: InstanceRun, row: RemoteInstanceRow): Promise<void> {
  await saveInstance(run, { ...row, state: "id_unknown", why: null });
  tellUnknown(run, { ...row, state: "id_unknown" });
}

async function perhaps(run: InstanceRun, row: RemoteInstanceRow): Promise<true> {
  await saveInstance(run, { ...row, state: "perhaps_started", why: null });
  tellUnknown(run, { ...row, state: "perhaps_started" });
  return true;
}

/** Says that a start may have been taken, and what comes next. */
function tellLost({ perhaps: open }: Report, row: RemoteInstanceRow): void {
  const why = "Its start got no answer: a sync within 10 minutes sends it again, which cannot start it twice.";
  open.push(instanceNote(row, why));
}

/** Of a start that may have been taken: a comparison is over with it, and its author says what became of it. */
async function tellOpen(run: InstanceRun, row: RemoteInstanceRow): Promise<void> {
  if (run.workspace.reads.remoteInstances.drift(row.key) === null) return tellLost(run.report, row);
  await perhaps(run, row);
}

/** Says what the author must find out. */
export function tellUnknown({ report }: InstanceRun, row: RemoteInstanceRow): void {
  const look = "look for it on the service, and adopt it by its id or an access link";
  const why =
    row.state === "id_unknown"
      ? `It was started, and its id is not known: ${look}.`
      : `Its start got no answer, and is not repeated: ${look}. If it is not there, forget it, and start again.`;
  report.perhaps.push(instanceNote(row, why));
}

/** @throws RemoteError where nothing more can be asked of the account now */
async function notStarted(
  run: InstanceRun,
  row: RemoteInstanceRow,
  error: RemoteError,
  lost: boolean,
): Promise<boolean> {
  const refused = error.fault === "refused" || error.fault === "not_found";
  if (lost) {
    // The service refuses the repetition, and does not say whether because of the first.
    if (!refused) throw error;
    return perhaps(run, row);
  }
  await run.workspace.engine.transact((tx) => tx.remoteInstances.remove(row.key));
  if (!refused) throw error;
  run.report.refused.push({ what: titleOf(row), why: error.message });
  return false;
}
