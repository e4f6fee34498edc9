import { type Instant, plusDaysSameLocalTime, unreached } from "../../../src-shared/flow/index.ts";
import type { Label, ScenarioStep } from "../../../src-shared/foresight/index.ts";
import type { Loaded } from "../../engine/index.ts";
import { type MailRow, payloadOf, type StoreReads } from "../../store/index.ts";
import { isOver } from "../clocks/index.ts";
import { nowOf, type Workspace } from "../workspace.ts";
import type { PlayParts } from "./act-as.ts";

const HOUR = 3_600_000;

/** When a wait that begins now ends, in flow time. Days keep the local time. */
export function endOfWait(
  workspace: Workspace,
  loaded: Loaded,
  { days, hours }: Extract<ScenarioStep, { kind: "wait" }>,
): Instant {
  const { timeZone } = loaded.state.start.settings;
  return plusDaysSameLocalTime(nowOf(workspace, loaded), days, timeZone) + hours * HOUR;
}

export type FollowedWaits = Readonly<ReturnType<typeof followedWaits>>;

/**
 * Waits that a playing clock passes on its own. They are lost when the app closes: clocks are stopped when it opens.
 */
export function followedWaits({ workspace, clocks }: Pick<PlayParts, "workspace" | "clocks">) {
  /** By run. */
  const begun = new Map<string, { readonly at: number; readonly until: Instant }>();
  const underWay = (id: string, at: number): Instant | null => {
    const wait = begun.get(id);
    return wait?.at === at ? wait.until : null;
  };
  return {
    /** When the wait of step `at` ends, if it began on a playing clock; null: none began. */
    underWay,
    /**
     * Begins the wait of step `at` if the run's clock plays, and keeps it while that is paused. Answers when it ends;
     * null: the step waits for nothing, the wait is over, or its clock is stopped.
     */
    goOn(id: string, at: number, step: ScenarioStep): Instant | null {
      const loaded = workspace.engine.load(id);
      if (loaded === null) return null;
      const { clockId } = loaded.row;
      const known = underWay(id, at);
      if (known === null && clocks.speed(clockId) === null) return null;
      const until = known ?? endOf(workspace, loaded, step);
      // A clock that stops because nothing is due would never get there.
      if (until === null || until <= nowOf(workspace, loaded) || isOver(workspace, clockId)) return null;
      begun.set(id, { at, until });
      return until;
    },
  };
}

function endOf(workspace: Workspace, loaded: Loaded, step: ScenarioStep): Instant | null {
  if (step.kind === "wait") return endOfWait(workspace, loaded, step);
  if (step.kind !== "label") return null;
  if (step.label.kind === "time_out") return loaded.state.timeoutAt;
  return seenFrom(workspace, loaded, step.label);
}

/** Most messages to one person to read. */
const MESSAGES = 100;

/**
 * When somebody who must act has seen their first message, by the delivery rules: before that, they know nothing. A
 * message on its way counts from its arrival. null: they have seen one, no rule says when, or the author acts.
 */
export function seenFrom({ reads }: Workspace, { row }: Loaded, label: Label): Instant | null {
  const messages = messagesFor(reads, row.id, label);
  const jobs = reads.jobs.ofInstance(row.id);
  const arrivalOf = ({ notification, sentAt }: MailRow) =>
    jobs.find((job) => {
      const payload = payloadOf(job, "mail");
      return payload !== null && "notification" in payload && payload.notification === notification;
    })?.dueAt ?? sentAt;
  const seen = messages
    .filter(({ status }) => status !== "not_delivered")
    .map((mail) => mail.clickedAt ?? mail.readAt ?? (mail.status === "queued" ? arrivalOf(mail) : mail.sentAt));
  return seen.length === 0 ? null : Math.min(...seen);
}

/** Why somebody gets no message about their task; null: they have one, or will. */
export const whyUntold = ({ state }: Loaded, label: Label): string | null =>
  isOfParticipant(label) ? (unreached(state).get(label.who) ?? null) : null;

const isOfParticipant = (label: Label): label is Label & { readonly who: string } =>
  "who" in label && label.who !== null && label.kind !== "unlock";

function messagesFor(reads: StoreReads, id: string, label: Label): readonly MailRow[] {
  if (!isOfParticipant(label)) return [];
  return reads.mail.newestTo(id, label.who, MESSAGES).filter(({ kind }) => kind !== "code");
}
