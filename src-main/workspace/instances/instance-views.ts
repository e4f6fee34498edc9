import { answersOf } from "../../../src-shared/authentication/index.ts";
import {
  type AuthenticationKind,
  adminActions,
  authenticationOf,
  authorActions,
  decide,
  english,
  groupsOfStages,
  type HistoryMessage,
  type Instant,
  isLocked,
  mayRejectDocument,
  mayRejectInstance,
  missedActs,
  participantsProgress,
  pendingActs,
  type State,
  sentence,
  storyKind,
  unreached,
  waitingFor,
} from "../../../src-shared/flow/index.ts";
import type { Loaded } from "../../engine/index.ts";
import type {
  AuthorOperations,
  HistoryEntry,
  InstanceDetail,
  InstanceDocument,
  InstanceParticipant,
  InstanceSummary,
  RunSurroundings,
} from "../../host/index.ts";
import type { InstanceRow, RecordedEvent, StoreReads } from "../../store/index.ts";
import { wireParameters, wireProcess, wireSettings } from "./wire.ts";

/** Rows as lists show them, with the next due item of the run's clock (decision 0421). */
export function summariesOf(
  { jobs, instances }: Pick<StoreReads, "jobs" | "instances">,
  rows: readonly InstanceRow[],
): readonly InstanceSummary[] {
  const next = jobs.nextOf(rows.map(({ id }) => id));
  return rows.map((row) => ({
    ...row,
    nextDueAt: next.get(row.id) ?? null,
    forkNumber: forkNumber({ instances }, row),
  }));
}

/** A fork's number among the forks of its source, from 1. */
export function forkNumber({ instances }: Pick<StoreReads, "instances">, { id, forkOf }: InstanceRow): number | null {
  return forkOf && instances.forkNumber(id, forkOf.instanceId);
}

/** The flow and version that a run was started from, and how much it has sent. A fork has those of its source. */
export function surroundings(
  { drafts, events, mail, callbacks }: Pick<StoreReads, "drafts" | "events" | "mail" | "callbacks">,
  { id, draftId }: InstanceRow,
): RunSurroundings {
  const draft = draftId === null ? null : drafts.get(draftId);
  const started = events.load(id, 0, 1)[0]?.recorded ?? 0;
  return {
    flow: draft && { title: draft.title, revision: drafts.ranAt(draft.id, started) },
    mails: mail.countOf(id),
    callbacks: callbacks.countOf(id),
  };
}

/** Everything that a detail view and `GET instance` show, without replaying. @param now flow time of its clock */
export function instanceDetail(
  { jobs, events, instances }: Pick<StoreReads, "jobs" | "events" | "instances">,
  { state, row, acts }: Loaded,
  now: Instant,
): InstanceDetail {
  const { start } = state;
  const allDone = state.status === "completed" || state.status === "finalising";
  return {
    ...row,
    nextDueAt: jobs.nextOf([row.id]).get(row.id) ?? null,
    forkNumber: forkNumber({ instances }, row),
    flowKind: start.flowKind,
    process: wireProcess(start.process),
    processParameters: wireParameters(start),
    processSettings: wireSettings(start),
    callback: callbackOf(state),
    documents: documentsOf(state),
    participants: participantsOf(state, acts),
    pendingActs: pendingActs(state),
    adminActions: adminActions(state),
    timeZone: start.settings.timeZone,
    stageNames: state.program.stages.map((stage) => stage.name),
    stageGroups: groupsOfStages(state),
    missedActs: missedActs(state),
    stageIndex: allDone ? state.program.stages.length : state.stage,
    stageEnteredAt: state.stageEnteredAt,
    endedAt: state.endedAt,
    sealFailure: sealFailureOf(events, row.id, state),
    now,
  };
}

/** Few runs end this way: only their histories are read. */
function sealFailureOf(events: StoreReads["events"], id: string, state: State): InstanceDetail["sealFailure"] {
  if (!state.documents.some((document) => document.state === "failed")) return null;
  const failed = events.load(id).findLast(({ event }) => event.type === "failed" && event.reason === "sealing");
  return failed === undefined ? null : { seq: failed.seq, sentence: sentence(failed.event, state) };
}

function callbackOf({ start }: State): InstanceDetail["callback"] {
  if (start.callback === null) return null;
  const { url, auth } = start.callback;
  return { url, version: 1, ...(auth === null ? {} : { auth: { type: "basic", username: auth.username } }) };
}

function documentsOf(state: State): readonly InstanceDocument[] {
  return state.start.documents.map(({ name, documentId, title, pages, sha256 }, index) => {
    const progress = state.documents[index];
    return {
      ...{ name, documentId, title, pages, sha256 },
      state: progress?.state ?? "in_progress",
      sealedSha256: progress?.sealedSha256 ?? null,
    };
  });
}

function participantsOf(state: State, acts: Loaded["acts"]): readonly InstanceParticipant[] {
  const progress = participantsProgress(state);
  const pending = Map.groupBy(pendingActs(state), ({ participant }) => participant);
  const notReached = unreached(state);
  return state.start.participants.map(({ name, participantId, email, phoneNumber }, index) => ({
    ...{ name, participantId, email, phoneNumber },
    pending: progress[index]?.pending ?? 0,
    done: progress[index]?.done ?? 0,
    standing: progress[index]?.standing ?? "recipient",
    firstStage: state.program.stagesOfParticipant[index]?.[0] ?? null,
    acts: acts.filter((act) => act.participant === name).map(({ verb, document, at }) => ({ verb, document, at })),
    locked: isLocked(state, name, "view") || isLocked(state, name, "sign"),
    unreached: notReached.get(name) ?? null,
    mayReject: {
      flow: mayRejectInstance(state, name),
      documents: [...new Set((pending.get(name) ?? []).map(({ document }) => document))].filter((document) =>
        mayRejectDocument(state, name, document),
      ),
    },
    authenticates: (["view", "sign"] as const).flatMap((kind) => authenticatesFor(state, name, kind)),
  }));
}

function authenticatesFor(state: State, name: string, kind: AuthenticationKind): InstanceParticipant["authenticates"] {
  const asked = authenticationOf(state, name, kind);
  if (asked === null) return [];
  const otherFailures = answersOf(asked).filter((answer) => answer !== "success" && answer !== "failure");
  return [{ kind, locked: isLocked(state, name, kind), otherFailures }];
}

/** An event as a history shows it. @param message its texts, from `historyFormatter` */
export function historyEntry(
  item: RecordedEvent,
  { what, who, why, note, begins }: HistoryMessage,
  opens: HistoryEntry["opens"],
): HistoryEntry {
  const { seq, recorded, by, decision, hash, event } = item;
  const message = { text: english(what), sentence: what, who, why, note, begins, kind: storyKind(event), opens };
  return { seq, at: event.at, recorded, by, decision, ...message, event, hash };
}

/** Uses the engine's own decision for operations with guards beyond the status; nothing is written. */
export function operationsOf(state: State, now: Instant): AuthorOperations {
  const refusals = authorActions(state);
  const waiting = new Set(waitingFor(state));
  const ids = state.start.participants
    .filter(({ name }) => waiting.has(name))
    .map(({ participantId }) => participantId);
  const remind = decide(state, { type: "remind", participantIds: ids }, now);
  const prolong = decide(state, { type: "prolong", days: 1 }, now);
  return {
    cancel: refusals.cancel?.message ?? null,
    prolong: prolong.ok ? null : prolong.refusal.message,
    remind: remind.ok ? null : remind.refusal.message,
    trash: refusals.trash?.message ?? null,
    restore: refusals.restore?.message ?? null,
    delete: refusals.delete?.message ?? null,
  };
}
