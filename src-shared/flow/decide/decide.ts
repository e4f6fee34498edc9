import { advance, enterStage, refuseStart, started, Transaction } from "../commands/index.ts";
import type { Command, FlowEvent, Instant, Refusal, State } from "../model/index.ts";
import { type CommandOf, evolve } from "../model/index.ts";
import { NOT_THERE, refusalIn, START_TWICE, type Transition, transitions } from "./transitions.ts";

/** The events and the resulting state, so that callers need not evolve them again; or the refusal. */
export type Decided =
  | { readonly ok: true; readonly events: readonly FlowEvent[]; readonly state: State }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Decides a command at an instant: events, or a refusal that changes nothing. The only place with guards.
 * @param state null before the start
 * @param now flow time in milliseconds; for due work its due instant, at or after the latest event's
 */
export function decide(state: State | null, command: Command, now: Instant): Decided {
  if (command.type === "start") return state === null ? start(command, now) : refused(START_TWICE);
  if (state === null) return refused(NOT_THERE);
  const refusal = refusalIn(state, command.type);
  if (refusal !== undefined) return refused(refusal);
  const tx = new Transaction(state, now);
  const transition: Transition<Command> = transitions[command.type];
  const verdict = transition.run(tx, command);
  return verdict === undefined ? { ok: true, events: tx.events, state: tx.state } : refused(verdict);
}

function start(command: CommandOf<"start">, now: Instant): Decided {
  const refusal = refuseStart(command);
  if (refusal !== undefined) return refused(refusal);
  const first = started(command, now);
  const tx = new Transaction(evolve(null, first), now);
  enterStage(tx, 0);
  advance(tx);
  return { ok: true, events: [first, ...tx.events], state: tx.state };
}

function refused(refusal: Refusal): Decided {
  return { ok: false, refusal };
}
