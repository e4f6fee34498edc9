import type { Diagnostic } from "../../src-shared/basics/index.ts";
import type { OutputOf } from "../../src-shared/bridge/index.ts";
import type { CompanionName, Companions, DraftTexts } from "../../src-shared/foresight/index.ts";
import type { DeepReadonly } from "../../src-shared/service/index.ts";
import type { PdfSource } from "../documents/index.ts";
import type {
  DocumentFilter,
  DocumentRow,
  DraftFilter,
  DraftRow,
  DraftSummary,
  DraftVersion,
  Page,
  PageRequest,
  RemoteMapping,
} from "../store/index.ts";
import type { Result } from "./errors.ts";
import type { DraftFields, InstanceDetail, StartOptions } from "./types-instances.ts";

export interface DraftDetail extends DraftRow {
  readonly diagnostics: readonly Diagnostic[];
  /** The views of `goodText` that the wire shows; a callback's password is never in it. */
  readonly fields: DraftFields;
}

/** What binds a draft to its remote account. */
export interface DraftBinding {
  readonly accountKey: string;
  /** Of the draft, then of its documents. */
  readonly mappings: readonly RemoteMapping[];
  /** The sealed password that the service has for its callback. */
  readonly password: Uint8Array | null;
}

/** A flow file's text with what belongs to it. */
export interface SentFlow {
  readonly text: string;
  readonly companions?: Companions;
  readonly fileName: string;
  /** By the relative path that the text uses. */
  readonly files: Readonly<Record<string, Uint8Array>>;
}

export type FlowFileSource =
  /** A flow file, with its companions beside it, or a zip. */
  | { readonly path: string }
  | SentFlow
  /** A zip of one flow file and its PDFs. */
  | { readonly archive: PdfSource; readonly fileName: string };

export interface DraftUseCases {
  list(filter: DraftFilter): Page<DraftSummary>;
  get(id: string): Result<DraftDetail>;
  /** Whether the key is this draft's: `resource_not_found` where it is another's, of a workspace that had the id too. */
  isOf(id: string, key: string): Result<null>;
  /** Newest first: the present text, and what was kept of the ones before it. */
  versions(id: string, request: PageRequest): Result<Page<DraftVersion>>;
  version(id: string, revision: number): Result<DraftVersion & DraftTexts>;
  /** A version with a name stays until the name is taken away (null, or nothing but spaces). */
  nameVersion(id: string, revision: number, name: string | null): Promise<Result<null>>;
  /** Writes the texts of a version as the draft's newest, its companions with them; what stood before stays a version. */
  restore(id: string, revision: number, expectedRevision?: number): Promise<Result<DraftDetail>>;
  createFromText(request: {
    text: string;
    companions?: Companions;
    format?: "yaml" | "json";
    accountId?: string;
    title?: string;
    folderId?: string;
  }): Promise<Result<DraftDetail>>;
  createFromFields(request: { fields: DraftFields; accountId?: string }): Promise<Result<DraftDetail>>;
  /** `resource_not_found` where `key` is given and another draft's. @returns `precondition_failed` when `expectedRevision` is given and stale; nothing is lost: the text is in the error's details. */
  saveText(id: string, text: string, expectedRevision?: number, key?: string): Promise<Result<DraftDetail>>;
  /** Somebody types in a draft, by its key, what is not saved yet: no sync changes it until that rests [Y3]. */
  noteTyping(key: string): void;
  /** As `saveText`, for a companion: at most 1 MiB, else `payload_too_large`. */
  saveCompanion(
    id: string,
    name: CompanionName,
    text: string,
    expectedRevision?: number,
    key?: string,
  ): Promise<Result<DraftDetail>>;
  /** A structural edit of the text (law 5): fields left out stay. */
  patch(id: string, fields: DraftFields, expectedRevision?: number): Promise<Result<DraftDetail>>;
  /** A new draft with the present texts, or those of a version, under a title of its own; `texts` stand in place of those. */
  duplicate(id: string, revision?: number, texts?: Partial<DraftTexts>): Promise<Result<DraftDetail>>;
  setArchived(id: string, archived: boolean): Promise<Result<DraftDetail>>;
  remove(id: string, expectedRevision?: number): Promise<Result<null>>;
  /**
   * As `remove`, and keeps the draft in memory for a short time, so that `bringBack` can undo it.
   * @param binding what bound it to its account; null: nothing did
   */
  removeForNow(id: string, binding: DraftBinding | null): Promise<Result<null>>;
  /**
   * Puts a draft that was removed for now back as it was: its id, versions, texts and file. `resource_not_found` where it is
   * kept no longer. @returns what bound it to its account
   */
  bringBack(id: string, key: string): Promise<Result<DraftBinding | null>>;
  /** Takes the PDFs in and rewrites their paths to document ids; if one is refused nothing is stored. */
  importFlowFile(source: FlowFileSource, options?: { accountId?: string }): Promise<Result<DraftDetail>>;
  /** A flow file with paths in place of document ids; with `pdfs`, a zip of it, its companions and its PDFs. `without`: the companions that it leaves out. */
  exportFlow(
    id: string,
    options: { readonly pdfs: boolean },
  ): Promise<
    Result<{ readonly fileName: string; readonly bytes: Uint8Array; readonly without: readonly CompanionName[] }>
  >;
  /** [G1] */
  start(id: string, options?: StartOptions): Promise<Result<InstanceDetail>>;
}

// ---- documents ---------------------------------------------------------------------------------------------------

export interface DocumentUseCases {
  get(id: string): Result<DocumentRow>;
  list(filter: DocumentFilter): Page<DocumentRow>;
  /** Every upload is a new document, equal bytes or not. */
  upload(request: {
    bytes: PdfSource;
    fileName: string;
    title?: string;
    accountId?: string;
  }): Promise<Result<DocumentRow>>;
  /** The PDF: sealed once it is, unless `original`. `etag` is the bytes' SHA-256. */
  content(
    id: string,
    options?: { original?: boolean },
  ): Promise<Result<{ readonly bytes: Uint8Array; readonly fileName: string; readonly etag: string }>>;
  /** As `content`, but where it rests on disk, for streaming (law 10). */
  blobPath(
    id: string,
    options?: { original?: boolean },
  ): Promise<Result<{ readonly path: string; readonly fileName: string; readonly etag: string }>>;
  /** What participants see it called. Only a free one, here and below, else `document_state_error`. */
  rename(id: string, title: string): Promise<Result<null>>;
  remove(id: string): Promise<Result<null>>;
}

// ---- files -------------------------------------------------------------------------------------------------------

/** How a draft and the file that it was opened from stand. */
export type DraftFileState = NonNullable<DeepReadonly<OutputOf<"drafts.file">["file"]>>;

/** Drafts that were opened from files on this machine. `resource_not_found` where a draft has no file. */
export interface DraftFileUseCases {
  /** The draft of a flow file, created on first use. A zip is imported each time. */
  open(path: string): Promise<Result<DraftDetail>>;
  /** null: the draft has no file. From then on a change of the file is reported as a change of the draft. */
  state(id: string): Promise<Result<DraftFileState | null>>;
  /** The texts of the file and of those beside it, with document ids where they are known. */
  texts(id: string): Promise<Result<DraftTexts>>;
  /** The file's text becomes the draft's newest version, companions and PDFs included. */
  take(id: string, expectedRevision: number): Promise<Result<DraftDetail>>;
  /** The draft stays as it is; the file's present text counts as seen. */
  keep(id: string): Promise<Result<null>>;
  /** Writes the draft to the file, its companions and new PDFs beside it. `conflict_error` when the file has changed since it was last seen. */
  save(id: string): Promise<Result<null>>;
}
