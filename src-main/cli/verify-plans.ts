import { z } from "zod";
import { due, isoInstant, type State } from "../../src-shared/flow/index.ts";
import { jobId } from "../engine/project.ts";
import { nextRetention, policyOf, retentionBase, retentionJobId } from "../engine/retention.ts";
import type { InstanceRow, JobKind, StoreReads } from "../store/types.ts";

/** What is planned for an instance, and the clock it lives on, against what its history leads to: a sentence for each difference. */
export function planProblems(reads: StoreReads, row: InstanceRow, state: State): readonly string[] {
  return [...clockProblems(reads, row, state), ...jobProblems(reads, row, state)];
}

function clockProblems({ clocks }: StoreReads, { clockId }: InstanceRow, { lastEventAt }: State): readonly string[] {
  const clock = clocks.get(clockId);
  if (clock === null) return [`Its clock ${clockId} is missing.`];
  if (clock.now === null || clock.now >= lastEventAt) return [];
  return [
    `Its clock "${clock.name}" stands at ${isoInstant(clock.now)}, before its last event at ${isoInstant(lastEventAt)}.`,
  ];
}

const sealPayload = z.object({ document: z.string() });

/** The kinds of jobs that time alone makes due, and the history decides when. */
const OF_TIME: Partial<Record<JobKind, string>> & Record<"time_out" | "reminder" | "retention", string> = {
  time_out: "time-out",
  reminder: "reminder",
  retention: "move to the trash, or deletion",
};

function jobProblems(reads: StoreReads, row: InstanceRow, state: State): readonly string[] {
  const planned = new Map(reads.jobs.ofInstance(row.id).map((job) => [job.id, job]));
  const expected = expectedAt(reads, row, state);
  const wrong = [...expected].flatMap(([id, { what, at }]) => {
    const job = planned.get(id);
    if (job === undefined) return [`Its ${what}, due at ${isoInstant(at)}, is not planned.`];
    if (job.dueAt === at) return [];
    return [`Its ${what} is planned for ${isoInstant(job.dueAt)}, and the history leads to ${isoInstant(at)}.`];
  });
  const unasked = [...planned.values()].filter(({ id, kind }) => kind in OF_TIME && !expected.has(id));
  const sealing = [...planned.values()].flatMap(({ kind, payload }) =>
    kind === "seal" ? [sealPayload.parse(payload).document] : [],
  );
  const unsealed = state.documents.filter(
    (document) => document.state === "in_progress" && document.sealRequested && !sealing.includes(document.name),
  );
  return [
    ...wrong,
    ...unasked.map(
      ({ kind, dueAt }) => `A ${OF_TIME[kind]} is planned for ${isoInstant(dueAt)}, and the history asks for none.`,
    ),
    ...unsealed.map(({ name }) => `The seal of "${name}" was asked for and is not planned.`),
  ];
}

/** By the id of its job: what time alone brings to the instance. */
function expectedAt(reads: StoreReads, row: InstanceRow, state: State) {
  const items = due(state).map(({ id, kind, at }) => [jobId(row.id, id), { what: OF_TIME[kind], at }] as const);
  const events = reads.events.load(row.id).map(({ event }) => event);
  const next = nextRetention(state, retentionBase(events, state), policyOf(reads, row.accountId, state.start.folderId));
  const retention = next === null ? [] : [[retentionJobId(row.id), { what: OF_TIME.retention, at: next.at }] as const];
  return new Map([...items, ...retention]);
}
