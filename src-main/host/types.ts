import type { DocumentUseCases, DraftFileUseCases, DraftUseCases } from "./types-drafts.ts";
import type { EvidenceUseCases } from "./types-evidence.ts";
import type { InstanceUseCases } from "./types-instances.ts";
import type { ParticipantUseCases } from "./types-participants.ts";
import type { PlayUseCases } from "./types-plays.ts";
import type { SyncUseCases } from "./types-sync.ts";
import type {
  AccountUseCases,
  CallbackUseCases,
  ClockUseCases,
  FolderUseCases,
  LedgerUseCases,
  LogEntry,
  MailboxUseCases,
  SealUseCases,
  SearchUseCases,
  SettingUseCases,
} from "./types-workspace.ts";

export type * from "./errors.ts";
export type * from "./types-drafts.ts";
export type * from "./types-evidence.ts";
export type * from "./types-instances.ts";
export type * from "./types-participants.ts";
export type * from "./types-plays.ts";
export type * from "./types-sync.ts";
export type * from "./types-workspace.ts";

/**
 * What the bridge, the HTTP service and the command line ask of an open workspace. Methods that change something return
 * a promise that settles after the commit (law 3). Nothing here throws for bad input: errors are values (law 9).
 * Methods do not check who calls; rows carry `accountId`, and the layer that faces a caller compares it.
 */
export interface Host {
  readonly dir: string;
  readonly drafts: DraftUseCases;
  readonly draftFiles: DraftFileUseCases;
  readonly documents: DocumentUseCases;
  readonly instances: InstanceUseCases;
  readonly participants: ParticipantUseCases;
  readonly plays: PlayUseCases;
  readonly search: SearchUseCases;
  readonly mailbox: MailboxUseCases;
  readonly callbacks: CallbackUseCases;
  readonly clocks: ClockUseCases;
  readonly accounts: AccountUseCases;
  readonly folders: FolderUseCases;
  readonly settings: SettingUseCases;
  readonly sync: SyncUseCases;
  readonly ledger: LedgerUseCases;
  readonly seal: SealUseCases;
  readonly evidence: EvidenceUseCases;
  /** Whether the folder was moved or removed: nothing is written until it is back. Announced by a change of "setting". */
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
  readonly kind: "instance" | "draft" | "document" | "mail" | "callback" | "clock" | "folder" | "setting" | "account";
  readonly id: string;
  /** The instance that a mail, document or callback belongs to. */
  readonly instanceId: string | null;
}

export interface OpenWorkspaceOptions {
  readonly dir: string;
  /** Whether the workspace is there already: none is created where it is not. */
  readonly existing?: boolean;
  /** Wall and real clock, epoch milliseconds; default `Date.now`. */
  readonly clockNow?: () => number;
  /** Milliseconds on a clock that nobody can set; left out: since the process began. */
  readonly steadyNow?: () => number;
  /** Lets wall milliseconds go by before a remote account is asked again; default a timer. */
  readonly remoteWait?: (milliseconds: number) => Promise<unknown>;
  /** Wall milliseconds that a start on a remote account waits for an answer; default 45 s. */
  readonly remotePatience?: number;
  /** Wall milliseconds for the answer to what is canceled and may have changed something there; default 2 s. */
  readonly remoteGrace?: number;
  /** Wall milliseconds until an answer of a remote account must be whole; default 30 s, and ten times that for a file. */
  readonly remoteTimeout?: number;
  /** Wall milliseconds without a change after which a draft is sent to its account by itself; default 3 s. */
  readonly remoteRests?: number;
  /** How remote accounts are reached: the variables that name a proxy, and the wall milliseconds until a connection stands. */
  readonly remoteReaching?: {
    readonly environment?: Readonly<Record<string, string | undefined>>;
    readonly connectTimeout?: number;
  };
  readonly baseUrl?: string | null;
  /** Email and password of the default account, used where the workspace is created. */
  readonly account?: { readonly email: string; readonly name?: string; readonly password?: string };
  readonly log?: (entry: LogEntry) => void;
  /** File of the page that checks evidence, for bundles to carry; without one they carry none. */
  readonly checkPage?: string;
  /** Encrypts the secrets at rest; default a key file of mode 0600 in the workspace. */
  readonly secretBox?: { protect(plain: Uint8Array): Uint8Array; reveal(sealed: Uint8Array): Uint8Array };
}
