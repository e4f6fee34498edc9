import path from "node:path";
import { StoreError } from "../store/port/errors.ts";
import { FOUND, NOT_DONE } from "./exit-codes.ts";

/** An input cannot be used; the message is the whole sentence. */
export class Refusal extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = NOT_DONE) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A sentence for the terminal, and the exit code: expected errors in their own words, any other with its stack. */
export function explain(cause: unknown): { readonly sentence: string; readonly exitCode: number } {
  if (cause instanceof StoreError && cause.code === "damaged") return { sentence: cause.message, exitCode: FOUND };
  if (cause instanceof Refusal) return { sentence: cause.message, exitCode: cause.exitCode };
  const trouble = troubleOf(cause);
  if (trouble !== null) return { sentence: trouble, exitCode: NOT_DONE };
  const known = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return { sentence: `Countersign met a fault of its own: ${known}`, exitCode: FOUND };
}

/** Why nothing could be done, and what to do; null: an unexpected error. */
export function troubleOf(cause: unknown): string | null {
  if (cause instanceof StoreError) return cause.message;
  if (!(cause instanceof Error)) return null;
  const { code, port, syscall } = cause as NodeJS.ErrnoException & { port?: number };
  if (code === "ENOSPC" || code === "EDQUOT")
    return `The disk is full (${cause.message}). Free some space, then try again.`;
  if (code === "EADDRINUSE")
    return `Port ${port} on 127.0.0.1 is in use by another program: choose another with --port, or leave --port out.`;
  if (code === "EACCES" && syscall === "listen")
    return `Port ${port} on 127.0.0.1 may not be used by you: choose one above 1023 with --port.`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return notAllowed(cause);
  return null;
}

/** Node's names of system calls that only look at a path. */
const LOOKING = new Set(["stat", "lstat", "realpath", "readlink", "scandir"]);
/** The name of the temporary file of an atomic write. */
const TEMPORARY = /^\.[\da-f-]{36}\.tmp$/;

function notAllowed(cause: NodeJS.ErrnoException): string {
  const { code, path: file, syscall = "" } = cause;
  if (file !== undefined && LOOKING.has(syscall))
    return `${file} may not be read by you (${code}): ask its owner for the right, or run Countersign as a user who may.`;
  if (file !== undefined && TEMPORARY.test(path.basename(file)))
    return `You may not write in the folder ${path.dirname(file)} (${code}): choose a place that you may write to.`;
  return `${cause.message}: choose a place that you may write to.`;
}
