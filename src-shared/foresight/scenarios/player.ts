import {
  coveredByAuthentication,
  decide,
  due,
  type FlowEvent,
  type Instant,
  pendingActs,
  plusDaysSameLocalTime,
  rehearsalStart,
  type State,
} from "../../flow/index.ts";
import { type CheckedDraft, type Said, say, short } from "../../language/index.ts";
import { happeningText, seenIn } from "../expectations/index.ts";
import { type Label, labelText } from "../graph/labels.ts";
import { actLabel, commandsOf } from "../graph/steps.ts";
import type { ScenarioStep } from "./scenario.ts";

/** Monday, 2 March 2026, 9:00 UTC: every scenario begins then. */
export const SCENARIO_BEGIN: Instant = 1_772_442_000_000;
export const HOUR = 3_600_000;

type TakenStep = { readonly stage: number; readonly label: Label };

/** Plays the steps of one scenario by the engine's own decisions, on a virtual clock. */
export class Player {
  /** What was done, and in which stage. */
  readonly taken: TakenStep[] = [];
  state: State;
  now = SCENARIO_BEGIN;
  private readonly history: { readonly state: State; readonly events: readonly FlowEvent[] }[] = [];
  /** Documents whose seals the steps decide; all others are sealed at once. */
  private readonly sealed: ReadonlySet<string>;

  constructor(draft: CheckedDraft, sealed: ReadonlySet<string>) {
    this.sealed = sealed;
    const decided = decide(null, rehearsalStart(draft, { timeZone: "UTC", authentication: true }), this.now);
    if (!decided.ok) throw new Error(`The engine refused to start a scenario: ${decided.refusal.message}`);
    this.state = decided.state;
    this.note(decided);
  }

  get timeZone(): string {
    return this.state.start.settings.timeZone;
  }

  /** @returns what went otherwise; null: nothing did */
  play(step: ScenarioStep): Said | null {
    switch (step.kind) {
      case "label":
        return this.take(step.label);
      case "wait":
        this.moveTo(plusDaysSameLocalTime(this.now, step.days, this.timeZone) + step.hours * HOUR);
        return null;
      case "prolong":
        return this.taking({ kind: "prolong" }, () => this.send({ kind: "prolong" }, step.days));
      case "expect":
        return this.check(step);
    }
  }

  /** What the flow waits for; nothing once it has ended. */
  waits(): readonly Label[] {
    return pendingActs(this.state).map(({ participant, verb, document }) => actLabel(participant, verb, document));
  }

  private take(label: Label): Said | null {
    if (label.kind === "time_out") return this.timeOut(label);
    if (label.kind === "act" && !this.isCovered(label.who, label.document)) {
      const refused = this.send({ kind: "authenticate", who: label.who });
      if (refused !== null) return refused;
    }
    return this.taking(label, () => this.send(label));
  }

  private taking(label: Label, doIt: () => Said | null): Said | null {
    const { stage } = this.state;
    const refused = doIt();
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

  /** @param days of `prolong` alone */
  private send(label: Label, days = 1): Said | null {
    for (const command of commandsOf(this.state, label)) {
      const decided = decide(this.state, command.type === "prolong" ? { ...command, days } : command, this.now);
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
