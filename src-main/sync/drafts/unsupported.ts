import { analyse } from "../../../src-shared/language/index.ts";
import type { RemoteAccountRow } from "../../store/index.ts";
import { checkVersion, isOlder } from "../remote/check.ts";
import type { Client } from "../remote/client.ts";
import type { Run } from "../run.ts";

/** A service may be newer by now: each client asks it once. */
const asked = new WeakMap<Client, Promise<string | null>>();

/** What the service's reported version does not support in a text, one sentence each [V101]. */
export async function unsupportedByService(
  { workspace, account, client, dry }: Pick<Run, "workspace" | "account" | "client" | "dry">,
  text: string,
): Promise<readonly string[]> {
  const known = unknownTo(account, text);
  if (known.length === 0) return known;
  const now = asked.get(client) ?? checkVersion(client);
  asked.set(client, now);
  const apiVersion = await now;
  if (apiVersion !== account.apiVersion && !dry)
    await workspace.engine.transact((tx) => tx.remotes.update(account.key, { apiVersion }));
  return unknownTo({ name: account.name, apiVersion }, text);
}

function unknownTo(
  { name, apiVersion }: Pick<RemoteAccountRow, "name" | "apiVersion">,
  text: string,
): readonly string[] {
  if (apiVersion === null || !isOlder(apiVersion)) return [];
  const { diagnostics } = analyse(text, { targetApiVersion: apiVersion, targetAccount: name, documentPaths: false });
  return diagnostics.filter(({ rule }) => rule === "V101").map(({ message }) => message);
}
