import type { DriftReport } from "../../../src-shared/drift/index.ts";
import { type Workspace, write } from "../../workspace/index.ts";

/** Saves a run's comparison so far. A run forgotten meanwhile has no report. */
export async function saveDriftReport(
  workspace: Workspace,
  accountKey: string,
  runKey: string,
  report: DriftReport,
): Promise<void> {
  await write(workspace, "account", accountKey, (tx) => {
    if (tx.remoteInstances.get(runKey) !== null) tx.remoteInstances.putDrift(runKey, report);
  });
}
