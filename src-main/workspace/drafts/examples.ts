import { z } from "zod";
import { settingKey } from "../../engine/index.ts";
import type { DraftRow, StoreReads } from "../../store/index.ts";
import { jsonSetting } from "../settings.ts";

const revisions = z.record(z.string(), z.number());

/** Titles of the examples in new workspaces before examples were marked. Do not add later ones. */
const BEFORE_MARKS: ReadonlySet<string | null> = new Set([
  "Mutual NDA with Halvorsen & Lind",
  "Employment contract, Ingrid Solheim",
  "Board resolution 2026/03, purchase of M/S Saimaa",
  "Loan 7702-118, Café Tre Rum",
]);
/** For a draft that nobody has changed. */
const FIRST = 1;

type Known = Pick<DraftRow, "key" | "revision" | "title">;

/** Whether a draft is an example of a new workspace, unchanged since. */
export function examplesIn({ settings }: Pick<StoreReads, "settings">) {
  const kept = jsonSetting<Readonly<Record<string, number>> | null>(settings, settingKey.examples, revisions, null);
  return ({ key, revision, title }: Known): boolean =>
    kept === null ? revision === FIRST && BEFORE_MARKS.has(title) : kept[key] === revision;
}
