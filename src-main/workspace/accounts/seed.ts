import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { writeFileAtomically } from "../../basics/index.ts";
import { settingKey } from "../../engine/index.ts";
import type { OpenWorkspaceOptions } from "../../host/index.ts";
import {
  DATABASE_FILE,
  DEFAULT_RETENTION,
  type Found,
  howToRestore,
  MARKER_TEXT,
  type Store,
  StoreError,
  type StoreWrites,
  WORKSPACE_MARKER,
} from "../../store/index.ts";
import { randomSecret, secretRef, type Vault } from "../secrets/index.ts";
import { machineTimeZone } from "../settings.ts";
import { hashPassword } from "./accounts.ts";

const DEFAULT_EMAIL = "author@example.test";

export interface Seeded {
  readonly defaultAccountId: string;
  /** For a default account that was just created without a given password. */
  readonly initialPassword: string | null;
}

/**
 * Refuses to open if the default account is gone: it owns drafts, documents and runs. Never creates a replacement.
 * @throws StoreError `damaged`
 */
export function requireAccount(dir: string, { settings, accounts }: Found): void {
  const id = settings.get(settingKey.defaultAccount);
  const gone = missingAccount(id, accounts);
  if (gone === null) return;
  const file = join(dir, DATABASE_FILE);
  throw new StoreError(
    "damaged",
    `${gone} is missing from the database ${file}: it was removed outside of Countersign. Nothing was changed. ${howToRestore(file)} To look at the workspace as it is, use \`countersign open --read-only --workspace ${dir}\`; \`countersign verify ${dir}\` lists all that is missing.`,
  );
}

/** Writes account and setting in one transaction: both exist, or neither. */
function missingAccount(id: string | null, accounts: Found["accounts"]): string | null {
  if (id !== null) return accounts.get(id) === null ? `The account ${id} that the workspace belongs to` : null;
  return accounts.list().length > 0 ? `The setting "${settingKey.defaultAccount}"` : null;
}

/** Creates the contents of a new workspace: default account, home folder, settings, keys, marker. */
export async function seed(store: Store, vault: Vault, dir: string, options: OpenWorkspaceOptions): Promise<Seeded> {
  const known = store.read.settings.get(settingKey.defaultAccount);
  const seeded =
    known === null ? await makeAccount(store, vault, dir, options) : { defaultAccountId: known, initialPassword: null };
  const marker = join(dir, WORKSPACE_MARKER);
  if (!existsSync(marker)) {
    await writeFileAtomically(marker, Buffer.from(MARKER_TEXT, "utf8"));
  }
  return seeded;
}

async function makeAccount(
  store: Store,
  vault: Vault,
  dir: string,
  { account }: OpenWorkspaceOptions,
): Promise<Seeded> {
  const initialPassword = account?.password === undefined ? randomSecret() : null;
  const passwordHash = await hashPassword(account?.password ?? initialPassword ?? "");
  const make = (tx: StoreWrites): string => {
    const row = tx.accounts.create({
      email: account?.email ?? DEFAULT_EMAIL,
      name: account?.name ?? "Author",
      passwordHash,
      twoFactor: false,
      recordEndUserInfo: false,
    });
    tx.folders.create({ accountId: row.id, name: "Home", home: true, retention: DEFAULT_RETENTION });
    tx.settings.set(settingKey.name, basename(dir));
    tx.settings.set(settingKey.timeZone, machineTimeZone());
    tx.settings.set(settingKey.defaultAccount, row.id);
    vault.put(tx, secretRef.workspaceKey, randomSecret(), null);
    return row.id;
  };
  return { defaultAccountId: store.write(make), initialPassword };
}
