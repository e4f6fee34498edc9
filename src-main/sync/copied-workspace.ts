import { join } from "node:path";
import { PERHAPS_CREATED } from "../../src-shared/sync/index.ts";
import { settingKey } from "../engine/index.ts";
import { DATABASE_FILE, fileIdentity, isSameFile, type Store, type StoreWrites } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { localRun, type Parts } from "./run.ts";
import { canonicalLocal, writtenFields } from "./views.ts";

const REMINDER = "This workspace was copied or restored. This reminder was perhaps sent already.";
const EXTENSION = "This workspace was copied or restored. The deadline was perhaps extended already.";

interface Opened {
  readonly workspace: Workspace;
  readonly store: Pick<Store, "read" | "write">;
  readonly parts: Parts;
}

/**
 * Detects, at each opening for writing, that the database file was copied or restored. The other copy may have sent
 * what waits here, so anything a poll cannot verify is left to the author [Y9, Y11].
 * @throws StoreError where nothing can be written
 */
export function holdAfterCopy({ workspace, store, parts }: Opened): void {
  const now = fileIdentity(join(workspace.dir, DATABASE_FILE));
  const before = store.read.settings.get(settingKey.databaseFile);
  if (before === now) return;
  const copied = before !== null && !isSameFile(before, now);
  store.write((tx) => {
    for (const account of copied ? tx.remotes.accounts() : []) {
      askAboutCommands(tx, account);
      askAboutCreates(tx, workspace, parts, account);
    }
    tx.settings.set(settingKey.databaseFile, now);
  });
}

type Account = ReturnType<StoreWrites["remotes"]["accounts"]>[number];

function askAboutCommands(tx: StoreWrites, account: Account): void {
  for (const row of tx.remoteInstances.commandsNotDone(account.key)) {
    const { command, state, timeoutBefore } = row;
    if (state !== "waiting") continue;
    const why = command.kind === "remind" ? REMINDER : command.kind === "prolong" ? EXTENSION : null;
    // Of an extension the deadline tells, where its author saw one [Y11].
    if (why !== null && timeoutBefore === null) tx.remoteInstances.putCommand({ ...row, state: "perhaps_sent", why });
  }
}

function askAboutCreates(tx: StoreWrites, workspace: Workspace, parts: Parts, account: Account): void {
  // A service that only takes new flows is sent none unasked.
  if (account.level === "publish") return;
  const isListed = account.level === "full";
  // A list shows what is there: the next sync looks, and need not wait for an answer to arrive.
  const wallAt = isListed ? 0 : workspace.clockNow();
  const here = localRun(workspace, parts, account);
  for (const mapping of tx.remotes.mappings(account.key, "draft")) {
    if (mapping.remoteId !== null) continue;
    const asks = { ...mapping, state: "perhaps_sent", why: PERHAPS_CREATED } as const;
    if (mapping.sent !== null) {
      // The other copy may have found it since, and changed it. Without a list its author is asked already.
      if (isListed) tx.remotes.putMapping(asks);
      continue;
    }
    const draft = tx.drafts.byKey(mapping.localKey);
    const written = draft === null ? null : writtenFields(here, draft);
    if (written === null) continue;
    tx.remotes.putMapping({ ...asks, sent: canonicalLocal(here, written), wallAt });
  }
}
