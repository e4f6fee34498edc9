import type { OutlineStage } from "../../../src-shared/language/index.ts";

/** A JSON object as the flow file spells it. */
export type RawValue = Readonly<Record<string, unknown>>;

/** What the form of a notification shows. "" as a message: not by that method. */
export interface NotifyForm {
  readonly users: readonly string[];
  readonly confirmation: boolean;
  readonly email: string;
  readonly sms: string;
}

const isRawValue = (value: unknown): value is RawValue =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A notify action as written, for the form. */
export function notifyForm(notify: unknown): NotifyForm {
  const { users, kind, methods } = isRawValue(notify) ? notify : {};
  const { email, sms } = isRawValue(methods) ? methods : {};
  return {
    users: Array.isArray(users) ? users.filter((user) => typeof user === "string") : [],
    confirmation: kind === "confirmation",
    email: messageOf(email),
    sms: messageOf(sms),
  };
}

/**
 * What a new notification of a stage most likely is: an invitation of those who act in it and have none there yet; where
 * nobody acts, the result for all who act in any stage and do not get it there yet.
 */
export function likelyForm(stages: readonly OutlineStage[], { actions, conditions }: OutlineStage): NotifyForm {
  const actors = (of: OutlineStage["conditions"]) => [
    ...new Set(of.filter(({ kind }) => kind !== "redirect-to").flatMap(({ users }) => users)),
  ];
  const here = actors(conditions);
  const confirmation = here.length === 0;
  const sent = actions.filter((action) => action.kind === "notify" && action.confirmation === confirmation);
  const known = new Set(sent.flatMap(({ users }) => users));
  const likely = confirmation ? actors(stages.flatMap((stage) => stage.conditions)) : here;
  return { ...notifyForm(null), confirmation, users: likely.filter((user) => !known.has(user)) };
}

function messageOf(method: unknown): string {
  const message = isRawValue(method) ? method.message : method;
  return typeof message === "string" ? message : "";
}

/** The notify action that says what the form says; what the form does not show, and how a method is spelled, stay. */
export function notifyWritten(form: NotifyForm, before: unknown): RawValue {
  const { kind, methods, ...rest } = isRawValue(before) ? before : {};
  const { email, sms, ...others } = isRawValue(methods) ? methods : {};
  return {
    ...rest,
    users: form.users,
    ...(form.confirmation ? { kind: "confirmation" } : kind === "standard" && { kind }),
    methods: { ...method("email", form.email, email), ...method("sms", form.sms, sms), ...others },
  };
}

function method(name: "email" | "sms", message: string, before: unknown): RawValue {
  if (message === "") return {};
  return { [name]: typeof before === "string" ? message : { ...(isRawValue(before) ? before : {}), message } };
}
