import type { DraftVersion, StoreWrites } from "../../store/index.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Automatic versions of one draft, so that a workspace that runs for years stays bounded. */
export const VERSIONS_KEPT = 200;
/** Characters of all automatic versions of one draft. */
export const CHARACTERS_KEPT = 32 * 1_048_576;
/** A pause this long between two edits keeps the text before it: a minute on the first day, then an hour, then a day. */
const quietTime = (age: number) => (age < DAY ? MINUTE : age < 30 * DAY ? 60 * MINUTE : DAY);
/** Work without such a pause keeps the last version of every stretch of ten of them. */
const PAUSES_OF_WORK = 10;

/**
 * The revisions that can be removed, from versions newest first. Kept are the newest, those with a name or a
 * run, the first, and the one before a restore; of edits, the last before a pause.
 * @param now epoch milliseconds
 */
export function needless(versions: readonly DraftVersion[], now: number): readonly number[] {
  const passing = new Set(
    versions.filter((version, at) => {
      const next = versions[at - 1];
      return next !== undefined && isPassing(version, next, now);
    }),
  );
  const staying = withinLimits(versions.filter((version) => !passing.has(version)));
  return versions.filter((version) => !staying.has(version)).map(({ revision }) => revision);
}

/** Whether `version` was only a step on the way to `next`. */
function isPassing(version: DraftVersion, next: DraftVersion, now: number): boolean {
  if (version.origin !== "edited" || version.ran || version.name !== null || next.origin !== "edited") return false;
  const quiet = quietTime(now - version.wallAt);
  const stretch = ({ wallAt }: DraftVersion) => Math.floor(wallAt / (PAUSES_OF_WORK * quiet));
  return next.wallAt - version.wallAt < quiet && stretch(version) === stretch(next);
}

/** All that have a name, the present text, and the newest others. */
function withinLimits(versions: readonly DraftVersion[]): ReadonlySet<DraftVersion> {
  let count = 0;
  let characters = 0;
  return new Set(
    versions.filter(({ name, size }, at) => {
      if (at === 0 || name !== null) return true;
      count += 1;
      characters += size;
      return count < VERSIONS_KEPT && characters <= CHARACTERS_KEPT;
    }),
  );
}

/** Removes the versions of a draft that need not be kept any longer; part of the write that made the newest. */
export function thinVersions(tx: StoreWrites, id: string, now: number): void {
  const gone = needless(tx.drafts.versions(id, { limit: 500 }).items, now);
  if (gone.length > 0) tx.drafts.removeVersions(id, gone);
}
