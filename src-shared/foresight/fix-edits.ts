import { applyEdits, editBetween, editsInTurn, type Fix, msg, type Translation, translated } from "../basics/index.ts";
import { type Analyser, type CheckedDraft, editsOrNull, type Intent, intend, isObject } from "../language/index.ts";
import type { ChangedReminder, FixChange, NewConfirmation } from "./findings/index.ts";
import { listOf, mapOf, type Values } from "./values.ts";

interface Flow {
  readonly draft: CheckedDraft;
  readonly analyser: Analyser;
  readonly translation: Translation | undefined;
}

/** Default messages for a new invitation and confirmation, used if the flow has none of these names. */
const MESSAGES = {
  invitation: msg`Documents are waiting for you.`,
  confirmation: msg`The documents are complete.`,
} as const;

/** The changes as one edit step; null if the text cannot be edited there. */
export function fixEdits(text: string, changes: readonly FixChange[], flow: Flow): Fix["edits"] | null {
  const value = flow.analyser.value(flow.analyser.source(text));
  const intents = intentsOf(value, changes, flow);
  if (intents === null || intents.length === 0) return null;
  return editsOrNull(() => {
    let now = text;
    let all: Fix["edits"] | null = [];
    for (const intent of intents) {
      const edits = intend(now, intent, flow.analyser);
      now = applyEdits(now, edits);
      all = all && editsInTurn(all, edits);
    }
    return all ?? editBetween(text, now);
  });
}

/** @param value the parsed text, which spells some things that the draft leaves out */
function intentsOf(value: unknown, changes: readonly FixChange[], flow: Flow): Intent[] | null {
  const { draft } = flow;
  const intents: Intent[] = [];
  const added = new Map<number, number>();
  for (const change of changes) {
    switch (change.kind) {
      case "duration":
        intents.push({ intent: "setField", field: "duration", value: change.days });
        break;
      case "reminder":
        intents.push(...reminderIntents(value, change));
        break;
      case "new-confirmation":
        if (change.message === null) intents.push(...newMessage("confirmation", flow));
        intents.push(...confirmationIntents(change, draft));
        break;
      case "more-users": {
        const { stage, at } = change;
        const notify = notifyAt(value, stage, at);
        if (notify === null) return null;
        const users = [...listOf(notify.users), ...change.users];
        intents.push({ intent: "setAction", stage, at, value: { notify: { ...notify, users } } });
        break;
      }
      case "new-invitation": {
        const { stage, users } = change;
        const methods = methodsLike(value, change.like);
        if (methods === null) return null;
        const at = (draft.process.stages[stage]?.actions.length ?? 0) + (added.get(stage) ?? 0);
        added.set(stage, (added.get(stage) ?? 0) + 1);
        intents.push({ intent: "addAction", stage, at, value: { notify: { users, methods } } });
      }
    }
  }
  const isNew = (change: FixChange) => change.kind === "new-invitation" && typeof change.like === "string";
  return changes.some(isNew) ? [...newMessage("invitation", flow), ...intents] : intents;
}

function newMessage(name: keyof typeof MESSAGES, { draft, translation }: Flow): Intent[] {
  if (Object.hasOwn(draft.parameters.messages, name)) return [];
  return [{ intent: "addMessage", name, value: translated(MESSAGES[name], translation) }];
}

function confirmationIntents(
  { stage, sent, message }: NewConfirmation,
  { process: { stages } }: CheckedDraft,
): Intent[] {
  const actions = sent.map(({ by, users }) => ({
    notify: { users, kind: "confirmation", methods: { [by]: { message: message ?? "confirmation" } } },
  }));
  if (stage !== null) {
    const at = stages[stage]?.actions.length ?? 0;
    return actions.map((value, index) => ({ intent: "addAction", stage, at: at + index, value }));
  }
  const names = new Set(stages.map(({ name }) => name));
  let name = "confirmation";
  for (let number = 2; names.has(name); number += 1) name = `confirmation-${number}`;
  return [{ intent: "addStage", at: stages.length, name, value: { actions, expect: {} } }];
}

function reminderIntents(value: unknown, { at, users, others }: ChangedReminder): Intent[] {
  const all = listOf(mapOf(mapOf(value).process)["automatic-reminders"]);
  if (others === undefined)
    return [users.length === 0 ? { intent: "setReminder", at, value: null } : { intent: "changeReminder", at, users }];
  const { by } = others;
  const own = by === "email" ? "sms" : "email";
  const { methods, date } = mapOf(all[at]);
  const spelled = mapOf(methods)[own];
  const message = isObject(spelled) ? spelled.message : spelled;
  if (typeof message !== "string") return [];
  if (users.length === 0) return [{ intent: "changeReminder", at, [own]: null, [by]: message }];
  const more = { users: others.users, methods: { [by]: spelled }, date };
  return [
    { intent: "changeReminder", at, users },
    { intent: "setReminder", at: all.length, value: more },
  ];
}

type Like = Extract<FixChange, { readonly kind: "new-invitation" }>["like"];

function methodsLike(value: unknown, like: Like): unknown {
  if (typeof like === "string") return { [like]: { message: "invitation" } };
  return notifyAt(value, like.stage, like.at)?.methods ?? null;
}

/** A notify as the text spells it. */
function notifyAt(value: unknown, stage: number, at: number): Values | null {
  const [content] = Object.values(mapOf(listOf(mapOf(mapOf(value).process).stages)[stage]));
  const { notify } = mapOf(listOf(mapOf(content).actions)[at]);
  return isObject(notify) ? mapOf(notify) : null;
}
