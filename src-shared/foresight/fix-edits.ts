import { applyEdits, editBetween, type Fix, msg, type Translation, translated } from "../basics/index.ts";
import { type Analyser, type CheckedDraft, editsOrNull, type Intent, intend, isObject } from "../language/index.ts";
import type { FixChange } from "./findings/index.ts";
import { listOf, mapOf, type Values } from "./values.ts";

interface Flow {
  readonly draft: CheckedDraft;
  readonly analyser: Analyser;
  readonly translation: Translation | undefined;
}

/** The message of an invitation that is like no other, where the flow has none of this name. */
const MESSAGE = "invitation";

/** Changes as the edits of one step; null where the text cannot be edited there. */
export function fixEdits(text: string, changes: readonly FixChange[], flow: Flow): Fix["edits"] | null {
  const value = flow.analyser.value(flow.analyser.source(text));
  const intents = intentsOf(value, changes, flow);
  if (intents === null) return null;
  return editsOrNull(() => {
    const [only, ...more] = intents;
    if (only !== undefined && more.length === 0) return intend(text, only, flow.analyser);
    let now = text;
    for (const intent of intents) now = applyEdits(now, intend(now, intent, flow.analyser));
    return editBetween(text, now);
  });
}

/** @param value of the text, which spells some things that the draft does not say */
function intentsOf(value: unknown, changes: readonly FixChange[], { draft, translation }: Flow): Intent[] | null {
  const intents: Intent[] = [];
  const added = new Map<number, number>();
  for (const change of changes) {
    if (change.kind === "duration") {
      intents.push({ intent: "setField", field: "duration", value: change.days });
      continue;
    }
    const { stage } = change;
    if (change.kind === "more-users") {
      const notify = notifyAt(value, stage, change.at);
      if (notify === null) return null;
      const users = [...listOf(notify.users), ...change.users];
      intents.push({ intent: "setAction", stage, at: change.at, value: { notify: { ...notify, users } } });
      continue;
    }
    const methods = methodsLike(value, change.like);
    if (methods === null) return null;
    const at = (draft.process.stages[stage]?.actions.length ?? 0) + (added.get(stage) ?? 0);
    added.set(stage, (added.get(stage) ?? 0) + 1);
    intents.push({ intent: "addAction", stage, at, value: { notify: { users: change.users, methods } } });
  }
  const isNew = (change: FixChange) => change.kind === "new-invitation" && typeof change.like === "string";
  if (changes.some(isNew) && !Object.hasOwn(draft.parameters.messages, MESSAGE)) {
    const words = translated(msg`Documents are waiting for you.`, translation);
    intents.unshift({ intent: "addMessage", name: MESSAGE, value: words });
  }
  return intents;
}

type Like = Extract<FixChange, { readonly kind: "new-invitation" }>["like"];

function methodsLike(value: unknown, like: Like): unknown {
  if (typeof like === "string") return { [like]: { message: MESSAGE } };
  return notifyAt(value, like.stage, like.at)?.methods ?? null;
}

/** A notify as the text spells it. */
function notifyAt(value: unknown, stage: number, at: number): Values | null {
  const [content] = Object.values(mapOf(listOf(mapOf(mapOf(value).process).stages)[stage]));
  const { notify } = mapOf(listOf(mapOf(content).actions)[at]);
  return isObject(notify) ? mapOf(notify) : null;
}
