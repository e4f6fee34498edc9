import type { HistoryEntry } from "../types.ts";

export type StoryKind = HistoryEntry["kind"];

/** One decision in a history: what was decided, and its immediate consequences. */
export interface StoryLine<T> {
  readonly lead: T;
  readonly rest: readonly T[];
}

type Told = Pick<HistoryEntry, "at" | "by" | "begins" | "type" | "kind" | "sentence">;

/** An event that ends a run gets its own line, whatever it follows from. */
const MILESTONES: ReadonlySet<string> = new Set(["completed", "failed", "timed_out", "canceled"]);
/** Countersign's own reports of things that succeeded. */
const REPORTS: ReadonlySet<string> = new Set(["notification_status_changed.delivered", "document_sealed"]);

function beginsLine<T extends Told>(entry: T, { lead }: StoryLine<T>): boolean {
  if (MILESTONES.has(entry.type)) return true;
  if (!entry.begins) return false;
  return !(entry.by === "effect" && entry.at === lead.at && REPORTS.has(entry.sentence.key));
}

/** The events of a history, oldest first, one line per decision. */
export function storyOf<T extends Told>(entries: readonly T[]): readonly StoryLine<T>[] {
  const lines: { lead: T; rest: T[] }[] = [];
  for (const entry of entries) {
    const line = lines.at(-1);
    if (line === undefined || beginsLine(entry, line)) lines.push({ lead: entry, rest: [] });
    else line.rest.push(entry);
  }
  return lines;
}

/** One line per event. */
export const lineEach = <T>(entries: readonly T[]): readonly StoryLine<T>[] =>
  entries.map((lead) => ({ lead, rest: [] }));

/** Lines about one of `kinds`; a line stays whole if a part of it matches. */
export function ofKinds<T extends Pick<Told, "kind">>(
  lines: readonly StoryLine<T>[],
  kinds: ReadonlySet<StoryKind>,
): readonly StoryLine<T>[] {
  return lines.filter(({ lead, rest }) => kinds.has(lead.kind) || rest.some(({ kind }) => kinds.has(kind)));
}

export type HistoryPart<T> =
  | { readonly kind: "line"; readonly line: StoryLine<T> }
  /** Nothing happened for `length` milliseconds. */
  | { readonly kind: "gap"; readonly length: number; readonly before: T };

const IDLE_MS = 24 * 3_600_000;

/** The history as drawn: lines in order, and a fold for each whole day or more without an event. */
export function foldHistory<T extends { readonly at: number }>(
  lines: readonly StoryLine<T>[],
): readonly HistoryPart<T>[] {
  return lines.flatMap((line, index): HistoryPart<T>[] => {
    const before = lines[index - 1];
    const length = before === undefined ? 0 : line.lead.at - (before.rest.at(-1) ?? before.lead).at;
    const drawn = { kind: "line", line } as const;
    return length >= IDLE_MS ? [{ kind: "gap", length, before: line.lead }, drawn] : [drawn];
  });
}
