import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";

/** What a client or a network does to a connection; by the time of the error Node has closed it. */
const LOST_CONNECTION = new Set(["ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOTCONN"]);
const TRANSFERS = new Set(["read", "write", "shutdown"]);

/** Whether an error is that of a lost connection: it says nothing of what else the process holds. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "", syscall = "" } = error as NodeJS.ErrnoException;
  return LOST_CONNECTION.has(code) && TRANSFERS.has(syscall);
}

/** Whether an answer came to nothing because its reader had gone: the client's own doing, and nobody reads another answer. */
export function isUnread(error: { readonly code?: string }, response: ServerResponse): boolean {
  return response.destroyed && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

/**
 * Reports a file that fails after a part of it was sent: the framework only breaks off the answer. Earlier failures reach
 * its error handler.
 */
export function reportBreak<T extends Readable>(file: T, response: ServerResponse, onBreak: (error: Error) => void): T {
  return file.once("error", (error) => {
    if (response.headersSent) onBreak(error);
  });
}
