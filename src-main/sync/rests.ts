import { z } from "zod";
import { settingKey } from "../engine/index.ts";
import type { StoreReads } from "../store/index.ts";
import { jsonSetting, type Workspace } from "../workspace/index.ts";
import { LONGEST_REST } from "./remote/rest.ts";

/** One that cannot be read is none: nobody could set it anew. */
const all = ({ settings }: Pick<StoreReads, "settings">): Readonly<Record<string, number>> =>
  jsonSetting(settings, settingKey.rests, z.record(z.string(), z.number()).catch({}), {});

/** Until when, wall time, an account's service asked to be left alone; null: it is asked [Y13]. */
export function restUntil(reads: Pick<StoreReads, "settings">, accountKey: string, now: number): number | null {
  const until = all(reads)[accountKey] ?? 0;
  // Farther off than anybody waits: the machine's clock was set back since.
  return until > now && until - now <= LONGEST_REST ? until : null;
}

/** null: it may be asked again. */
export async function keepRest(
  { engine, reads, clockNow }: Pick<Workspace, "engine" | "reads" | "clockNow">,
  accountKey: string,
  until: number | null,
): Promise<void> {
  await engine.transact((tx) => {
    const now = clockNow();
    const before = all(reads);
    if (until === null && before[accountKey] === undefined) return;
    const kept = Object.keys(before).filter((key) => key !== accountKey && restUntil(reads, key, now) !== null);
    const others = Object.fromEntries(kept.map((key) => [key, before[key]]));
    tx.settings.set(settingKey.rests, JSON.stringify({ ...others, ...(until !== null && { [accountKey]: until }) }));
  });
}
