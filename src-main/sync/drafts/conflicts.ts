import { draftText, isDocumentId, type WireFields } from "../../../src-shared/language/index.ts";
import {
  type BothSides,
  type Conflict,
  contentOf,
  documentsIn,
  mergeErrors,
  nextStep,
  placeOf,
  settledFor,
  settledWith,
} from "../../../src-shared/sync/index.ts";
import { type DraftConflict, fail, ok, type Result, type Settling } from "../../host/index.ts";
import type { DraftRow, RemoteMapping } from "../../store/index.ts";
import { type LocalRun, noteIncoming, type Run, saveMapping, titleIn } from "../run.ts";
import { canonicalLocal, hashOf, localFields, writtenFields } from "../views.ts";

interface Found {
  readonly row: DraftRow | null;
  readonly theirs: WireFields | null;
  readonly conflicts: readonly Conflict[];
}

/**
 * Saves a conflict, with the account's whole version in History. Nothing is sent or overwritten until it is settled
 * [Y6].
 */
export async function conflicted(run: Run, mapping: RemoteMapping, { row, theirs, conflicts }: Found): Promise<void> {
  const next = { ...mapping, state: "conflict", why: null, theirs, conflicts } as const;
  reportConflicts(run, next);
  if (noteIncoming(run, "conflict", next)) return;
  await saveMapping(run, next);
  if (row === null || theirs === null) return;
  await run.synced.keepAside(row, localFields(run, writtenFields(run, row), theirs), run.account.name);
}

export function reportConflicts({ report }: Pick<Run, "report">, { localKey, conflicts }: RemoteMapping): void {
  for (const { path, base, mine, theirs } of conflicts)
    report.conflicts.push({
      ...{ draft: localKey, path, base: base ?? null, mine: mine ?? null, theirs: theirs ?? null },
    });
}

/**
 * Open conflicts of drafts that this sync skipped, because somebody types in them or it was for another draft.
 * Held-back drafts are reported as held back.
 */
export function reportOthers(run: Pick<Run, "workspace" | "account" | "report">, held: ReadonlySet<string>): void {
  const told = new Set(run.report.conflicts.map(({ draft }) => draft));
  for (const mapping of run.workspace.reads.remotes.inConflict(run.account.key))
    if (!told.has(mapping.localKey) && !held.has(mapping.localKey)) reportConflicts(run, mapping);
}

/**
 * Computes a draft's open conflict from its current text; null: none.
 * @param chosen choices for all or some of its parts; the rest take the proposal
 */
export function openConflict(
  run: LocalRun,
  { localKey, base, theirs, conflicts }: RemoteMapping,
  chosen: Settling = [],
): DraftConflict | null {
  if (conflicts.length === 0) return null;
  const row = run.workspace.reads.drafts.byKey(localKey);
  const written = row === null ? null : writtenFields(run, row);
  const mine = written === null ? null : canonicalLocal(run, written);
  const textOf = (fields: WireFields | null) =>
    fields === null ? null : draftText(localFields(run, written, fields) as WireFields);
  const isOlder = row !== null && row.text !== row.goodText;
  const name = { id: row?.id ?? null, title: row?.title ?? titleIn(base), isOlder };
  const documents = titlesOf(run, written, [base, mine, theirs]);
  const texts = { ...name, documents, base: textOf(base), mine: textOf(mine), theirs: textOf(theirs) };
  const seen = seenAs({ base, mine, theirs });
  const shown = { ...texts, seen, titleThere: theirs === null ? null : titleIn(theirs) };
  if (mine === null || theirs === null) return { ...shown, conflicts, reason: "one_side", errors: [], proposal: null };
  const step = nextStep({ base, mine, theirs, passwordChanged: false, canTake: true });
  const found: Pick<DraftConflict, "conflicts" | "reason"> =
    step.kind === "conflict" ? { conflicts: step.conflicts, reason: step.reason } : { conflicts: [], reason: "parts" };
  const sides = { base, mine, theirs };
  // Another flow is not merged with this one: until a side is chosen there is nothing to propose.
  if (found.reason === "another_flow" && typeof chosen !== "string")
    return { ...shown, ...found, errors: [], proposal: null };
  const fields = settledTo(chosen, sides);
  const errors = mergeErrors(sides, fields).map((error) => ({ path: placeOf(error), message: error.message }));
  return { ...shown, ...found, errors, proposal: textOf(fields) };
}

type Sides = Pick<RemoteMapping, "base" | "theirs"> & { readonly mine: WireFields | null };

/** Identifies a conflict by everything its author sees, so that settling names the one they saw. */
export const seenAs = ({ base, mine, theirs }: Sides): string => hashOf([base, mine, theirs]);

/** The result of these choices; parts without a choice take the proposal. */
function settledTo(how: Settling, sides: BothSides): WireFields {
  if (how === "text") return sides.mine;
  return how === "mine" || how === "theirs" ? settledFor(how, sides) : settledWith(how, sides).fields;
}

/** Titles of the documents of some canonical fields that are here, by content. */
function titlesOf(
  run: LocalRun,
  written: WireFields | null,
  sides: readonly (WireFields | null)[],
): Readonly<Record<string, string>> {
  const titles: Record<string, string> = {};
  for (const side of sides) {
    if (side === null) continue;
    const ids = documentsIn(localFields(run, written, side) as WireFields);
    for (const [at, token] of documentsIn(side).entries()) {
      const [content, id] = [contentOf(token), ids[at]];
      const row = typeof id === "string" && isDocumentId(id) ? run.workspace.reads.documents.get(id) : null;
      if (content !== null && row !== null) titles[content] = row.title;
    }
  }
  return titles;
}

/** The canonical fields of a settled draft; null: the text stays as it is. */
export function settledFields(how: Settling, sides: BothSides): Result<WireFields | null> {
  if (how === "text") return ok(null);
  if (how === "mine" || how === "theirs") return ok(settledFor(how, sides));
  const [only] = how;
  if (how.length === 1 && only?.path.length === 0 && only.take !== "value") return ok(settledFor(only.take, sides));
  const { fields, conflicts, unused } = settledWith(how, sides);
  if (conflicts.length + unused.length > 0)
    return fail("conflict_error", "The conflicts have changed meanwhile: look at them again.");
  const [error] = mergeErrors(sides, fields);
  if (error === undefined) return ok(fields);
  return fail(
    "conflict_error",
    `Settled like this, the flow would have an error that neither side has: ${error.message} Choose another way, correct the text, or settle the whole flow.`,
  );
}
