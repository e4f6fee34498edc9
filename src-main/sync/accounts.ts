import { type Call, countersignRemote, dialectOf } from "../../src-shared/dialect/index.ts";
import type { OAuthClaim } from "../../src-shared/service/index.ts";
import { accountState } from "../../src-shared/sync/index.ts";
import type {
  AddRemoteAccount,
  DraftSyncState,
  RemoteAccount,
  RemoteCredentials,
  SyncActivity,
  SyncUseCases,
} from "../host/index.ts";
import { type DraftUseCases, fail, ok, type Result } from "../host/index.ts";
import type { RemoteAccountRow, StoreReads } from "../store/index.ts";
import { examplesIn, nameAsSeen, secretRef, type Workspace, write } from "../workspace/index.ts";
import { withAccount } from "./account-locks.ts";
import { connect, type SyncOptions, stopIfCredentialsUnchanged, storedCredentials, withOpenClient } from "./connect.ts";
import { unsent } from "./drafts/mappings.ts";
import { readableSyncSettings } from "./drafts/sync-settings.ts";
import { duplicateProblem, sharedAccount } from "./duplicate-accounts.ts";
import { forgetInstances } from "./instances/forget.ts";
import { addressOf } from "./remote/address.ts";
import { type Checked, checkAccount, isOlder } from "./remote/check.ts";
import type { Client } from "./remote/client.ts";
import { exchangePassword } from "./remote/log-in.ts";
import type { WithDeadline } from "./request-deadline.ts";
import { retentionSeen } from "./retention.ts";
import type { Scheduler } from "./scheduler.ts";
import { backoffUntil, saveBackoff } from "./stored-backoff.ts";

const LONGEST_NAME = 100;

/** How accounts and their drafts stand now. */
interface Seeing {
  readonly activity: (accountKey: string) => SyncActivity;
  /** Those that are not up to date. */
  readonly open: (account: RemoteAccountRow) => readonly DraftSyncState[];
  /** Work that an author can cancel. */
  readonly under: Scheduler["under"];
  readonly withDeadline: WithDeadline;
}

/** Remote accounts: adding one, asking one, forgetting one [Y14, Y18]. */
export function accountUseCasesOfSync(
  workspace: Workspace,
  drafts: Pick<DraftUseCases, "setArchived">,
  { activity, open, under, withDeadline, ...options }: SyncOptions & Seeing,
): Pick<SyncUseCases, "accounts" | "unbound" | "add" | "check" | "rename" | "setAddress" | "remove"> {
  const { reads } = workspace;
  const shown = (row: RemoteAccountRow): RemoteAccount => {
    const [short, doing] = [inShort(reads, row, workspace.clockNow()), activity(row.key)];
    const standings = open(row);
    const drafts = standings.flatMap((one) => (one.held ? [] : [ofAccount(one)]));
    const held = drafts.length < standings.length;
    const conflicts = drafts.filter((state) => state === "conflict" || state === "deleted_there").length;
    const { running, onlyLooks, unanswered, offline } = doing;
    // Nothing of it is ever synced: its drafts are published.
    const synced = short.synced || row.level === "publish";
    const failed = (doing.last?.report.failed ?? short.damaged) !== null;
    const rests = short.waitsUntil !== null;
    const now = { running: running && !onlyLooks, checking: onlyLooks, unanswered };
    const seen = { ...now, stopped: row.stopped !== null, synced, failed, rests, held };
    const reached = { offline: offline !== null, unusable: offline?.unusable ?? false };
    const others = [...othersOf(reads, row), ...notesOf(doing)];
    return { ...short, conflicts, activity: doing, state: accountState({ ...seen, ...reached, drafts, others }) };
  };
  return {
    accounts: () => reads.remotes.accounts().map(shown),
    unbound: () => {
      const drafts = reads.drafts.unbound(workspace.defaultAccountId);
      return { drafts: drafts.length, examples: drafts.filter(examplesIn(reads)).length };
    },
    add: (request) =>
      mapped(
        withDeadline(request.name.trim(), null, (asking) => add(workspace, request, { ...options, ...asking })),
        shown,
      ),
    check: (name, credentials) =>
      withAccount(reads, name, (account) =>
        mapped(
          under(
            account,
            (signal) =>
              withDeadline(name, signal, (asking) => check(workspace, account, credentials, { ...options, ...asking })),
            true,
          ),
          shown,
        ),
      ),
    setAddress: (name, url) =>
      withAccount(reads, name, (account) =>
        mapped(
          under(account, (signal) =>
            withDeadline(name, signal, (asking) => setAddress(workspace, account, url, { ...options, ...asking })),
          ),
          shown,
        ),
      ),
    rename: (name, to) => withAccount(reads, name, (account) => rename(workspace, account, to.trim())),
    remove: (name, become) => withAccount(reads, name, (account) => remove(workspace, drafts, account, become)),
  };
}

/** How a draft counts for its account. The next sync finds out what became of a change, so it needs no attention. */
const ofAccount = ({ state, remoteId }: DraftSyncState): DraftSyncState["state"] =>
  state === "perhaps_sent" && remoteId !== null ? "sending" : state;

/** What the last sync was refused for flows that exist only on the account. */
const notesOf = ({ last }: SyncActivity) =>
  (last?.report.refused ?? []).flatMap(({ about }) =>
    about?.kind === "remote_draft" || about?.kind === "document" ? (["refused"] as const) : [],
  );

/** How runs, commands and retention stand, in the words of an account. */
const STANDS = {
  starting: "waiting",
  waiting: "waiting",
  sending: "waiting",
  perhaps_started: "perhaps",
  id_unknown: "perhaps",
  perhaps_sent: "perhaps",
  refused: "refused",
  check_failed: "check_failed",
} as const;

function othersOf({ remoteInstances }: StoreReads, { key, retention }: RemoteAccountRow) {
  const ofRuns = remoteInstances
    .statesOf(key)
    .flatMap((state) => (Object.hasOwn(STANDS, state) ? [STANDS[state as keyof typeof STANDS]] : []));
  if (retention?.wanted == null) return ofRuns;
  return [...ofRuns, retention.why === null ? ("waiting" as const) : ("refused" as const)];
}

function inShort(
  reads: StoreReads,
  { dialect, accountId: _local, ...row }: RemoteAccountRow,
  now: number,
): Omit<RemoteAccount, "activity" | "state" | "conflicts"> {
  const older = row.apiVersion !== null && isOlder(row.apiVersion);
  const { kept, damaged } = readableSyncSettings(reads, row.key);
  const { automatic = false, held = [] } = kept ?? {};
  const how = { automatic, held, damaged, synced: kept !== null || damaged !== null };
  const waitsUntil = backoffUntil(reads, row.key, now);
  const sameAs = (row.parts.sameAs && reads.remotes.account(row.parts.sameAs)?.name) ?? null;
  return {
    ...row,
    waitsUntil,
    sameAs,
    dialect: dialect.name,
    notFound: (row.parts.notFound ?? []).map((call) => ({ call, asks: asks(dialect.calls[call]) })),
    older,
    drafts: reads.remotes.countDrafts(row.key),
    ...how,
  };
}

const asks = (call: Call | null): string => (call === null ? "" : `${call.method} ${call.path}`);

async function mapped<T, U>(given: Promise<Result<T>>, shape: (value: T) => U): Promise<Result<U>> {
  const result = await given;
  return result.ok ? ok(shape(result.value)) : result;
}

async function add(
  workspace: Workspace,
  { name: given, url, credentials, dialect: file, bind }: AddRemoteAccount,
  options: SyncOptions,
): Promise<Result<RemoteAccountRow>> {
  const name = given.trim();
  const taken = nameProblem(workspace.reads, name);
  if (taken !== null) return taken;
  const address = addressOf(url);
  if (!address.ok) return fail("request_parameters_invalid", address.why, { field: "url" });
  const place = { baseUrl: address.url, dialect: file === undefined ? countersignRemote : dialectOf(file) };
  const claim = await claimOf(workspace, place, credentials, options);
  if (!claim.ok) return claim;
  const twin = duplicateProblem(workspace, address.url, claim.value);
  if (twin !== null) return twin;
  const checked = await withOpenClient(connect(workspace, place, claim.value, options), async (client) =>
    ok(await checkedAs(workspace, client, { key: null, ...place })),
  );
  if (!checked.ok) return checked;
  const wall = workspace.clockNow();
  const row: RemoteAccountRow = {
    ...{ key: workspace.newId(), name, accountId: workspace.defaultAccountId, ...place, ...checked.value },
    ...{ stopped: null, wallCreated: wall, wallContact: wall },
  };
  return write<Result<RemoteAccountRow>>(workspace, "account", row.key, (tx) => {
    const takenMeanwhile = nameProblem(tx, name) ?? duplicateProblem(workspace, address.url, claim.value);
    if (takenMeanwhile !== null) return takenMeanwhile;
    tx.remotes.create(row);
    workspace.vault.put(tx, secretRef.remoteAccount(row.key), JSON.stringify(claim.value), null);
    if (bind !== "none")
      for (const draft of tx.drafts.unbound(row.accountId))
        if (bind === "all" || !examplesIn(tx)(draft)) tx.remotes.putMapping(unsent(row.key, draft.key, wall));
    return ok(row);
  });
}

/**
 * Checks an account, and whether its list overlaps with another account here.
 * @throws RemoteError where it cannot be used
 */
async function checkedAs(
  { reads }: Workspace,
  client: Client,
  of: { readonly key: string | null; readonly baseUrl: string },
): Promise<Checked> {
  const { ids, ...found } = await checkAccount(client);
  return { ...found, parts: { ...found.parts, ...sharedAccount(reads, of, ids) } };
}

/** @param own the key of the account that is renamed */
function nameProblem(
  { remotes }: Pick<StoreReads, "remotes">,
  name: string,
  own: string | null = null,
): ReturnType<typeof fail> | null {
  if (name === "" || name.length > LONGEST_NAME)
    return fail("request_parameters_invalid", `A remote account's name has 1 to ${LONGEST_NAME} characters.`, {
      field: "name",
    });
  if (/\p{Cc}/u.test(name))
    return fail(
      "request_parameters_invalid",
      "A remote account's name has no line breaks or other control characters.",
      {
        field: "name",
      },
    );
  const wanted = nameAsSeen(name);
  if (wanted === "")
    return fail("request_parameters_invalid", "A remote account's name has at least one visible character.", {
      field: "name",
    });
  const other = remotes.accounts().find(({ key, name: theirs }) => key !== own && nameAsSeen(theirs) === wanted);
  if (other === undefined) return null;
  return fail(
    "conflict_error",
    `There is a remote account “${other.name}” already: choose another name, or remove it first.`,
    { field: "name" },
  );
}

async function claimOf(
  workspace: Workspace,
  place: Pick<RemoteAccountRow, "baseUrl" | "dialect">,
  credentials: RemoteCredentials,
  options: SyncOptions,
): Promise<Result<OAuthClaim>> {
  if ("apitoken" in credentials) return ok(credentials);
  return withOpenClient(connect(workspace, place, null, options), async (client) =>
    ok(await exchangePassword(client, credentials)),
  );
}

async function check(
  workspace: Workspace,
  account: RemoteAccountRow,
  credentials: RemoteCredentials | undefined,
  options: SyncOptions,
): Promise<Result<RemoteAccountRow>> {
  const claim = credentials === undefined ? null : await claimOf(workspace, account, credentials, options);
  if (claim !== null && !claim.ok) return claim;
  const twin = claim === null ? null : duplicateProblem(workspace, account.baseUrl, claim.value, account.key);
  if (twin !== null) return twin;
  const asked = claim === null ? storedCredentials(workspace, account.key) : claim.value;
  const client = connect(workspace, account, asked, options);
  const checked = await withOpenClient<Checked>(client, async () => ok(await checkedAs(workspace, client, account)));
  if (!checked.ok) {
    if (claim === null && checked.error.details?.remote === "unauthorised")
      await stopIfCredentialsUnchanged(workspace, account.key, asked, checked.error.message);
    return checked;
  }
  return write<Result<RemoteAccountRow>>(workspace, "account", account.key, (tx) => {
    const well = foundWell(workspace, tx, account.key, checked.value);
    tx.remotes.update(account.key, well);
    if (claim !== null)
      workspace.vault.put(tx, secretRef.remoteAccount(account.key), JSON.stringify(claim.value), null);
    return ok({ ...account, ...well });
  });
}

/** Moves the account to a new address, after the same check as when it was added [Y14]. */
async function setAddress(
  workspace: Workspace,
  account: RemoteAccountRow,
  url: string,
  options: SyncOptions,
): Promise<Result<RemoteAccountRow>> {
  const address = addressOf(url);
  if (!address.ok) return fail("request_parameters_invalid", address.why, { field: "url" });
  const place = { baseUrl: address.url, dialect: account.dialect };
  const claim = storedCredentials(workspace, account.key);
  const twin = () => (claim === null ? null : duplicateProblem(workspace, address.url, claim, account.key));
  const before = twin();
  if (before !== null) return before;
  // Without its key: what the service asked for at the address before says nothing of this one.
  const client = connect(workspace, place, claim, options);
  const checked = await withOpenClient<Checked>(client, async () =>
    ok(await checkedAs(workspace, client, { ...account, ...place })),
  );
  if (!checked.ok)
    return checked.error.details?.remote === "unauthorised"
      ? fail("request_parameters_invalid", anothersAddress(address.url), { field: "url" })
      : checked;
  const written = await write<Result<RemoteAccountRow>>(workspace, "account", account.key, (tx) => {
    const meanwhile = twin();
    if (meanwhile !== null) return meanwhile;
    const moved = { ...foundWell(workspace, tx, account.key, checked.value), ...place };
    tx.remotes.update(account.key, moved);
    return ok({ ...account, ...moved });
  });
  if (written.ok) await saveBackoff(workspace, account.key, null);
  return written;
}

const anothersAddress = (url: string) =>
  `The service at ${url} does not take this account's credentials (401). The address may be another service's: correct it, or add that service as an account of its own.`;

/** Saves what a check found. Requests that still wait stay as they are. */
function foundWell({ clockNow }: Workspace, { remotes }: StoreReads, key: string, checked: Checked) {
  const retention = retentionSeen(checked.retention.seen, remotes.account(key)?.retention ?? null);
  return { ...checked, retention, stopped: null, wallContact: clockNow() };
}

function rename(workspace: Workspace, { key }: RemoteAccountRow, to: string): Promise<Result<null>> {
  const name = to.trim();
  return write<Result<null>>(workspace, "account", key, (tx) => {
    const taken = nameProblem(tx, name, key);
    if (taken !== null) return taken;
    tx.remotes.rename(key, name);
    return ok(null);
  });
}

async function remove(
  workspace: Workspace,
  drafts: Pick<DraftUseCases, "setArchived">,
  account: RemoteAccountRow,
  become: "keep" | "archive",
): Promise<Result<{ readonly drafts: number }>> {
  const { reads } = workspace;
  const bound = reads.remotes.mappings(account.key, "draft");
  if (become === "archive")
    for (const { localKey } of bound) {
      const row = reads.drafts.byKey(localKey);
      const archived = row === null ? null : await drafts.setArchived(row.id, true);
      if (archived !== null && !archived.ok) return archived;
    }
  await forgetInstances(workspace, reads.remoteInstances.ofAccount(account.key), (tx) => {
    tx.remotes.remove(account.key);
    tx.remoteSyncs.remove(account.key);
    tx.secrets.remove(secretRef.remoteAccount(account.key));
    tx.secrets.remove(secretRef.remoteCallbacks(account.key));
    for (const { localKey } of bound) tx.secrets.remove(secretRef.remotePassword(account.key, localKey));
  });
  workspace.publish({ kind: "account", id: account.key, instanceId: null });
  return ok({ drafts: bound.length });
}
