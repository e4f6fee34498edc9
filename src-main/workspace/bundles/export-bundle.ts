import { type BundleExport, fail, ok, type Result } from "../../host/index.ts";
import { exportName } from "../instances/history-export.ts";
import type { Workspace } from "../workspace.ts";
import { bundleFiles } from "./bundle-files.ts";
import { writeBundle } from "./write-bundle.ts";

/**
 * The evidence of an ended run as one file (decision 0210).
 * @returns `resource_not_found` where there is no such instance, `instance_state_error` where it has not ended
 */
export function exportBundle(workspace: Workspace, id: string): Result<BundleExport> {
  const loaded = workspace.engine.load(id);
  if (loaded === null) return fail("resource_not_found", `There is no instance ${id}; it may have been deleted.`);
  const { row, state } = loaded;
  if (state.endedAt === null)
    return fail("instance_state_error", "The run has not ended: its evidence is complete once it has.");
  return ok({
    fileName: `${exportName(row)} evidence.asice`,
    pieces: () =>
      writeBundle(bundleFiles(workspace, loaded), (manifest) =>
        workspace.documents.sign(manifest, workspace.clockNow()),
      ),
  });
}
