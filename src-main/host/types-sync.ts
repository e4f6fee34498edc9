import type { InputOf, OutputOf } from "../../src-shared/bridge/index.ts";
import type { DriftLeft, DriftReport } from "../../src-shared/drift/index.ts";
import type { DeepReadonly } from "../../src-shared/service/index.ts";
import type {
  Choice,
  Conflict,
  InstanceChange,
  InstanceCommand,
  InstanceState,
  Recipient,
  RemoteCredentials,
  RetentionPolicy,
  SeenInstance,
  SyncState,
} from "../../src-shared/sync/index.ts";
import type { RemoteAccountRow, RemoteCommandRow, RemoteFileRow } from "../store/index.ts";
import type { Result } from "./errors.ts";
import type { DraftBinding } from "./types-drafts.ts";

export type { RemoteCredentials } from "../../src-shared/sync/index.ts";

type ShownAccount = DeepReadonly<OutputOf<"sync.accounts.list">["items"][number]>;

/** A remote account, without its secrets, as the app shows it and as it is kept. */
export interface RemoteAccount
  extends Omit<RemoteAccountRow, "dialect" | "accountId">,
    Omit<ShownAccount, keyof RemoteAccountRow | "activity">,
    Pick<ShownAccount, "dialect"> {
  readonly activity: SyncActivity;
}

/** What an account is doing while the workspace is open. */
export interface SyncActivity extends Omit<ShownAccount["activity"], "last"> {
  /** Whether all that is under way only looks, as a check or a dry run does. */
  readonly onlyLooks: boolean;
  /** What the last sync came to; null: there was none since the workspace was opened. */
  readonly last: { readonly wallAt: number; readonly report: SyncReport } | null;
}

export type AddRemoteAccount = Readonly<InputOf<"sync.accounts.add">>;

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

export interface RunOptions extends Partial<Omit<DeepReadonly<InputOf<"sync.run">>, "name">> {
  /** Told of each wait in which the service gives no answer for a while. */
  readonly silent?: () => void;
}

/** For one side, as the draft's text stands now, or each conflict on its own. */
export type Settling = "mine" | "theirs" | "text" | readonly Choice[];

/** A draft that both sides changed, each in its own way [Y6]. */
export type DraftConflict = NonNullable<DeepReadonly<OutputOf<"sync.conflict.get">>["conflict"]>;
export type BroughtError = DraftConflict["errors"][number];

/** A participant's page on an account's service. */
export type AccessLink = DeepReadonly<OutputOf<"sync.links.list">>["items"][number];

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

/** How many people its author has counted, and what they have seen: where that is another by now, nothing is started. */
export interface StartThere extends Partial<Pick<InputOf<"sync.runs.start">, "dryRun" | "recipients" | "fingerprint">> {
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
/** What one sync of an account did; drafts by their keys. */
export interface SyncReport extends Omit<DeepReadonly<OutputOf<"sync.run">>, "conflicts"> {
  readonly account: string;
  readonly conflicts: readonly SyncConflict[];
  /** What is `done`, each with its run. */
  readonly carriedOut: readonly CarriedOut[];
  /** Why the command that was asked for still waits [Y11]; null: it does not, or none was. */
  readonly waits: string | null;
}
export type SyncNote = SyncReport["refused"][number];
export type NoteAbout = NonNullable<SyncNote["about"]>;
export type Incoming = SyncReport["incoming"][number];
export type PlannedRequest = SyncReport["planned"][number];

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
export interface DraftStanding
  extends DraftSyncState,
    Omit<NonNullable<DeepReadonly<OutputOf<"sync.drafts.get">>["standing"]>, keyof DraftSyncState> {}
