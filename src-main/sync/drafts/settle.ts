import type { WireFields } from "../../../src-shared/language/index.ts";
import { changed } from "../../../src-shared/sync/index.ts";
import { type DraftFields, fail, ok, type Result, type Settling } from "../../host/index.ts";
import type { DraftRow, RemoteAccountRow, RemoteMapping } from "../../store/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { type LocalRun, localRun, type Parts } from "../run.ts";
import { canonicalLocal, localFields, writtenFields } from "../views.ts";
import { seenAs, settledFields } from "./conflicts.ts";
import { unsent } from "./mappings.ts";
import { unlinkDraft, unlinkDraftIn } from "./sync-draft.ts";

/** Whether a conflicting draft exists on both sides: then settling it affects that draft alone. */
export function isOnBothSides({ reads }: Workspace, { key: accountKey }: RemoteAccountRow, draftKey: string): boolean {
  const mapping = reads.remotes.mapping({ accountKey, kind: "draft", localKey: draftKey });
  return (mapping?.theirs ?? null) !== null && reads.drafts.byKey(draftKey) !== null;
}

interface Asked {
  readonly draftKey: string;
  readonly how: Settling;
  /** @see DraftConflict.seen; undefined: as it is now */
  readonly seen: string | undefined;
}

/**
 * Settles a draft's conflicts [Y6]. The remote version seen becomes the merge base, so the next sync merges the settled
 * draft with the newest remote version.
 */
export async function settle(
  workspace: Workspace,
  parts: Parts,
  account: RemoteAccountRow,
  { draftKey, how, seen }: Asked,
): Promise<Result<{ readonly changed: boolean }>> {
  const mapping = workspace.reads.remotes.mapping({ accountKey: account.key, kind: "draft", localKey: draftKey });
  if (mapping === null || mapping.conflicts.length === 0)
    return fail(
      "conflict_error",
      "This draft has no open conflict any more: it was settled meanwhile in another window, or a sync ended it.",
    );
  const run = localRun(workspace, parts, account);
  const row = workspace.reads.drafts.byKey(draftKey);
  const written = row === null ? null : writtenFields(run, row);
  const mine = written === null ? null : canonicalLocal(run, written);
  if (seen !== undefined && seen !== seenAs({ base: mapping.base, mine, theirs: mapping.theirs }))
    return ok({ changed: true });
  const settled = await settledNow(run, { mapping, row, written, mine }, how);
  return settled.ok ? ok({ changed: false }) : settled;
}

interface Open {
  readonly mapping: RemoteMapping;
  readonly row: DraftRow | null;
  readonly written: WireFields | null;
  readonly mine: WireFields | null;
}

async function settledNow(run: LocalRun, { mapping, row, written, mine }: Open, how: Settling): Promise<Result<null>> {
  const { workspace, account } = run;
  if (row === null || mapping.theirs === null) return withoutOne(run, mapping, how);
  const fields = mine === null ? ok(null) : settledFields(how, { base: mapping.base, mine, theirs: mapping.theirs });
  if (!fields.ok) return fields;
  if (fields.value !== null && written !== null) {
    const wanted = localFields(run, written, fields.value);
    const names: readonly string[] = changed(wanted as WireFields, written);
    const given = Object.fromEntries(Object.entries(wanted).filter(([name]) => names.includes(name))) as DraftFields;
    const taken = names.length === 0 ? ok(null) : await run.synced.take(row, given, account.name);
    if (!taken.ok) return taken;
  }
  await put(workspace, { ...mapping, base: mapping.theirs, theirs: null, conflicts: [], state: "changed_here" });
  return ok(null);
}

/** One side deleted what the other changed: delete it on both sides, or keep it on both. */
async function withoutOne(run: LocalRun, mapping: RemoteMapping, given: Settling): Promise<Result<null>> {
  const { workspace } = run;
  const how = typeof given === "string" ? given : given[0]?.take;
  const settled = { ...mapping, theirs: null, conflicts: [] };
  if (mapping.theirs !== null) {
    // Mine: deleted there too.
    if (how !== "mine") return back(run, mapping, mapping.theirs);
    return keptAside(run, mapping.theirs, { ...settled, base: mapping.theirs, state: "changed_here" });
  }
  if (how === "theirs") {
    const row = workspace.reads.drafts.byKey(mapping.localKey);
    if (row !== null) await run.drafts.setArchived(row.id, true);
    await unlinkDraft(run, mapping);
  } else
    await put(workspace, {
      ...settled,
      remoteId: null,
      base: null,
      etag: null,
      mark: null,
      sent: null,
      state: "only_here",
    });
  return ok(null);
}

/** A draft deleted here and taken from there comes back as a new draft, since not every service has a list. */
async function back(run: LocalRun, mapping: RemoteMapping, theirs: WireFields): Promise<Result<null>> {
  const { workspace, account } = run;
  const key = workspace.newId();
  const made = { key, accountId: account.accountId, source: account.name, patience: 0 };
  const bound: RemoteMapping = { ...unsent(account.key, key, workspace.clockNow()), remoteId: mapping.remoteId };
  const created = await run.synced.create(localFields(run, null, theirs), made, (tx) => {
    unlinkDraftIn(tx, account.key, mapping.localKey);
    tx.remotes.putMapping({ ...bound, state: "up_to_date", base: theirs, dropped: mapping.dropped });
  });
  return created.ok ? ok(null) : created;
}

/** The local flow and its History are gone: a flow that is deleted there too stays here as an archived flow [Y6]. */
async function keptAside(run: LocalRun, theirs: WireFields, next: RemoteMapping): Promise<Result<null>> {
  const { workspace, account } = run;
  const wallAt = workspace.clockNow();
  const made = { key: workspace.newId(), accountId: account.accountId, source: account.name, patience: 0 };
  const created = await run.synced.create(localFields(run, null, theirs), made, (tx, { id }) => {
    tx.drafts.update(id, { archived: true }, wallAt);
    tx.remotes.putMapping({ ...next, wallAt });
  });
  return created.ok ? ok(null) : created;
}

async function put({ engine, clockNow }: Workspace, mapping: RemoteMapping): Promise<void> {
  await engine.transact((tx) => tx.remotes.putMapping({ ...mapping, wallAt: clockNow() }));
}
