import type { DialectFile } from "../../src-shared/dialect/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import type { Result } from "./errors.ts";
import type { Credentials } from "./types-workspace.ts";

/** How an author shows who they are: the four strings, or what they are traded for [Y14]. */
export type RemoteCredentials = Credentials | { readonly email: string; readonly password: string };

/** A remote account, without its secrets. */
export interface RemoteAccount extends Omit<RemoteAccountRow, "dialect" | "accountId"> {
  readonly dialect: string;
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
}
