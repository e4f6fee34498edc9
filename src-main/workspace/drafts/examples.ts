import { z } from "zod";
import { settingKey } from "../../engine/index.ts";
import type { DraftRow, StoreReads } from "../../store/index.ts";
import { jsonSetting } from "../settings.ts";

const revisions = z.record(z.string(), z.number());

/** The titles of the examples that new workspaces were filled with before they were marked. Those of later ones do not belong here. */
const BEFORE_MARKS: ReadonlySet<string | null> = new Set([
  "Mutual NDA with Halvorsen & Lind",
  "Employment contract, Ingrid Solheim",
  "Board resolution 2026/03, purchase of M/S Saimaa",
  "Loan 7702-118, Café Tre Rum",
]);
/** Of a draft that nobody has changed. */
const FIRST = 1;

type Known = Pick<DraftRow, "key" | "revision" | "title">;

/** Whether a draft is one that a new workspace was filled with, and nobody has changed since. */
export function examplesIn({ settings }: Pick<StoreReads, "settings">) {
  const kept = jsonSetting<Readonly<Record<string, number>> | null>(settings, settingKey.examples, revisions, null);
  return ({ key, revision, title }: Known): boolean =>
    kept === null ? revision === FIRST && BEFORE_MARKS.has(title) : kept[key] === revision;
}
