import { z } from "zod";
import type { StoreReads } from "../../store/index.ts";
import { jsonSetting, type Workspace, write } from "../../workspace/index.ts";

type Settings = Pick<StoreReads, "settings">;

/** A setting that holds one value for each of some runs on accounts, by their keys, as long as these are known. */
export function keptOfRuns<T>(setting: string, value: z.ZodType<T>) {
  const all = ({ settings }: Settings): Readonly<Record<string, T>> =>
    jsonSetting(settings, setting, z.record(z.string(), value), {});
  return {
    /** null: there is none. */
    of: (reads: Settings, runKey: string): T | null => all(reads)[runKey] ?? null,
    async keep(workspace: Workspace, accountKey: string, runKey: string, kept: T): Promise<void> {
      const { reads } = workspace;
      await write(workspace, "account", accountKey, (tx) => {
        const known = Object.entries(all(reads)).filter(([key]) => reads.remoteInstances.get(key) !== null);
        tx.settings.set(setting, JSON.stringify({ ...Object.fromEntries(known), [runKey]: kept }));
      });
    },
  };
}
