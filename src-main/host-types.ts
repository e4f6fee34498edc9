import type {
  AuthenticationKind,
  DocumentState,
  FlowEvent,
  InstanceStatus,
  Instant,
  NotificationMethod,
} from "../src-shared/flow/index.ts";
import type { Diagnostic, Verb } from "../src-shared/language/index.ts";
import type { HostErrorCode, Result } from "./host-errors.ts";
import type {
  AccountRow,
  AuditEntry,
  CallbackAttempt,
  CallbackRow,
  ClockRow,
  DocumentRow,
  DraftRow,
  DraftSummary,
  FolderRow,
  InstanceFilter,
  InstanceRow,
  MailRow,
  OutboundEntry,
  Page,
  PageRequest,
  Retention,
  SessionRow,
} from "./store/types.ts";

/**
 * What the bridge, the HTTP service and the command line ask of an open workspace. Methods that change something return
 * a promise that settles after the commit (law 3). Nothing here throws for bad input: errors are values (law 9).
 * Methods do not check who calls; rows carry `accountId`, and whoever faces a caller compares it.
 */
export interface Host {
  readonly dir: string;
  readonly drafts: DraftCases;
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
  | { readonly path: string }
  /** `files` by the relative path that the text uses. */
  | { readonly text: string; readonly fileName: string; readonly files: Readonly<Record<string, Uint8Array>> };

export interface DraftCases {
  list(filter: PageRequest & { search?: string; archived?: boolean; accountId?: string }): Page<DraftSummary>;
  get(id: string): Result<DraftDetail>;
  versions(
    id: string,
    request: PageRequest,
  ): Result<Page<{ readonly revision: number; readonly wallAt: number; readonly text: string }>>;
  createFromText(request: {
    text: string;
    format?: "yaml" | "json";
    accountId?: string;
    title?: string;
  }): Promise<Result<DraftDetail>>;
  createFromFields(request: { fields: DraftFields; accountId?: string }): Promise<Result<DraftDetail>>;
  /** @returns `precondition_failed` when `expectedRevision` is given and stale; nothing is lost: the text is in the error's details. */
  saveText(id: string, text: string, expectedRevision?: number): Promise<Result<DraftDetail>>;
  /** A structural edit of the text (law 5): fields left out stay. */
  patch(id: string, fields: DraftFields, expectedRevision?: number): Promise<Result<DraftDetail>>;
  duplicate(id: string): Promise<Result<DraftDetail>>;
  setArchived(id: string, archived: boolean): Promise<Result<DraftDetail>>;
  remove(id: string, expectedRevision?: number): Promise<Result<null>>;
  /** Takes the PDFs in and rewrites their paths to document ids; if one is refused nothing is stored. */
  importFlowFile(source: FlowFileSource, options?: { accountId?: string }): Promise<Result<DraftDetail>>;
  /** [G1] */
  start(id: string, options?: StartOptions): Promise<Result<InstanceDetail>>;
}

// ---- documents ---------------------------------------------------------------------------------------------------

export interface DocumentCases {
  get(id: string): Result<DocumentRow>;
  list(filter: PageRequest & { accountId?: string; free?: boolean }): Page<DocumentRow>;
  /** Every upload is a new document, equal bytes or not. */
  upload(request: {
    bytes: Uint8Array;
    fileName: string;
    title?: string;
    accountId?: string;
  }): Promise<Result<DocumentRow>>;
  /** The PDF: sealed once it is, unless `original`. `etag` is the bytes' SHA-256. */
  content(
    id: string,
    options?: { original?: boolean },
  ): Promise<Result<{ readonly bytes: Uint8Array; readonly fileName: string; readonly etag: string }>>;
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
}

export interface InstanceDetail extends InstanceRow {
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
  readonly endedAt: Instant | null;
  readonly forkOf: { readonly instanceId: string; readonly seq: number } | null;
  readonly now: Instant;
}

export interface HistoryEntry {
  readonly seq: number;
  /** Flow time. */
  readonly at: Instant;
  /** Wall time. */
  readonly recorded: number;
  readonly by: string;
  /** English sentence for people; `sentence` is the same for other languages. */
  readonly text: string;
  readonly sentence: { readonly key: string; readonly values: Readonly<Record<string, string>> };
  readonly event: FlowEvent;
  readonly hash: string;
}

export interface DueWork {
  readonly id: string;
  readonly instanceId: string;
  readonly clockId: string;
  readonly kind: "time_out" | "reminder" | "mail" | "callback" | "seal" | "retention";
  readonly at: Instant;
  readonly wall: boolean;
}

export interface InstanceCases {
  list(filter: InstanceFilter): Page<InstanceRow>;
  count(): number;
  get(id: string): Result<InstanceDetail>;
  history(
    id: string,
    request?: { after?: number; limit?: number },
  ): Result<{ readonly items: readonly HistoryEntry[]; readonly next: number | null }>;
  /** Recomputes the hash chain. */
  verifyHistory(id: string): Result<{ readonly count: number; readonly brokenAt: number | null }>;
  due(id: string): Result<readonly DueWork[]>;
  audit(id: string): readonly AuditEntry[];
  /** Name -> url. */
  accessLinks(id: string): Result<Readonly<Record<string, string>>>;
  /** A start without a draft. */
  startProcess(fields: DraftFields, options?: StartOptions): Promise<Result<InstanceDetail>>;
  cancel(id: string): Promise<Result<null>>;
  prolong(id: string, days: number): Promise<Result<{ readonly timeoutAt: Instant }>>;
  remind(id: string, participantIds: readonly string[]): Promise<Result<null>>;
  trash(id: string): Promise<Result<null>>;
  restore(id: string): Promise<Result<null>>;
  /** [G11] */
  remove(id: string): Promise<Result<null>>;
  /** A new instance on a new virtual clock at that event's instant, whose history is the prefix up to `seq` [C5]. */
  fork(id: string, seq: number): Promise<Result<InstanceDetail>>;
}

// ---- participants --------------------------------------------------------------------------------------------------

export type AuthenticationOutcome = {
  readonly outcome: "success" | "failure";
  readonly reason?: string | null;
  readonly providerData?: Readonly<Record<string, string>>;
};

export interface EndUserInfo {
  readonly ip: string;
  readonly userAgent: string;
}

export interface ParticipantView {
  readonly instanceId: string;
  readonly title: string;
  readonly status: InstanceStatus;
  readonly trashed: boolean;
  /** [G13] False: the page says 'no longer available'. */
  readonly open: boolean;
  readonly started: Instant;
  readonly lastEvent: Instant;
  readonly participant: { readonly name: string; readonly participantId: string };
  /** What must be passed before the page shows anything [U1]; null when nothing is asked. */
  readonly viewAuthentication: { readonly provider: string; readonly archived: boolean } | null;
  readonly signAuthentication: { readonly provider: string; readonly label: string } | null;
  readonly documents: readonly {
    readonly name: string;
    readonly documentId: string;
    readonly title: string;
    readonly pages: number;
    readonly state: DocumentState;
  }[];
  readonly availableActions: readonly {
    readonly type: "sign" | "approve" | "reject" | "reject_instance";
    readonly document: string | null;
  }[];
  readonly previousEvents: readonly { readonly type: string; readonly document: string | null; readonly at: Instant }[];
  readonly others: readonly { readonly name: string; readonly pending: number; readonly done: number }[];
  /** [G15] Set once the participant's document acts of the stage are done. */
  readonly redirectTo: string | null;
  readonly automaticDocumentRedirects: "last_action" | "always" | "never";
}

export interface AuthenticationStatus {
  readonly transactionId: string;
  readonly kind: AuthenticationKind;
  readonly provider: string;
  readonly status: "pending" | "success" | "failure";
  readonly reason: string | null;
  /** sms_otp: a new code may be asked for [U4]. */
  readonly codeNeeded: boolean;
}

export interface ParticipantCases {
  /** Checks a link's secret in constant time. Wrong and unknown are both `resource_not_found`. */
  openLink(instanceId: string, participantId: string, secret: string): Result<{ readonly participant: string }>;
  view(instanceId: string, participant: string): Result<ParticipantView>;
  sign(request: {
    instanceId: string;
    participant: string;
    document: string;
    signature?: { readonly kind: "drawn" | "typed" | "image"; readonly bytes: Uint8Array } | null;
  }): Promise<Result<null>>;
  approve(request: { instanceId: string; participant: string; document: string }): Promise<Result<null>>;
  rejectDocument(request: {
    instanceId: string;
    participant: string;
    document: string;
    message?: string | null;
  }): Promise<Result<null>>;
  rejectInstance(request: { instanceId: string; participant: string; message?: string | null }): Promise<Result<null>>;
  /** `documents` are names; sign only. */
  startAuthentication(request: {
    instanceId: string;
    participant: string;
    kind: AuthenticationKind;
    documents?: readonly string[];
  }): Promise<Result<AuthenticationStatus>>;
  /**
   * With a `code` (sms_otp) or an `outcome` (simulated providers) it decides; with neither it reports, after playing the
   * next scripted outcome where there is one.
   */
  checkAuthentication(request: {
    instanceId: string;
    participant: string;
    transactionId: string;
    code?: string;
    outcome?: AuthenticationOutcome;
    endUserInfo?: EndUserInfo | null;
  }): Promise<Result<AuthenticationStatus>>;
  sendNewCode(request: {
    instanceId: string;
    participant: string;
    transactionId: string;
  }): Promise<Result<AuthenticationStatus>>;
  /** The outcomes of the participant's next attempts at a simulated provider, in order [U5]. */
  scriptOutcomes(
    instanceId: string,
    participant: string,
    outcomes: readonly AuthenticationOutcome[],
  ): Promise<Result<null>>;
  /** [U3] */
  unlock(instanceId: string, participant: string): Promise<Result<null>>;
}

// ---- mailbox -------------------------------------------------------------------------------------------------------

/** With the link and the code filled in: for the author's eyes, never stored. */
export interface RenderedMail extends MailRow {
  readonly link: string | null;
}
export interface MailRule {
  /** Compared without case; `*` is every address. */
  readonly address: string;
  readonly effect:
    | { readonly kind: "bounce"; readonly reason: string }
    | { readonly kind: "delay"; readonly minutes: number };
}
export interface MailboxCases {
  list(filter: PageRequest & { instanceId?: string; participant?: string; search?: string }): Page<MailRow>;
  get(id: string): Result<RenderedMail>;
  /** RFC 5322 bytes, with attachments; e-mail only. */
  eml(id: string): Promise<Result<Uint8Array>>;
  rules(): readonly MailRule[];
  setRules(rules: readonly MailRule[]): Promise<Result<null>>;
}

// ---- callbacks -----------------------------------------------------------------------------------------------------

export interface CallbackCases {
  list(filter: PageRequest & { instanceId?: string; state?: CallbackRow["state"] }): Page<CallbackRow>;
  get(eventId: string): Result<{ readonly callback: CallbackRow; readonly attempts: readonly CallbackAttempt[] }>;
  /** Delivers once more, now, with the same event id and body. */
  replay(eventId: string): Promise<Result<null>>;
  replayDead(filter?: { instanceId?: string }): Promise<Result<{ readonly count: number }>>;
  /** Hosts beyond loopback that callbacks may go to (law 8). */
  allowedHosts(): readonly string[];
  setAllowedHosts(hosts: readonly string[]): Promise<Result<null>>;
  /** Standard Webhooks secret, `whsec_…`; null: callbacks are not signed. */
  signingSecret(): string | null;
  setSigningSecret(secret: string | null): Promise<Result<null>>;
}

// ---- clocks --------------------------------------------------------------------------------------------------------

export type ClockTarget =
  | { readonly to: Instant }
  | { readonly toNextDue: true }
  /** ISO 8601 duration, such as `P3DT2H`; calendar days in the workspace's zone. */
  | { readonly by: string };

export interface Ran {
  readonly at: Instant;
  readonly kind: DueWork["kind"];
  readonly instanceId: string;
  readonly id: string;
}

export interface ClockCases {
  list(): readonly (ClockRow & { readonly nextDueAt: Instant | null })[];
  now(clockId: string): Result<Instant>;
  create(request: { name: string; at?: Instant }): Promise<Result<ClockRow>>;
  due(clockId: string, limit?: number): Result<readonly DueWork[]>;
  /** [C6] 409 `conflict_error` for the real clock and for a target in the past. */
  advance(
    clockId: string,
    target: ClockTarget,
  ): Promise<Result<{ readonly now: Instant; readonly ran: readonly Ran[] }>>;
}

// ---- accounts, folders, settings -------------------------------------------------------------------------------------

export interface Credentials {
  readonly apitoken: string;
  readonly apisecret: string;
  readonly accesstoken: string;
  readonly accesssecret: string;
}

export type AccountSummary = Omit<AccountRow, "passwordHash">;

export interface AccountCases {
  /** The account that the app works in. */
  readonly defaultId: string;
  /** The default account's password where this opening created the workspace and gave none; null later. */
  readonly initialPassword: string | null;
  list(): readonly AccountSummary[];
  get(id: string): Result<AccountSummary>;
  byEmail(email: string): AccountSummary | null;
  create(request: {
    email: string;
    name: string;
    password: string;
    twoFactor?: boolean;
    recordEndUserInfo?: boolean;
  }): Promise<Result<AccountSummary>>;
  setPassword(id: string, password: string): Promise<Result<null>>;
  /** The account, or `invalid_authorisation`; takes as long for an unknown address as for a wrong password. */
  checkPassword(email: string, password: string): Promise<Result<AccountSummary>>;
  /** The current set, made where there is none. */
  credentials(accountId: string): Promise<Result<Credentials>>;
  /** Sets the four values (`serve --credentials FILE`). */
  putCredentials(accountId: string, credentials: Credentials): Promise<Result<null>>;
  removeCredentials(accountId: string): Promise<Result<null>>;
  /** Compares in constant time. */
  authenticate(credentials: Credentials): Result<AccountSummary>;
  createSession(request: {
    wallExpires: number;
    accountId?: string;
    instanceId?: string;
    participant?: string;
  }): Promise<{ readonly token: string; readonly session: SessionRow }>;
  /** null: unknown or expired. */
  session(token: string): SessionRow | null;
  markViewAuthenticated(token: string): Promise<void>;
  removeSession(token: string): Promise<void>;
}

export interface FolderCases {
  /** `home` or an id. */
  get(id: string, accountId?: string): Result<FolderRow>;
  list(accountId?: string): readonly FolderRow[];
  create(request: { name: string; accountId?: string }): Promise<Result<FolderRow>>;
  /** [C4] Re-plans the folder's instances at once. */
  setRetention(id: string, retention: Partial<Retention>): Promise<Result<FolderRow>>;
  /** How many instances the change would trash or delete on the real clock, now. */
  previewRetention(
    id: string,
    retention: Partial<Retention>,
  ): Result<{ readonly trash: number; readonly remove: number }>;
}

export interface SettingCases {
  /** IANA name; default the machine's at the workspace's creation. */
  timeZone(): string;
  setTimeZone(zone: string): Promise<Result<null>>;
  name(): string;
  get(key: string): string | null;
  set(key: string, value: string): Promise<Result<null>>;
  /** Values that texts name, such as a callback's `password_ref` (law 9). */
  setSecret(name: string, value: string): Promise<Result<null>>;
}

export interface LedgerCases {
  outbound(request: PageRequest): Page<OutboundEntry>;
}

export interface LogEntry {
  readonly level: "warn" | "error";
  readonly message: string;
  readonly error?: unknown;
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

/** `export function openWorkspace(options): Promise<Host>` of host.ts. @throws StoreError where the folder cannot be used. */
export type OpenWorkspace = (options: OpenWorkspaceOptions) => Promise<Host>;

export type { HostErrorCode, NotificationMethod, Result };
