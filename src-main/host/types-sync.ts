import type { DialectFile } from "../../src-shared/dialect/index.ts";
import type { Choice, Conflict, SyncState } from "../../src-shared/sync/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import type { Result } from "./errors.ts";
import type { Credentials } from "./types-workspace.ts";

/** How an author shows who they are: the four strings, or what they are traded for [Y14]. */
export type RemoteCredentials = Credentials | { readonly email: string; readonly password: string };

/** A remote account, without its secrets. */
export interface RemoteAccount extends Omit<RemoteAccountRow, "dialect" | "accountId"> {
  readonly dialect: string;
  /** Whether its version of the interface is before ours, so that it may refuse what is newer (V101). */
  readonly older: boolean;
  /** Drafts of this workspace that belong to it. */
  readonly drafts: number;
}

export interface AddRemoteAccount {
  readonly name: string;
  readonly url: string;
  readonly credentials: RemoteCredentials;
  /** Default: a service that spells things as ours does. */
  readonly dialect?: DialectFile;
  /** `all`: the drafts that are there now, and belong to no account, belong to it from now on. */
  readonly bind: "all" | "none";
}

export interface SyncUseCases {
  /** By name. */
  accounts(): readonly RemoteAccount[];
  /** Adds an account that can be used: it is asked first. */
  add(request: AddRemoteAccount): Promise<Result<RemoteAccount>>;
  /** Asks an account anew, with other credentials where some are given; one that was stopped goes on. */
  check(name: string, credentials?: RemoteCredentials): Promise<Result<RemoteAccount>>;
  /** Forgets an account, its credentials, and what is bound to it; its drafts stay here, or are archived [Y18]. */
  remove(name: string, drafts: "keep" | "archive"): Promise<Result<{ readonly drafts: number }>>;
  /** Makes a draft, by its id, the account's; `conflict_error` where it is another's [Y1]. */
  bind(name: string, draftId: string): Promise<Result<null>>;
  /** Brings an account and its drafts here to the same. A second one of the same account waits for the first. */
  run(name: string, options?: { readonly dryRun?: boolean }): Promise<Result<SyncReport>>;
  /** Of the drafts that belong to an account. */
  states(name: string): Result<readonly DraftSyncState[]>;
  /** Settles a draft's conflicts, by its key [Y6]. */
  settle(name: string, draftKey: string, how: Settling): Promise<Result<null>>;
  /** A draft's conflicts as they are now, by its key; null: it has none. */
  conflict(name: string, draftKey: string): Result<DraftConflict | null>;
  /** Says what became of a create without an answer: it is this one, or it was never made [Y9]. */
  resolve(name: string, draftKey: string, remoteId: string | null): Promise<Result<null>>;
}

/** For one side, as the draft's text stands now, or each conflict on its own. */
export type Settling = "mine" | "theirs" | "text" | readonly Choice[];

/** A draft that both sides changed, each in its own way [Y6]. */
export interface DraftConflict {
  readonly conflicts: readonly Conflict[];
  /** Whole texts in canonical form, one of which is what both sides had last; null: that side has none. */
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
  /** What the merge proposes; null where one side has none. */
  readonly proposal: string | null;
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
export interface SyncNote {
  /** A draft by its title, or the account. */
  readonly what: string;
  readonly why: string;
}

/** What one sync of an account did; drafts by their keys. */
export interface SyncReport {
  readonly account: string;
  readonly pushed: readonly string[];
  readonly pulled: readonly string[];
  readonly merged: readonly string[];
  readonly archived: readonly string[];
  readonly conflicts: readonly SyncConflict[];
  readonly refused: readonly SyncNote[];
  /** Creates without an answer [Y9]. */
  readonly perhaps: readonly SyncNote[];
  readonly requests: number;
  /** Why the service could not be reached; null: it could. */
  readonly unreachable: string | null;
  /** Of a dry run: what would be sent [Y16]. */
  readonly planned: readonly PlannedRequest[];
}
export interface PlannedRequest {
  readonly what: string;
  readonly method: string;
  readonly path: string;
}

/** How a draft stands with its account [Y17]. */
export interface DraftSyncState {
  readonly draft: string;
  readonly state: SyncState;
  readonly why: string | null;
  readonly remoteId: string | null;
  readonly conflicts: readonly Conflict[];
}
