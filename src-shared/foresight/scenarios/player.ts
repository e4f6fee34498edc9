import { msg, short, type Translatable } from "../../basics/index.ts";
import {
  decide,
  due,
  type FlowEvent,
  type Instant,
  pendingActs,
  plusDaysSameLocalTime,
  rehearsalStart,
  type State,
} from "../../flow/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import { happeningText } from "../expectations/index.ts";
import { type Label, labelText } from "../graph/labels.ts";
import { actLabel } from "../graph/steps.ts";
import { hasHappened, rehearsed } from "./rehearse.ts";
import type { ScenarioStep } from "./scenario.ts";

/** Monday, 2 March 2026, 9:00 UTC: the start of every scenario. */
export const SCENARIO_BEGIN: Instant = 1_772_442_000_000;
export const HOUR = 3_600_000;

type TakenStep = { readonly stage: number; readonly label: Label };

/** Plays the steps of one scenario by the engine's own decisions, on a virtual clock. */
export class Player {
  /** The steps taken, with their stages. */
  readonly taken: TakenStep[] = [];
  state: State;
  now = SCENARIO_BEGIN;
  /** All events so far. */
  readonly events: FlowEvent[] = [];
  /** Documents whose seals are decided by steps; all others are sealed at once. */
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

  /** @returns what differed; null: nothing did */
  play(step: ScenarioStep): Translatable | null {
    switch (step.kind) {
      case "label":
        return this.take(step.label);
      case "wait":
        this.moveTo(plusDaysSameLocalTime(this.now, step.days, this.timeZone) + step.hours * HOUR);
        return null;
      case "prolong":
        return this.send({ kind: "prolong" }, step.days);
      case "expect":
        return this.check(step);
    }
  }

  /** What the flow waits for; empty once it has ended. */
  waits(): readonly Label[] {
    return pendingActs(this.state).map(({ participant, verb, document }) => actLabel(participant, verb, document));
  }

  private take(label: Label): Translatable | null {
    if (label.kind === "time_out") return this.timeOut(label);
    return this.send(label);
  }

  private timeOut(label: Label): Translatable | null {
    const waited = this.state.status === "in_progress";
    this.moveTo(this.state.timeoutAt);
    return waited && this.state.status === "timed_out" ? null : msg`\`${labelText(label)}\` has not happened.`;
  }

  /** @param days only for `prolong` */
  private send(label: Label, days = 1): Translatable | null {
    const { stage } = this.state;
    const tried = rehearsed(this.state, label, this.now, days);
    if (!tried.ok) return msg`\`${short(labelText(tried.label))}\` is refused: ${tried.refusal}`;
    for (const decided of tried.decided) this.note(decided);
    this.taken.push({ stage, label });
    return null;
  }

  private note({ state, events }: { readonly state: State; readonly events: readonly FlowEvent[] }): void {
    this.state = state;
    this.events.push(...events);
    for (const event of events)
      if (event.type === "seal_requested" && !this.sealed.has(event.document)) this.seal(event.document);
  }

  private seal(document: string): void {
    const decided = decide(this.state, { type: "seal_succeeded", document, sha256: "" }, this.now);
    if (!decided.ok) throw new Error(`The engine refused a seal: ${decided.refusal.message}`);
    this.note(decided);
  }

  /** Runs everything that falls due until then, each at its instant [C3]. */
  private moveTo(instant: Instant): void {
    for (let [next] = due(this.state); next !== undefined && next.at <= instant; [next] = due(this.state)) {
      this.now = Math.max(this.now, next.at);
      const decided = decide(this.state, { type: "fall_due", id: next.id, collapseUntil: null }, next.at);
      if (!decided.ok) throw new Error(`The engine refused what fell due: ${decided.refusal.message}`);
      if (next.kind === "time_out") this.taken.push({ stage: this.state.stage, label: { kind: "time_out" } });
      this.note(decided);
    }
    this.now = Math.max(this.now, instant);
  }

  private check({ fact, not }: Extract<ScenarioStep, { kind: "expect" }>): Translatable | null {
    if (hasHappened({ state: this.state, events: this.events }, fact) !== not) return null;
    const words = short(happeningText(fact));
    return not ? msg`\`${words}\` has happened, and should not have.` : msg`\`${words}\` has not happened.`;
  }
}

/** The documents whose seals some steps decide. */
export function sealsIn(steps: readonly ScenarioStep[]): ReadonlySet<string> {
  return new Set(
    steps.flatMap((step) =>
      step.kind === "label" && (step.label.kind === "seal" || step.label.kind === "fail_seal")
        ? step.label.document
        : [],
    ),
  );
}
