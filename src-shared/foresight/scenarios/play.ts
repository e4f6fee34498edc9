import {
  coveredByAuthentication,
  decide,
  due,
  type FlowEvent,
  type Instant,
  isRunning,
  pendingActs,
  plusDaysSameLocalTime,
  rehearsalStart,
  type State,
} from "../../flow/index.ts";
import { type CheckedDraft, type Said, say, short } from "../../language/index.ts";
import { happeningText, seenIn } from "../expectations/index.ts";
import { type Label, labelText } from "../graph/labels.ts";
import { actLabel, commandsOf } from "../graph/steps.ts";
import type { PlacedStep, Scenario, ScenarioStep } from "./scenario.ts";

/** Monday, 2 March 2026, 9:00 UTC: every scenario begins then. */
export const SCENARIO_BEGIN: Instant = 1_772_442_000_000;
const HOUR = 3_600_000;

export interface Played {
  readonly name: string;
  /** The first step that did not go as the scenario says; null: all did. */
  readonly failed: Failure | null;
  /** What was done, and in which stage: for coverage. */
  readonly taken: readonly { readonly stage: number; readonly label: Label }[];
}

export interface Failure {
  readonly step: PlacedStep;
  readonly message: Said;
  /** What the flow waits for instead, in words. */
  readonly waits: readonly string[];
}

/**
 * Plays a scenario by the engine's own decisions, on a virtual clock. Whoever must authenticate before an act does so by
 * themselves, unless the scenario says how; a seal succeeds at once, unless a step names its document.
 */
export function playScenario(draft: CheckedDraft, scenario: Scenario): Played {
  const run = new Run(draft, scenario);
  for (const step of scenario.steps) {
    const message = run.play(step.step);
    if (message !== null)
      return { name: scenario.name, failed: { step, message, waits: run.waits() }, taken: run.taken };
  }
  return { name: scenario.name, failed: null, taken: run.taken };
}

class Run {
  readonly taken: { readonly stage: number; readonly label: Label }[] = [];
  private state: State;
  private now = SCENARIO_BEGIN;
  private readonly history: { readonly state: State; readonly events: readonly FlowEvent[] }[] = [];
  /** Documents whose seals the scenario decides. */
  private readonly sealed: ReadonlySet<string>;

  constructor(draft: CheckedDraft, { steps }: Scenario) {
    this.sealed = new Set(
      steps.flatMap(({ step }) =>
        step.kind === "label" && (step.label.kind === "seal" || step.label.kind === "fail_seal")
          ? step.label.document
          : [],
      ),
    );
    const decided = decide(null, rehearsalStart(draft, { timeZone: "UTC", authentication: true }), this.now);
    if (!decided.ok) throw new Error(`The engine refused to start a scenario: ${decided.refusal.message}`);
    this.state = decided.state;
    this.note(decided);
  }

  /** @returns what went otherwise; null: nothing did */
  play(step: ScenarioStep): Said | null {
    switch (step.kind) {
      case "label":
        return this.take(step.label);
      case "wait":
        this.moveTo(plusDaysSameLocalTime(this.now, step.days, this.state.start.settings.timeZone) + step.hours * HOUR);
        return null;
      case "expect":
        return this.check(step);
    }
  }

  /** What the flow waits for, in words. */
  waits(): readonly string[] {
    if (!isRunning(this.state.status)) return [`nothing: it is ${this.state.status.replace("_", " ")}`];
    return pendingActs(this.state).map(({ participant, verb, document }) =>
      labelText(actLabel(participant, verb, document)),
    );
  }

  private take(label: Label): Said | null {
    const { stage } = this.state;
    if (label.kind === "time_out") return this.timeOut(label);
    if (label.kind === "act" && !this.isCovered(label.who, label.document)) {
      const refused = this.send({ kind: "authenticate", who: label.who });
      if (refused !== null) return refused;
    }
    const refused = this.send(label);
    if (refused === null) this.taken.push({ stage, label });
    return refused;
  }

  private timeOut(label: Label): Said | null {
    const waited = this.state.status === "in_progress";
    this.moveTo(this.state.timeoutAt);
    return waited && this.state.status === "timed_out" ? null : say`\`${labelText(label)}\` has not happened.`;
  }

  private isCovered(who: string, document: string): boolean {
    const waits = pendingActs(this.state).some((act) => act.participant === who && act.document === document);
    // An act that nobody waits for is refused with a better reason than a missing authentication.
    return !waits || coveredByAuthentication(this.state, who, document, this.now);
  }

  private send(label: Label): Said | null {
    for (const command of commandsOf(this.state, label)) {
      const decided = decide(this.state, command, this.now);
      if (!decided.ok) return say`\`${short(labelText(label))}\` is refused: ${decided.refusal.message}`;
      this.state = decided.state;
      this.note(decided);
    }
    return null;
  }

  private note(taken: { readonly state: State; readonly events: readonly FlowEvent[] }): void {
    this.history.push(taken);
    for (const event of taken.events)
      if (event.type === "seal_requested" && !this.sealed.has(event.document)) this.seal(event.document);
  }

  private seal(document: string): void {
    const decided = decide(this.state, { type: "seal_succeeded", document, sha256: "" }, this.now);
    if (!decided.ok) throw new Error(`The engine refused a seal: ${decided.refusal.message}`);
    this.state = decided.state;
    this.note(decided);
  }

  /** Everything that falls due until then happens at its instant [C3]. */
  private moveTo(instant: Instant): void {
    for (let [next] = due(this.state); next !== undefined && next.at <= instant; [next] = due(this.state)) {
      this.now = Math.max(this.now, next.at);
      const decided = decide(this.state, { type: "fall_due", id: next.id, collapseUntil: null }, next.at);
      if (!decided.ok) throw new Error(`The engine refused what fell due: ${decided.refusal.message}`);
      if (next.kind === "time_out") this.taken.push({ stage: this.state.stage, label: { kind: "time_out" } });
      this.state = decided.state;
      this.note(decided);
    }
    this.now = Math.max(this.now, instant);
  }

  private check({ fact, not }: Extract<ScenarioStep, { kind: "expect" }>): Said | null {
    const looked = fact.kind === "sees" ? this.history.slice(-1) : this.history;
    const happened = looked.some((taken) => seenIn(taken, [fact], []) === "sought");
    if (happened !== not) return null;
    const words = short(happeningText(fact));
    return not ? say`\`${words}\` has happened, and should not have.` : say`\`${words}\` has not happened.`;
  }
}
