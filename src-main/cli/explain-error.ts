import { StoreError } from "../store/port/errors.ts";

/** Something that was given cannot be used; the message is the whole sentence. */
export class Refusal extends Error {}

/** A sentence for the terminal: expected troubles in their own words, anything else with its stack. */
export function explain(cause: unknown): string {
  if (cause instanceof StoreError || cause instanceof Refusal) return cause.message;
  if (!(cause instanceof Error)) return String(cause);
  const { code, port, syscall } = cause as NodeJS.ErrnoException & { port?: number };
  if (code === "ENOSPC" || code === "EDQUOT")
    return `The disk is full (${cause.message}). Free some space, then try again.`;
  if (code === "EADDRINUSE")
    return `Port ${port} on 127.0.0.1 is in use by another program: choose another with --port, or leave --port out.`;
  if (code === "EACCES" && syscall === "listen")
    return `Port ${port} on 127.0.0.1 may not be used by you: choose one above 1023 with --port.`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `${cause.message}: choose a place that you may write to.`;
  return `Countersign met a fault of its own: ${cause.stack ?? cause.message}`;
}
