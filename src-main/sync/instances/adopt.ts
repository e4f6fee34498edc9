import { fail, ok, type Result, type SyncNote, type SyncReport } from "../../host/index.ts";
import type { RemoteAccountRow, RemoteInstanceRow } from "../../store/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { SyncOptions } from "../connect.ts";
import { findInstance, idIn, type RemoteInstance } from "../remote/instances.ts";
import { onAccount } from "../sync-account.ts";
import { type InstanceRun, type Known, keepInstance, lookedAtSoon, titleOf } from "./keep.ts";
import { lookAt } from "./look.ts";
import { fetchSealed } from "./sealed.ts";

interface Adopting {
  /** An id there, or an access link. */
  readonly given: string;
  /** The key of the start that it is; null: its documents say it, or it was not started here. */
  readonly start: string | null;
  /** Told whether the account was reached. */
  readonly heard: (report: SyncReport) => void;
}

/** Takes up an instance that is on the account [Y10, Y12]. */
export async function adopt(
  workspace: Workspace,
  account: RemoteAccountRow,
  options: SyncOptions,
  { given, start, heard }: Adopting,
): Promise<Result<RemoteInstanceRow>> {
  const id = idIn(account.dialect, given.trim());
  if (id === null)
    return fail(
      "request_parameters_invalid",
      "This is neither an id nor an access link of the account's service. Copy one of them from the service.",
    );
  const { remoteInstances } = workspace.reads;
  let row = remoteInstances.byRemoteId(account.key, id);
  const started = start === null ? null : remoteInstances.get(start);
  if (start !== null && (started === null || started.accountKey !== account.key || started.remoteId !== null))
    return fail("resource_not_found", `There is no start ${start} that waits for its id.`);
  const report = await onAccount(workspace, account, options, async (run) => {
    const shown = await findInstance(run.client, id);
    if (shown === null) return;
    const other = started === null ? null : whyNotOf(started, row, { ...shown, id });
    if (other !== null) return void run.report.refused.push(other);
    const known = row ?? started ?? startOf(run, shown) ?? fresh(workspace, account);
    row = await take(run, known, { ...shown, id });
  });
  heard(report);
  const [problem] = report.refused;
  if (report.canceled) return fail("conflict_error", "It was canceled.");
  if (report.failed !== null) return fail("conflict_error", report.failed);
  if (report.unreachable !== null) return fail("conflict_error", report.unreachable, { offline: true });
  if (problem !== undefined) return fail("conflict_error", problem.why);
  return row === null
    ? fail("resource_not_found", `The service has no run ${id}, and none in its trash: look at the id.`)
    : ok(row);
}

/** Why a run that is there is not that of a start whose id is not known; null: it may be. */
function whyNotOf(
  started: RemoteInstanceRow,
  known: RemoteInstanceRow | null,
  { id, seen }: RemoteInstance,
): SyncNote | null {
  const what = titleOf(started);
  if (known !== null)
    return { what, why: `The id ${id} is that of ${titleOf(known)} already: look for the id of this start there.` };
  const documents = started.sent?.documents ?? [];
  const areTold = documents.length > 0 && seen.documents.length > 0;
  const isOther = areTold
    ? !seen.documents.some((document) => documents.includes(document.id))
    : seen.title !== null && seen.title !== started.title;
  if (!isOther) return null;
  const why = `Run ${id}, “${seen.title ?? ""}”, was not made by this start: look for the start's id there, or adopt that run by itself, in the list of runs.`;
  return { what, why };
}

/** From now on a row is of an instance that is there. */
async function take(run: InstanceRun, row: RemoteInstanceRow, shown: RemoteInstance): Promise<Known> {
  const adopted: Known = { ...row, remoteId: shown.id, state: "up_to_date", why: null, sent: null };
  const soon = lookedAtSoon(run, adopted);
  await keepInstance(run, soon);
  const seen = await lookAt(run, soon, { shown });
  await fetchSealed(run, seen);
  return seen;
}

/** Takes up an instance that is a start's whose id is not known [Y10]; nothing where it is none. */
export async function adoptStart(run: InstanceRun, id: string): Promise<void> {
  const shown = await findInstance(run.client, id);
  const row = shown === null ? null : startOf(run, shown);
  if (shown !== null && row !== null) await take(run, row, { ...shown, id });
}

/** Starts that wait for an id. */
export const unknownStarts = ({ workspace, account }: Pick<InstanceRun, "workspace" | "account">) =>
  workspace.reads.remoteInstances.ofAccount(account.key).filter(({ remoteId }) => remoteId === null);

/** The start without an id whose documents it has: nobody else knows those. */
function startOf(run: InstanceRun, { seen }: RemoteInstance): RemoteInstanceRow | null {
  const ids = new Set(seen.documents.map(({ id }) => id));
  return unknownStarts(run).find(({ sent }) => sent?.documents.some((id) => ids.has(id))) ?? null;
}

function fresh({ newId, clockNow }: Workspace, { key: accountKey }: RemoteAccountRow): RemoteInstanceRow {
  const wall = clockNow();
  return {
    ...{ key: newId(), accountKey, remoteId: null, draftKey: null, title: "", state: "up_to_date", why: null },
    ...{ sent: null, seen: null, looks: 0, wallCreated: wall, wallLooked: null, wallNext: wall },
  };
}
