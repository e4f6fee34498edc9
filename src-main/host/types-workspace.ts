import type { z } from "zod";
import type { InputOf, OutputOf } from "../../src-shared/bridge/index.ts";
import type { Instant } from "../../src-shared/flow/index.ts";
import type { MailServer } from "../../src-shared/mail/index.ts";
import type { DeepReadonly, local, PersonalCredentials } from "../../src-shared/service/index.ts";
import type { SealCertificate } from "../documents/index.ts";
import type {
  AccountRow,
  CallbackAttempt,
  CallbackFilter,
  CallbackRow,
  ClockRow,
  ClockUse,
  FolderRow,
  JobKind,
  MailFilter,
  MailRow,
  OutboundEntry,
  OutboundFilter,
  Page,
  PageRequest,
  Retention,
  SessionRow,
} from "../store/index.ts";
import type { Result } from "./errors.ts";

/** The host's use-cases around the flows: mail, callbacks, clocks, accounts, folders, settings. */

/** One thing that will happen by itself, as the bridge shows it. */
export interface DueWork extends DeepReadonly<OutputOf<"instances.get">["due"][number]> {
  readonly instanceId: string;
  readonly clockId: string;
}

// ---- search --------------------------------------------------------------------------------------------------------

/** Something that is found by its name; the bridge adds the title of the instance that it belongs to. */
export type Hit = DeepReadonly<Omit<OutputOf<"search.find">["items"][number], "instanceTitle" | "forkNumber">>;
/** What the reader's language calls kinds of things and of messages: words that find them, beside their names. */
export type SearchWords = Readonly<Partial<InputOf<"search.find">["called"]>>;
export interface SearchUseCases {
  /** At most five of each kind; what is recent where nothing is typed. `alike`: no name has the words, these are spelled alike. */
  find(typed: string, called?: SearchWords): { readonly hits: readonly Hit[]; readonly alike: boolean };
}

// ---- mailbox -------------------------------------------------------------------------------------------------------

/** With the link and the code filled in: for the author's eyes, never stored. */
export interface RenderedMail extends MailRow {
  readonly link: string | null;
}
export type MailRule = DeepReadonly<z.output<typeof local.mailRule>>;
export type MailServerTest = DeepReadonly<OutputOf<"mailbox.testServer">>;
export interface MailboxUseCases {
  list(filter: MailFilter): Page<MailRow>;
  /** Where an attachment rests on disk, for streaming (law 10). `index` from 0. */
  attachmentPath(mailId: string, index: number): Promise<Result<{ readonly path: string; readonly fileName: string }>>;
  get(id: string): Result<RenderedMail>;
  /** RFC 5322 bytes, with attachments, and a name for the file; e-mail only. */
  eml(id: string): Promise<Result<{ readonly bytes: Uint8Array; readonly fileName: string }>>;
  /** Of one account, default the first: rules meet the mail of their author's instances only. */
  rules(accountId?: string): readonly MailRule[];
  /** Replaces those that the account, default the first, has set before. */
  setRules(rules: readonly MailRule[], accountId?: string): Promise<Result<null>>;
  /** Where e-mail is delivered to as well, on this machine; null: nowhere. */
  server(): MailServer | null;
  setServer(server: MailServer | null): Promise<Result<null>>;
  /** Sends one message there. `conflict_error` where none is set. */
  testServer(): Promise<Result<MailServerTest>>;
}

// ---- callbacks -----------------------------------------------------------------------------------------------------

/** A fault that the author puts on callbacks, to see how an integration takes it. */
export type CallbackFault = DeepReadonly<z.output<typeof local.callbackFault>>;
export type Replayed = DeepReadonly<OutputOf<"callbacks.replayDead">>;
/** Why an event is not sent again: it is gone, has no address, its fork's callbacks are held, or an attempt is under way. */
export type NotReplayed = keyof Replayed["notReplayed"];

export type TestCallRequest = DeepReadonly<InputOf<"callbacks.test">>;
/** What was posted, and what came back. */
export type TestCall = DeepReadonly<OutputOf<"callbacks.test">>;

export interface CallbackUseCases {
  /** Posts a test event to an address, now. `conflict_error` where its host is not allowed or the password is missing. */
  test(request: TestCallRequest): Promise<Result<TestCall>>;
  faults(): readonly CallbackFault[];
  /**
   * Sets the rules; `request_parameters_invalid` leaves them as they were.
   * @param replaced which of those so far give way; absent: all of them
   */
  setFaults(faults: readonly CallbackFault[], replaced?: (fault: CallbackFault) => boolean): Promise<Result<null>>;
  list(filter: CallbackFilter): Page<CallbackRow>;
  /** `onItsWay`: an attempt is under way or about to begin, by hand too; a replay is `conflict_error` until it is over. */
  get(eventId: string): Result<{
    readonly callback: CallbackRow;
    readonly attempts: readonly CallbackAttempt[];
    readonly onItsWay: boolean;
  }>;
  /**
   * Delivers once more, now, with the same event id and body. `conflict_error` while an attempt is under way or about to
   * begin, or the fork's callbacks are held.
   */
  replay(eventId: string): Promise<Result<null>>;
  /** All dead ones that can go. */
  replayDead(filter?: { instanceId?: string }): Promise<Result<Replayed>>;
  /** Whether an instance is a fork whose callbacks stay here, which is how forks begin. */
  held(instanceId: string): boolean;
  /** How many of a fork's callbacks would go out if they were let go. */
  heldCount(instanceId: string): number;
  /** Lets a fork's callbacks go out, first those that are held, in order; or holds them again. */
  setHeld(instanceId: string, held: boolean): Promise<Result<null>>;
  /** Hosts beyond loopback that callbacks may go to (law 8). */
  allowedHosts(): readonly string[];
  setAllowedHosts(hosts: readonly string[]): Promise<Result<null>>;
  /** Standard Webhooks secret, `whsec_…`; null: callbacks are not signed. */
  signingSecret(): string | null;
  setSigningSecret(secret: string | null): Promise<Result<null>>;
}

// ---- clocks --------------------------------------------------------------------------------------------------------

/** To an instant, to what is due next, or by an ISO 8601 duration. */
export type ClockTarget = DeepReadonly<InputOf<"clocks.advance">["target"]>;

export interface Ran {
  readonly at: Instant;
  readonly kind: JobKind;
  readonly instanceId: string;
  readonly id: string;
  /** Of a callback: its event's. */
  readonly eventId: string | null;
}

export interface ListedClock extends ClockUse {
  /** The local service starts its runs on it. */
  readonly served: boolean;
}

export interface ClockUseCases {
  list(): readonly (ClockRow & { readonly nextDueAt: Instant | null })[];
  /** The virtual ones, the newest first, each with the number of its runs. */
  page(request: PageRequest): Page<ListedClock>;
  /** `resource_not_found` for the real clock too. */
  use(clockId: string): Result<ListedClock>;
  /** Tells that the local service starts its runs on this clock, which therefore stays for as long as the host is open. */
  serve(clockId: string): void;
  now(clockId: string): Result<Instant>;
  create(request: { name: string; at?: Instant }): Promise<Result<ClockRow>>;
  /** `conflict_error` for the real clock; `request_parameters_invalid` for a name that is empty or over 100 characters. */
  rename(clockId: string, name: string): Promise<Result<null>>;
  /** A virtual clock that no run follows, trashed ones counted, and no service starts runs on; else `conflict_error`. */
  remove(clockId: string): Promise<Result<null>>;
  /** @param accountId only the work of this author's runs */
  due(clockId: string, limit?: number, accountId?: string): Result<readonly DueWork[]>;
  /** [C6] 409 `conflict_error` for the real clock and for a target in the past. */
  advance(
    clockId: string,
    target: ClockTarget,
  ): Promise<Result<{ readonly now: Instant; readonly ran: readonly Ran[] }>>;
  /** How many times as fast as wall time a playing clock goes; null: it stands, or there is no such clock. */
  speed(clockId: string): number | null;
  /**
   * Moves a virtual clock on by itself, at every due instant as `advance` does [C6], until it is paused or nothing but
   * retention is still to come. `speed` is a whole number; an instance's effects and the machine's sleep hold it up.
   * `conflict_error` for the real clock, and where nothing is to come.
   */
  play(clockId: string, speed: number): Result<null>;
  pause(clockId: string): Result<null>;
}

// ---- seal -----------------------------------------------------------------------------------------------------------

export interface SealUseCases {
  /** null: the first seal is still to make one. */
  certificate(): Promise<Result<SealCertificate | null>>;
  /**
   * Seals from now on with the RSA key and certificate of a PKCS#12 file; what is sealed keeps its own.
   * `request_parameters_invalid` where the file or the password does not fit.
   */
  use(pkcs12: Uint8Array, password: string): Promise<Result<SealCertificate>>;
  /** The next seal makes a new, simulated certificate. */
  reset(): Promise<Result<null>>;
}

// ---- accounts, folders, settings -------------------------------------------------------------------------------------

export type Credentials = Readonly<PersonalCredentials>;

export type AccountSummary = Omit<AccountRow, "passwordHash">;

export interface AccountUseCases {
  /** The account that the app works in. */
  readonly defaultId: string;
  /** The default account's password where this opening created the workspace and gave none; null later. */
  readonly initialPassword: string | null;
  list(): readonly AccountSummary[];
  get(id: string): Result<AccountSummary>;
  create(request: {
    email: string;
    name: string;
    password: string;
    twoFactor?: boolean;
    recordEndUserInfo?: boolean;
  }): Promise<Result<AccountSummary>>;
  setPassword(id: string, password: string): Promise<Result<null>>;
  /** Whether runs that the account starts from now on keep `end_user_info` [U2]. */
  setRecordEndUserInfo(id: string, recorded: boolean): Promise<Result<null>>;
  /** The account, or `invalid_authorisation`; takes as long for an unknown address as for a wrong password. */
  checkPassword(email: string, password: string): Promise<Result<CheckedAccount>>;
  /** A session of an author whose password was checked; `invalid_authorisation` where it has been changed since. */
  logIn(account: CheckedAccount, wallExpires: number): Promise<Result<OpenedSession>>;
  /** The current set, made where there is none. */
  credentials(accountId: string): Promise<Result<Credentials>>;
  /** Sets the four values (`serve --credentials FILE`). */
  putCredentials(accountId: string, credentials: Credentials): Promise<Result<null>>;
  /** The current set; null where there is none. Makes none. */
  heldCredentials(accountId: string): Result<Credentials | null>;
  /** A new set; `conflict_error` while there is one [interface 5.3]. */
  createCredentials(accountId: string): Promise<Result<Credentials>>;
  /** Revokes the set with this API token; `resource_not_found` where it is not the account's current one. */
  removeCredentials(accountId: string, apitoken: string): Promise<Result<null>>;
  /** Compares in constant time. */
  authenticate(credentials: Credentials): Result<AccountSummary>;
  createSession(request: {
    wallExpires: number;
    accountId?: string;
    instanceId?: string;
    participant?: string;
    /** Begins the token. */
    mark?: string;
  }): Promise<OpenedSession>;
  /** null: unknown or expired. */
  session(token: string): SessionRow | null;
  removeSession(token: string): Promise<void>;
}

/** An account, with the mark of the very password that was checked. */
export interface CheckedAccount extends AccountSummary {
  readonly passwordMark: string;
}

export interface OpenedSession {
  readonly token: string;
  readonly session: SessionRow;
}

export interface FolderUseCases {
  /** `home` or an id. */
  get(id: string, accountId?: string): Result<FolderRow>;
  list(accountId?: string): readonly FolderRow[];
  /** Names are unique in the account, ignoring case. */
  create(request: { name: string; accountId?: string }): Promise<Result<FolderRow>>;
  /** The home folder keeps its name. */
  rename(id: string, name: string): Promise<Result<FolderRow>>;
  /** What `remove` would do: how many flows lie in it, archived ones too, and why it cannot be deleted; null: it can. */
  removal(id: string): Result<{ readonly flows: number; readonly why: string | null }>;
  /** Only one without runs. Its flows, archived ones too, move to the home folder. @returns how many they are */
  remove(id: string): Promise<Result<{ readonly flows: number }>>;
  /** Undoes `remove`, for a short time: the folder is as it was, and its flows are in it, save those that went elsewhere since. */
  bringBack(id: string): Promise<Result<null>>;
  /** [C4] Answers once the folder's instances are rescheduled; others are served meanwhile. */
  setRetention(id: string, retention: Partial<Retention>): Promise<Result<FolderRow>>;
  /** How many instances the change would trash and how many delete at once, each by its own clock. */
  previewRetention(
    id: string,
    retention: Partial<Retention>,
  ): Promise<Result<{ readonly trash: number; readonly remove: number }>>;
}

export interface SettingUseCases {
  /** IANA name; default the machine's at the workspace's creation. */
  timeZone(): string;
  setTimeZone(zone: string): Promise<Result<null>>;
  /** Whether participants' pages may fill in the code of an SMS; default yes. */
  offersCodes(): boolean;
  setOffersCodes(offered: boolean): Promise<Result<null>>;
  name(): string;
  get(key: string): string | null;
  set(key: string, value: string): Promise<Result<null>>;
  /** Keeps which drafts a new workspace was filled with. */
  setExamples(drafts: readonly { readonly key: string; readonly revision: number }[]): Promise<Result<null>>;
  /** Values that texts name, such as a callback's `password_ref` (law 9). */
  setSecret(name: string, value: string): Promise<Result<null>>;
  holdsSecret(name: string): boolean;
}

export interface LedgerUseCases {
  /** @param request.kind of what alone; left out: of all */
  outbound(filter: OutboundFilter): Page<OutboundEntry>;
}

export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly error?: unknown;
  /** `reach`: whether an account is reached, which whoever asked it is told anyway. */
  readonly about?: "reach";
}
