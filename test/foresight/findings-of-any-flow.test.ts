import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Command, decide, nextDue, plusDaysSameLocalTime, rehearsalStart } from "../../src-shared/flow/index.ts";
import { messageCounts } from "../../src-shared/foresight/findings/calendar.ts";
import { factsOf } from "../../src-shared/foresight/findings/facts.ts";
import { findingsOf } from "../../src-shared/foresight/findings/index.ts";
import { completing, endsWithoutPeople, labelOf, stageOf } from "../../src-shared/foresight/findings/lemma.ts";
import { explore } from "../../src-shared/foresight/graph/explore.ts";
import { begin, commandsOf, DEFAULT_ASSUMPTIONS, enabled, take } from "../../src-shared/foresight/graph/steps.ts";
import { type FindingId, type Label, labelText } from "../../src-shared/foresight/index.ts";
import type { CheckedDraft } from "../../src-shared/language/index.ts";
import { sign, stage as signing, startCommand } from "../fixtures/flow-shape.ts";
import { flow as randomFlow } from "../fixtures/random-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";

/** How the run of a finding ends. */
const ENDS: { readonly [id in FindingId]?: string } = {
  X104: "completed",
  X105: "completed",
  X106: "failed",
  X107: "timed_out",
  X112: "timed_out",
};

/** The status after a run; each step must be possible. Locked-out people just never act here. */
function played(draft: CheckedDraft, run: readonly Label[]): string {
  let { state } = begin(draft, false, DEFAULT_ASSUMPTIONS);
  for (const label of run.filter(({ kind }) => kind !== "lock_out")) {
    expect(enabled(state, DEFAULT_ASSUMPTIONS).map(labelText)).toContain(labelText(label));
    state = take(state, label, DEFAULT_ASSUMPTIONS).state;
  }
  return state.status;
}

/** Every way to spend at most so many whole days in so many stages. */
function waits(stages: number, days: number): readonly (readonly number[])[] {
  if (stages === 0) return [[]];
  return Array.from({ length: days + 1 }, (_, spent) =>
    waits(stages - 1, days - spent).map((rest) => [spent, ...rest]),
  ).flat();
}

/** The reminders that somebody gets while each stage waits so many days, and then ends. */
function remindersOf(draft: CheckedDraft, name: string, days: readonly number[]): number {
  const { program } = factsOf(draft);
  const { settings } = draft;
  const began = Date.UTC(2026, 2, 20);
  let [now, reminders] = [began, 0];
  const started = decide(null, rehearsalStart(draft, { timeZone: "UTC", authentication: false }), now);
  if (!started.ok) throw new Error("not started");
  let { state } = started;
  const send = (command: Command) => {
    const decided = decide(state, command, now);
    if (!decided.ok) throw new Error(decided.refusal.message);
    state = decided.state;
    for (const event of decided.events)
      if (event.type === "notification_queued" && event.kind === "reminder" && event.participant === name)
        reminders += 1;
  };
  for (const [stage, spent] of days.entries()) {
    if (state.stage > stage || state.status !== "in_progress") continue;
    const until = plusDaysSameLocalTime(now, spent, settings.timeZone ?? "UTC");
    for (let next = nextDue(state); next !== undefined && next.at <= until; next = nextDue(state)) {
      now = Math.max(now, next.at);
      send({ type: "fall_due", id: next.id, collapseUntil: null });
    }
    now = Math.max(now, until);
    const acts = (completing(stageOf(program, stage)) ?? []).map((slot) => labelOf(program, stage, slot));
    for (const act of acts) if (state.status === "in_progress") commandsOf(state, act).forEach(send);
  }
  return reminders;
}

describe("findings of generated flows", { timeout: FUZZ_TIMEOUT }, () => {
  it("every run plays in the engine, to the end that it names", () => {
    fc.assert(
      fc.property(randomFlow, (shape) => {
        const { draft } = startCommand(shape);
        for (const { id, run } of findingsOf(draft)) {
          const status = played(draft, run?.() ?? []);
          if (id in ENDS) expect([id, status]).toEqual([id, ENDS[id]]);
        }
      }),
      { seed: 20_261_107, numRuns: inputs(300) },
    );
  });

  it("X113: the most reminders are those of the run that waits best, by the engine's clock, in any time zone", () => {
    const reminders = fc.record({
      users: fc.constant(null),
      methods: fc.constant(null),
      daysDelay: fc.integer({ min: 1, max: 4 }),
      periodically: fc.boolean(),
    });
    const flows = fc.record({
      stages: fc.integer({ min: 1, max: 3 }),
      duration: fc.integer({ min: 2, max: 8 }),
      reminders: fc.array(reminders, { minLength: 1, maxLength: 2 }),
      timeZone: fc.constantFrom("UTC", "Europe/Stockholm"),
    });
    fc.assert(
      fc.property(flows, ({ stages, timeZone, ...shape }) => {
        const documents = Array.from({ length: stages }, (_, at) => `d${at}`);
        const inTurn = documents.map((document) => signing(document, sign(["alice"], [document])));
        const { draft: made } = startCommand({ ...shape, stages: inTurn, documents });
        const draft = { ...made, settings: { ...made.settings, timeZone } };
        const facts = factsOf(draft);
        const [alice] = facts.people;
        if (alice === undefined) throw new Error("nobody");
        const counts = waits(stages, draft.duration).map((days) => remindersOf(draft, "alice", days));
        expect(messageCounts(facts, alice).most.email).toBe(Math.max(...counts));
      }),
      { seed: 20_261_109, numRuns: inputs(25) },
    );
  });

  it("stage lemma: a flow can do without somebody exactly if a whole graph without them completes", () => {
    fc.assert(
      fc.property(randomFlow, (shape) => {
        const { draft } = startCommand({
          ...shape,
          participants: (shape.participants ?? []).map(({ name }) => ({ name })),
        });
        const { program, people } = factsOf(draft);
        for (const { name, index } of people) {
          const absent = new Set([name]);
          const graph = explore(draft, { assume: DEFAULT_ASSUMPTIONS, budget: 2_000, reduced: true, absent });
          fc.pre(graph.whole);
          const completes = graph.endings.some(({ status }) => status === "completed");
          expect(program.stages.every((one) => endsWithoutPeople(one, new Set([index])))).toBe(completes);
        }
      }),
      { seed: 20_261_108, numRuns: inputs(200) },
    );
  });
});
