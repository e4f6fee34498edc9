import { existsSync } from "node:fs";
import { join } from "node:path";
import { certificateProblem } from "../../documents/index.ts";
import { settingKey } from "../../engine/index.ts";
import { KEY_FILE, misplaced, readSecretBox, type SecretBox, StoreError, type StoreReads } from "../../store/index.ts";
import { secretRef } from "./vault.ts";

/** Reads that show whether a database holds anything encrypted, and whether a key fits. */
type Locked = Pick<StoreReads, "settings" | "secrets">;

/**
 * Refuses to open if the key is missing or wrong. Never creates a new one: what the old key protects would be lost.
 * @param given used in place of the key file's key
 * @throws StoreError `damaged` where the key of what it protects is missing or is another one, or the seal certificate is
 */
export function requireKeys(dir: string, database: Locked, given?: SecretBox): void {
  const problem = given === undefined ? keysProblem(dir, database) : certificateProblem(dir, given);
  if (problem === null) return;
  throw new StoreError(
    "damaged",
    `${problem} Nothing was changed. To look at the workspace as it is, use \`countersign open --read-only --workspace ${dir}\`.`,
  );
}

/** The first opening was cut short: nothing is protected yet. */
const isUnseeded = ({ settings }: Locked): boolean => settings.get(settingKey.defaultAccount) === null;

/** `keyProblem`, else a problem of the seal certificate, which only the key can show. */
export function keysProblem(dir: string, database: Locked): string | null {
  const problem = keyProblem(dir, database);
  if (problem !== null || isUnseeded(database)) return problem;
  return certificateProblem(dir, readSecretBox(join(dir, KEY_FILE)));
}

/** A sentence if a database cannot be used without its key; null: the key fits, or nothing is protected yet. */
export function keyProblem(dir: string, database: Locked): string | null {
  if (isUnseeded(database)) return null;
  const file = join(dir, KEY_FILE);
  const other = misplaced(dir, KEY_FILE);
  if (other !== null) return other;
  if (!existsSync(file))
    return `The key file ${file} is missing: without it the workspace's links, passwords and seal cannot be read, and no other key can take its place. Put ${KEY_FILE} back from the folder that the database was copied from, or from your own backup.`;
  try {
    const box = readSecretBox(file);
    const sealed = database.secrets.get(secretRef.workspaceKey);
    if (sealed !== null) requireFit(box, sealed, file);
    return null;
  } catch (error) {
    if (error instanceof StoreError) return error.message;
    throw error;
  }
}

function requireFit(box: SecretBox, sealed: Uint8Array, file: string): void {
  try {
    box.reveal(sealed);
  } catch (cause) {
    throw new StoreError(
      "damaged",
      `The key file ${file} is not the one that this database was written with: the workspace's links, passwords and seal do not open with it. Put the right ${KEY_FILE} back from the folder that the database was copied from, or from your own backup.`,
      { cause },
    );
  }
}

/** Shown in place of a secret when its key is missing. */
const NOT_READABLE = Buffer.from("(not readable)");

/** For read-only use of a workspace, with its key or without: only protected values need the key. */
export function readOnlySecretBox(dir: string, database: Locked, warn: (message: string) => void): SecretBox {
  const problem = keyProblem(dir, database);
  if (problem === null) return readSecretBox(join(dir, KEY_FILE));
  warn(`${problem} Until then links, codes and passwords show as "${NOT_READABLE}".`);
  return {
    protect() {
      throw new Error("Nothing is protected in a workspace that is looked at without its key.");
    },
    reveal: () => NOT_READABLE,
  };
}
