import {
  Bell,
  CornerUpRight,
  Eye,
  EyeOff,
  FileText,
  Hash,
  Link2,
  Mail,
  MailCheck,
  MessageSquare,
  Tag,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Intent, OutlineAction, OutlineStage } from "../../../src-shared/language/index.ts";
import { isRawValue, valueAt } from "../language/raw-value.ts";
import { notifyForm, notifyWritten, type RawValue } from "../model/notification.ts";
import { groupsOf, type StageGroup } from "../model/stage-acts.ts";
import { actionNote } from "../model/stage-cards.ts";
import { choiceItem, namesAt, namesItem, type OutlineContext, scalarText, textItem, wholeNumber } from "./context.ts";
import { below, type Change, type Edit, type Item, type Path } from "./item.ts";

/** A stage that stands in the text as the outline says. */
export interface StagePlace {
  readonly at: number;
  readonly stage: OutlineStage;
  readonly key: string;
  /** Of the stage's value. */
  readonly path: Path;
  readonly blocked: string | null;
}

const ICONS = { notify: Bell, callback: Webhook, "allow-viewing": Eye, "deny-viewing": EyeOff } as const;

export const seenStage = ({ at, stage }: StagePlace) => ({ at, name: stage.name });

/** What a stage does when it begins: in order, each with its parts. */
export function actionItems(context: OutlineContext, place: StagePlace): readonly Item[] {
  return place.stage.actions.map((action, at) => actionItem(context, place, action, at));
}

function actionItem(context: OutlineContext, place: StagePlace, action: OutlineAction, at: number): Item {
  const { at: stage, blocked } = place;
  const key = below(place.key, `action ${at}`);
  const path = [...place.path, "actions", at];
  const written = valueAt(context.analysis.value, [...path, action.kind]);
  const set = (value: RawValue): Change => ({
    intents: [{ intent: "setAction", stage, at, value: { [action.kind]: value } }],
    seen: seenStage(place),
  });
  const part: Part = {
    context,
    key,
    path: [...path, action.kind],
    blocked,
    written: isRawValue(written) ? written : {},
    set,
  };
  return {
    key,
    path,
    icon: action.confirmation ? MailCheck : ICONS[action.kind],
    label: context.noteWords(actionNote(action)),
    blocked,
    ...(action.kind === "callback"
      ? { edit: callbackName(part) }
      : { children: () => (action.kind === "notify" ? notifyParts(part) : listParts(part)) }),
    remove: { intents: [{ intent: "removeAction", stage, at }], seen: seenStage(place) },
    move: {
      at,
      count: place.stage.actions.length,
      to: (to) => ({
        intents: [{ intent: "moveAction", stage, from: at, to }],
        seen: seenStage(place),
        focus: below(place.key, `action ${to}`),
      }),
    },
  };
}

interface Part {
  readonly context: OutlineContext;
  readonly key: string;
  readonly path: Path;
  readonly blocked: string | null;
  readonly written: RawValue;
  readonly set: (value: RawValue) => Change;
}

function callbackName({ context: { t }, written, set }: Part): Edit {
  return {
    kind: "text",
    label: t("outline.callbackName"),
    value: scalarText(written["callback-name"]) ?? "",
    done: (name) => (name.trim() === "" ? t("stagePart.needsName") : set({ ...written, "callback-name": name.trim() })),
  };
}

/** Who, and on or with which documents. */
function listParts({ context, key, path, blocked, written, set }: Part): readonly Item[] {
  const list = (what: "users" | "documents") =>
    namesItem({
      key: below(key, what),
      path: [...path, what],
      icon: what === "users" ? UsersRound : FileText,
      label: context.t(what === "users" ? "outline.participants" : "outline.documents"),
      blocked,
      chosen: namesAt(written, what),
      options: what === "users" ? context.participants : context.documents,
      done: (names) => set({ ...written, [what]: names }),
    });
  return [list("users"), list("documents")];
}

function notifyParts(part: Part): readonly Item[] {
  const { context, key, path, blocked, written, set } = part;
  const { t } = context;
  const form = notifyForm(written);
  const [users] = listParts(part);
  const linkOnly = valueAt(written, ["methods", "email-link-only"]) === true;
  const items = [
    ...(users ? [users] : []),
    choiceItem({
      key: below(key, "kind"),
      path: [...path, "kind"],
      icon: Tag,
      label: t("outline.kind"),
      blocked,
      value: form.confirmation ? "confirmation" : "standard",
      options: [
        ["standard", t("notify.standard")],
        ["confirmation", t("notify.confirmation")],
      ],
      done: (kind) => set(notifyWritten({ ...form, confirmation: kind === "confirmation" }, written)),
    }),
    ...methodItems(part, form, (methods) => set(notifyWritten({ ...form, ...methods }, written))),
  ];
  if (!form.confirmation && !linkOnly) return items;
  const methods = isRawValue(written.methods) ? written.methods : {};
  return [
    ...items,
    linkOnlyItem(part, linkOnly, (on) => set({ ...written, methods: { ...methods, "email-link-only": on } })),
  ];
}

function linkOnlyItem({ context: { t }, key, path, blocked }: Part, on: boolean, done: (on: boolean) => Change): Item {
  return choiceItem({
    key: below(key, "link"),
    path: [...path, "methods", "email-link-only"],
    icon: Link2,
    label: t("outline.linkOnly"),
    blocked,
    value: String(on),
    options: [
      ["false", t("outline.no")],
      ["true", t("outline.yes")],
    ],
    done: (value) => done(value === "true"),
  });
}

interface Methods {
  readonly email: string;
  readonly sms: string;
}

/** By which messages: e-mail and SMS; "" for not at all. */
export function methodItems(
  { context: { t, messages }, key, path, blocked }: Pick<Part, "context" | "key" | "path" | "blocked">,
  now: Methods,
  done: (methods: Methods) => Change,
): readonly Item[] {
  return (["email", "sms"] as const).map((method) =>
    choiceItem({
      key: below(key, method),
      path: [...path, "methods", method],
      icon: method === "email" ? Mail : MessageSquare,
      label: t(`notify.${method}`),
      blocked,
      value: now[method],
      unset: now[method] === "",
      options: [["", t("notify.notThisWay")], ...messages.map((name) => [name, name] as const)],
      done: (name) => done({ email: now.email, sms: now.sms, [method]: name }),
    }),
  );
}

/** K-of-N groups. */
export function groupItems(context: OutlineContext, place: StagePlace): readonly Item[] {
  return groupsOf(place.stage).map((group) => groupItem(context, place, group));
}

function groupItem(context: OutlineContext, place: StagePlace, group: StageGroup): Item {
  const { t } = context;
  const { verb, at, users, documents, count } = group;
  const kind = verb === "sign" ? "signed-by-group-of" : "approved-by-group-of";
  const listed = Array.isArray(valueAt(context.analysis.value, [...place.path, "expect", kind]));
  const path = [...place.path, "expect", kind, ...(listed ? [at] : [])];
  const key = below(place.key, `${verb} group ${at}`);
  const { blocked } = place;
  const set = (value: Extract<Intent, { intent: "setGroup" }>["value"]): Change => ({
    intents: [{ intent: "setGroup", stage: place.at, verb, at, value }],
    seen: seenStage(place),
  });
  const written = { users, documents, count: count ?? 1 };
  const part: Part = { context, key, path, blocked, written, set: (value) => set({ ...written, ...value }) };
  const needed = textItem({
    key: below(key, "count"),
    path: [...path, "count"],
    icon: Hash,
    label: t("group.count"),
    blocked,
    value: count === null ? null : String(count),
    done: (text) => wholeNumber(text, t, (number) => set({ ...written, count: number })),
  });
  return {
    key,
    path,
    icon: UsersRound,
    label: `${t("common.kOfN", { count: count ?? "?", all: users.length })} ${t(`canvas.group.${verb}`, { documents: documents.join(", ") })}`,
    value: users.join(", "),
    blocked,
    children: () => [needed, ...listParts(part)],
    remove: set(null),
  };
}

/** Where participants go on to after their last act. */
export function redirectItems(context: OutlineContext, place: StagePlace): readonly Item[] {
  const path = [...place.path, "expect", "redirect-to"];
  const redirect = valueAt(context.analysis.value, path);
  if (!isRawValue(redirect)) return [];
  const { t } = context;
  const { blocked } = place;
  const key = below(place.key, "redirect");
  const users = namesAt(redirect, "users");
  const url = scalarText(redirect.url) ?? "";
  const set = (value: { readonly users: readonly string[]; readonly url: string } | null): Change => ({
    intents: [{ intent: "setRedirect", stage: place.at, value }],
    seen: seenStage(place),
  });
  const part: Part = {
    context,
    key,
    path,
    blocked,
    written: redirect,
    set: (value) => set({ users: namesAt(value, "users"), url }),
  };
  const goesTo = textItem({
    key: below(key, "url"),
    path: [...path, "url"],
    icon: Link2,
    label: t("outline.url"),
    blocked,
    value: url,
    done: (text) => set({ users, url: text.trim() }),
  });
  return [
    {
      key,
      path,
      icon: CornerUpRight,
      label: t("canvas.note.redirect", { users: users.join(", "), what: url }),
      blocked,
      children: () => [...listParts(part).slice(0, 1), goesTo],
      remove: set(null),
    },
  ];
}
