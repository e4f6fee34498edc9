import { evolve, type FlowEvent, type Instant, type Refusal, type RefusalCode, type State } from "../model/index.ts";

/** A decision in progress: each event is evolved at once, so that later code reads the resulting state. */
export class Transaction {
  readonly events: FlowEvent[] = [];
  /** Flow time of every event of this decision. */
  readonly at: Instant;
  state: State;

  constructor(state: State, at: Instant) {
    this.state = state;
    this.at = at;
  }

  /** @returns the verdict of a handler that has done its work */
  emit(event: FlowEvent): undefined {
    this.events.push(event);
    this.state = evolve(this.state, event);
  }
}

/** A handler's answer: a refusal before its first event, or nothing. */
export type Verdict = Refusal | undefined;

export function refuse(code: RefusalCode, rule: string, message: string): Refusal {
  return { code, rule, message };
}
