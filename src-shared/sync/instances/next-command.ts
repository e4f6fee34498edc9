import type { SeenInstance } from "./seen.ts";

/** Commands that say no more than what they are. */
export const plainCommands = ["cancel", "trash", "restore", "delete"] as const;

/** What an author can ask of an instance on an account. */
export type InstanceCommand =
  | { readonly kind: (typeof plainCommands)[number] }
  /** 1 to 365 days. */
  | { readonly kind: "prolong"; readonly days: number }
  /** By the participants' ids there. */
  | { readonly kind: "remind"; readonly participants: readonly string[] };
export const commandKinds = [
  ...plainCommands,
  "prolong",
  "remind",
] as const satisfies readonly InstanceCommand["kind"][];
export type CommandKind = (typeof commandKinds)[number];

/** How a command of the outbox stands. */
export const commandStates = ["waiting", "sending", "done", "refused", "perhaps_sent"] as const;
export type CommandState = (typeof commandStates)[number];

export interface CommandView {
  readonly command: InstanceCommand;
  /** What has just been looked at; null: it is not there, neither in the trash. */
  readonly seen: SeenInstance | null;
  /** The time-out that its author saw when they asked to extend it; null: none, or what else waited would have moved it. */
  readonly askedAt: number | null;
  /** Of a command that was sent and got no answer: what was seen before; null: it was not sent yet. */
  readonly unanswered: {
    readonly timeout: number | null;
    /** Wall milliseconds since it was sent; below 0: the clock was set back since, and nobody knows. */
    readonly ago: number;
  } | null;
}

export type CommandStep =
  /** Its effect is there. */
  | { readonly kind: "done" }
  /** Of a reminder: to those who still have something to do. */
  | { readonly kind: "send"; readonly command: InstanceCommand }
  /** It was sent, and may still arrive: it is looked at again later. */
  | { readonly kind: "wait" }
  | { readonly kind: "refuse"; readonly why: string }
  /** Nobody can tell whether it was done: the author says. */
  | { readonly kind: "perhaps"; readonly why: string };

/** How long an aborted request can still arrive, in wall milliseconds: until then nothing is sent a second time. */
export const MAY_ARRIVE = 60_000;

/** Decides the next step for a command from the run's current state [Y11]. */
export function nextCommand({ command, seen, askedAt, unanswered }: CommandView): CommandStep {
  // A workspace that was put back from a copy, or is used as two, still waits to send what has been done.
  if (isThere(command, seen, unanswered === null ? askedAt : unanswered.timeout)) return { kind: "done" };
  if (seen === null) return refuse("The run is not there any more.");
  if (unanswered !== null) return afterNoAnswer(command, seen, unanswered);
  return unlessRefused(command, seen);
}

function unlessRefused(command: InstanceCommand, seen: SeenInstance): CommandStep {
  const why = whyNotAllowed(command, seen);
  if (why !== null) return refuse(why);
  if (command.kind !== "remind") return { kind: "send", command };
  const participants = stillAsked(command.participants, seen);
  if (participants.length === 0) return refuse("None of those who were to be reminded has anything to do now.");
  return { kind: "send", command: { ...command, participants } };
}

/** Those, by their ids, who are asked for something now; where the service does not show that, or not who they are, all of them. */
function stillAsked(ids: readonly string[], { participants, pending }: SeenInstance): readonly string[] {
  if (pending.length === 0) return ids;
  const asked = new Set(pending.map(({ user }) => user));
  return ids.filter((id) => {
    const known = participants.find((one) => one.id === id);
    return known === undefined || asked.has(known.name);
  });
}

const refuse = (why: string): CommandStep => ({ kind: "refuse", why });

/** @param before the time-out that is to be extended; null: nobody knows it */
function isThere(command: InstanceCommand, seen: SeenInstance | null, before: number | null): boolean {
  switch (command.kind) {
    case "cancel":
      return seen?.status === "canceled";
    case "trash":
      return seen?.trashed === true;
    case "restore":
      return seen?.trashed === false;
    case "delete":
      return seen === null;
    case "prolong":
      return seen !== null && isProlonged(before, seen.timeout, command.days);
    case "remind":
      return false;
  }
}

const DAY = 86_400_000;

/** The later of now and the old time-out, plus the days: at least so much after the old one. */
function isProlonged(before: number | null, after: number | null, days: number): boolean {
  return before !== null && after !== null && after - before >= days * DAY;
}

function afterNoAnswer(
  command: InstanceCommand,
  seen: SeenInstance,
  { timeout, ago }: NonNullable<CommandView["unanswered"]>,
): CommandStep {
  if (command.kind === "remind")
    return { kind: "perhaps", why: "It got no answer, and a reminder leaves nothing to see." };
  if (command.kind === "prolong") {
    if (timeout === null || seen.timeout === null)
      return { kind: "perhaps", why: "It got no answer, and the service does not show the time-out." };
    if (timeout !== seen.timeout)
      return { kind: "perhaps", why: "It got no answer, and the time-out has changed otherwise meanwhile." };
  }
  if (ago < MAY_ARRIVE) return { kind: "wait" };
  return unlessRefused(command, seen);
}

/** By the kind of a command, the statuses that do not allow it. Older services show a run that timed out as failed (interface 3). */
const NOT_AT: Readonly<Partial<Record<CommandKind, readonly string[]>>> = {
  cancel: ["finalising", "completed", "failed"],
  prolong: ["finalising", "completed", "canceled"],
  remind: ["finalising", "completed", "canceled", "failed"],
  trash: ["in_progress", "finalising"],
};

/** Why the run's state, as far as known, does not allow it; null: it does. Unknown statuses are left to the service. */
export function whyNotAllowed(
  { kind }: Pick<InstanceCommand, "kind">,
  { status, trashed, adminActions }: Pick<SeenInstance, "status" | "trashed" | "adminActions">,
): string | null {
  const words = `The run is ${status.replaceAll("_", " ")}`;
  const isAt = NOT_AT[kind]?.includes(status) === true;
  if (kind === "restore") return null;
  if (kind === "trash" && !isAt) return null;
  if (kind === "trash" && status === "finalising") return `${words}: let it end, then move it to the trash.`;
  if (kind === "trash") return `${words}: cancel it, or let it end, then move it to the trash.`;
  if (kind === "delete") return trashed ? null : `${words} and not in the trash: only a run in the trash is deleted.`;
  if (trashed) return "The run is in the trash: restore it first.";
  if (kind === "cancel" && isAt) return `${words}: it cannot be canceled any more.`;
  if (kind === "prolong" && isAt) return `${words}: it cannot be prolonged any more.`;
  if (kind === "remind" && isAt) return `${words}: nobody has anything to be reminded of.`;
  if (kind === "remind" && adminActions !== null && !adminActions.includes("remind"))
    return "The service offers no reminder for it now.";
  return null;
}
