import { rm } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { endOpening, leftBehind } from "../../documents/index.ts";
import { settingKey } from "../../engine/index.ts";
import type { Workspace } from "../workspace.ts";

/**
 * Removes files that a crash left behind: half-written ones, and documents that were written but never recorded. Runs
 * in the background after the opening; if it is cut short, the next opening removes the rest.
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
        // Checked now: the same bytes may have been taken in since the file was found.
        if (reads.documents.blobUses(sha256) === 0) await documents.blobs.remove(sha256);
      });
    await setImmediate();
  }
  if (runner.closing) return;
  await endOpening(dir);
  await engine.transact((tx) => tx.settings.set(settingKey.opening, opening));
}
