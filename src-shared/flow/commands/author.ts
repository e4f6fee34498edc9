import type { Notification, State } from "../model/index.ts";
import { type CommandOf, hasPendingActs, localMinute, plusDaysSameLocalTime } from "../model/index.ts";
import { dropConfirmations, queueNotification, remind } from "./notifications.ts";
import { refuseUnknown } from "./participant.ts";
import { requestSeals } from "./progress.ts";
import { resumeReminders } from "./reminders.ts";
import { refuse, type Transaction, type Verdict } from "./transaction.ts";

/** The longest extension of a deadline, and how far ahead a time-out may lie, in days [G9]. */
const MOST_DAYS = 365;

/** Withdraws the flow and every unsealed document [G7]. */
export function cancel(tx: Transaction): Verdict {
  tx.emit({ type: "canceled", at: tx.at });
  return dropConfirmations(tx, "canceled");
}

/** Moves the time-out, and revives a flow that has timed out [G9]. */
export function prolong(tx: Transaction, { days }: CommandOf<"prolong">): Verdict {
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS) {
    const message = `A flow is prolonged by 1 to ${MOST_DAYS} whole days; ${days} is not possible.`;
    return refuse("request_parameters_invalid", "G9", message);
  }
  const { timeZone } = tx.state.start.settings;
  const timeoutAt = plusDaysSameLocalTime(Math.max(tx.at, tx.state.timeoutAt), days, timeZone);
  const latest = plusDaysSameLocalTime(tx.at, MOST_DAYS, timeZone);
  if (timeoutAt > latest) {
    const message = `The time-out may lie at most ${MOST_DAYS} days ahead, until ${localMinute(latest, timeZone)}; ask for fewer days.`;
    return refuse("request_parameters_invalid", "G9", message);
  }
  const dropped = droppedByTimeOut(tx.state);
  tx.emit({ type: "prolonged", at: tx.at, days, timeoutAt });
  for (const { kind, participant, method, message, emailLinkOnly } of dropped) {
    queueNotification(tx, { kind, participant, method, message, emailLinkOnly });
  }
  requestSeals(tx);
  return resumeReminders(tx);
}

/** The confirmations that the last time-out dropped; a revived flow sends them after all. */
function droppedByTimeOut({ status, notifications, endedAt }: State): readonly Notification[] {
  if (status !== "timed_out") return [];
  return notifications.flat().filter((sent) => sent.status === "dropped" && sent.changedAt === endedAt);
}

/** Reminds the named participants now; all of them must have pending acts [G14]. */
export function remindNow(tx: Transaction, { participantIds }: CommandOf<"remind">): Verdict {
  if (participantIds.length === 0) {
    return refuse("request_parameters_invalid", "G14", "Nobody to remind: name at least one participant id.");
  }
  const ids = new Set(participantIds);
  const people = tx.state.start.participants.filter((participant) => ids.has(participant.participantId));
  const known = new Set(people.map((participant) => participant.participantId));
  const unknown = participantIds.find((id) => !known.has(id));
  if (unknown !== undefined) {
    return refuse(
      "request_parameters_invalid",
      "G14",
      `This flow has no participant with the id "${unknown}" to remind.`,
    );
  }
  const idle = people.find((participant) => !hasPendingActs(tx.state, participant.name));
  if (idle !== undefined) {
    return refuse(
      "instance_state_error",
      "G14",
      `${idle.name} has nothing to do now, so there is nothing to remind of.`,
    );
  }
  for (const participant of people) remind(tx, participant.name, null);
  return undefined;
}

/** Puts an ended flow in the trash [G11]. */
export function trash(tx: Transaction): Verdict {
  return tx.emit({ type: "trashed", at: tx.at });
}

/** Takes a flow out of the trash [G11]. */
export function restore(tx: Transaction): Verdict {
  return tx.emit({ type: "restored", at: tx.at });
}

/** Lets a participant who failed too often try again [U3]. */
export function unlockParticipant(tx: Transaction, { participant }: CommandOf<"unlock_participant">): Verdict {
  const unknown = refuseUnknown(tx.state, "U3", participant);
  if (unknown !== undefined) return unknown;
  if (!tx.state.authenticationCounts.some((count) => count.participant === participant && count.exceeded)) {
    return refuse("instance_state_error", "U3", `${participant} is not locked, so there is nothing to unlock.`);
  }
  return tx.emit({ type: "participant_unlocked", at: tx.at, participant });
}
