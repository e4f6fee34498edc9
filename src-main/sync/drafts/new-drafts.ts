import { sameJson, type WireFields } from "../../../src-shared/language/index.ts";
import { absentDocument, MAY_ARRIVE, PERHAPS_CREATED, withDocuments } from "../../../src-shared/sync/index.ts";
import type { DraftFields } from "../../host/index.ts";
import type { DraftRow, RemoteMapping } from "../../store/index.ts";
import type { Asking } from "../remote/client.ts";
import { askForDraft, asSpelled, createdId, type RemoteDraft, shownDraft } from "../remote/drafts.ts";
import { RemoteError } from "../remote/remote-error.ts";
import { remoteIdOf } from "../remote/requests.ts";
import { comesIn, keep, planned, type Run, remoteDraft } from "../run.ts";
import {
  canonicalHere,
  canonicalThere,
  fieldsThere,
  lacksDocument,
  passwordOf,
  withoutSecret,
  writtenFields,
} from "../views.ts";
import { knownDocuments } from "./documents.ts";
import type { EqualsHere } from "./equal-here.ts";
import { unsent } from "./mappings.ts";
import { afterWrite, comparedAt, forget, refusedAsItIs, titleOf } from "./sync-draft.ts";

/**
 * Creates a draft there that is not yet, unless one of before may be there without our knowing [Y9].
 * @param row the draft as it is sent; left out: as it is now
 */
export async function createDraft(
  run: Run,
  mapping: RemoteMapping,
  row: DraftRow | null = run.workspace.reads.drafts.byKey(mapping.localKey),
): Promise<void> {
  const perhaps = mapping.sent !== null;
  if (perhaps && !mayRepeat(run, mapping)) {
    // The clock was set back: from now on the minute is counted anew.
    if (mapping.wallAt > run.workspace.clockNow()) await keep(run, mapping);
    return tellPerhaps(run, mapping);
  }
  if (row === null) return forget(run, mapping);
  const written = writtenFields(run, row);
  if (written === null) return;
  if (!(await refusedAsItIs(run, mapping, row, written))) await create(run, mapping, row, written);
}

/** Only a whole list shows that a create came to nothing. A clock that was set back says nothing of when it was sent. */
const mayRepeat = ({ list, workspace }: Run, { localKey, wallAt }: RemoteMapping): boolean =>
  list !== null && workspace.sentTimes.since(localKey, wallAt) >= MAY_ARRIVE;

/** Why a draft may be there, and who finds out. */
export const whyPerhaps = (hasList: boolean): string =>
  hasList
    ? "The request to create it got no answer: a later sync finds it in the list, or sends it again."
    : "The request to create it got no answer, and the service has no list. Look for it there, and say which one it is, or that it is not there.";

/** Says that a draft may be there, and who finds out. */
export async function tellPerhaps(
  run: Pick<Run, "workspace" | "list" | "report" | "dry" | "client">,
  mapping: RemoteMapping,
): Promise<void> {
  const why = mapping.why === PERHAPS_CREATED ? PERHAPS_CREATED : whyPerhaps(run.list !== null);
  run.report.perhaps.push({ what: titleOf(run, mapping), why });
  // The program ended while it was sent: now its author can say what is there.
  if (mapping.state === "sending") await keep(run, { ...mapping, state: "perhaps_sent", why });
}

async function create(run: Run, mapping: RemoteMapping, row: DraftRow, written: WireFields): Promise<void> {
  const { client, report } = run;
  const { localKey } = mapping;
  const mine = canonicalHere(run, written);
  const names = Object.keys(written) as (keyof WireFields)[];
  const given = names.filter((name) => written[name] !== null || name === "folder_id");
  const fields = await fieldsThere(run, localKey, written, { names: given, base: null });
  if (planned(run, "createDraft", { title: titleOf(run, mapping), draft: localKey }))
    return void report.pushed.push(localKey);
  const goesOut = () => {
    run.workspace.sentTimes.sent(localKey);
    return keep(run, { ...mapping, state: "sending", why: null, sent: mine });
  };
  const answer = await sent(run, mapping, { json: asSpelled(client.dialect, fields), goesOut });
  if (answer === null) return;
  run.workspace.sentTimes.answered(localKey);
  report.pushed.push(localKey);
  const password = passwordOf(run, written);
  const revision = comparedAt(row, password);
  const bound = { ...mapping, remoteId: answer.id, state: "up_to_date", base: mine, sent: mine, revision } as const;
  if (answer.shown !== null) return void (await afterWrite(run, bound, mine, answer.shown, password));
  // Known from here on, whatever comes next.
  await keep(run, bound);
  if (client.has("draft")) await afterWrite(run, bound, mine, await askForDraft(client, answer.id), password);
}

/** null: it has no answer, and that is kept and told. @throws RemoteError where nothing was made, or nothing else is asked */
async function sent(run: Run, mapping: RemoteMapping, asking: Asking) {
  const { client } = run;
  try {
    const answer = await client.ask("createDraft", asking);
    return { id: createdId(client.dialect, answer), shown: shownDraft(client.dialect, answer) };
  } catch (error) {
    if (error instanceof RemoteError && error.perhapsDone) {
      run.workspace.sentTimes.sent(mapping.localKey);
      const now = run.workspace.reads.remotes.mapping(mapping);
      if (now !== null) await keep(run, { ...now, state: "perhaps_sent", why: error.message });
      run.report.perhaps.push({ what: titleOf(run, mapping), why: error.message });
      if (error.ends) throw error;
      return null;
    }
    await keep(run, { ...mapping, sent: null, state: "only_here" });
    throw error;
  }
}

/** What new drafts of the account's list may be. */
interface Perhaps {
  /** Creates of ours without an answer; one that is found leaves it. */
  readonly unanswered: RemoteMapping[];
  readonly equals: EqualsHere;
}

/** What is in the account's list and not here: a create of ours without an answer, a flow that is here too, or a new draft. */
export async function takeUnknown(run: Run, remoteId: string, { unanswered, equals }: Perhaps): Promise<void> {
  const shown = await readIfThere(run, remoteId);
  if (shown === null) return;
  for (const lost of [...unanswered]) {
    if (!sameJson(await canonicalThere(run, lost, shown), lost.sent) || !unanswered.includes(lost)) continue;
    // It has left the account meanwhile.
    if (run.workspace.reads.remotes.mapping(lost) === null) continue;
    unanswered.splice(unanswered.indexOf(lost), 1);
    // What was changed here meanwhile goes there next.
    return keep(run, { ...lost, remoteId, base: lost.sent, sent: null, state: "changed_here", why: null });
  }
  const changed = changedSince(run, shown, unanswered);
  if (changed === undefined) return void ((await equals.take(shown)) || (await pullNew(run, shown)));
  unanswered.splice(unanswered.indexOf(changed), 1);
  // What both had last is nothing, so that what differs is a conflict.
  const bound = { ...changed, remoteId, base: null, sent: null, state: "changed_there", why: null } as const;
  if (!comesIn(run, "conflict", bound)) await keep(run, bound);
}

/** Of a workspace that was copied: the create that waits here, and has been done and changed by the other copy since, by its title. */
function changedSince(
  { workspace }: Run,
  { fields: { title } }: RemoteDraft,
  unanswered: readonly RemoteMapping[],
): RemoteMapping | undefined {
  return unanswered.find(
    (lost) =>
      lost.why === PERHAPS_CREATED &&
      lost.sent?.title === title &&
      workspace.reads.remotes.mapping(lost)?.remoteId === null,
  );
}

async function readIfThere({ client }: Run, id: string): Promise<RemoteDraft | null> {
  try {
    return await askForDraft(client, id);
  } catch (error) {
    if (error instanceof RemoteError && error.fault === "not_found") return null;
    throw error;
  }
}

async function pullNew(run: Run, shown: RemoteDraft): Promise<void> {
  const { workspace, account, report } = run;
  const key = workspace.newId();
  const fresh = unsent(account.key, key, workspace.clockNow());
  const base = await canonicalThere(run, fresh, shown);
  const { patience } = run.client;
  const made = { key, accountId: account.accountId, source: account.name, patience };
  const etag = lacksDocument(run, shown) ? null : shown.etag;
  const bound: RemoteMapping = { ...fresh, remoteId: shown.id, state: "up_to_date", base, etag };
  const fields = newFields(run, key, shown.fields, base);
  const problem = run.dry ? await run.synced.whyNot(fields) : null;
  if (problem !== null) return void report.refused.push({ ...remoteDraft(shown.id), why: problem });
  if (comesIn(run, "new", bound)) return void report.pulled.push(key);
  const created = await run.synced.create(fields, made, (tx, row) => {
    const written = writtenFields(run, row);
    const same = written !== null && sameJson(canonicalHere(run, written), base);
    tx.remotes.putMapping({ ...bound, revision: same ? row.revision : 0 });
  });
  if (created.ok) report.pulled.push(key);
  else report.refused.push({ ...remoteDraft(shown.id), why: created.error.message });
}

/** As the account shows them, so that a new text reads as it was written there. */
function newFields(run: Run, key: string, shown: WireFields, { folder_id }: WireFields): DraftFields {
  const { documents } = run.workspace.reads;
  const { contentOf } = knownDocuments(run, key);
  const placed = withDocuments(withoutSecret(shown), (value) => {
    const id = remoteIdOf(value);
    const sha256 = id === null ? undefined : contentOf.get(id);
    const own = sha256 === undefined ? null : documents.freeWith(run.account.accountId, sha256);
    return own?.id ?? (id === null ? value : absentDocument(id));
  });
  return { ...placed, folder_id } as DraftFields;
}
