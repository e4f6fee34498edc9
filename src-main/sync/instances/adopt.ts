import { fail, ok, type RemoteRun, type Result, type SyncNote, type SyncReport } from "../../host/index.ts";
import type { RemoteAccountRow, RemoteInstanceRow } from "../../store/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import type { SyncOptions } from "../connect.ts";
import type { WaitForAuthor } from "../interactive-wait.ts";
import { leadsTo } from "../remote/address.ts";
import { findInstance, idIn, type RemoteInstance } from "../remote/instances.ts";
import { onAccount } from "../sync-account.ts";
import { fetchSealed } from "./fetch-sealed.ts";
import { pollInstance } from "./poll.ts";
import { remoteRunDetail } from "./remote-run-views.ts";
import {
  hasRemoteId,
  type InstanceRun,
  instanceNote,
  type KnownInstance,
  pollSoon,
  saveInstance,
  titleOf,
} from "./save-instance.ts";

interface Adopting {
  /** An id there, or an access link. */
  readonly given: string;
  /** The key of the start that it is; null: its documents say it, or it was not started here. */
  readonly start: string | null;
}

/**
 * Adopts a run of the account [Y10, Y12]. A run that could be polled is adopted even if its documents fail; their
 * problem is reported.
 */
export async function adopt(
  workspace: Workspace,
  name: string,
  { given, start }: Adopting,
  { waitForAuthor, ...options }: SyncOptions & { readonly waitForAuthor: WaitForAuthor },
): Promise<Result<RemoteRun>> {
  const taken: { id: string; row: RemoteInstanceRow | null } = { id: "", row: null };
  const report = await waitForAuthor(name, async ({ account, asking }) => {
    const wanted = wantedOf(workspace, account, { given: given.trim(), start });
    if (!wanted.ok) return wanted;
    taken.id = wanted.value.id;
    const looked = (row: RemoteInstanceRow) => {
      taken.row = row;
    };
    return ok(
      await onAccount(workspace, account, { ...options, ...asking }, (run) => takeFound(run, wanted.value, looked)),
    );
  });
  if (!report.ok) return report;
  if (taken.row !== null) return ok(remoteRunDetail(workspace.reads, taken.row));
  const missing = `The service has no run ${taken.id}, and none in its trash: check the id.`;
  return whyNotTaken(report.value) ?? fail("resource_not_found", missing);
}

interface Wanted {
  readonly id: string;
  /** null: it may be of any start, or of none. */
  readonly started: RemoteInstanceRow | null;
}

function wantedOf({ reads }: Workspace, account: RemoteAccountRow, { given, start }: Adopting): Result<Wanted> {
  const [there, own] = [given, account.baseUrl].map((url) => URL.parse(url)?.host ?? null);
  if (/^https?:/i.test(given) && !leadsTo(given, account.baseUrl))
    return fail(
      "request_parameters_invalid",
      `The link leads to ${there ?? "no host"}, and the account is at ${own ?? "no host"}: adopt the run by its id there.`,
    );
  const id = idIn(account.dialect, given);
  if (id === null)
    return fail(
      "request_parameters_invalid",
      "This is neither an id nor an access link of the account's service. Copy one of them from the service.",
    );
  const started = start === null ? null : reads.remoteInstances.get(start);
  if (start !== null && (started === null || started.accountKey !== account.key || started.remoteId !== null))
    return fail("resource_not_found", `There is no start ${start} that waits for its id.`);
  return ok({ id, started });
}

/** @param looked told of the run once it was looked at; of one that is known here also where it is gone there */
async function takeFound(
  run: InstanceRun,
  { id, started }: Wanted,
  looked: (row: RemoteInstanceRow) => void,
): Promise<void> {
  const { workspace, account, report } = run;
  const before = workspace.reads.remoteInstances.byRemoteId(account.key, id);
  const there = await findInstance(run.client, id);
  if (there === null) {
    if (before !== null && hasRemoteId(before)) looked(await pollInstance(run, before));
    return;
  }
  const other = started === null ? null : whyNotOf(started, before, { ...there, id });
  if (other !== null) return void report.refused.push(other);
  await take(run, before ?? started ?? startOf(run, there) ?? fresh(workspace, account), { ...there, id }, looked);
}

/** null: nothing stood in its way. */
function whyNotTaken({ canceled, failed, unreachable, refused }: SyncReport): Result<never> | null {
  const [problem] = refused;
  if (canceled) return fail("conflict_error", "It was canceled.", { remote: "canceled" });
  if (failed !== null) return fail("conflict_error", failed);
  if (unreachable !== null) return fail("conflict_error", unreachable, { offline: true });
  return problem === undefined ? null : fail("conflict_error", problem.why);
}

/** Why a run that is there is not that of a start whose id is not known; null: it may be. */
function whyNotOf(
  started: RemoteInstanceRow,
  known: RemoteInstanceRow | null,
  { id, seen }: RemoteInstance,
): SyncNote | null {
  if (known !== null)
    return instanceNote(
      started,
      `The id ${id} is that of ${titleOf(known)} already: look for the id of this start there.`,
    );
  const documents = started.sent?.documents ?? [];
  const areTold = documents.length > 0 && seen.documents.length > 0;
  const isOther = areTold
    ? !seen.documents.some((document) => documents.includes(document.id))
    : seen.title !== null && seen.title !== started.title;
  if (!isOther) return null;
  const why = `Run ${id}, “${seen.title ?? ""}”, was not made by this start: look for the start's id there, or adopt that run by itself, in the list of runs.`;
  return instanceNote(started, why);
}

/** From now on a row is of an instance that is there. */
async function take(
  run: InstanceRun,
  row: RemoteInstanceRow,
  there: RemoteInstance,
  looked: (row: KnownInstance) => void = () => undefined,
): Promise<KnownInstance> {
  const adopted: KnownInstance = { ...row, remoteId: there.id, state: "up_to_date", why: null, sent: null };
  const soon = pollSoon(run, adopted);
  await saveInstance(run, soon);
  const seen = await pollInstance(run, soon, { shown: there });
  looked(seen);
  await fetchSealed(run, seen);
  return seen;
}

/** Adopts a run as a start whose id is unknown, if its documents match [Y10]. */
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
