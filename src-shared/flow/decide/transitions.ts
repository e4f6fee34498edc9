import type { Transaction, Verdict } from "../commands/index.ts";
import {
  act,
  cancel,
  checkAuthentication,
  fallDue,
  notificationResult,
  prolong,
  refuse,
  rejectDocument,
  rejectInstance,
  remindNow,
  restore,
  sealFailed,
  sealSucceeded,
  sendNewCode,
  startAuthentication,
  trash,
  unlockParticipant,
} from "../commands/index.ts";
import type { CommandOf, CommandType, InstanceStatus, Refusal, State } from "../model/index.ts";

/** The conditions that an instance can be in: not there, in one of its statuses, or in the trash. */
export type Condition = "none" | InstanceStatus | "trashed";

/** One command: the conditions that accept it, its handler, and the refusal everywhere else. */
export interface Transition<C> {
  readonly accepts: readonly Condition[];
  readonly otherwise: Refusal;
  /** Decides under the conditions above; it refuses before its first event or not at all. A method, see `evolve`. */
  run(tx: Transaction, command: C): Verdict;
}

const ENDED = ["completed", "failed", "canceled", "timed_out"] as const;
const THERE = ["in_progress", "finalising", ...ENDED] as const;

export const CONDITIONS: readonly Condition[] = ["none", ...THERE, "trashed"];

/**
 * The one transition table: every guard on status is here, every other guard in the row's `run`. `start` has no state
 * to run on and is decided separately. `{status}` in a message is replaced by the instance's condition from `STANDING`.
 */
export const transitions: { readonly [T in Exclude<CommandType, "start">]: Transition<CommandOf<T>> } = {
  act: {
    accepts: ["in_progress"],
    otherwise: refuse("document_state_error", "G4", "The flow {status}; nothing can be signed or approved in it."),
    run: act,
  },
  reject_document: {
    accepts: ["in_progress"],
    otherwise: refuse("instance_state_error", "G10", "The flow {status}; only one in progress can be rejected."),
    run: rejectDocument,
  },
  reject_instance: {
    accepts: ["in_progress"],
    otherwise: refuse("instance_state_error", "G10", "The flow {status}; only one in progress can be rejected."),
    run: rejectInstance,
  },
  cancel: {
    accepts: ["in_progress", "timed_out"],
    otherwise: refuse(
      "instance_state_error",
      "G10",
      "The flow {status}; only one that is in progress or timed out can be canceled.",
    ),
    run: cancel,
  },
  prolong: {
    accepts: ["in_progress", "timed_out"],
    otherwise: refuse(
      "instance_state_error",
      "G10",
      "The flow {status}; only one that is in progress or timed out can be prolonged.",
    ),
    run: prolong,
  },
  remind: {
    accepts: ["in_progress"],
    otherwise: refuse("instance_state_error", "G14", "The flow {status}; nobody has anything to be reminded of."),
    run: remindNow,
  },
  trash: {
    accepts: ENDED,
    otherwise: refuse("instance_state_error", "G11", "The flow {status}; cancel it, or let it end, to trash it."),
    run: trash,
  },
  restore: {
    accepts: ["trashed"],
    otherwise: refuse("instance_state_error", "G11", "The flow {status}; only one in the trash can be restored."),
    run: restore,
  },
  start_authentication: {
    accepts: THERE,
    otherwise: refuse("instance_state_error", "U1", "The flow {status}; nobody can authenticate to it."),
    run: startAuthentication,
  },
  send_new_code: {
    accepts: THERE,
    otherwise: refuse("instance_state_error", "U4", "The flow {status}; nobody can authenticate to it."),
    run: sendNewCode,
  },
  check_authentication: {
    accepts: THERE,
    otherwise: refuse("instance_state_error", "U2", "The flow {status}; nobody can authenticate to it."),
    run: checkAuthentication,
  },
  unlock_participant: {
    accepts: THERE,
    otherwise: refuse("instance_state_error", "U3", "The flow {status}; restore it to unlock a participant."),
    run: unlockParticipant,
  },
  fall_due: {
    accepts: ["in_progress"],
    otherwise: refuse("instance_state_error", "C3", "The flow {status}; nothing falls due in it."),
    run: fallDue,
  },
  seal_succeeded: {
    accepts: ["in_progress", "finalising"],
    otherwise: refuse("document_state_error", "G5", "The flow {status}; a late seal is thrown away."),
    run: sealSucceeded,
  },
  seal_failed: {
    accepts: ["in_progress", "finalising"],
    otherwise: refuse("document_state_error", "G5", "The flow {status}; a late seal is thrown away."),
    run: sealFailed,
  },
  notification_result: {
    accepts: [...THERE, "trashed"],
    otherwise: refuse("resource_not_found", "Mail", "There is no such flow."),
    run: notificationResult,
  },
};

const STANDING: Readonly<Record<Exclude<Condition, "none" | "trashed">, string>> = {
  in_progress: "is in progress",
  finalising: "is finalising",
  completed: "has completed",
  failed: "has failed",
  canceled: "was canceled",
  timed_out: "has timed out",
};

/** A second start of the same instance. */
export const START_TWICE = refuse("instance_state_error", "G1", "The flow has already been started.");

/** Any command except a start, without an instance. */
export const NOT_THERE = refuse("resource_not_found", "G1", "There is no such flow.");
const IN_TRASH = refuse("instance_state_error", "G11", "The flow is in the trash; restore it first.");
/** The message tells how the flow can end: a seal that waits for a lost file waits without limit [G5]. */
const notBeforeItEnds = (rule: string) =>
  refuse(
    "instance_state_error",
    rule,
    "The flow is finalising: it ends once its documents are sealed, and cannot be canceled or trashed before that. Where a document's file is missing or changed, put it back from a backup, or upload the same PDF again.",
  );
const WHILE_FINALISING: Partial<Record<CommandType, Refusal>> = {
  cancel: notBeforeItEnds("G10"),
  trash: notBeforeItEnds("G11"),
};
const TRASHED_TWICE = refuse("instance_state_error", "G11", "The flow is in the trash already.");

/** Why commands are refused on a history that a newer release has continued; undefined: all of it is known. */
export function refusalOfNewer({ unknownSince }: State): Refusal | undefined {
  if (unknownSince === null) return undefined;
  const message = `A newer Countersign has gone on with this flow ("${unknownSince}"). This one shows it and changes nothing in it: update Countersign to go on.`;
  return refuse("instance_state_error", "law 2", message);
}

/** Why a command is refused in a state, as far as that does not depend on its contents. */
export function refusalIn(state: State, type: Exclude<CommandType, "start">): Refusal | undefined {
  return refusalOfNewer(state) ?? refusalOf(type, conditionOf(state));
}

/** The condition of an instance; null means that it does not exist. */
export function conditionOf(state: State | null): Condition {
  if (state === null) return "none";
  return state.trashed ? "trashed" : state.status;
}

/** Why a command is refused under a condition; undefined if its row runs. */
export function refusalOf(type: Exclude<CommandType, "start">, condition: Condition): Refusal | undefined {
  const row = transitions[type];
  if (row.accepts.includes(condition)) return undefined;
  if (condition === "none") return NOT_THERE;
  if (condition === "trashed") return type === "trash" ? TRASHED_TWICE : IN_TRASH;
  const waits = condition === "finalising" ? WHILE_FINALISING[type] : undefined;
  if (waits !== undefined) return waits;
  return { ...row.otherwise, message: row.otherwise.message.replace("{status}", STANDING[condition]) };
}
