import { actors } from "../../../src-shared/drawing/index.ts";
import type { NotificationMethod } from "../../../src-shared/flow/index.ts";
import { isObject, type OutlineStage } from "../../../src-shared/language/index.ts";
import { namesAt, objectAt, type RawValue } from "../language/raw-value.ts";

/** The form of a notification. "" as a message: not by that method. */
export interface NotifyForm {
  readonly users: readonly string[];
  readonly confirmation: boolean;
  readonly email: string;
  readonly sms: string;
}

/** A notify action as written, for the form. */
export function notifyForm(notify: unknown): NotifyForm {
  const { email, sms } = objectAt(notify, ["methods"]);
  return {
    users: namesAt(notify, "users"),
    confirmation: objectAt(notify, []).kind === "confirmation",
    email: messageOf(email),
    sms: messageOf(sms),
  };
}

/**
 * The most likely new notification of a stage: an invitation for people who act in it and have none there yet; if
 * nobody acts, the result for all who act in any stage and do not get it there yet.
 */
export function likelyForm(stages: readonly OutlineStage[], { actions, conditions }: OutlineStage): NotifyForm {
  const here = actors({ conditions }).participants;
  const confirmation = here.length === 0;
  const sent = actions.filter((action) => action.kind === "notify" && action.confirmation === confirmation);
  const known = new Set(sent.flatMap(({ users }) => users));
  const everywhere = () => actors({ conditions: stages.flatMap((stage) => stage.conditions) }).participants;
  const likely = confirmation ? everywhere() : here;
  return { ...notifyForm(null), confirmation, users: likely.filter((user) => !known.has(user)) };
}

function messageOf(method: unknown): string {
  const message = isObject(method) ? method.message : method;
  return typeof message === "string" ? message : "";
}

/** The notify action with the form's values; parts that the form does not show, and the spelling of a method, stay. */
export function notifyWritten(form: NotifyForm, before: unknown): RawValue {
  const { kind, methods, ...rest } = objectAt(before, []);
  const { email, sms, ...others } = objectAt(methods, []);
  return {
    ...rest,
    users: form.users,
    ...(form.confirmation ? { kind: "confirmation" } : kind === "standard" && { kind }),
    methods: { ...method("email", form.email, email), ...method("sms", form.sms, sms), ...others },
  };
}

function method(name: NotificationMethod, message: string, before: unknown): RawValue {
  if (message === "") return {};
  return { [name]: typeof before === "string" ? message : { ...objectAt(before, []), message } };
}
