import type { FolderRow, Page, PageRequest } from "./types-folders.ts";

/** The text is the truth (law 5): title and problem counts are views of it, kept for the list. */
export interface DraftRow {
  /** Digits, as on the wire. */
  readonly id: string;
  /** UUIDv7, never changes (law 6). */
  readonly key: string;
  readonly accountId: string;
  readonly title: string;
  readonly text: string;
  /** The last version that parsed; what the API shows while `text` does not (law 5). */
  readonly goodText: string;
  readonly format: "yaml" | "json";
  /** Counts writes; the etag. */
  readonly revision: number;
  readonly errors: number;
  readonly warnings: number;
  readonly folderId: string | null;
  readonly archived: boolean;
  readonly wallCreated: number;
  readonly wallModified: number;
}
export type DraftSummary = Omit<DraftRow, "text" | "goodText">;
/** A folder; in the home folder is also what names none. */
export type FolderPlace = Pick<FolderRow, "id" | "home">;
export interface DraftFilter extends PageRequest {
  readonly search?: string;
  readonly archived?: boolean;
  readonly accountId?: string;
  readonly folder?: FolderPlace;
}
export interface DraftReads {
  get(id: string): DraftRow | null;
  /** Last modified first; archived ones only when asked for. */
  list(filter: DraftFilter): Page<DraftSummary>;
  /** Newest first, without texts (law 10). */
  versions(id: string, request: PageRequest): Page<DraftVersion>;
  version(id: string, revision: number): (DraftVersion & { readonly text: string }) | null;
  file(id: string): DraftFile | null;
  /** The draft that was opened from the file at this path; null: none. */
  ofFile(path: string): string | null;
}
/** The file that a draft was opened from. Hashes are SHA-256 in hex, of the texts when the two last agreed. */
export interface DraftFile {
  /** Absolute. */
  readonly path: string;
  readonly fileSha256: string;
  readonly draftSha256: string;
  /** Identifiers of documents by the path that the file's text uses. */
  readonly documents: Readonly<Record<string, string>>;
}
/** A text that a draft has had. */
export interface DraftVersion {
  /** The write that made it. */
  readonly revision: number;
  readonly wallAt: number;
  readonly origin: DraftVersionOrigin;
  /** Whether a run was started from it. */
  readonly ran: boolean;
  /** Given by the author, who then keeps it; null for an automatic one. */
  readonly name: string | null;
  /** Characters. */
  readonly size: number;
}
/** Why it is there: what the draft began with, an edit, a version brought back, a text taken from its file. */
export type DraftVersionOrigin = "created" | "edited" | "restored" | "taken";
export interface DraftWrites {
  create(row: Omit<DraftRow, "id" | "revision">): DraftRow;
  /**
   * Makes a version of a changed text.
   * @throws ConflictError when `expectedRevision` is given and is not the stored one.
   */
  update(
    id: string,
    change: Partial<
      Pick<DraftRow, "title" | "text" | "goodText" | "format" | "errors" | "warnings" | "folderId" | "archived">
    >,
    wallAt: number,
    options?: {
      readonly expectedRevision?: number | undefined;
      readonly origin?: DraftVersionOrigin | undefined;
    },
  ): DraftRow;
  nameVersion(id: string, revision: number, name: string | null): void;
  /** Puts other counts of problems beside the same text: no write of the author's. Nothing where the text is a later one. */
  recount(id: string, revision: number, counts: Pick<DraftRow, "errors" | "warnings">): void;
  /** Notes that a run was started from the newest version. */
  markRun(id: string): void;
  /** Replaces what was known of the draft's file; a file belongs to one draft, the last that took it. */
  setFile(id: string, file: DraftFile): void;
  removeVersions(id: string, revisions: readonly number[]): void;
  remove(id: string): void;
}
