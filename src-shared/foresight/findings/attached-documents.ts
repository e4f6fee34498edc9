import { visibleDocuments } from "../../flow/index.ts";
import type { Label } from "../graph/labels.ts";
import { begin, DEFAULT_ASSUMPTIONS, type Taken, take } from "../graph/steps.ts";
import { type Facts, messagesOf, type Person, type Sent } from "./facts.ts";

/** The documents that a confirmation carries to one of its recipients. */
export type AttachedDocuments = (person: Person, sent: Pick<Sent, "stage" | "at">) => readonly string[];

/**
 * The contents of a run's confirmations: what their recipients may see when they are sent. That is once all of it is
 * sealed, so later stages may have shown or hidden some [G16] [Mail]. If a flow changes what somebody sees, the engine
 * plays the run.
 */
export function attachedDocuments({ draft, program }: Facts, run: () => readonly Label[]): AttachedDocuments {
  const shown = new Set(
    draft.process.stages.flatMap(({ actions }) =>
      actions.flatMap((action) => ("documents" in action ? action.users : [])),
    ),
  );
  let played: ReadonlyMap<string, readonly string[]> | null = null;
  return ({ name, index }, sent) => {
    const own = program.documentsOfParticipant[index] ?? [];
    const always = own.length === 0 && draft.flowKind === "standard" ? program.documents : own;
    if (!shown.has(name)) return always;
    played ??= play(draft, run());
    return played.get(key(name, sent)) ?? always;
  };
}

const key = (name: string, { stage, at }: Pick<Sent, "stage" | "at">) => `${stage} ${at} ${name}`;

/** The contents of each confirmation that a run sends, by `key`. */
function play(draft: Facts["draft"], run: readonly Label[]): ReadonlyMap<string, readonly string[]> {
  const messages = messagesIn(draft);
  const queued = new Map<number, (typeof messages)[number] | undefined>();
  const carried = new Map<string, readonly string[]>();
  const note = ({ state, events }: Taken): Taken["state"] => {
    for (const event of events) {
      if (event.type === "notification_queued" && event.kind === "confirmation")
        queued.set(event.id, messages[queued.size]);
      const message = event.type === "notification_released" ? queued.get(event.id) : undefined;
      if (message !== undefined) carried.set(message.key, visibleDocuments(state, message.name));
    }
    return state;
  };
  let state = note(begin(draft, false, DEFAULT_ASSUMPTIONS));
  for (const label of run) state = note(take(state, label, DEFAULT_ASSUMPTIONS));
  return carried;
}

/** The confirmations of a flow, one per recipient and channel, in the order in which the engine queues them. */
function messagesIn({ process }: Facts["draft"]): readonly { readonly name: string; readonly key: string }[] {
  return process.stages.flatMap(({ actions }, stage) =>
    actions.flatMap((action, at) => {
      if (action.kind !== "notify" || !action.confirmation) return [];
      const { email, sms } = messagesOf(action);
      return action.users.flatMap((name) => Array(email + sms).fill({ name, key: key(name, { stage, at }) }));
    }),
  );
}
