import { rm } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { endOpening, type Leftover, leftBehind } from "../../documents/index.ts";
import { settingKey } from "../../engine/core/setting-keys.ts";
import type { Workspace } from "../workspace.ts";

/** Files of one step: removals hold back whoever takes documents in. */
const STEP = 50;

/**
 * Removes the files that a crash has left: half-written ones, and documents that were written and never recorded. Runs
 * behind the opening; one that is cut short leaves the rest to the next.
 * @param opening this opening's id, as `beginOpening` was given it
 */
export async function clearLeftovers(
  { reads, engine, documents, dir, runner }: Pick<Workspace, "reads" | "engine" | "documents" | "dir" | "runner">,
  opening: string,
): Promise<void> {
  let found: Leftover[] = [];
  const step = () =>
    documents.blobs.leaving(async () => {
      for (const { path, sha256 } of found) {
        if (sha256 === null) await rm(path, { force: true });
        // Asked now: equal bytes may have been taken in since it was found.
        else if (reads.documents.blobUses(sha256) === 0) await documents.blobs.remove(sha256);
      }
      found = [];
    });
  for await (const leftover of leftBehind(dir, reads.settings.get(settingKey.opening))) {
    if (runner.closing) return;
    found.push(leftover);
    if (found.length >= STEP) await step();
    await setImmediate();
  }
  await step();
  if (runner.closing) return;
  await endOpening(dir);
  await engine.transact((tx) => tx.settings.set(settingKey.opening, opening));
}
