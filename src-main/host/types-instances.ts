import type { OutputOf } from "../../src-shared/bridge/index.ts";
import type { DrawnFlow } from "../../src-shared/drawing/index.ts";
import type {
  AuthorAction,
  DocumentProgress,
  GroupProgress,
  HistoryComparison,
  HistoryItem,
  HistoryMessage,
  Instant,
  PendingAct,
  Sentence,
  StartedDocument,
  StoryKind,
} from "../../src-shared/flow/index.ts";
import type { ReplayedRun, Step } from "../../src-shared/foresight/index.ts";
import type { DeepReadonly } from "../../src-shared/service/index.ts";
import type { AuditEntry, InstanceFilter, InstanceRow, Page } from "../store/index.ts";
import type { Result } from "./errors.ts";
import type { Script } from "./types-plays.ts";
import type { DueWork } from "./types-workspace.ts";

/** The wire's fields of a draft (interface 2.2). Process and parameters may hold errors: only a start checks those. */
export interface DraftFields {
  readonly title?: string | null;
  readonly process?: unknown;
  readonly process_parameters?: unknown;
  readonly process_settings?: unknown;
  readonly duration?: number | null;
  /** `auth.password` in clear goes to the secret store; without one the stored one is kept (docs/ids.md). */
  readonly callback?: unknown;
  readonly folder_id?: string | null;
  readonly flow_kind?: string | null;
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
  /** The steps that the run follows; then its clock is a new one. `request_parameters_invalid` for a step of another flow. */
  readonly follows?: Script;
  /** Default: the draft's account, for `startProcess` the workspace's default account. */
  readonly accountId?: string;
}
export type InstanceDocument = StartedDocument & Pick<DocumentProgress, "state" | "sealedSha256">;

type ShownInstance = DeepReadonly<OutputOf<"instances.get">>;

export interface InstanceParticipant
  extends Omit<ShownInstance["participants"][number], "link" | "pending" | "missed" | "rejection"> {
  /** Acts that are asked of them now, and acts that they have done. */
  readonly pending: number;
  readonly done: number;
}

/** Per author's operation: null when it would succeed now, else the sentence of its refusal. `remind`: of everybody with pending acts. */
export type AuthorOperations = Readonly<Record<AuthorAction, string | null>>;

/** A run as lists show it. */
export interface InstanceSummary extends InstanceRow {
  /** Whatever its clock brings next: a message, an attempt at a callback, a reminder, the time-out, retention. */
  readonly nextDueAt: Instant | null;
  /** Of a fork, its number among those of one run, from 1; null: it is none. */
  readonly forkNumber: number | null;
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
  /** Per stage, the groups that do not need everybody. */
  readonly stageGroups: readonly (readonly GroupProgress[])[];
  /** Acts that were not done before the time-out. */
  readonly missedActs: readonly PendingAct[];
  /** Of the current stage; `stageNames.length` once all are done. */
  readonly stageIndex: number;
  /** When the current stage began. */
  readonly stageEnteredAt: Instant;
  readonly endedAt: Instant | null;
  /** The event that ended it because a document could not be sealed [G5]; null: that did not happen. */
  readonly sealFailure: { readonly seq: number; readonly sentence: Sentence } | null;
  readonly now: Instant;
}

export interface HistoryEntry extends HistoryItem, Omit<HistoryMessage, "what"> {
  /** Flow time. */
  readonly at: Instant;
  /** English sentence for people; `sentence` is the same for other languages. */
  readonly text: string;
  readonly sentence: Sentence;
  readonly kind: StoryKind;
  readonly opens: readonly Opened[];
}

/** What an event tells of, that can be opened: a message, a callback or a document by its id. */
export type Opened = DeepReadonly<OutputOf<"instances.history">>["items"][number]["opens"][number];

/** What surrounds a run: the flow that it was started from, and how much it has sent. */
export type RunSurroundings = Pick<ShownInstance, "flow" | "mails" | "callbacks">;

export type HistoryFormat = "jsonl" | "csv";

/** A history as a file. */
export interface HistoryExport {
  readonly fileName: string;
  /** The text, a page of events at a time. @throws when the instance is deleted before its end */
  readonly pieces: () => Iterable<string>;
}

/** A run's evidence as one file, an ASiC-E container. */
export interface BundleExport {
  readonly fileName: string;
  /** The file from its beginning. @throws StoreError where a document's file is gone or changed */
  readonly pieces: () => AsyncIterable<Uint8Array>;
}

export interface ReplayRequest extends Pick<InstanceFilter, "cursor" | "limit"> {
  readonly draftId: string;
  /** The flow that its runs are replayed on. */
  readonly text: string;
}

/** A run that has ended, and what would become of it on another text of its flow. */
export interface ReplayedInstance
  extends Pick<ReplayedRun, "verdict" | "now">,
    Pick<InstanceRow, "id" | "title" | "status" | "startedAt"> {
  /** The first step that goes otherwise, and why; null: each can be taken. */
  readonly differs: { readonly step: Step; readonly reason: string } | null;
  /** What the flow waits for then. */
  readonly waits: readonly Step[];
}

export interface InstanceUseCases {
  list(filter: InstanceFilter): Page<InstanceSummary>;
  count(): number;
  /** The last run of each of these drafts, by the draft's id; those without any are not there. */
  lastOfDrafts(draftIds: readonly string[]): ReadonlyMap<string, InstanceRow>;
  get(id: string): Result<InstanceDetail>;
  /** The flow that it runs, as a drawing shows it: it never changes. Null: it has too many stages for a picture. */
  drawing(id: string): Result<DrawnFlow | null>;
  /** Its row alone, at the price of a look-up: whose it is, and by `lastSeq` whether anything has changed. */
  row(id: string): Result<InstanceRow>;
  /** Of a row: a fork's number among those of one run; null: it is none. */
  forkNumber(row: InstanceRow): number | null;
  surroundings(id: string): Result<RunSurroundings>;
  /** @param request `latest`: the last `limit` events, in place of those behind `after` */
  history(
    id: string,
    request?: { after?: number; limit?: number; latest?: boolean },
  ): Result<{ readonly items: readonly HistoryEntry[]; readonly next: number | null }>;
  /** The whole history as a file for people (csv) and programs (jsonl). */
  exportHistory(id: string, format: HistoryFormat): Result<HistoryExport>;
  /** `instance_state_error` while it has not ended; `conflict_error` where its parts do not fit together. */
  exportBundle(id: string): Promise<Result<BundleExport>>;
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
  /** By the author, also where `allow-rejections` is false, which only binds participants [G6] [interface 1.6]. */
  reject(id: string, message?: string | null): Promise<Result<null>>;
  cancel(id: string): Promise<Result<null>>;
  prolong(id: string, days: number): Promise<Result<{ readonly timeoutAt: Instant }>>;
  remind(id: string, participantIds: readonly string[]): Promise<Result<null>>;
  trash(id: string): Promise<Result<null>>;
  restore(id: string): Promise<Result<null>>;
  /**
   * Tries its seals that wait again at once, and settles when they have been tried [G5]. Nothing where none waits.
   * @throws StoreError why one waits still, and what to do
   */
  sealAgain(id: string): Promise<Result<null>>;
  /** [G11] */
  remove(id: string): Promise<Result<null>>;
  /** Whether there was such an instance, and it was deleted [G11]. */
  wasRemoved(id: string): boolean;
  /**
   * A new instance on a new virtual clock at that event's instant, whose history is the prefix up to `seq` and what was
   * decided with it [C5]. Its callbacks are held.
   */
  fork(id: string, seq: number): Promise<Result<InstanceDetail>>;
  /** Where two runs part, and what it came to. */
  compare(a: string, b: string): Result<HistoryComparison>;
  /** What would become of a draft's ended runs on another text of the flow. */
  replayed(request: ReplayRequest): Result<Page<ReplayedInstance>>;
}
