import { CornerUpRight, FileText, Hash, Link2, Mail, MessageSquare, Tag, UsersRound } from "lucide-react";
import { actionNote, groupsOf, groupText, type StageGroup } from "../../../src-shared/drawing/index.ts";
import { type Intent, isObject, type OutlineAction, type OutlineStage } from "../../../src-shared/language/index.ts";
import { NOTE_ICONS } from "../canvas/note-icons.ts";
import { fieldText, namesAt, objectAt, type RawValue, valueAt } from "../language/raw-value.ts";
import { type NotifyForm, notifyForm, notifyWritten } from "../model/notification.ts";
import { groupsCondition } from "../model/stage-acts.ts";
import type { OutlineContext } from "./context.ts";
import { below, type Change, type Edit, type Item, type Path } from "./item.ts";
import { choiceItem, namesItem, type Part, row, textItem, wholeNumber } from "./part.ts";

/** A stage at its place in the text. */
export interface StagePlace {
  readonly at: number;
  readonly stage: OutlineStage;
  readonly key: string;
  /** Of the stage's value. */
  readonly path: Path;
  readonly blocked: string | null;
}

/** A change of that stage, refused if another is there by then. */
export const changeOf = ({ at, stage }: StagePlace, ...intents: readonly Intent[]): Change => ({
  intents,
  seen: { at, name: stage.name },
});

/** A stage's actions when it begins: in order, each with its parts. */
export function actionItems(context: OutlineContext, place: StagePlace): readonly Item[] {
  return place.stage.actions.map((action, at) => actionItem(context, place, action, at));
}

function actionItem(context: OutlineContext, place: StagePlace, action: OutlineAction, at: number): Item {
  const { at: stage, blocked } = place;
  const key = below(place.key, `action ${at}`);
  const path = [...place.path, "actions", at];
  const note = actionNote(action);
  const part: StagePart = {
    context,
    key,
    path: [...path, action.kind],
    blocked,
    value: objectAt(context.analysis.value, [...path, action.kind]),
    set: (value) => changeOf(place, { intent: "setAction", stage, at, value: { [action.kind]: value } }),
  };
  return {
    key,
    path,
    icon: NOTE_ICONS[note.kind],
    label: context.noteWords(note),
    blocked,
    ...(action.kind === "callback"
      ? { edit: callbackName(part) }
      : {
          children: () =>
            action.kind === "notify" ? notifyParts(part) : [listPart(part, "users"), listPart(part, "documents")],
        }),
    remove: changeOf(place, { intent: "removeAction", stage, at }),
    move: {
      at,
      count: place.stage.actions.length,
      to: (to) => ({
        ...changeOf(place, { intent: "moveAction", stage, from: at, to }),
        focus: below(place.key, `action ${to}`),
      }),
    },
  };
}

interface StagePart extends Part {
  readonly set: (value: RawValue) => Change;
}

function callbackName({ context: { t }, value, set }: StagePart): Edit {
  return {
    kind: "text",
    label: t("stagePart.name"),
    value: fieldText(value["callback-name"]),
    done: (name) => (name.trim() === "" ? t("stagePart.needsName") : set({ ...value, "callback-name": name.trim() })),
  };
}

/** A list of people or documents. */
function listPart(part: StagePart, what: "users" | "documents"): Item {
  const { context, value, set } = part;
  const isUsers = what === "users";
  const label = context.t(isUsers ? "common.participants" : "common.documents");
  return namesItem(part, row(what, isUsers ? UsersRound : FileText, label), {
    chosen: namesAt(value, what),
    options: isUsers ? context.participants : context.documents,
    done: (names) => set({ ...value, [what]: names }),
  });
}

function notifyParts(part: StagePart): readonly Item[] {
  const { context, value, set } = part;
  const { t } = context;
  const form = notifyForm(value);
  const methods = objectAt(value, ["methods"]);
  const linkOnly = methods["email-link-only"] === true;
  const items = [
    listPart(part, "users"),
    choiceItem(part, row("kind", Tag, t("common.kind")), {
      value: form.confirmation ? "confirmation" : "standard",
      options: (["standard", "confirmation"] as const).map((kind) => [kind, t(`notify.${kind}`)]),
      done: (kind) => set(notifyWritten({ ...form, confirmation: kind === "confirmation" }, value)),
    }),
    ...methodItems(part, form, (chosen) => set(notifyWritten({ ...form, ...chosen }, value))),
  ];
  if (!form.confirmation && !linkOnly) return items;
  const linkItem = choiceItem(part, row("link", Link2, t("outline.linkOnly"), ["methods", "email-link-only"]), {
    value: String(linkOnly),
    options: [
      ["false", t("outline.no")],
      ["true", t("outline.yes")],
    ],
    done: (on) => set({ ...value, methods: { ...methods, "email-link-only": on === "true" } }),
  });
  return [...items, linkItem];
}

type Methods = Pick<NotifyForm, "email" | "sms">;

/** The messages by e-mail and SMS; "" for not at all. */
export function methodItems(part: Part, now: Methods, done: (methods: Methods) => Change): readonly Item[] {
  const { t, messages } = part.context;
  return (["email", "sms"] as const).map((method) =>
    choiceItem(
      part,
      row(method, method === "email" ? Mail : MessageSquare, t(`mailbox.${method}`), ["methods", method]),
      {
        value: now[method],
        unset: now[method] === "",
        options: [["", t("notify.notThisWay")], ...messages.map((name) => [name, name] as const)],
        done: (name) => done({ email: now.email, sms: now.sms, [method]: name }),
      },
    ),
  );
}

/** K-of-N groups. */
export function groupItems(context: OutlineContext, place: StagePlace): readonly Item[] {
  return groupsOf(place.stage).map((group) => groupItem(context, place, group));
}

function groupItem(context: OutlineContext, place: StagePlace, group: StageGroup): Item {
  const { t } = context;
  const { verb, at, users, documents, count } = group;
  const kind = groupsCondition(verb);
  const listed = Array.isArray(valueAt(context.analysis.value, [...place.path, "expect", kind]));
  const path = [...place.path, "expect", kind, ...(listed ? [at] : [])];
  const set = (value: Extract<Intent, { intent: "setGroup" }>["value"]): Change =>
    changeOf(place, { intent: "setGroup", stage: place.at, verb, at, value });
  const value = { users, documents, count: count ?? 1 };
  const part: StagePart = {
    context,
    key: below(place.key, `${verb} group ${at}`),
    path,
    blocked: place.blocked,
    value,
    set: (to) => set({ ...value, ...to }),
  };
  const needed = textItem(part, row("count", Hash, t("group.count")), {
    unset: "",
    value: count === null ? null : String(count),
    done: (text) => wholeNumber(text, t, (number) => set({ ...value, count: number })),
  });
  return {
    key: part.key,
    path,
    icon: UsersRound,
    label: groupText(t, group),
    value: users.join(", "),
    blocked: place.blocked,
    children: () => [needed, listPart(part, "users"), listPart(part, "documents")],
    remove: set(null),
  };
}

/** Where participants go after their last act. */
export function redirectItems(context: OutlineContext, place: StagePlace): readonly Item[] {
  const path = [...place.path, "expect", "redirect-to"];
  const value = valueAt(context.analysis.value, path);
  if (!isObject(value)) return [];
  const { t } = context;
  const { blocked } = place;
  const key = below(place.key, "redirect");
  const users = namesAt(value, "users");
  const url = fieldText(value.url);
  const set = (to: { readonly users: readonly string[]; readonly url: string } | null): Change =>
    changeOf(place, { intent: "setRedirect", stage: place.at, value: to });
  const part: StagePart = {
    context,
    key,
    path,
    blocked,
    value,
    set: (to) => set({ users: namesAt(to, "users"), url }),
  };
  const goesTo = textItem(part, row("url", Link2, t("outline.url")), {
    done: (text) => set({ users, url: text.trim() }),
  });
  const label = t("canvas.note.redirect", { users: users.join(", "), what: url });
  const children = () => [listPart(part, "users"), goesTo];
  return [{ key, path, icon: CornerUpRight, label, blocked, children, remove: set(null) }];
}
