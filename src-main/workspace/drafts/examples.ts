import { z } from "zod";
import { settingKey } from "../../engine/index.ts";
import type { DraftRow, StoreReads } from "../../store/index.ts";
import { jsonSetting } from "../settings.ts";

const revisions = z.record(z.string(), z.number());

/** Whether a draft is one that a new workspace was filled with, and nobody has changed since. */
export function examplesIn({ settings }: Pick<StoreReads, "settings">) {
  const kept = jsonSetting(settings, settingKey.examples, revisions, {});
  return ({ key, revision }: Pick<DraftRow, "key" | "revision">): boolean => kept[key] === revision;
}
