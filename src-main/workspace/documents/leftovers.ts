import { rm } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { endOpening, leftBehind } from "../../documents/index.ts";
import { settingKey } from "../../engine/index.ts";
import type { Workspace } from "../workspace.ts";

/**
 * Removes the files that a crash has left: half-written ones, and documents that were written and never recorded. Runs
 * behind the opening; one that is cut short leaves the rest to the next.
 * @param opening this opening's id, as `beginOpening` was given it
 */
export async function clearLeftovers(
  { reads, engine, documents, dir, runner }: Pick<Workspace, "reads" | "engine" | "documents" | "dir" | "runner">,
  opening: string,
): Promise<void> {
  for await (const { path, sha256 } of leftBehind(dir, reads.settings.get(settingKey.opening))) {
    if (runner.closing) return;
    if (sha256 === null) await rm(path, { force: true });
    else
      await documents.blobs.leaving(sha256, async () => {
        // Asked now: equal bytes may have been taken in since it was found.
        if (reads.documents.blobUses(sha256) === 0) await documents.blobs.remove(sha256);
      });
    await setImmediate();
  }
  if (runner.closing) return;
  await endOpening(dir);
  await engine.transact((tx) => tx.settings.set(settingKey.opening, opening));
}
