import { join } from "node:path";
import { NamedFileError, readNamedFileSync } from "../../basics/index.ts";

export const DATABASE_FILE = "countersign.db";
export const LOCK_FILE = "lock.db";

/** The host writes it once the store is open; beside it, a missing database is a lost one and not a new one. */
export const WORKSPACE_MARKER = "workspace.json";
/** Bytes; ours has some 50. */
const LARGEST_MARKER = 65_536;
const KIND = "countersign-workspace";

/** The host's content for a new workspace. */
export const MARKER_TEXT = `${JSON.stringify({ kind: KIND, version: 1 })}\n`;

/** A sentence where the workspace's marker is there but is not what Countersign writes; null where it is, or is missing. */
export function markerProblem(dir: string): string | null {
  const file = join(dir, WORKSPACE_MARKER);
  const why = fault(file);
  if (why === null) return null;
  return `${file} is not what Countersign writes (${why}). The database does not need it and was read without; delete it, and the next opening writes it anew.`;
}

function fault(file: string): string | null {
  try {
    const held: unknown = JSON.parse(readNamedFileSync(file, LARGEST_MARKER).toString("utf8"));
    const kind = typeof held === "object" && held !== null && "kind" in held ? held.kind : null;
    return kind === KIND ? null : `it does not say "${KIND}"`;
  } catch (error) {
    if (error instanceof SyntaxError) return "it is not JSON";
    if (!(error instanceof NamedFileError)) throw error;
    return error.fault === "missing" ? null : error.why;
  }
}
