import { z } from "zod";
import { type DriftReport, driftReport } from "../../../src-shared/drift/index.ts";
import { settingKey } from "../../engine/index.ts";
import type { StoreReads } from "../../store/index.ts";
import { jsonSetting, type Workspace, write } from "../../workspace/index.ts";

const all = ({ settings }: Pick<StoreReads, "settings">): Readonly<Record<string, DriftReport>> =>
  jsonSetting(settings, settingKey.drifts, z.record(z.string(), driftReport), {});

/** How a run on an account was compared, by its key; null: it was not. */
export const driftOf = (reads: Pick<StoreReads, "settings">, runKey: string): DriftReport | null =>
  all(reads)[runKey] ?? null;

/** Keeps a report as long as its run is known. */
export async function keepDrift(
  workspace: Workspace,
  accountKey: string,
  runKey: string,
  kept: DriftReport,
): Promise<void> {
  const { reads } = workspace;
  await write(workspace, "account", accountKey, (tx) => {
    const known = Object.entries(all(reads)).filter(([key]) => reads.remoteInstances.get(key) !== null);
    tx.settings.set(settingKey.drifts, JSON.stringify({ ...Object.fromEntries(known), [runKey]: kept }));
  });
}
