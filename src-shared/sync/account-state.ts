import type { SyncState } from "./state.ts";

/** Counts of what a sync has done; the rest of its report is shown elsewhere. */
export const syncSums = ["pushed", "pulled", "bound", "merged", "archived", "runs", "done"] as const;
export type SyncSums = Readonly<Record<(typeof syncSums)[number], number>>;

/** `full`: list, get and change. `known`: without a list, so only what came from here. `publish`: create and start only. */
export const remoteLevels = ["full", "known", "publish"] as const;
export type RemoteLevel = (typeof remoteLevels)[number];

/** An account's state in one word, the most urgent first. */
export const accountStates = [
  /** Work is under way, and its service is not known to be reached. */
  "unanswered",
  "running",
  /** What is under way only looks, and changes nothing. */
  "checking",
  "stopped",
  /** Its last sync ended by a fault of this program or machine. */
  "failed",
  /** What answers at its address is not used: a certificate that is refused, a redirect, or no such service. */
  "unusable",
  "conflict",
  "refused",
  /** A look at one of its runs came to nothing. */
  "check_failed",
  "perhaps",
  /** Its service asked to be left alone. */
  "rests",
  "offline",
  /** It was never synced. */
  "fresh",
  "waiting",
  /** Its author holds flows back: nothing of them is sent or taken. */
  "held",
  "up_to_date",
] as const;
export type AccountState = (typeof accountStates)[number];

interface Seen {
  readonly unanswered: boolean;
  readonly running: boolean;
  readonly checking: boolean;
  readonly stopped: boolean;
  readonly failed: boolean;
  readonly rests: boolean;
  readonly offline: boolean;
  readonly unusable: boolean;
  readonly synced: boolean;
  /** Whether drafts are held back. */
  readonly held: boolean;
  /** Of its other drafts. */
  readonly drafts: readonly SyncState[];
  /** What its runs, their commands and its data retention wait for. */
  readonly others: readonly ("refused" | "check_failed" | "perhaps" | "waiting")[];
}

const OF_DRAFTS: Readonly<Partial<Record<AccountState, readonly SyncState[]>>> = {
  conflict: ["conflict", "deleted_there"],
  refused: ["refused"],
  perhaps: ["perhaps_sent"],
  waiting: ["only_here", "changed_here", "changed_there", "sending", "offline", "deleted_here"],
};

const AS_SEEN = [
  "unanswered",
  "running",
  "checking",
  "stopped",
  "failed",
  "unusable",
  "rests",
  "offline",
  "held",
] as const;
const isSeen = (state: AccountState): state is (typeof AS_SEEN)[number] => AS_SEEN.some((seen) => seen === state);

const UNDER_WAY: ReadonlySet<AccountState> = new Set(["unanswered", "running", "checking"]);

/** The first of `accountStates` that holds [Y17]. */
export function accountState({ drafts, others, ...seen }: Seen): AccountState {
  const holds = (state: AccountState): boolean => {
    if (state === "fresh") return !seen.synced;
    // Work under way waits, too.
    if (seen.rests && UNDER_WAY.has(state)) return false;
    if (isSeen(state)) return seen[state];
    return others.some((of) => of === state) || (OF_DRAFTS[state]?.some((of) => drafts.includes(of)) ?? false);
  };
  return accountStates.find(holds) ?? "up_to_date";
}

/** Of several accounts in one word; null: there is none. */
export const worstState = (states: readonly AccountState[]): AccountState | null =>
  accountStates.find((state) => states.includes(state)) ?? null;
