import { percentDecoded } from "../../src-shared/basics/index.ts";
import type { OAuthClaim } from "../../src-shared/service/index.ts";
import { hostOf, isLoopbackName } from "../callbacks/index.ts";
import { fail } from "../host/index.ts";
import type { RemoteAccountRow, RemoteParts, StoreReads } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { storedCredentials } from "./connect.ts";

/** An address by what it leads to: this machine has many names. */
export function placeOf(url: string): string {
  const host = hostOf(url) ?? "";
  const { protocol, port, pathname } = new URL(url);
  const name = isLoopbackName(host) ? "this machine" : host;
  return `${protocol} ${name} ${port} ${percentDecoded(pathname, decodeURI).replaceAll(/\/+/g, "/").replace(/\/$/, "")}`;
}

/** Refuses a second account with the same service and tokens; null: allowed. @param except the account's own key */
export function duplicateProblem(
  workspace: Workspace,
  baseUrl: string,
  claim: OAuthClaim,
  except: string | null = null,
): ReturnType<typeof fail> | null {
  const place = placeOf(baseUrl);
  const known = ({ key }: RemoteAccountRow) => storedCredentials(workspace, key);
  const isTwin = (account: RemoteAccountRow): boolean => {
    if (account.key === except || placeOf(account.baseUrl) !== place) return false;
    const { apitoken, accesstoken } = known(account) ?? {};
    return apitoken === claim.apitoken && accesstoken === claim.accesstoken;
  };
  const twin = workspace.reads.remotes.accounts().find(isTwin);
  if (twin === undefined) return null;
  const { apisecret, accesssecret } = known(twin) ?? {};
  if (apisecret !== claim.apisecret || accesssecret !== claim.accesssecret)
    return fail(
      "conflict_error",
      `The remote account “${twin.name}” has the same service (${twin.baseUrl}) and the same tokens, but other secrets. Correct the secrets; or, if they are new, check “${twin.name}” with them.`,
      { field: "credentials" },
    );
  return fail(
    "conflict_error",
    `The remote account “${twin.name}” is this one already: it has the same service (${twin.baseUrl}) and the same credentials. Use that one.`,
    { field: "url" },
  );
}

/**
 * Another account here whose list shares drafts with this one, by key. The interface does not say whose credentials are
 * used, so equal ids are the only sign of one account under two sets of credentials [Y1].
 * @param own the account's own key; null: it is being added
 */
export function sharedAccount(
  { remotes }: Pick<StoreReads, "remotes">,
  { key: own, baseUrl }: { readonly key: string | null; readonly baseUrl: string },
  ids: Iterable<string>,
): Pick<RemoteParts, "sameAs"> {
  const place = placeOf(baseUrl);
  const listed = new Set(ids);
  const shares = ({ key }: RemoteAccountRow) =>
    remotes.draftNames(key).some(({ remoteId }) => remoteId !== null && listed.has(remoteId));
  const others = remotes.accounts().filter(({ key, baseUrl: other }) => key !== own && placeOf(other) === place);
  const found = listed.size === 0 ? undefined : others.find(shares);
  return found === undefined ? {} : { sameAs: found.key };
}

/** Keeps what a list of an account's drafts says of others here. */
export async function noteShared(
  { engine, reads }: Pick<Workspace, "engine" | "reads">,
  { key, baseUrl }: RemoteAccountRow,
  ids: Iterable<string>,
): Promise<void> {
  const { sameAs } = sharedAccount(reads, { key, baseUrl }, ids);
  const known = reads.remotes.account(key)?.parts;
  if (known === undefined || known.sameAs === sameAs) return;
  const { sameAs: _before, ...parts } = known;
  await engine.transact((tx) =>
    tx.remotes.update(key, { parts: { ...parts, ...(sameAs !== undefined && { sameAs }) } }),
  );
}
