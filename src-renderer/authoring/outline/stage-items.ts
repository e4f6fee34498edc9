import {
  Bell,
  CornerUpRight,
  Eye,
  EyeOff,
  Layers,
  MailCheck,
  SquarePlus,
  TriangleAlert,
  UsersRound,
  Webhook,
} from "lucide-react";
import { actors } from "../../../src-shared/drawing/index.ts";
import { type Intent, isObject, type OutlineStage } from "../../../src-shared/language/index.ts";
import { listAt, type RawValue } from "../language/raw-value.ts";
import { freeName, groupsCondition } from "../model/stage-acts.ts";
import { actItems, addActor, documentsFor } from "./act-items.ts";
import { actionItems, changeOf, groupItems, redirectItems, type StagePlace } from "./action-items.ts";
import type { OutlineContext } from "./context.ts";
import { type Add, addNamed, addNow, below, type Change, type Edit, type Item } from "./item.ts";

const KEY = "stages";

/** The stages, in order, each with its actions and conditions. */
export function stagesItem(context: OutlineContext): Item {
  const { t, analysis } = context;
  const path = context.inProcess("stages");
  const items = listAt(analysis.value, path);
  const keys = stageKeys(items);
  return {
    key: KEY,
    path,
    icon: Layers,
    label: t("common.stages"),
    value: String(items.length),
    ...(items.length > 0 && { children: () => listed(context, items, keys) }),
    adds: () => [addStage(context, items.length, null)],
  };
}

function listed(context: OutlineContext, items: readonly unknown[], keys: readonly string[]): readonly Item[] {
  const { stages } = context.outline;
  const all = stages.length === items.length;
  const byName = all ? null : new Map(stages.map((stage) => [stage.name, stage]));
  return items.map((item, at) => {
    const name = nameOf(item);
    const stage = byName === null ? stages[at] : byName.get(name ?? "");
    const key = keys[at] ?? below(KEY, at);
    if (stage === undefined || name === null || !isObject(item)) return unreadable(context, key, at);
    const before = context.known.items.get(item);
    if (all && before?.at === at) return before.item;
    const made = stageItem(context, stage, { at, key, count: items.length, keys });
    if (all) context.known.items.set(item, { at, item: made });
    return made;
  });
}

function nameOf(item: unknown): string | null {
  const [name, more] = isObject(item) ? Object.keys(item) : [];
  return more === undefined ? (name ?? null) : null;
}

/** A stage is identified by its name; a repeated name also by its place. */
function stageKeys(items: readonly unknown[]): readonly string[] {
  const taken = new Set<string>();
  return items.map((item, at) => {
    const key = stageKey(nameOf(item) ?? "");
    const own = taken.has(key) ? below(KEY, `stage at ${at}`) : key;
    taken.add(own);
    return own;
  });
}

export const stageKey = (name: string): string => below(KEY, `stage ${name}`);

function unreadable({ t, inProcess }: OutlineContext, key: string, at: number): Item {
  return {
    key,
    path: inProcess("stages", at),
    icon: TriangleAlert,
    label: t("outline.unreadable"),
    blocked: t("stages.notFirm"),
  };
}

/** Created at the first request, and cached. */
function once(make: () => readonly Item[]): () => readonly Item[] {
  let made: readonly Item[] | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

interface Listed {
  readonly at: number;
  readonly key: string;
  readonly count: number;
  readonly keys: readonly string[];
}

function stageItem(context: OutlineContext, stage: OutlineStage, { at, key, count, keys }: Listed): Item {
  const { t, analysis } = context;
  const blocked = analysis.editable[at] ? null : t("stages.notFirm");
  const place: StagePlace = { at, stage, key, path: [...context.inProcess("stages", at), stage.name], blocked };
  return {
    key,
    path: context.inProcess("stages", at),
    icon: Layers,
    label: stage.name,
    value: summary(context, place),
    blocked,
    ...(stage.actions.length + stage.conditions.length > 0 && {
      children: once(() => [
        ...actionItems(context, place),
        ...actItems(context, place),
        ...groupItems(context, place),
        ...redirectItems(context, place),
      ]),
    }),
    rename: renameStage(context, place),
    adds: () => [addActor(context, place), ...stageAdds(context, place), addStage(context, at + 1, place)],
    remove: changeOf(place, { intent: "deleteStage", stage: at }),
    duplicate: () => {
      const name = freeName(stage.name, context.stageNames);
      return { ...changeOf(place, { intent: "duplicateStage", stage: at, name }), focus: stageKey(name) };
    },
    move: {
      at,
      count,
      to: (to) => ({ ...changeOf(place, { intent: "moveStage", from: at, to }), focus: keys[at] ?? key }),
    },
  };
}

function summary({ t }: OutlineContext, { stage, at }: StagePlace): string {
  const acting = actors(stage).participants.length;
  const parts = [t("outline.stageNumber", { number: at + 1 })];
  if (acting > 0) parts.push(t("outline.acting", { count: acting }));
  return parts.join(" · ");
}

function renameStage({ t, stageNames }: OutlineContext, place: StagePlace): Edit {
  const { at, stage } = place;
  return {
    kind: "text",
    label: t("stages.name"),
    value: stage.name,
    done: (text) => {
      const name = text.trim();
      if (name === "") return t("common.nameFirst");
      if (stageNames.some((other, index) => index !== at && other === name)) return t("rename.refused.taken", { name });
      return { ...changeOf(place, { intent: "renameStage", stage: at, name }), focus: stageKey(name) };
    },
  };
}

function addStage({ t, stageNames }: OutlineContext, at: number, after: StagePlace | null): Add {
  const label = t(after === null ? "stages.do.add" : "outline.addStageAfter");
  return addNamed(label, SquarePlus, stageNames, (name) => ({
    intents: [{ intent: "addStage", at, name }],
    seen: after && { at: after.at, name: after.stage.name },
    focus: stageKey(name),
  }));
}

/** The other items that a stage can be given. */
function stageAdds(context: OutlineContext, place: StagePlace): readonly Add[] {
  const { t, outline } = context;
  const users = usersFor(context, place);
  const documents = documentsFor(context, place);
  const nobody = users.length === 0 ? t("matrix.participantFirst") : null;
  const nothing = nobody ?? (documents.length === 0 ? t("matrix.documentFirst") : null);
  const viewing = outline.flowKind === "micro_api" ? (["allow-viewing", "deny-viewing"] as const) : [];
  const redirect = (): Change => ({
    ...changeOf(place, { intent: "setRedirect", stage: place.at, value: { users, url: "https://" } }),
    focus: below(place.key, "redirect", "url"),
    edit: true,
  });
  const taken = redirectItems(context, place).length > 0 ? t("outline.oneRedirect") : null;
  return [
    addNow(t("notify.standard"), Bell, () => addNotify(context, place, users, false), nobody),
    addNow(t("outline.addConfirmation"), MailCheck, () => addNotify(context, place, users, true), nobody),
    addNow(t("outline.addGroup"), UsersRound, () => addGroup(context, place, documents), nothing),
    addNamed(t("stagePart.callback"), Webhook, [], (name) => addAction(place, { callback: { "callback-name": name } })),
    ...viewing.map((kind) => {
      const icon = kind === "allow-viewing" ? Eye : EyeOff;
      return addNow(t(`outline.${kind}`), icon, () => addAction(place, { [kind]: { users, documents } }), nothing);
    }),
    addNow(t("outline.addRedirect"), CornerUpRight, redirect, nobody ?? taken),
  ];
}

/** The people who act in the stage, or everybody. */
function usersFor(context: OutlineContext, { stage }: StagePlace): readonly string[] {
  const { participants } = actors(stage);
  return participants.length > 0 ? participants : context.participants;
}

function addAction(place: StagePlace, value: RawValue, before: readonly Intent[] = []): Change {
  const at = place.stage.actions.length;
  return {
    ...changeOf(place, ...before, { intent: "addAction", stage: place.at, at, value }),
    focus: below(place.key, `action ${at}`),
  };
}

/** By e-mail, with the flow's first message, or a new one. */
function addNotify(
  context: OutlineContext,
  place: StagePlace,
  users: readonly string[],
  confirmation: boolean,
): Change {
  const { t, messages } = context;
  const [first] = messages;
  const message = first ?? (confirmation ? "done" : "invitation");
  const text = t(confirmation ? "outline.doneText" : "outline.invitationText");
  const before: readonly Intent[] = first === undefined ? [{ intent: "addMessage", name: message, value: text }] : [];
  const kind = confirmation ? { kind: "confirmation" } : {};
  return addAction(place, { notify: { users, ...kind, methods: { email: { message } } } }, before);
}

/** One of all, on the stage's documents. */
function addGroup(context: OutlineContext, place: StagePlace, documents: readonly string[]): Change {
  const groups = place.stage.conditions.filter(({ kind }) => kind === groupsCondition("sign")).length;
  const value = { users: context.participants, documents, count: 1 };
  return {
    ...changeOf(place, { intent: "setGroup", stage: place.at, verb: "sign", at: groups, value }),
    focus: below(place.key, `sign group ${groups}`),
  };
}
