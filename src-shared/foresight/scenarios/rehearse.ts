import { answersOf, takesCode } from "../../authentication/index.ts";
import {
  type AuthenticationKind,
  askedAuthentication,
  authenticationOf,
  coveredByAuthentication,
  type Decided,
  decide,
  type FlowEvent,
  type Instant,
  isLocked,
  pendingActs,
  type State,
} from "../../flow/index.ts";
import { type Happening, seenIn } from "../expectations/index.ts";
import type { Label } from "../graph/labels.ts";
import { commandsOf } from "../graph/steps.ts";

export type Rehearsed =
  /** The result of each engine decision, in order. */
  | { readonly ok: true; readonly decided: readonly Extract<Decided, { ok: true }>[] }
  /** Why the label, or the authentication before it, would be refused. */
  | { readonly ok: false; readonly label: Label; readonly refusal: string };

/**
 * Tries a label by the engine's own decisions; nothing is kept. Participants who must authenticate before an act do so
 * automatically.
 * @param days only for `prolong`
 */
export function rehearsed(state: State, label: Label, now: Instant, days = 1): Rehearsed {
  const refusal = refusedAtPage(state, label);
  if (refusal !== null) return { ok: false, label, refusal };
  const labels: readonly Label[] =
    label.kind === "act" && mustAuthenticate(state, label, now)
      ? [{ kind: "authenticate", who: label.who }, label]
      : [label];
  const decided: Extract<Decided, { ok: true }>[] = [];
  for (const each of labels) {
    const before = decided.at(-1)?.state ?? state;
    for (const command of commandsOf(before, each, now)) {
      const sent = command.type === "prolong" ? { ...command, days } : command;
      const next = decide(decided.at(-1)?.state ?? state, sent, now);
      if (!next.ok) return { ok: false, label: each, refusal: next.refusal.message };
      decided.push(next);
    }
  }
  return { ok: true, decided };
}

/** Why somebody cannot go past their page: a refusal that the engine leaves to the page. */
function refusedAtPage(state: State, label: Label): string | null {
  if (!("who" in label) || label.who === null || label.kind === "unlock") return null;
  const { kind, who } = label;
  const isAttempt =
    kind === "authenticate" || kind === "fail_authentication" || kind === "mistype" || kind === "lock_out";
  const asked = isAttempt ? askedFor(state, label) : null;
  if (isAttempt && asked === null) return `${who} is asked for no authentication.`;
  if (kind === "fail_authentication" && asked !== null && label.reason !== undefined) {
    const authentication = authenticationOf(state, who, asked);
    if (authentication !== null && !answersOf(authentication).includes(label.reason))
      return `What ${who} authenticates with never answers "${label.reason}".`;
  }
  if (kind === "mistype" && asked !== null && !takesCode(authenticationOf(state, who, asked)?.provider ?? ""))
    return `What ${who} authenticates with takes no code.`;
  if (kind === "lock_out" || !isLocked(state, who, "view")) return null;
  return `${who} is locked out of their page: unlock them first.`;
}

/** What the label's attempt answers; null: nobody asks for it. */
export function askedFor(
  state: State,
  label: { readonly who: string; readonly to?: "view" },
): AuthenticationKind | null {
  if (label.to === undefined) return askedAuthentication(state, label.who);
  return authenticationOf(state, label.who, label.to) === null ? null : label.to;
}

/** For an act that is not pending, the engine's refusal is better than "missing authentication". */
function mustAuthenticate(
  state: State,
  act: { readonly who: string; readonly document: string },
  now: Instant,
): boolean {
  const waits = pendingActs(state).some(
    ({ participant, document }) => participant === act.who && document === act.document,
  );
  return waits && !coveredByAuthentication(state, act.who, act.document, now);
}

/** Whether a run has shown something so far; for what somebody sees, only the current state counts. */
export function hasHappened(
  run: { readonly state: State; readonly events: readonly FlowEvent[] },
  fact: Happening,
): boolean {
  return seenIn(run, [fact], []) === "sought";
}
