import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { backupsOf } from "./failures.ts";
import { DATABASE_FILE, LOCK_FILE } from "./marker.ts";

export const KEY_FILE = "secret.key";
export const CERTIFICATE_FILE = "seal-certificate.json";

const LOG_FILE = `${DATABASE_FILE}-wal`;
const ANEW = "then open the workspace again: Countersign makes it anew.";

interface Place {
  readonly holds: "file" | "folder";
  /** After "Move it to another place, ". */
  readonly remedy: (dir: string) => string;
}

/** What a workspace's folder holds by these names; `workspace.json` is missing here, as nothing needs it. */
const PLACES: Readonly<Record<string, Place>> = {
  [DATABASE_FILE]: {
    holds: "file",
    remedy: (dir) => `and put the database back from ${backupsOf(join(dir, DATABASE_FILE))}.`,
  },
  [LOG_FILE]: { holds: "file", remedy: () => ANEW },
  [`${DATABASE_FILE}-shm`]: { holds: "file", remedy: () => ANEW },
  [`${DATABASE_FILE}-journal`]: { holds: "file", remedy: () => ANEW },
  [LOCK_FILE]: { holds: "file", remedy: () => ANEW },
  "lock.pid": { holds: "file", remedy: () => ANEW },
  [KEY_FILE]: {
    holds: "file",
    remedy: () =>
      `and put ${KEY_FILE} back from the folder that the database was copied from, or from your own backup.`,
  },
  [CERTIFICATE_FILE]: {
    holds: "file",
    remedy: () => "and put the seal's certificate back from your own backup; without it the next seal makes a new one.",
  },
  uploads: { holds: "folder", remedy: () => ANEW },
  blobs: { holds: "folder", remedy: () => "and put the folder with the documents back from your own backup." },
  backups: { holds: "folder", remedy: () => ANEW },
};

/** The folder of one upload in `uploads`, as `mkdtemp` names it. */
export const UPLOAD_FOLDER = /^upload-[A-Za-z0-9]{6}$/;

/** Names of everything that Countersign puts into a workspace's folder. */
export const KEEPS_ITS_OWN =
  /^(lock\.(db|pid).*|secret\.key|secret\.key\..*\.tmp|\..*\.tmp|countersign\.db.*|workspace\.json|seal-certificate\.json|blobs|uploads|backups)$/;

/** Without these the database cannot even be looked at. */
export const READ_FROM: readonly string[] = [DATABASE_FILE, LOG_FILE];

/** A sentence where something else has the name of a file or folder of the workspace; null: it is what it should be, or missing. */
export function misplaced(dir: string, name: string): string | null {
  const path = join(dir, name);
  const place = PLACES[name];
  // Files such as the log may vanish between the two calls; opening an unreachable one reports it.
  const found = existsSync(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (place === undefined || found === undefined) return null;
  if (place.holds === "file" ? found.isFile() : found.isDirectory()) return null;
  const is = found.isDirectory() ? "a folder" : found.isFile() ? "a file" : "neither a file nor a folder";
  return `${path} is ${is}, and Countersign keeps a ${place.holds} by that name. Move it to another place, ${place.remedy(dir)}`;
}

/** `misplaced` of everything in a workspace's folder. */
export function allMisplaced(dir: string): readonly string[] {
  return Object.keys(PLACES).flatMap((name) => misplaced(dir, name) ?? []);
}
