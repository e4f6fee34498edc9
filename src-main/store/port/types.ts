import type { DocumentState, FlowEvent, HistoryItem, InstanceStatus, Instant } from "../../../src-shared/flow/index.ts";
import type { RemovedContent } from "../../../src-shared/service/index.ts";
import type { JobKind } from "./job-kinds.ts";
import type { DraftReads, DraftWrites } from "./types-drafts.ts";
import type { FolderReads, FolderRow, FolderWrites, Page, PageRequest } from "./types-folders.ts";
import type {
  AccountReads,
  AccountWrites,
  LinkReads,
  LinkWrites,
  SecretReads,
  SecretWrites,
  SessionReads,
  SessionWrites,
} from "./types-people.ts";

export type * from "./types-drafts.ts";
export type * from "./types-folders.ts";
export type * from "./types-people.ts";

/**
 * The store's port: what the other rooms may ask of the database. Reads and writes are different types, so that a
 * write outside a transaction does not compile. Every method is synchronous. Ids that the interface shows as digits are
 * strings here. Times are epoch milliseconds; `…At` is flow time, `wall…` is wall time.
 */
export interface Store {
  readonly read: StoreReads;
  /**
   * Runs `work` in one durable transaction (WAL, synchronous=FULL) and returns after its commit.
   * @throws whatever `work` throws, after rolling back; a `work` that returns a promise is refused and rolled back.
   */
  write<T>(work: (tx: StoreWrites) => T): T;
  close(): void;
}

export interface StoreReads {
  readonly instances: InstanceReads;
  readonly events: EventReads;
  readonly jobs: JobReads;
  readonly clocks: ClockReads;
  readonly drafts: DraftReads;
  readonly documents: DocumentReads;
  readonly mail: MailReads;
  readonly callbacks: CallbackReads;
  readonly accounts: AccountReads;
  readonly sessions: SessionReads;
  readonly links: LinkReads;
  readonly secrets: SecretReads;
  readonly folders: FolderReads;
  readonly settings: SettingReads;
  readonly ledger: LedgerReads;
}

export interface StoreWrites extends StoreReads {
  readonly instances: InstanceReads & InstanceWrites;
  readonly events: EventReads & EventWrites;
  readonly jobs: JobReads & JobWrites;
  readonly clocks: ClockReads & ClockWrites;
  readonly drafts: DraftReads & DraftWrites;
  readonly documents: DocumentReads & DocumentWrites;
  readonly mail: MailReads & MailWrites;
  readonly callbacks: CallbackReads & CallbackWrites;
  readonly accounts: AccountReads & AccountWrites;
  readonly sessions: SessionReads & SessionWrites;
  readonly links: LinkReads & LinkWrites;
  readonly secrets: SecretReads & SecretWrites;
  readonly folders: FolderReads & FolderWrites;
  readonly settings: SettingReads & SettingWrites;
  readonly ledger: LedgerReads & LedgerWrites;
  /** A command's own savepoint (law 3): if `work` throws, its writes are undone and the others of the transaction stay. */
  savepoint<T>(work: () => T): T;
}

// ---- instances -------------------------------------------------------------------------------------------------

/** The projection of one instance: everything a list shows without replaying. */
export interface ForkOrigin {
  readonly instanceId: string;
  readonly seq: number;
}
export interface InstanceRow {
  readonly id: string;
  readonly title: string;
  readonly status: InstanceStatus;
  readonly trashed: boolean;
  readonly origin: string;
  readonly clockId: string;
  readonly accountId: string;
  readonly folderId: string | null;
  readonly draftId: string | null;
  /** The instance that a fork comes from, and the event that it begins after [C5]. */
  readonly forkOf: ForkOrigin | null;
  readonly stage: string | null;
  /** Names of the participants with pending acts. */
  readonly waitingFor: readonly string[];
  /** The next time-out or reminder; null: neither is to come. */
  readonly wakesAt: Instant | null;
  readonly startedAt: Instant;
  readonly lastEventAt: Instant;
  readonly timeoutAt: Instant;
  readonly lastSeq: number;
}
export interface InstanceFilter extends PageRequest {
  readonly status?: InstanceStatus;
  readonly trashed?: boolean;
  readonly search?: string;
  readonly draftId?: string;
  /** Its forks. */
  readonly forkOf?: string;
  readonly accountId?: string;
  /** Those that live on a virtual clock. */
  readonly virtualClockId?: string;
  /** The ended ones of a folder, trashed or not. */
  readonly restingIn?: RestingPlace;
}
export type RestingPlace = Pick<FolderRow, "id" | "home" | "accountId">;
/** What remains of a deleted instance [G11]. */
export interface InstanceTombstone {
  readonly id: string;
  /** SHA-256 hex of the title. */
  readonly titleHash: string;
  readonly wallDeleted: number;
  /** Hash of its last event, null when it had none. */
  readonly lastHash: string | null;
}
export interface InstanceReads {
  /** Whether any instance lives on a virtual clock. */
  anyOn(clockId: string): boolean;
  get(id: string): InstanceRow | null;
  /**
   * Newest first: the last started comes first, whatever its clock says. `search` is a part of the title or the
   * beginning of the id; case does not matter.
   * @throws PageRequestError for a cursor of another list or a limit outside 1..500, like every paged list here.
   */
  list(filter: InstanceFilter): Page<InstanceRow>;
  count(): number;
  /** Of every instance, also of one whose row cannot be read; the newest first. */
  ids(): readonly string[];
  tombstone(id: string): InstanceTombstone | null;
  tombstones(): readonly InstanceTombstone[];
}
export interface InstanceWrites {
  /** `before` is the row as it is stored, for a caller who has kept it: then only what an act changes is written. */
  save(row: InstanceRow, before?: InstanceRow | null): void;
  /**
   * Also removes its events, jobs, mail, callbacks with their attempts, links, participants' sessions, secrets and audit
   * entries; leaves a tombstone [G11]. Its documents are the caller's to remove: their blobs may be in use elsewhere.
   */
  remove(id: string, deletedWall: number): void;
}

// ---- events ----------------------------------------------------------------------------------------------------

export interface RecordedEvent extends HistoryItem {
  readonly instanceId: string;
}
export interface EventReads {
  /** In order, `seq > after`, at most `limit` (default all). */
  load(instanceId: string, after?: number, limit?: number): readonly RecordedEvent[];
  last(instanceId: string): RecordedEvent | null;
  /**
   * Recomputes the chain. `brokenAt` is the seq of the first event that does not fit or, for a chain that ends before
   * the instance's `lastSeq`, of the first one missing; null when whole.
   */
  verify(instanceId: string): { readonly count: number; readonly brokenAt: number | null };
}
export interface EventWrites {
  /**
   * Appends the events of one decision, with the chain's hashes. `previousHash` is that of event `expectedSeq - 1`, for a caller who read or wrote
   * that event and has kept it; without it the store reads it.
   * @throws ConflictError when `expectedSeq` is not the next one; Error when the instance's row has not been saved.
   */
  append(
    instanceId: string,
    expectedSeq: number,
    recorded: number,
    by: string,
    events: readonly FlowEvent[],
    previousHash?: string | null,
  ): readonly RecordedEvent[];
}

// ---- jobs ------------------------------------------------------------------------------------------------------

export type { JobKind, JobKindOfTime } from "./job-kinds.ts";

export interface JobRow {
  /** Stable and unique: `<instanceId>:<what>`, so that writing it twice is writing it once. */
  readonly id: string;
  readonly instanceId: string;
  readonly clockId: string;
  readonly kind: JobKind;
  /** Flow time of the instance's clock, unless `wall`. */
  readonly dueAt: Instant;
  /** Due in wall time whatever the instance's clock says (seal retries); never what time alone makes due. */
  readonly wall: boolean;
  readonly attempts: number;
  /** Parsed by the kind's own schema when it is run. */
  readonly payload: unknown;
  /** When a job was due that waits for a newer release; null: it does not wait. */
  readonly deferredFrom: { readonly dueAt: Instant; readonly wall: boolean } | null;
}
export interface JobReads {
  get(id: string): JobRow | null;
  /**
   * Due on a clock at or before `until`, ordered by due instant, then kind as C3 says, then id. `after` is the last row of
   * the page before. Of kinds that this release knows, as all that tells what is to run; only `get`, `planned` and
   * `ofInstance` have those of a newer one too.
   */
  due(clockId: string, until: Instant, limit: number, after?: JobRow | null): readonly JobRow[];
  /** All that is planned on a clock, in the order of `due`, page by page. */
  planned(clockId: string, limit: number, after?: JobRow | null): readonly JobRow[];
  dueWall(until: number, limit: number): readonly JobRow[];
  /** The earliest on a clock; the earliest later than `after` when it is given. */
  nextDueAt(clockId: string, after?: Instant): Instant | null;
  nextWall(): number | null;
  ofInstance(instanceId: string): readonly JobRow[];
  /** Those that wait for a newer release, by id. */
  deferred(): readonly JobRow[];
  /** The earliest of each of these instances on its clock; those without any are not there. */
  nextOf(instanceIds: readonly string[]): ReadonlyMap<string, Instant>;
  /** Clocks that have any job. */
  clocksWithJobs(): readonly string[];
  /** Of the next `size` rows behind the id `after`, those that do not lie as this release writes their kind. */
  odd(after: string, size: number): { readonly rows: readonly JobRow[]; readonly next: string | null };
  /**
   * Of the next `size` instances behind the one numbered `after`, those for which time has something else in store than
   * their rows say: the first of it, the time-out, or the deletion of what lies in the trash.
   */
  unplanned(after: number, size: number): { readonly ids: readonly string[]; readonly next: number | null };
}
export interface JobWrites {
  /** Inserts or replaces by id. */
  put(job: JobRow): void;
  remove(id: string): void;
}

// ---- clocks ----------------------------------------------------------------------------------------------------

export interface ClockRow {
  /** `real` is the workspace's real clock; every other one is virtual (law 4). */
  readonly id: string;
  readonly name: string;
  readonly virtual: boolean;
  /** Virtual only; never goes back [C5]. */
  readonly now: Instant | null;
}
/** A virtual clock and how many instances live on it, trashed or not. */
export interface ClockUse extends ClockRow {
  readonly instances: number;
}
export interface ClockReads {
  get(id: string): ClockRow | null;
  list(): readonly ClockRow[];
  /** The virtual ones, the newest first. */
  page(request: PageRequest): Page<ClockUse>;
  /** Null: there is no such virtual clock. */
  use(id: string): ClockUse | null;
}
export interface ClockWrites {
  create(row: ClockRow): void;
  /** @throws when `now` is before the clock's own [C5]. */
  set(id: string, now: Instant): void;
  /** @throws when it is missing or the real one. */
  rename(id: string, name: string): void;
  /** @throws when it is missing, the real one, or an instance lives on it. */
  remove(id: string): void;
}

// ---- documents -------------------------------------------------------------------------------------------------

export interface DocumentRow {
  /** Digits, as on the wire; the first is 1001. Every upload is a new one, equal bytes or not. */
  readonly id: string;
  readonly key: string;
  readonly accountId: string;
  readonly title: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly size: number;
  readonly pages: number;
  /** What was taken out of the PDF when it came (decision 0206). */
  readonly removed: readonly RemovedContent[];
  /** The instance that holds it; null: free [G1]. */
  readonly instanceId: string | null;
  /** Name in that instance's process. */
  readonly name: string | null;
  readonly state: DocumentState | null;
  readonly sealedSha256: string | null;
  readonly wallCreated: number;
}
export interface DocumentReads {
  get(id: string): DocumentRow | null;
  ofInstance(instanceId: string): readonly DocumentRow[];
  list(filter: PageRequest & { readonly accountId?: string; readonly free?: boolean }): Page<DocumentRow>;
  /** How many documents need this blob, sealed or not. */
  blobUses(sha256: string): number;
  /** Whether any document has been sealed. */
  anySealed(): boolean;
  /** SHA-256 of the files that deletions have yet to remove, in order. */
  leavingBlobs(): readonly string[];
  isLeaving(sha256: string): boolean;
}
export interface DocumentWrites {
  create(row: Omit<DocumentRow, "id">): DocumentRow;
  update(
    id: string,
    change: Partial<Pick<DocumentRow, "title" | "instanceId" | "name" | "state" | "sealedSha256">>,
  ): void;
  remove(id: string): void;
  /** Lists a file to be removed; false takes it off the list. */
  setLeaving(sha256: string, leaving: boolean): void;
}

// ---- mail ------------------------------------------------------------------------------------------------------

/** Text and html hold `{{link}}` and `{{code}}` where the secrets go; whoever shows them fills them in (law 9). */
export interface MailRow {
  readonly id: string;
  readonly instanceId: string;
  /** The notification of the instance; null for an SMS code. */
  readonly notification: number | null;
  readonly participant: string;
  readonly method: "email" | "sms";
  readonly kind: "invitation" | "reminder" | "confirmation" | "code";
  readonly to: string | null;
  readonly subject: string | null;
  readonly text: string;
  readonly html: string | null;
  readonly attachments: readonly { readonly name: string; readonly sha256: string; readonly size: number }[];
  /** Reference into the secret store for `{{code}}`. */
  readonly codeRef: string | null;
  readonly status: "queued" | "delivered" | "not_delivered";
  readonly reason: string | null;
  readonly sentAt: Instant;
  readonly wallSent: number;
}
export interface MailReads {
  get(id: string): MailRow | null;
  /** Newest first. */
  list(
    filter: PageRequest & {
      readonly instanceId?: string;
      readonly participant?: string;
      readonly search?: string;
      /** Of the instance. */
      readonly accountId?: string;
    },
  ): Page<MailRow>;
}
export interface MailWrites {
  /** Inserting the same id again changes nothing: a mail may be delivered twice, it is listed once. */
  put(row: MailRow): void;
  /** Changes nothing for a mail that went with its instance: a delivery may outlive it. */
  setStatus(id: string, status: MailRow["status"], reason: string | null): void;
}

// ---- callbacks -------------------------------------------------------------------------------------------------

export interface CallbackRow {
  readonly eventId: string;
  readonly instanceId: string;
  readonly sequence: number;
  readonly type: string;
  /** null: nobody listens; the event is listed all the same. */
  readonly url: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  /** `held`: a fork's, which go out only when the author says so. */
  readonly state: "waiting" | "delivered" | "retrying" | "dead" | "not_configured" | "held";
  readonly attempts: number;
  readonly nextAttemptAt: Instant | null;
  readonly createdAt: Instant;
}
export interface CallbackAttempt {
  readonly eventId: string;
  readonly attempt: number;
  readonly at: Instant;
  readonly wallAt: number;
  readonly durationMs: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly status: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** At most 64 KiB. */
  readonly responseBody: string | null;
  readonly error: string | null;
}
export interface CallbackReads {
  get(eventId: string): CallbackRow | null;
  /** Newest first. `search` is a part of the event id, the type or the url. */
  list(
    filter: PageRequest & {
      readonly instanceId?: string;
      readonly state?: CallbackRow["state"];
      readonly search?: string;
      /** Of the instance. */
      readonly accountId?: string;
    },
  ): Page<CallbackRow>;
  attempts(eventId: string): readonly CallbackAttempt[];
  /** Whether the author lets a fork's callbacks go out [C5]. */
  forkSends(instanceId: string): boolean;
}
/** `update` and `addAttempt` change nothing for a callback that went with its instance: an attempt may outlive it. */
export interface CallbackWrites {
  /** Inserts or replaces by event id. */
  put(row: CallbackRow): void;
  /** @returns whether the callback is there */
  update(eventId: string, change: Partial<Pick<CallbackRow, "state" | "attempts" | "nextAttemptAt">>): boolean;
  /** The `ATTEMPTS_KEPT` latest stay: replays by hand have no end. */
  addAttempt(attempt: CallbackAttempt): void;
  setForkSends(instanceId: string, sends: boolean): void;
}

// ---- settings, ledger -----------------------------------------------------------------------------------

export interface SettingReads {
  get(key: string): string | null;
}
export interface SettingWrites {
  set(key: string, value: string): void;
  /** Removing what is not there is no error. */
  remove(key: string): void;
}

/** Audit: commands refused [G4]. Outbound: everything that left the process (law 8). */
export interface AuditEntry {
  readonly instanceId: string;
  readonly wallAt: number;
  readonly by: string;
  readonly command: string;
  readonly code: string;
  readonly message: string;
}
export interface OutboundEntry {
  readonly wallAt: number;
  readonly kind: "callback" | "account" | "update" | "smtp";
  readonly target: string;
  readonly result: string;
}
export interface LedgerReads {
  audit(instanceId: string): readonly AuditEntry[];
  outbound(request: PageRequest): Page<OutboundEntry>;
}
export interface LedgerWrites {
  addAudit(entry: AuditEntry): void;
  /** The latest lines stay, `OUTBOUND_KEPT` at most. */
  addOutbound(entry: OutboundEntry): void;
}
