import type { DriftReport } from "../../../src-shared/drift/index.ts";
import { type Workspace, write } from "../../workspace/index.ts";

/** Keeps how a run on an account was compared, as far as it has come. One that is forgotten meanwhile has no report. */
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
