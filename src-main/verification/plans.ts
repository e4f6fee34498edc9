import { canonicalJson, type FlowEvent, isoInstant, replay, type State } from "../../src-shared/flow/index.ts";
import { local } from "../../src-shared/service/index.ts";
import { folderOf, jobId, jobsOfTime, mailJobName } from "../engine/index.ts";
import type {
  CallbackRow,
  InstanceRow,
  JobKind,
  JobKindOfTime,
  JobPayload,
  JobRow,
  StoreReads,
} from "../store/index.ts";
import { isOfTime, payloadOf, wholeList } from "../store/index.ts";
import { originalDueDate, secretRef } from "../workspace/index.ts";

/** What is planned for an instance, and the clock it lives on, against what its history leads to: a sentence for each difference. */
export function planProblems(
  reads: StoreReads,
  row: InstanceRow,
  state: State,
  events: readonly FlowEvent[],
): readonly string[] {
  // The account holds the folders and their policies: no plan can be checked without it.
  if (reads.accounts.get(row.accountId) === null) return [`Its account ${row.accountId} is missing.`];
  // What waited for this release is put back at the next opening.
  const jobs = reads.jobs.ofInstance(row.id).map(originalDueDate);
  return [
    ...clockProblems(reads, row, state),
    ...elsewhere(row, jobs),
    ...timeProblems(reads, row, state, { events, jobs }),
    ...sealProblems(state, jobs),
    ...mailProblems(reads, row, state, jobs),
    ...callbackProblems(reads, row, state, jobs),
  ];
}

function clockProblems({ clocks }: StoreReads, { clockId }: InstanceRow, { lastEventAt }: State): readonly string[] {
  const clock = clocks.get(clockId);
  if (clock === null) return [`Its clock ${clockId} is missing.`];
  if (clock.now === null || clock.now >= lastEventAt) return [];
  return [
    `Its clock "${clock.name}" stands at ${written(clock.now)}, before its last event at ${written(lastEventAt)}.`,
  ];
}

/** A job planned on another clock would run by that clock's time, or never. */
function elsewhere({ clockId }: InstanceRow, jobs: readonly JobRow[]): readonly string[] {
  const clocks = new Set(jobs.map((job) => job.clockId).filter((id) => id !== clockId));
  return [...clocks].map((id) => `What is planned for it is on the clock ${id}, and it lives on the clock ${clockId}.`);
}

/** No rule of the author's delays a message for longer. */
const LONGEST_DELAY = local.MOST_DELAY_MINUTES * 60_000;

/** The kinds of jobs that time alone makes due, and the history decides when. */
const OF_TIME: Readonly<Record<JobKindOfTime, string>> = {
  time_out: "time-out",
  reminder: "reminder",
  retention: "move to the trash, or deletion",
};

/** The database's value may not be a date. */
const written = (instant: number): string =>
  Number.isNaN(new Date(instant).getTime()) ? `no date (${instant})` : isoInstant(instant);

function timeProblems(
  reads: StoreReads,
  row: InstanceRow,
  state: State,
  { events, jobs }: { readonly events: readonly FlowEvent[]; readonly jobs: readonly JobRow[] },
): readonly string[] {
  const planned = new Map(jobs.map((job) => [job.id, job]));
  const rescheduling = isRescheduling(reads, row);
  const asked = jobsOfTime(reads, { row, state }, events).filter(({ kind }) => !(rescheduling && kind === "retention"));
  const expected = new Set(asked.map(({ id }) => id));
  const wrong = asked.flatMap(({ id, kind, dueAt, payload }) => {
    const what = OF_TIME[kind];
    const job = planned.get(id);
    if (job?.kind !== kind) return [`Its ${what}, due at ${written(dueAt)}, is not planned.`];
    if (job.dueAt !== dueAt)
      return [`Its ${what} is planned for ${written(job.dueAt)}, and the history leads to ${written(dueAt)}.`];
    // The others' say nothing: what they are written with is reported with the row.
    return kind !== "retention" || canonicalJson(job.payload) === canonicalJson(payload)
      ? []
      : [
          `Its ${what} is planned with ${JSON.stringify(job.payload)}, and the history leads to ${JSON.stringify(payload)}.`,
        ];
  });
  const unasked = jobs.flatMap(({ id, kind, dueAt }) => {
    if (!isOfTime(kind) || expected.has(id) || (rescheduling && kind === "retention")) return [];
    return [`A ${OF_TIME[kind]} is planned for ${written(dueAt)}, and the history asks for none.`];
  });
  return [...wrong, ...unasked];
}

/** A change of its folder's policy was cut short before it got to all instances: the next opening goes on with it. */
function isRescheduling(reads: StoreReads, { accountId, folderId }: InstanceRow): boolean {
  return folderOf(reads, accountId, folderId).rescheduling;
}

/** What the jobs of a kind are for; one whose payload cannot be read does nothing, and counts as none. */
function payloads<K extends JobKind>(jobs: readonly JobRow[], kind: K): readonly JobPayload<K>[] {
  return jobs.flatMap((job) => payloadOf(job, kind) ?? []);
}

function sealProblems(state: State, jobs: readonly JobRow[]): readonly string[] {
  const sealing = new Set(payloads(jobs, "seal").map(({ document }) => document));
  return state.documents
    .filter((document) => document.state === "in_progress" && document.sealRequested && !sealing.has(document.name))
    .map(({ name }) => `The seal of "${name}" was asked for and is not planned.`);
}

/** Only a message that is on its way has a job; one whose end came first may leave its own, which then does nothing. */
function mailProblems(
  reads: StoreReads,
  { id }: InstanceRow,
  state: State,
  jobs: readonly JobRow[],
): readonly string[] {
  const planned = new Map(jobs.map((job) => [job.id, job]));
  const mails = new Map(wholeList(reads.mail.list, { instanceId: id }).map((mail) => [mail.id, mail]));
  const messages = state.notifications.flat().flatMap(({ status, participant }, index) => {
    if (status !== "queued") return [];
    const number = index + 1;
    const job = planned.get(jobId(id, mailJobName({ notification: number })));
    const asked = job === undefined ? null : payloadOf(job, "mail");
    if (job === undefined || asked === null || !("notification" in asked) || asked.notification !== number)
      return [`Message ${number} to "${participant}" is on its way, and its arrival is not planned.`];
    // A retry counts in wall time.
    if (job.wall) return [];
    const sentAt = mails.get(`${id}-${number}`)?.sentAt ?? job.dueAt;
    return job.dueAt < sentAt || job.dueAt > sentAt + LONGEST_DELAY
      ? [
          `The arrival of message ${number} to "${participant}", sent at ${written(sentAt)}, is planned for ${written(job.dueAt)}.`,
        ]
      : [];
  });
  const codes = new Set<string | null>(
    payloads(jobs, "mail").flatMap((asked) => ("codeHash" in asked ? secretRef.code(id, asked.codeHash) : [])),
  );
  const lost = [...mails.values()].filter(
    ({ status, notification, codeRef }) => status === "queued" && notification === null && !codes.has(codeRef),
  );
  return [
    ...messages,
    ...lost.map(({ participant }) => `A code for "${participant}" is on its way, and its arrival is not planned.`),
  ];
}

/** The events that the history has for a receiver, their rows, and the attempts that are to come. */
function callbackProblems(
  reads: StoreReads,
  row: InstanceRow,
  state: State,
  jobs: readonly JobRow[],
): readonly string[] {
  const rows = wholeList(reads.callbacks.list, { instanceId: row.id });
  const listed = new Map(rows.map((callback) => [callback.sequence, callback]));
  const first = ofSource(reads, row) + 1;
  const asked = Array.from({ length: state.callbackCount - first + 1 }, (_, index) => first + index);
  const unlisted = asked.filter((sequence) => !listed.has(sequence));
  const beyond = rows.filter(({ sequence }) => sequence < first || sequence > state.callbackCount);
  const attempts = payloads(jobs, "callback");
  const sending = new Set(attempts.map(({ eventId }) => eventId));
  const scheduled = new Set(attempts.filter(({ replay: byHand }) => !byHand).map(({ eventId }) => eventId));
  // A dead one that is sent again by hand waits for that job alone.
  const stuck = rows.filter(
    (callback) =>
      (callback.state === "retrying" && !scheduled.has(callback.eventId)) ||
      (callback.state === "waiting" && !sending.has(callback.eventId)),
  );
  const known = new Set(rows.filter(({ url }) => url !== null).map(({ eventId }) => eventId));
  const strays = [...sending].filter((eventId) => !known.has(eventId));
  return [
    ...unlisted.map((sequence) => `Its callback ${sequence} is asked for by the history, and not in the list.`),
    ...beyond.map(({ sequence }) => `Its callback ${sequence} is in the list, and the history asks for none.`),
    ...stuck.map(({ sequence, type }) => `Its callback ${sequence} ("${type}") waits, and no attempt is planned.`),
    ...misplanned(rows, jobs),
    ...strays.map((eventId) => `An attempt is planned for the callback ${eventId}, which has nowhere to go.`),
  ];
}

/** The schedule's next attempt, and when the list says that it comes. */
function misplanned(rows: readonly CallbackRow[], jobs: readonly JobRow[]): readonly string[] {
  const scheduled = new Map(
    jobs.flatMap((job) => {
      const attempt = payloadOf(job, "callback");
      return attempt === null || attempt.replay ? [] : [[attempt.eventId, job.dueAt]];
    }),
  );
  return rows.flatMap(({ eventId, sequence, type, state, nextAttemptAt }) => {
    const dueAt = scheduled.get(eventId);
    const waits = state === "waiting" || state === "retrying";
    if (!waits || dueAt === undefined || nextAttemptAt === null || dueAt === nextAttemptAt) return [];
    return [
      `Its callback ${sequence} ("${type}") is planned for ${written(dueAt)}, and the list says ${written(nextAttemptAt)}.`,
    ];
  });
}

/** Callbacks of a fork's source before the fork, which the fork does not repeat [C5]. */
function ofSource(reads: StoreReads, { id, forkOf }: InstanceRow): number {
  if (forkOf === null) return 0;
  return replay(reads.events.load(id, 0, forkOf.seq).map(({ event }) => event))?.callbackCount ?? 0;
}
