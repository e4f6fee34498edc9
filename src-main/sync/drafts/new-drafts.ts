import type { WireFields } from "../../../src-shared/language/index.ts";
import { isOfCopy, MAY_ARRIVE, PERHAPS_AMONG, PERHAPS_CREATED } from "../../../src-shared/sync/index.ts";
import type { DraftRow, RemoteMapping } from "../../store/index.ts";
import type { Asking } from "../remote/client.ts";
import { askForDraft, asSpelled, createdId, shownDraft } from "../remote/drafts.ts";
import { RemoteError } from "../remote/remote-error.ts";
import { notePlanned, type Run, saveMapping } from "../run.ts";
import { canonicalLocal, localPassword, remoteFields, writtenFields } from "../views.ts";
import { afterWrite, comparedAt, noteUnsupported, titleOf, unlinkDraft } from "./sync-draft.ts";

/**
 * Creates a remote draft, unless an earlier create may have arrived without our knowing [Y9].
 * @param row the draft as it is sent; left out: its current version
 */
export async function createDraft(
  run: Run,
  mapping: RemoteMapping,
  row: DraftRow | null = run.workspace.reads.drafts.byKey(mapping.localKey),
): Promise<void> {
  const perhaps = mapping.sent !== null;
  if (perhaps && !mayRepeat(run, mapping)) {
    // The clock was set back: from now on the minute is counted anew.
    if (mapping.wallAt > run.workspace.clockNow()) await saveMapping(run, mapping);
    return noteMaybeCreated(run, mapping);
  }
  if (row === null) return unlinkDraft(run, mapping);
  const written = writtenFields(run, row);
  if (written === null) return;
  if (!(await noteUnsupported(run, mapping, row, written))) await create(run, mapping, row, written);
}

/** Only a complete list proves that a create did not arrive. A clock that was set back makes the send time unusable. */
const mayRepeat = ({ list, workspace }: Run, { localKey, wallAt }: RemoteMapping): boolean =>
  list !== null && workspace.sentTimes.since(localKey, wallAt) >= MAY_ARRIVE;

/** Asks whether one of the unknown remote drafts is a create that a copy of this workspace has sent. */
export async function askWhich(run: Run, mapping: RemoteMapping): Promise<void> {
  run.report.perhaps.push({ what: titleOf(run, mapping), why: PERHAPS_AMONG });
  if (mapping.why === PERHAPS_AMONG) return;
  const asked = { ...mapping, state: "perhaps_sent", why: PERHAPS_AMONG } as const;
  // Nothing was sent now: the minute that an answer is waited for does not begin.
  await saveMapping(run, asked, (tx) => tx.remotes.putMapping(asked));
}

/** Why a draft may be there, and who finds out. */
export const whyMaybeCreated = (hasList: boolean): string =>
  hasList
    ? "The request to create it got no answer: a later sync finds it in the list, or sends it again."
    : "The request to create it got no answer, and the service has no list. Look for it there, and say which one it is, or that it is not there.";

/** Says that a draft may be there, and who finds out. */
export async function noteMaybeCreated(
  run: Pick<Run, "workspace" | "list" | "report" | "dry" | "client">,
  mapping: RemoteMapping,
): Promise<void> {
  const why = isOfCopy(mapping.why) ? PERHAPS_CREATED : whyMaybeCreated(run.list !== null);
  run.report.perhaps.push({ what: titleOf(run, mapping), why });
  // The program ended while it was sent: now its author can say what is there.
  if (mapping.state === "sending") await saveMapping(run, { ...mapping, state: "perhaps_sent", why });
}

async function create(run: Run, mapping: RemoteMapping, row: DraftRow, written: WireFields): Promise<void> {
  const { client, report } = run;
  const { localKey } = mapping;
  const mine = canonicalLocal(run, written);
  const names = Object.keys(written) as (keyof WireFields)[];
  const given = names.filter((name) => written[name] !== null || name === "folder_id");
  const fields = await remoteFields(run, localKey, written, { names: given, base: null });
  if (notePlanned(run, "createDraft", { title: titleOf(run, mapping), draft: localKey }))
    return void report.pushed.push(localKey);
  const goesOut = () => {
    run.workspace.sentTimes.sent(localKey);
    return saveMapping(run, { ...mapping, state: "sending", why: null, sent: mine });
  };
  const answer = await sent(run, mapping, { json: asSpelled(client.dialect, fields), goesOut });
  if (answer === null) return;
  run.workspace.sentTimes.answered(localKey);
  report.pushed.push(localKey);
  const password = localPassword(run, written);
  const revision = comparedAt(row, password);
  const bound = { ...mapping, remoteId: answer.id, state: "up_to_date", base: mine, sent: mine, revision } as const;
  if (answer.shown !== null) return void (await afterWrite(run, bound, mine, answer.shown, password));
  // Known from here on, whatever comes next.
  await saveMapping(run, bound);
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
      if (now !== null) await saveMapping(run, { ...now, state: "perhaps_sent", why: error.message });
      run.report.perhaps.push({ what: titleOf(run, mapping), why: error.message });
      if (error.ends) throw error;
      return null;
    }
    await saveMapping(run, { ...mapping, sent: null, state: "only_here" });
    throw error;
  }
}
