import { countersignRemote, dialectOf } from "../../src-shared/dialect/index.ts";
import type { OAuthClaim } from "../../src-shared/service/index.ts";
import type { AddRemoteAccount, RemoteAccount, RemoteCredentials, SyncUseCases } from "../host/index.ts";
import { type DraftUseCases, fail, ok, type Result } from "../host/index.ts";
import {
  everyItem,
  type RemoteAccountRow,
  type RemoteMapping,
  type StoreReads,
  type StoreWrites,
} from "../store/index.ts";
import { secretRef, type Workspace, write } from "../workspace/index.ts";
import { clientFor, connect, type SyncOptions, using } from "./connect.ts";
import { addressOf } from "./remote/address.ts";
import { type Checked, checkAccount, isOlder } from "./remote/check.ts";
import { tradeForCredentials } from "./remote/trade.ts";

const LONGEST_NAME = 100;

/** Remote accounts: adding one, asking one, forgetting one [Y14, Y18]. */
export function accountUseCasesOfSync(
  workspace: Workspace,
  drafts: Pick<DraftUseCases, "setArchived">,
  options: SyncOptions,
): Pick<SyncUseCases, "accounts" | "add" | "check" | "remove"> {
  const { reads } = workspace;
  return {
    accounts: () => reads.remotes.accounts().map((row) => shown(reads, row)),
    add: (request) => add(workspace, request, options),
    check: (name, credentials) => named(reads, name, (account) => check(workspace, account, credentials, options)),
    remove: (name, become) => named(reads, name, (account) => remove(workspace, drafts, account, become)),
  };
}

/** The account of a name. */
export async function named<T>(
  reads: StoreReads,
  name: string,
  work: (account: RemoteAccountRow) => Promise<Result<T>>,
): Promise<Result<T>> {
  const account = reads.remotes.accountByName(name);
  if (account !== null) return work(account);
  const names = reads.remotes.accounts().map((known) => `“${known.name}”`);
  const known = names.length === 0 ? "There is none yet" : `There is ${names.join(", ")}`;
  return fail("resource_not_found", `There is no remote account “${name}”. ${known}: add one, or look at its name.`);
}

function shown(reads: StoreReads, { dialect, accountId: _local, ...row }: RemoteAccountRow): RemoteAccount {
  const older = row.apiVersion !== null && isOlder(row.apiVersion);
  return { ...row, dialect: dialect.name, older, drafts: reads.remotes.mappings(row.key, "draft").length };
}

async function add(
  workspace: Workspace,
  { name: given, url, credentials, dialect: file, bind }: AddRemoteAccount,
  options: SyncOptions,
): Promise<Result<RemoteAccount>> {
  const name = given.trim();
  const taken = nameProblem(workspace.reads, name);
  if (taken !== null) return taken;
  const address = addressOf(url);
  if (!address.ok) return fail("request_parameters_invalid", address.why);
  const place = { baseUrl: address.url, dialect: file === undefined ? countersignRemote : dialectOf(file) };
  const claim = await claimOf(workspace, place, credentials, options);
  if (!claim.ok) return claim;
  const checked = await using(connect(workspace, place, claim.value, options), async (client) =>
    ok(await checkAccount(client)),
  );
  if (!checked.ok) return checked;
  const wall = workspace.clockNow();
  const row: RemoteAccountRow = {
    ...{ key: workspace.newId(), name, accountId: workspace.defaultAccountId, ...place, ...checked.value },
    ...{ stopped: null, wallCreated: wall, wallContact: wall },
  };
  return write<Result<RemoteAccount>>(workspace, "setting", "remotes", (tx) => {
    const takenMeanwhile = nameProblem(tx, name);
    if (takenMeanwhile !== null) return takenMeanwhile;
    tx.remotes.create(row);
    workspace.vault.put(tx, secretRef.remoteAccount(row.key), JSON.stringify(claim.value), null);
    if (bind === "all") bindAll(tx, row, wall);
    return ok(shown(tx, row));
  });
}

function nameProblem({ remotes }: Pick<StoreReads, "remotes">, name: string): ReturnType<typeof fail> | null {
  if (name === "" || name.length > LONGEST_NAME)
    return fail("request_parameters_invalid", `A remote account's name has 1 to ${LONGEST_NAME} characters.`);
  if (remotes.accountByName(name) === null) return null;
  return fail(
    "conflict_error",
    `There is a remote account “${name}” already: choose another name, or remove it first.`,
  );
}

/** The drafts that are there, and belong to no account. */
function bindAll(tx: StoreWrites, { key, accountId }: RemoteAccountRow, wallAt: number): void {
  for (const draft of [...everyItem(tx.drafts.list, { accountId })])
    if (tx.remotes.ofDraft(draft.key) === null) tx.remotes.putMapping(unsent(key, draft.key, wallAt));
}

/** A draft that belongs to an account and is not there yet. */
export function unsent(accountKey: string, localKey: string, wallAt: number): RemoteMapping {
  return {
    ...{ accountKey, kind: "draft", localKey, wallAt, state: "only_here", remoteId: null, why: null, revision: 0 },
    ...{ etag: null, mark: null, base: null, sent: null, theirs: null, conflicts: [], dropped: [] },
  };
}

async function claimOf(
  workspace: Workspace,
  place: Pick<RemoteAccountRow, "baseUrl" | "dialect">,
  credentials: RemoteCredentials,
  options: SyncOptions,
): Promise<Result<OAuthClaim>> {
  if ("apitoken" in credentials) return ok(credentials);
  return using(connect(workspace, place, null, options), async (client) =>
    ok(await tradeForCredentials(client, credentials)),
  );
}

async function check(
  workspace: Workspace,
  account: RemoteAccountRow,
  credentials: RemoteCredentials | undefined,
  options: SyncOptions,
): Promise<Result<RemoteAccount>> {
  const claim = credentials === undefined ? null : await claimOf(workspace, account, credentials, options);
  if (claim !== null && !claim.ok) return claim;
  const client =
    claim === null ? clientFor(workspace, account, options) : connect(workspace, account, claim.value, options);
  const checked = await using<Checked>(client, async () => ok(await checkAccount(client)));
  if (!checked.ok) return checked;
  await write(workspace, "setting", "remotes", (tx) => {
    tx.remotes.update(account.key, { ...checked.value, stopped: null, wallContact: workspace.clockNow() });
    if (claim !== null)
      workspace.vault.put(tx, secretRef.remoteAccount(account.key), JSON.stringify(claim.value), null);
  });
  return ok(shown(workspace.reads, { ...account, ...checked.value, stopped: null }));
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
  await write(workspace, "setting", "remotes", (tx) => {
    tx.remotes.remove(account.key);
    tx.secrets.remove(secretRef.remoteAccount(account.key));
    for (const { localKey } of bound) tx.secrets.remove(secretRef.remotePassword(account.key, localKey));
  });
  return ok({ drafts: bound.length });
}
