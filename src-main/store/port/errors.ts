/** Why the workspace's database could not be used; each says what happened, where, and what to do. */
export type StoreErrorCode =
  | "locked"
  | "damaged"
  | "newer"
  | "too_new"
  | "read_only"
  | "unreadable"
  | "disk_full"
  | "not_a_folder"
  | "other_contents"
  | "busy"
  | "moved"
  /** The workspace was closed in between, and pending requests are dropped. */
  | "closed"
  /** A document's file is gone from the workspace, or has other bytes. */
  | "file_missing"
  | "file_changed"
  | "io_error";

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreError";
    this.code = code;
  }
}

/** One row that cannot be read, in a database that can. */
export class DamagedRowError extends StoreError {
  constructor(message: string, options?: ErrorOptions) {
    super("damaged", message, options);
    this.name = "DamagedRowError";
  }
}

/** Whether the failure is of the store as a whole, so that it meets every write, and not of one row. */
export function isOfStore(error: unknown): error is StoreError {
  return error instanceof StoreError && !(error instanceof DamagedRowError);
}

/** A write that was based on a stale revision. */
export class ConflictError extends Error {
  readonly currentRevision: number;
  constructor(message: string, currentRevision: number) {
    super(message);
    this.name = "ConflictError";
    this.currentRevision = currentRevision;
  }
}

/** A cursor that the list never gave, or a limit outside 1..500; the caller's mistake, not the store's. */
export class PageRequestError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PageRequestError";
  }
}

/** A row that the caller expects is missing: a caller's mistake; the message has its name and id. */
export function missing(what: string, id: string): Error {
  return new Error(`There is no ${what} ${id}.`);
}

/** @throws when an update found no row */
export function requireFound({ changes }: { readonly changes: number }, what: string, id: string): void {
  if (changes === 0) throw missing(what, id);
}
