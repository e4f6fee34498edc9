import type {
  DocumentState,
  FlowEvent,
  GroupProgress,
  HistoryComparison,
  Instant,
  ParticipantProgress,
  Sentence,
} from "../src-shared/flow/index.ts";
import type { Diagnostic, Verb } from "../src-shared/language/index.ts";
import type { PdfSource } from "./documents/index.ts";
import type { Result } from "./host-errors.ts";
import type { DraftFileCases } from "./host-types-files.ts";
import type { DoneAct, ParticipantCases } from "./host-types-participants.ts";
import type {
  AccountCases,
  CallbackCases,
  ClockCases,
  DueWork,
  FolderCases,
  LedgerCases,
  LogEntry,
  MailboxCases,
  SettingCases,
} from "./host-types-workspace.ts";
import type {
  AuditEntry,
  DocumentRow,
  DraftFilter,
  DraftRow,
  DraftSummary,
  DraftVersion,
  InstanceFilter,
  InstanceRow,
  Page,
  PageRequest,
} from "./store/types.ts";

export type * from "./host-errors.ts";
export type * from "./host-types-files.ts";
export type * from "./host-types-participants.ts";
export type * from "./host-types-workspace.ts";

/**
 * What the bridge, the HTTP service and the command line ask of an open workspace. Methods that change something return
 * a promise that settles after the commit (law 3). Nothing here throws for bad input: errors are values (law 9).
 * Methods do not check who calls; rows carry `accountId`, and whoever faces a caller compares it.
 */
export interface Host {
  readonly dir: string;
  readonly drafts: DraftCases;
  readonly draftFiles: DraftFileCases;
  readonly documents: DocumentCases;
  readonly instances: InstanceCases;
  readonly participants: ParticipantCases;
  readonly mailbox: MailboxCases;
  readonly callbacks: CallbackCases;
  readonly clocks: ClockCases;
  readonly accounts: AccountCases;
  readonly folders: FolderCases;
  readonly settings: SettingCases;
  readonly ledger: LedgerCases;
  /** Whether the folder is not where it was opened any more: nothing is written until it is back. A change of "setting" tells. */
  moved(): boolean;
  /**
   * A new folder for an upload to rest in until it has arrived. The caller removes it; what a crash leaves, the next opening.
   * @throws StoreError `moved`, `read_only`; the system's error
   */
  uploadFolder(): Promise<string>;
  /** Called after each commit with what changed; returns the way to stop. */
  changes(listener: (change: Change) => void): () => void;
  /** Base of access links, such as `http://127.0.0.1:4711`, known once a service listens; null before. */
  setBaseUrl(url: string | null): void;
  /** Resolves when no effect is under way and nothing that is due waits. */
  idle(): Promise<void>;
  /** Lets what is under way come to its commit, then closes the store. Safe to call twice. */
  close(): Promise<void>;
}

export interface Change {
  readonly kind: "instance" | "draft" | "document" | "mail" | "callback" | "clock" | "folder" | "setting";
  readonly id: string;
  /** The instance that a mail, document or callback belongs to. */
  readonly instanceId: string | null;
}

// ---- drafts ----------------------------------------------------------------------------------------------------

/** The wire's fields of a draft (service.md). Process and parameters may hold errors: only a start checks those. */
export interface DraftFields {
  readonly title?: string | null;
  readonly process?: unknown;
  readonly process_parameters?: unknown;
  readonly process_settings?: unknown;
  readonly duration?: number | null;
  /** `auth.password` in clear goes to the secret store; without one the stored one is kept (service.md). */
  readonly callback?: unknown;
  readonly folder_id?: string | null;
  readonly flow_kind?: string | null;
}

export interface DraftDetail extends DraftRow {
  readonly diagnostics: readonly Diagnostic[];
  /** The views of `goodText` that the wire shows; a callback's password is never in it. */
  readonly fields: DraftFields;
}

export interface StartOptions {
  /** Default `real`. `at` defaults to the real clock's now. */
  readonly clock?:
    | "real"
    | { readonly virtual: string }
    | { readonly virtual: "new"; readonly at?: Instant; readonly name?: string };
  /** Works on new document rows for the same blobs (law 6): runs in the app, `countersign run`. Default false. */
  readonly copies?: boolean;
  /** Replaces these fields for this start only; the draft keeps its own. */
  readonly overrides?: Pick<DraftFields, "title" | "process_parameters" | "callback">;
  /** Default: the draft's account, for `startProcess` the workspace's default account. */
  readonly accountId?: string;
}

export type FlowFileSource =
  /** A flow file, or a zip. */
  | { readonly path: string }
  /** `files` by the relative path that the text uses. */
  | { readonly text: string; readonly fileName: string; readonly files: Readonly<Record<string, Uint8Array>> }
  /** A zip of one flow file and its PDFs. */
  | { readonly archive: PdfSource; readonly fileName: string };

export interface DraftCases {
  list(filter: DraftFilter): Page<DraftSummary>;
  get(id: string): Result<DraftDetail>;
  /** Whether the key is this draft's: `resource_not_found` where it is another's, of a workspace that had the id too. */
  isOf(id: string, key: string): Result<null>;
  /** Newest first: the present text, and what was kept of the ones before it. */
  versions(id: string, request: PageRequest): Result<Page<DraftVersion>>;
  version(id: string, revision: number): Result<DraftVersion & { readonly text: string }>;
  /** A version with a name stays until the name is taken away (null, or nothing but spaces). */
  nameVersion(id: string, revision: number, name: string | null): Promise<Result<null>>;
  /** Writes the text of a version as the draft's newest; what stood before stays a version. */
  restore(id: string, revision: number, expectedRevision?: number): Promise<Result<DraftDetail>>;
  createFromText(request: {
    text: string;
    format?: "yaml" | "json";
    accountId?: string;
    title?: string;
    folderId?: string;
  }): Promise<Result<DraftDetail>>;
  createFromFields(request: { fields: DraftFields; accountId?: string }): Promise<Result<DraftDetail>>;
  /** `resource_not_found` where `key` is given and another draft's. @returns `precondition_failed` when `expectedRevision` is given and stale; nothing is lost: the text is in the error's details. */
  saveText(id: string, text: string, expectedRevision?: number, key?: string): Promise<Result<DraftDetail>>;
  /** A structural edit of the text (law 5): fields left out stay. */
  patch(id: string, fields: DraftFields, expectedRevision?: number): Promise<Result<DraftDetail>>;
  /** A new draft with the present text, or that of a version. */
  duplicate(id: string, revision?: number): Promise<Result<DraftDetail>>;
  setArchived(id: string, archived: boolean): Promise<Result<DraftDetail>>;
  remove(id: string, expectedRevision?: number): Promise<Result<null>>;
  /** Takes the PDFs in and rewrites their paths to document ids; if one is refused nothing is stored. */
  importFlowFile(source: FlowFileSource, options?: { accountId?: string }): Promise<Result<DraftDetail>>;
  /** A flow file with paths in place of document ids; with `pdfs`, a zip of it and its PDFs. */
  exportFlow(
    id: string,
    options: { readonly pdfs: boolean },
  ): Promise<Result<{ readonly fileName: string; readonly bytes: Uint8Array }>>;
  /** [G1] */
  start(id: string, options?: StartOptions): Promise<Result<InstanceDetail>>;
}

// ---- documents ---------------------------------------------------------------------------------------------------

export interface DocumentCases {
  get(id: string): Result<DocumentRow>;
  list(filter: PageRequest & { accountId?: string; free?: boolean }): Page<DocumentRow>;
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
  /** Only a free one, else `document_state_error`. */
  remove(id: string): Promise<Result<null>>;
}

// ---- instances -----------------------------------------------------------------------------------------------------

export interface PendingAct {
  readonly participant: string;
  readonly verb: Verb;
  readonly document: string;
}

export interface InstanceDocument {
  readonly name: string;
  readonly documentId: string;
  readonly title: string;
  readonly pages: number;
  readonly sha256: string;
  readonly state: DocumentState;
  readonly sealedSha256: string | null;
}

export interface InstanceParticipant {
  readonly name: string;
  readonly participantId: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly pending: number;
  readonly done: number;
  readonly standing: ParticipantProgress["standing"];
  readonly acts: readonly DoneAct[];
  /** [U3] Until the author unlocks them. */
  readonly locked: boolean;
}

/** Per author's operation: null when it would succeed now, else the sentence of its refusal. */
export interface AuthorOperations {
  readonly cancel: string | null;
  readonly prolong: string | null;
  /** Of everybody with pending acts. */
  readonly remind: string | null;
  readonly trash: string | null;
  readonly restore: string | null;
  readonly delete: string | null;
}

/** A run as lists show it. */
export interface InstanceSummary extends InstanceRow {
  /** Whatever its clock brings next: a message, an attempt at a callback, a reminder, the time-out, retention. */
  readonly nextDueAt: Instant | null;
}

export interface InstanceDetail extends InstanceSummary {
  readonly flowKind: "standard" | "micro_api";
  /** The wire's spelling, defaults filled in. */
  readonly process: Readonly<Record<string, unknown>>;
  readonly processParameters: Readonly<Record<string, unknown>>;
  readonly processSettings: Readonly<Record<string, unknown>>;
  /** Without its password. */
  readonly callback: {
    readonly url: string;
    readonly version: 1;
    readonly auth?: { readonly type: "basic"; readonly username: string };
  } | null;
  readonly documents: readonly InstanceDocument[];
  readonly participants: readonly InstanceParticipant[];
  readonly pendingActs: readonly PendingAct[];
  readonly adminActions: readonly "remind"[];
  readonly timeZone: string;
  readonly stageNames: readonly string[];
  /** Per stage the groups of which not everybody is needed. */
  readonly stageGroups: readonly (readonly GroupProgress[])[];
  /** Acts that were not done before the time-out. */
  readonly missedActs: readonly PendingAct[];
  /** Of the current stage; `stageNames.length` once all are done. */
  readonly stageIndex: number;
  readonly endedAt: Instant | null;
  readonly now: Instant;
}

export interface HistoryEntry {
  readonly seq: number;
  /** Flow time. */
  readonly at: Instant;
  /** Wall time. */
  readonly recorded: number;
  readonly by: string;
  /** The seq of the first event of its decision; null: a release before schema step 11 has recorded it. */
  readonly decision: number | null;
  /** English sentence for people; `sentence` is the same for other languages. */
  readonly text: string;
  readonly sentence: Sentence;
  readonly who: Sentence;
  /** The reason that somebody gave, else what it follows from; null where it needs no reason. */
  readonly why: Sentence | null;
  /** What is to be known of its times, such as that the machine's clock was set back; null: nothing. */
  readonly note: Sentence | null;
  readonly event: FlowEvent;
  readonly hash: string;
}

export type HistoryFormat = "jsonl" | "csv";

/** A history as a file. */
export interface HistoryExport {
  readonly fileName: string;
  /** The text, a page of events at a time. @throws when the instance is deleted before its end */
  readonly pieces: () => Iterable<string>;
}

export interface InstanceCases {
  list(filter: InstanceFilter): Page<InstanceSummary>;
  count(): number;
  get(id: string): Result<InstanceDetail>;
  /** Its row alone, at the price of a look-up: whose it is, and by `lastSeq` whether anything has changed. */
  row(id: string): Result<InstanceRow>;
  history(
    id: string,
    request?: { after?: number; limit?: number },
  ): Result<{ readonly items: readonly HistoryEntry[]; readonly next: number | null }>;
  /** The whole history as a file for people (csv) and programs (jsonl). */
  exportHistory(id: string, format: HistoryFormat): Result<HistoryExport>;
  /** Recomputes the hash chain. */
  verifyHistory(id: string): Result<{ readonly count: number; readonly brokenAt: number | null }>;
  due(id: string): Result<readonly DueWork[]>;
  audit(id: string): readonly AuditEntry[];
  /** A dry run: writes nothing. */
  operations(id: string): Result<AuthorOperations>;
  /** Name -> url. */
  accessLinks(id: string): Result<Readonly<Record<string, string>>>;
  /** A start without a draft. */
  startProcess(fields: DraftFields, options?: StartOptions): Promise<Result<InstanceDetail>>;
  /** By the author, whatever `allow-rejections` says: that is for participants [G6] [interface 1.6]. */
  reject(id: string, message?: string | null): Promise<Result<null>>;
  cancel(id: string): Promise<Result<null>>;
  prolong(id: string, days: number): Promise<Result<{ readonly timeoutAt: Instant }>>;
  remind(id: string, participantIds: readonly string[]): Promise<Result<null>>;
  trash(id: string): Promise<Result<null>>;
  restore(id: string): Promise<Result<null>>;
  /** [G11] */
  remove(id: string): Promise<Result<null>>;
  /**
   * A new instance on a new virtual clock at that event's instant, whose history is the prefix up to `seq` and what was
   * decided with it [C5]. Its callbacks are held.
   */
  fork(id: string, seq: number): Promise<Result<InstanceDetail>>;
  /** Where two runs part, and what it came to. */
  compare(a: string, b: string): Result<HistoryComparison>;
}

export interface OpenWorkspaceOptions {
  readonly dir: string;
  /** Wall and real clock, epoch milliseconds; default `Date.now`. */
  readonly clockNow?: () => number;
  readonly baseUrl?: string | null;
  /** Email and password of the default account, used where the workspace is created. */
  readonly account?: { readonly email: string; readonly name?: string; readonly password?: string };
  readonly log?: (entry: LogEntry) => void;
  /** Encrypts the secrets at rest; default a key file of mode 0600 in the workspace. */
  readonly secretBox?: { protect(plain: Uint8Array): Uint8Array; reveal(sealed: Uint8Array): Uint8Array };
}
