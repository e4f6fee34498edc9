import { z } from "zod";
import { settingKey } from "../../engine/index.ts";
import type { StoreReads, StoreWrites } from "../../store/index.ts";
import { jsonSetting } from "../../workspace/index.ts";

const kept = z.object({
  /** Whether it is synced by itself while the app runs. */
  automatic: z.boolean(),
  /** The keys of drafts of which nothing is sent or taken. */
  held: z.array(z.string()),
  /** Drafts there that no longer belong to one here, by their ids, with its key: they do not come in anew. */
  left: z.record(z.string(), z.string()).default({}),
  /** What changed after its author's look, and is not sent before they look or sync again [Y16]. */
  waiting: z
    .object({ drafts: z.array(z.string()), retention: z.boolean(), commands: z.array(z.string()).default([]) })
    .default(() => ({ drafts: [], retention: false, commands: [] })),
});
/** How an account that was synced once is kept in sync. */
export type Kept = Readonly<z.output<typeof kept>>;
const NOTHING_WAITS = { drafts: [], retention: false, commands: [] };
export const AS_BEGUN: Kept = { automatic: true, held: [], left: {}, waiting: NOTHING_WAITS };

const all = ({ settings }: Pick<StoreReads, "settings">) =>
  jsonSetting(settings, settingKey.syncs, z.record(z.string(), kept), {});

/** null: the account was never synced, and waits for its author [Y16]. */
export const keptOf = (reads: Pick<StoreReads, "settings">, accountKey: string): Kept | null =>
  all(reads)[accountKey] ?? null;

/** null: the account is gone. */
export function putKept(tx: StoreWrites, reads: Pick<StoreReads, "settings">, accountKey: string, value: Kept | null) {
  const { [accountKey]: before, ...others } = all(reads);
  if (before === undefined && value === null) return;
  tx.settings.set(settingKey.syncs, JSON.stringify(value === null ? others : { ...others, [accountKey]: value }));
}
