import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";

/** Epoch milliseconds of the newest change at or below `place`, folders included: a deletion changes its folder. */
async function newestChange(place: string): Promise<number> {
  if (!existsSync(place)) return 0;
  const self = await stat(place);
  if (!self.isDirectory()) return self.mtimeMs;
  const below = await readdir(place, { recursive: true });
  const times = await Promise.all(below.map(async (name) => (await stat(path.join(place, name))).mtimeMs));
  return Math.max(self.mtimeMs, ...times);
}

/** True when `stamp` is there and nothing of `sources` (files or folders; absent ones count as unchanged) is newer. */
export async function isFresh(stamp: string, sources: readonly string[]): Promise<boolean> {
  if (!existsSync(stamp)) return false;
  const changes = await Promise.all(sources.map(newestChange));
  return Math.max(...changes) <= (await stat(stamp)).mtimeMs;
}
