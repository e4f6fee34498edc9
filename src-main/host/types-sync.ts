import type { DialectFile } from "../../src-shared/dialect/index.ts";
import type { DriftLeft, DriftReport } from "../../src-shared/drift/index.ts";
import type {
  AccountState,
  Choice,
  Conflict,
  ConflictReason,
  InstanceChange,
  InstanceCommand,
  InstanceState,
  Recipient,
  RemoteCredentials,
  RetentionPolicy,
  SeenInstance,
  SyncState,
  SyncSums,
} from "../../src-shared/sync/index.ts";
import type { RemoteAccountRow, RemoteCommandRow, RemoteFileRow } from "../store/index.ts";
import type { Result } from "./errors.ts";
import type { DraftBinding } from "./types-drafts.ts";

export type { RemoteCredentials } from "../../src-shared/sync/index.ts";

/** A remote account, without its secrets. */
export interface RemoteAccount extends Omit<RemoteAccountRow, "dialect" | "accountId"> {
  readonly dialect: string;
  /** Calls that its dialect has a path of its own for, and where nothing is found: each with its method and path. */
  readonly notFound: readonly { readonly call: "drafts" | "draft"; readonly asks: string }[];
  /** Whether its version of the interface is before ours, so that it may refuse what is newer (V101). */
  readonly older: boolean;
  /** The name of another account here that has drafts which this one lists: probably the same under other credentials [Y1]. */
  readonly sameAs: string | null;
  /** Until when, wall time, its service asked to be left alone; null: it did not [Y13]. */
  readonly waitsUntil: number | null;
  /** Drafts of this workspace that belong to it. */
  readonly drafts: number;
  /** Those of them in conflict. */
  readonly conflicts: number;
  /** Whether it is kept in sync while the app runs: from its first sync on, until it is switched off. */
  readonly automatic: boolean;
  /** Whether it was ever synced: before that, the app shows what would be sent [Y16]. */
  readonly synced: boolean;
  /** The keys of drafts of which nothing is sent or taken. */
  readonly held: readonly string[];
  /** Why how it is kept in sync cannot be read, so that nothing of it is synced; null: it can be. */
  readonly damaged: string | null;
  readonly activity: SyncActivity;
  readonly state: AccountState;
}

/** What an account is doing while the workspace is open. */
export interface SyncActivity {
  readonly running: boolean;
  /** Whether all that is under way only looks, as a check or a dry run does. */
  readonly onlyLooks: boolean;
  /** Since when, wall time, its service has given no answer, where one is waited for and that is a while; null: it has. */
  readonly silentSince: number | null;
  /** Whether work is under way with a service that gives no answer now, or was not reached before and has given none yet. */
  readonly unanswered: boolean;
  /**
   * Since when, wall time, its service is not reached, and why; null: it is, or nobody asked. `unusable`: something answers
   * at its address, and is not used.
   */
  readonly offline: { readonly since: number; readonly why: string; readonly unusable: boolean } | null;
  /** What the last sync came to; null: there was none since the workspace was opened. */
  readonly last: { readonly wallAt: number; readonly report: SyncReport } | null;
  /** How much the last sync did that did anything; null: none did since the workspace was opened. */
  readonly did: { readonly wallAt: number; readonly sums: SyncSums } | null;
  /** Drafts that syncs archived since the workspace was opened, as they are gone there, and that are archived still [Y7]. */
  readonly archived: readonly { readonly id: string; readonly title: string }[];
}

export interface AddRemoteAccount {
  readonly name: string;
  readonly url: string;
  readonly credentials: RemoteCredentials;
  /** Default: a service that spells things as ours does. */
  readonly dialect?: DialectFile;
  /** The drafts that are there now, and belong to no account, belong to it from now on; `own`: save examples that nobody changed. */
  readonly bind: "all" | "own" | "none";
}

export interface SyncUseCases {
  readonly runs: RemoteRunUseCases;
  /** By name. */
  accounts(): readonly RemoteAccount[];
  /** Adds an account that can be used: it is asked first. */
  add(request: AddRemoteAccount): Promise<Result<RemoteAccount>>;
  /** Asks an account anew, with other credentials where some are given; one that was stopped goes on. */
  check(name: string, credentials?: RemoteCredentials): Promise<Result<RemoteAccount>>;
  /** The account is at another address from now on, with the credentials that it has: it is asked there first. */
  setAddress(name: string, url: string): Promise<Result<RemoteAccount>>;
  rename(name: string, to: string): Promise<Result<null>>;
  /** Forgets an account, its credentials, its runs, and what is bound to it; its drafts stay here, or are archived [Y18]. */
  remove(name: string, drafts: "keep" | "archive"): Promise<Result<{ readonly drafts: number }>>;
  /** How many drafts belong to no account, and how many of them are examples that nobody changed. */
  unbound(): { readonly drafts: number; readonly examples: number };
  /** Makes a draft, by its id, the account's; `conflict_error` where it is another's [Y1]. */
  bind(name: string, draftId: string): Promise<Result<null>>;
  /** What an author confirms with the publishing of a draft, by its id; else why it is not published. */
  publishable(name: string, draftId: string): Result<Pick<Startable, "fingerprint" | "address">>;
  /**
   * Creates a draft, by its id, on an account whose service only takes new ones: a new one each time. What has changed since its
   * author saw it, by its `fingerprint`, or since they asked, is not published.
   */
  publish(
    name: string,
    draftId: string,
    options?: { readonly dryRun?: boolean; readonly fingerprint?: string },
  ): Promise<Result<SyncReport>>;
  /** From now on the draft, by its id, belongs to no account; on the service it stays as it is. */
  unbind(draftId: string): Promise<Result<null>>;
  /** What binds a draft, by its id, to its account; null: nothing does. */
  bindingOf(draftId: string): DraftBinding | null;
  /** Makes a draft its account's as it was. @returns false: it has been deleted there meanwhile, or the account is gone */
  rebind(binding: DraftBinding): Promise<Result<boolean>>;
  /** Brings an account and its drafts here to the same. A second one of the same account waits for the first. */
  run(name: string, options?: RunOptions): Promise<Result<SyncReport>>;
  /** Ends all work of an account that is under way, after the requests that are. */
  cancel(name: string): Result<null>;
  /**
   * Ends what an author waits for with an account, also with one that is being added. A sync and a comparison go on, and a command
   * that was kept goes out.
   */
  stopAsking(name: string): void;
  /** Whether an account is kept in sync while the app runs. */
  setAutomatic(name: string, automatic: boolean): Promise<Result<null>>;
  /** Asks for another data retention of an account's home folder, now or with the next sync; null: takes back what waits [Y11]. */
  setRetention(name: string, wanted: RetentionPolicy | null): Promise<Result<SyncReport>>;
  /** The last part of the address at which an account's callbacks are taken: a secret, made when it is first asked for [Y13]. */
  callbackSecret(name: string): Promise<Result<string>>;
  /** A callback with an account's secret: the runs that it names are looked at soon. @returns whether there is such an account */
  received(secret: string, body: unknown): boolean;
  /** Begins to keep accounts in sync, until the workspace is closed: after each change here, and now and then [Y13]. */
  start(): void;
  /** Of the drafts that belong to an account. */
  states(name: string): Result<readonly DraftSyncState[]>;
  /** Of those that are not up to date, the most that a page shows. */
  open(name: string): Result<readonly DraftSyncState[]>;
  /** How a draft, by its key, stands; null: it belongs to no account. */
  stateOf(draftKey: string): DraftStanding | null;
  /** How those of these drafts stand that belong to an account, by their keys. */
  statesOf(draftKeys: readonly string[]): ReadonlyMap<string, DraftStanding>;
  /**
   * Settles a draft's conflicts, by its key [Y6].
   * @param seen the conflict as its author saw it; left out: as it is now
   * @returns `changed`: it is another by now, and nothing was settled
   */
  settle(name: string, draftKey: string, how: Settling, seen?: string): Promise<Result<{ readonly changed: boolean }>>;
  /**
   * A draft's conflicts as they are now, by its key; null: it has none.
   * @param chosen how it, or some of its parts, would be settled: the proposal is what comes of it
   */
  conflict(name: string, draftKey: string, chosen?: Settling): Result<DraftConflict | null>;
  /** How the conflict of a draft, by its key, was settled since it was last asked for; null: it was not, or nobody knows. */
  settledAs(draftKey: string): Settling | null;
  /**
   * Says what became of a create without an answer: it is this one, or it was never made [Y9].
   * @param options `asks`: a draft of other content is told, and not taken
   */
  resolve(
    name: string,
    draftKey: string,
    remoteId: string | null,
    options?: { readonly asks?: boolean },
  ): Promise<Result<OtherThere | null>>;
}

/** A draft there that is not as it was sent from here: its author is asked whether it is the one [Y9]. */
export interface OtherThere {
  readonly title: string;
}

export interface RunOptions {
  readonly dryRun?: boolean;
  /** Drafts, by their keys, of which nothing is sent or taken from now on; left out: those that were held back before. */
  readonly without?: readonly string[];
  /** Commands and starts, by their keys, that are held back this time. */
  readonly withoutCommands?: readonly string[];
  /** A draft, by its key, that is held back no more: it alone is synced, and what else waits goes on waiting. */
  readonly only?: string;
  /** Of the dry run that its author looked at: what changed here since is held back. */
  readonly review?: string;
  /** Told of each wait in which the service gives no answer for a while. */
  readonly silent?: () => void;
}

/** For one side, as the draft's text stands now, or each conflict on its own. */
export type Settling = "mine" | "theirs" | "text" | readonly Choice[];

/** A draft that both sides changed, each in its own way [Y6]. */
export interface DraftConflict {
  /** null: it was deleted here. */
  readonly id: string | null;
  readonly title: string;
  readonly conflicts: readonly Conflict[];
  readonly reason: ConflictReason;
  /** By which it is known whether it is still the same. */
  readonly seen: string;
  /** Of the flow there, "" if it has none; null: it is gone. */
  readonly titleThere: string | null;
  /** What the proposal would bring in that neither side has [Y5]. */
  readonly errors: readonly BroughtError[];
  /** Whole texts in canonical form, one of which is what both sides had last; null: that side has none. */
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
  /** Whether the text here cannot be read now: `mine` is its last version that could. */
  readonly isOlder: boolean;
  /** What the merge proposes, with what is chosen so far; null where one side has none. */
  readonly proposal: string | null;
  /** Titles of the documents of all sides that are here, by their content's SHA-256. */
  readonly documents: Readonly<Record<string, string>>;
}

/** An error that neither side of a conflict has, and where: keys and names from the draft's root, as of a conflict. */
export interface BroughtError {
  readonly path: readonly string[];
  readonly message: string;
}

/** A participant's page on an account's service. */
export interface AccessLink {
  readonly name: string;
  readonly url: string;
  /** Whether it leads to the account's own host; another is not followed. */
  readonly isOwn: boolean;
}

/** What is known of a run on an account [Y12], without its access links. */
export interface RemoteRun {
  readonly key: string;
  /** null: not known. */
  readonly id: string | null;
  /** The draft here that it was started from, by its key; null: it was adopted. */
  readonly draft: string | null;
  readonly title: string;
  readonly state: InstanceState;
  /** Why the last look was refused; null: it was not. */
  readonly why: string | null;
  /** By the last look that found it; null: none has. */
  readonly seen: SeenInstance | null;
  /** Oldest first. */
  readonly changes: readonly InstanceChange[];
  readonly files: readonly RemoteFileRow[];
  /** In the order in which they were asked for. */
  readonly commands: readonly RemoteCommandRow[];
  readonly wallCreated: number;
  /** When it was last asked for; null: never. */
  readonly wallLooked: number | null;
  /** When the next look is due [Y13]. */
  readonly wallNext: number;
}

/** A run in a list: of its commands those that are not done. */
export type RemoteRunInList = Omit<RemoteRun, "changes" | "files">;

/** What an author confirms with a start on an account. */
export interface Startable {
  /** To whom the service sends mail and SMS. */
  readonly people: readonly Recipient[];
  /** Changes with what is sent, to whom, and by which account. */
  readonly fingerprint: string;
  /** Of the account's service; null: no account was named. */
  readonly address: string | null;
}

export interface StartThere {
  readonly dryRun?: boolean;
  /** How many people will get mail, as the author has counted them: asked for where they are more than three. */
  readonly recipients?: number;
  /** Of what the author has seen, `Startable`: where it is another by now, nothing is started. Left out: as it is when asked for. */
  readonly fingerprint?: string;
  /** Called once it has started, with the key of the run on the account. */
  readonly began?: (run: string) => void;
}

/** What is carried out on an account: a scenario that is kept with a draft, or the acts of a run here. */
export type DriftOf = { readonly draftId: string; readonly scenario: string } | { readonly run: string };

/** What is known of a comparison before it starts. */
export interface DriftBefore extends Startable {
  /** The draft that it starts. */
  readonly draftId: string;
  /** How many acts are compared; 0: the start alone is. */
  readonly acts: number;
  /** The steps that are not compared, and why. */
  readonly left: readonly DriftLeft[];
}

export interface DriftOutcome {
  readonly sync: SyncReport;
  /** The key of the run on the account; null: none was started. */
  readonly run: string | null;
  readonly report: DriftReport | null;
}

/** What of the runs on accounts is asked for. */
export interface RunsWanted {
  /** A part of a title or of a participant's name, in any case. */
  readonly search: string;
  /** In the service's own word; null: any. */
  readonly status: string | null;
  readonly trashed: boolean;
}

export interface NewestRuns {
  readonly runs: readonly { readonly account: string; readonly run: RemoteRun }[];
  /** How many runs of each account are known, of those that have any. */
  readonly counts: readonly { readonly name: string; readonly count: number }[];
}

/** Runs on a remote account. They are named by their id there, or by their key. */
export interface CommandOptions {
  readonly dryRun?: boolean;
  /** Called once it is in the outbox, with its key: it goes out, whether anybody waits for that or not. */
  readonly kept?: (key: string) => void;
}

export interface RemoteRunUseCases {
  /** Oldest first. */
  list(account: string): Result<readonly RemoteRun[]>;
  /** The same without what only a page of one run shows: an account may have very many. */
  listed(account: string): Result<readonly RemoteRunInList[]>;
  /** Of all accounts: those that go on, then the newest. */
  newest(wanted: RunsWanted, most: number): NewestRuns;
  get(account: string, run: string): Result<RemoteRun>;
  /** The participants' pages: their addresses are secrets. */
  links(account: string, run: string): Result<readonly AccessLink[]>;
  /** A sealed document of a run, by the run's key and its place in `files`. */
  sealed(run: string, at: number): Promise<Result<{ readonly fileName: string; readonly bytes: Uint8Array }>>;
  /** To whom a start of the draft, by its id, sends mail and SMS. */
  recipients(draftId: string, name?: string): Result<Startable>;
  /** Starts a draft, by its id, on the account [Y10]: its service writes to real people. */
  start(account: string, draftId: string, options?: StartThere): Promise<Result<SyncReport>>;
  /** Starts a run on the account, carries a scenario out on it, and compares it with the engine here act by act. */
  drift(account: string, of: DriftOf, options?: StartThere): Promise<Result<DriftOutcome>>;
  /** The comparison of a run that was started for one; null: it was not. */
  driftOf(account: string, run: string): Result<DriftReport | null>;
  /** To whom a comparison sends mail and SMS, and what it can compare. @param account left out: any */
  driftRecipients(of: DriftOf, account?: string): Result<DriftBefore>;
  /**
   * Takes up a run by its id there or an access link. One that names the documents of a start without an id is that start's.
   * @param start the key of the start that it is, where nothing else says it
   */
  adopt(account: string, idOrLink: string, start?: string): Promise<Result<RemoteRun>>;
  /** Puts a command into the outbox, and sends what waits there for the run [Y11]. */
  command(
    account: string,
    run: string,
    command: InstanceCommand,
    options?: CommandOptions,
  ): Promise<Result<SyncReport>>;
  /** Takes answered commands off the list; by its key, or `waiting` for all, also what is not sent yet. */
  clear(account: string, run: string, command?: string | null): Promise<Result<RemoteRun>>;
  /** Forgets a run, its links and its files; on the service it stays. */
  forget(account: string, run: string): Promise<Result<null>>;
}

/** What became of a draft's conflict, in the order of the draft. */
export interface SyncConflict {
  /** The draft's key. */
  readonly draft: string;
  readonly path: readonly string[];
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}
/** Which run of an account something is of: many have one title. */
export interface OfRun {
  /** Its key. */
  readonly run: string;
  /** Its id there; null: not known. */
  readonly remoteId: string | null;
  /** Days that its deadline is extended by; null: none is. */
  readonly days: number | null;
}
/** A start or a command that was carried out; what is of no run says none. */
export interface CarriedOut extends Partial<OfRun> {
  readonly what: string;
  /** Where a look found it and nothing was sent now: it was so already, or it was sent before and had no answer. */
  readonly found?: "already" | "sent_before";
}
/** What is of a run says of which. */
export interface SyncNote extends Partial<OfRun> {
  /** A draft by its title, or the account by its name. */
  readonly what: string;
  readonly why: string;
  /** What it is about, where that is no name: for a reader in another language. */
  readonly about?: NoteAbout;
}
export type NoteAbout =
  | { readonly kind: "remote_draft" | "document"; readonly id: string }
  | { readonly kind: "field"; readonly title: string; readonly path: readonly string[] }
  | { readonly kind: "command"; readonly request: string; readonly title: string }
  /** `check`: of a look at a run, which came to nothing; mostly nobody refused it. */
  | { readonly kind: "account" | "retention" | "run" | "check" };

/** What one sync of an account did; drafts by their keys. */
export interface SyncReport {
  readonly account: string;
  readonly pushed: readonly string[];
  readonly pulled: readonly string[];
  /** Flows here that were bound to the same flow there [Y1]. */
  readonly bound: readonly string[];
  readonly merged: readonly string[];
  readonly archived: readonly string[];
  readonly conflicts: readonly SyncConflict[];
  readonly refused: readonly SyncNote[];
  /** Creates, starts and commands without an answer [Y9-Y11]. */
  readonly perhaps: readonly SyncNote[];
  /** Runs of the account in which something was seen to happen, by their keys [Y12]. */
  readonly runs: readonly string[];
  /** Starts and commands that were done, in words. */
  readonly done: readonly string[];
  /** The same, each with its run. */
  readonly carriedOut: readonly CarriedOut[];
  /** Why the command that was asked for still waits [Y11]; null: it does not, or none was. */
  readonly waits: string | null;
  readonly requests: number;
  /** Why the service could not be reached; null: it could. */
  readonly unreachable: string | null;
  /** Something answered at its address that is not used, such as one whose certificate is refused. */
  readonly unusable: boolean;
  /** It ended by a fault of this program or machine, such as a full disk, and why; null: by none. */
  readonly failed: string | null;
  /** It was canceled before its end. */
  readonly canceled: boolean;
  /** Of a dry run: what would be sent [Y16]. */
  readonly planned: readonly PlannedRequest[];
  /** Of a dry run: what would change here, without changing anything there [Y16]. */
  readonly incoming: readonly Incoming[];
  /** Of a dry run: names what was looked at, for the sync after it; null: it is none. */
  readonly review: string | null;
  /** What changed here after it was looked at, and waits for the next look. */
  readonly heldBack: readonly SyncNote[];
}
/** A draft that a dry run would bring in, bind to one here that is the same, change, archive or find in conflict here. */
export interface Incoming {
  readonly how: "new" | "bound" | "changed" | "merged" | "archived" | "conflict";
  /** The draft's key. */
  readonly draft: string;
  readonly title: string;
}
export interface PlannedRequest {
  readonly what: string;
  /** Which request it is, and what it is about. */
  readonly kind: string;
  readonly title: string;
  /** Title of the flow that a document is uploaded for; "": none. */
  readonly flow: string;
  /** The key of the draft that it is for; null: it is not for one alone. */
  readonly draft: string | null;
  /** The key of the command, or of the start, that it is; null: it is none. */
  readonly command: string | null;
  /** The key of the run that a command is of; null: it is none. */
  readonly run: string | null;
  /** The id there of that run; null: it is none. */
  readonly remoteId: string | null;
  /** Days that a deadline is extended by; null: none is. */
  readonly days: number | null;
  readonly method: string;
  readonly path: string;
}

/** How a draft stands with its account [Y17]. */
export interface DraftSyncState {
  readonly draft: string;
  /** null: it was deleted here. */
  readonly id: string | null;
  readonly title: string;
  readonly state: SyncState;
  readonly why: string | null;
  readonly remoteId: string | null;
  readonly conflicts: readonly Conflict[];
  /** Nothing of it is sent or taken: the author took it out of a sync. */
  readonly held: boolean;
}

/** A draft that belongs to an account. */
export interface DraftStanding extends DraftSyncState {
  /** The draft's. */
  readonly key: string;
  readonly account: string;
  /** The version of the interface that its account's service reports; null: none. */
  readonly apiVersion: string | null;
  /** Since when its account's service is not reached, wall time; null: it is, or nobody asked. */
  readonly offlineSince: number | null;
  /** Something answers at its address meanwhile, and is not used. */
  readonly unusable: boolean;
}
