import type { WireFields } from "../../src-shared/language/index.ts";
import { type Conflict, settledFor } from "../../src-shared/sync/index.ts";
import type { DraftRow, RemoteMapping } from "../store/index.ts";
import { keep, type Run } from "./run.ts";
import { fieldsHere, writtenFields } from "./views.ts";

interface Found {
  readonly row: DraftRow | null;
  readonly theirs: WireFields | null;
  readonly conflicts: readonly Conflict[];
}

/** Keeps a conflict, with the account's whole version in History: nothing is sent or overwritten until it is settled [Y6]. */
export async function conflicted(run: Run, mapping: RemoteMapping, { row, theirs, conflicts }: Found): Promise<void> {
  const next = { ...mapping, state: "conflict", why: null, theirs, conflicts } as const;
  reportConflicts(run, next);
  if (run.dry) return;
  await keep(run, next);
  if (row === null || theirs === null) return;
  await run.synced.keepAside(row, fieldsHere(run, writtenFields(run, row), theirs), run.account.name);
}

export function reportConflicts({ report }: Run, { localKey, conflicts }: RemoteMapping): void {
  for (const { path, base, mine, theirs } of conflicts)
    report.conflicts.push({
      ...{ draft: localKey, path, base: base ?? null, mine: mine ?? null, theirs: theirs ?? null },
    });
}

/** The canonical fields of a settled draft; null: the text stays as it is. */
export function settledFields(
  how: "mine" | "theirs" | "text",
  base: WireFields | null,
  mine: WireFields | null,
  theirs: WireFields | null,
): WireFields | null {
  return how === "text" || mine === null || theirs === null ? null : settledFor(how, { base, mine, theirs });
}
