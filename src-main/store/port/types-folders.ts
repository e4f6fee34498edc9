/** A page of a list; `next` is an opaque cursor, null at the end (law 10). */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}
export interface PageRequest {
  readonly cursor?: string | null;
  /** 1..500, default 100. */
  readonly limit?: number;
}

/** Days; null is unset (interface 2.3). */
export interface Retention {
  readonly delete_trashed: number | null;
  readonly trash_completed: number | null;
  readonly trash_failed: number | null;
  readonly trash_timed_out: number | null;
}
export interface FolderRow {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly home: boolean;
  readonly retention: Retention;
  /** Its retention has changed, and not all of its instances are rescheduled yet [C4]. */
  readonly rescheduling: boolean;
}
export interface FolderReads {
  get(id: string): FolderRow | null;
  home(accountId: string): FolderRow;
  list(accountId: string): readonly FolderRow[];
  /** Of all accounts, by id. */
  rescheduling(): readonly FolderRow[];
}
export interface FolderWrites {
  create(row: Omit<FolderRow, "id" | "rescheduling">): FolderRow;
  rename(id: string, name: string): void;
  /** From then on its instances are being rescheduled. */
  setRetention(id: string, retention: Retention): void;
  endRescheduling(id: string): void;
}
