import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../basics/index.ts";
import { UPLOAD_FOLDER } from "../../store/index.ts";
import { isMissing } from "./blob-store.ts";

/**
 * What a crash leaves in a workspace's folder. Of blobs, only those are left over that were written between the last opening
 * and this one and that no row names. The last opening is known by a file among the blobs, whose id the database has too: one
 * that was put back from a backup has another id, and does not know what was written after it (decision 0507).
 */
const OPENED = ".opened";
const OPENING = ".opening";

const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** What `writeFileAtomically` and the making of a key write before they rename it. */
const TEMPORARY = new RegExp(`^(secret\\.key)?\\.${UUID}\\.tmp$`);
const FOLDER = /^[0-9a-f]{2}$/;
const BLOB = /^[0-9a-f]{64}$/;

/** Where uploads rest until they have arrived: in the workspace, so that its owner knows them all for its own. */
function uploadsFolder(dir: string): string {
  return join(dir, "uploads");
}

/**
 * Makes the folder of one upload. What they all lie in is made again where a cleaner has taken it: nothing rests there for long.
 * @throws the system's error
 */
export async function makeUploadFolder(dir: string): Promise<string> {
  const prefix = join(uploadsFolder(dir), "upload-");
  try {
    return await mkdtemp(prefix);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(uploadsFolder(dir));
    return mkdtemp(prefix);
  }
}

/**
 * Removes what the last process had not finished writing or taking in, and marks the beginning of this opening.
 * To be called by the owner of the workspace's lock, before it writes any blob.
 * @throws the system's error
 */
export function beginOpening(dir: string, id: string): void {
  for (const name of readdirSync(dir)) if (TEMPORARY.test(name)) rmSync(join(dir, name), { force: true });
  clearUploads(uploadsFolder(dir));
  const blobs = join(dir, "blobs");
  for (const folder of [uploadsFolder(dir), blobs]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(blobs, OPENING), id, { mode: 0o600 });
}

/** Only what an upload makes, and nothing that a link leads to: the rest somebody has put there. */
function clearUploads(uploads: string): void {
  if (!lstatSync(uploads, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const entry of readdirSync(uploads, { withFileTypes: true }))
    if (entry.isDirectory() && UPLOAD_FOLDER.test(entry.name))
      rmSync(join(uploads, entry.name), { recursive: true, force: true });
}

export interface Leftover {
  readonly path: string;
  /** null: a temporary file. */
  readonly sha256: string | null;
}

/**
 * Files in the blob folders written before this opening; blobs only if written after the last one. The caller checks
 * whether a row refers to them. Reads only folders that have changed since, so a large workspace costs little.
 * @param known the id of the last opening whose leftovers were cleared, as the database has it
 */
export async function* leftBehind(dir: string, known: string | null): AsyncGenerator<Leftover, void> {
  const blobs = join(dir, "blobs");
  const isKnown = known !== null && (await textOf(join(blobs, OPENED))) === known;
  const since = isKnown ? await writtenAt(join(blobs, OPENED)) : null;
  const until = await writtenAt(join(blobs, OPENING));
  for (const name of await readdir(blobs)) {
    const folder = join(blobs, name);
    if (FOLDER.test(name) && (await writtenAt(folder)) >= (since ?? 0n)) yield* leftIn(folder, since, until);
  }
}

/** @param since null: blobs may be needed by another database than the one that is open */
async function* leftIn(folder: string, since: bigint | null, until: bigint): AsyncGenerator<Leftover, void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const sha256 = BLOB.test(name) ? name : null;
    const from = sha256 === null ? 0n : since;
    if (from === null || (sha256 === null && !TEMPORARY.test(name))) continue;
    const at = await writtenAt(path);
    if (at >= from && at < until) yield { path, sha256 };
  }
}

/** The leftovers of all before this opening are cleared; the caller has its id written to the database. */
export async function endOpening(dir: string): Promise<void> {
  await rename(join(dir, "blobs", OPENING), join(dir, "blobs", OPENED));
}

/** Nanoseconds, by the clock of the disk alone; 0 where there is none any more. */
async function writtenAt(path: string): Promise<bigint> {
  try {
    return (await stat(path, { bigint: true })).mtimeNs;
  } catch (error) {
    if (isMissing(error)) return 0n;
    throw error;
  }
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
