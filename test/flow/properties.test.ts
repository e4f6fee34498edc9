import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command, Instant, State } from "../../src-shared/flow/index.ts";
import {
  applyEvents,
  canonicalJson,
  decide,
  due,
  ENGLISH,
  pendingActs,
  replay,
  sentence,
  snapshot,
} from "../../src-shared/flow/index.ts";
import { type FlowShape, HOUR, T0, TestFlow } from "./draft.ts";
import { type ModelCommand, NaiveModel } from "./naive-model.ts";
import { flow as randomFlow, type Step, steps } from "./random-flow.ts";

/** The command that the engine gets for one of the model's. */
function commandOf(command: ModelCommand): Command {
  switch (command.type) {
    case "act":
      return { ...command, signature: null };
    case "reject_document":
    case "reject_instance":
      return { ...command, message: null };
    case "seal_succeeded":
      return { type: "seal_succeeded", document: command.document, sha256: "ab".repeat(32) };
    case "seal_failed":
      return { type: "seal_failed", document: command.document, reason: "broken" };
    case "remind":
      return { type: "remind", participantIds: [PARTICIPANT_IDS[command.participant] ?? ""] };
    case "time_out":
      return { type: "fall_due", id: "time_out", collapseUntil: null };
    case "prolong":
      return command;
    case "cancel":
    case "trash":
    case "restore":
      return { type: command.type };
  }
}

const PARTICIPANT_IDS: Readonly<Record<string, string>> = { alice: "p1", bob: "p2", carol: "p3", dave: "p4" };

function resolveStep({ command }: Step, model: NaiveModel): ModelCommand {
  if (command.type !== "pending") return command;
  const pending = model.pending();
  const [participant = "alice", verb, document = "contract"] = (pending[command.pick % pending.length] ?? "").split(
    "|",
  );
  return { type: "act", participant, verb: verb === "approve" ? "approve" : "sign", document };
}

/** Runs the engine and the model side by side. */
class Race {
  readonly flow: TestFlow;
  readonly model: NaiveModel;

  constructor(shape: FlowShape) {
    this.flow = new TestFlow(shape, T0);
    this.model = new NaiveModel(shape, T0);
    this.compare();
  }

  /** Runs everything due up to an instant, as the engine does before any command [C3]. */
  advanceTo(instant: Instant): void {
    for (let next = due(this.flow.state)[0]; next !== undefined && next.at <= instant; next = due(this.flow.state)[0]) {
      this.flow.fallDue(next.id, next.at);
      if (next.kind === "time_out") this.model.send({ type: "time_out" }, next.at);
      this.compare();
    }
    this.flow.now = instant;
  }

  step(command: ModelCommand): void {
    const decided = decide(freeze(this.flow.state), commandOf(command), this.flow.now);
    const accepted = this.model.send(command, this.flow.now);
    if (decided.ok !== accepted) throw new Error(`${JSON.stringify(command)}: engine ${decided.ok}, model ${accepted}`);
    if (decided.ok) this.flow.send(commandOf(command));
    this.compare();
  }

  private compare(): void {
    const { state } = this.flow;
    const pending = pendingActs(state).map((act) => `${act.participant}|${act.verb}|${act.document}`);
    const engine = canonicalJson({ ...seen(state), documents: this.flow.documentStates(), pending: pending.sort() });
    const documents = Object.fromEntries(this.model.documents);
    const model = canonicalJson({ ...seen(this.model), documents, pending: this.model.pending() });
    // Not expect(): hundreds of thousands of comparisons are made.
    if (engine !== model) throw new Error(`engine ${engine}\nmodel  ${model}`);
  }
}

function seen({
  status,
  trashed,
  stage,
  timeoutAt,
}: Pick<State, "status" | "trashed" | "stage" | "timeoutAt">): object {
  return { status, trashed, stage, timeoutAt };
}

/** Whoever changes a frozen value in place, be it on the way to a refusal, throws. */
function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
  return value;
}

/** Everything in a state, inner representation included, but for the compiled program. */
function fingerprint(state: State): string {
  return canonicalJson({ ...state, program: null, snapshot: snapshot(state) });
}

function run(shape: FlowShape, script: readonly Step[]): Race {
  const race = new Race(shape);
  for (const step of script) {
    race.advanceTo(race.flow.now + step.hours * HOUR);
    race.step(resolveStep(step, race.model));
  }
  return race;
}

// Seconds on an idle machine; the limit only stops a run that hangs.
describe("the engine against the naive model", { timeout: 120_000 }, () => {
  it("G2–G11: same answers, status, stage, documents and pending acts, and a refusal changes nothing", () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(randomFlow, steps, (shape, script) => {
        reached.add(run(shape, script).flow.state.status);
      }),
      { seed: 20_260_302, numRuns: 3000 },
    );
    // The generator is no good if it leaves a status unvisited.
    expect([...reached].sort()).toEqual(["canceled", "completed", "failed", "finalising", "in_progress", "timed_out"]);
  });

  it("law 2: replaying the history gives the state that decide built", () => {
    fc.assert(
      fc.property(randomFlow, steps, (shape, script) => {
        const { flow } = run(shape, script);
        const replayed = replay(JSON.parse(JSON.stringify(flow.events)));
        expect(replayed && fingerprint(replayed)).toBe(fingerprint(flow.state));
      }),
      { seed: 20_260_303, numRuns: 500 },
    );
  });

  it("Callbacks, Mail, C3: what holds of every history", () => {
    fc.assert(
      fc.property(randomFlow, steps, (shape, script) => {
        const { flow } = run(shape, script);
        const effects = applyEvents(null, flow.events).effects.flat();
        const sequences = effects.flatMap((effect) => (effect.kind === "callback" ? [effect.sequence] : []));
        expect(sequences).toEqual(sequences.map((_, index) => index + 1));
        expect(flow.state.callbackCount).toBe(sequences.length);
        const instants = flow.events.map((event) => event.at);
        expect(instants).toEqual(instants.toSorted((a, b) => a - b));
        if (flow.state.endedAt !== null) {
          expect(flow.state.notifications.filter(({ status }) => status === "held")).toEqual([]);
        }
        for (const event of flow.events) {
          const { key, values } = sentence(event, flow.state);
          for (const [, place = ""] of ENGLISH[key].matchAll(/\{(\w+)\}/g)) expect(values).toHaveProperty(place);
        }
      }),
      { seed: 20_260_304, numRuns: 500 },
    );
  });
});
