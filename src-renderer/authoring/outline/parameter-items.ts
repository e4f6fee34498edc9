import {
  AtSign,
  BadgeCheck,
  BellRing,
  CalendarClock,
  FileText,
  IdCard,
  KeyRound,
  MessageSquareText,
  Phone,
  Repeat,
  Tag,
  UserPlus,
  UserRound,
  UsersRound,
} from "lucide-react";
import { providers } from "../../../src-shared/authentication/index.ts";
import { type AuthenticationKey, type Intent, providerFieldNames } from "../../../src-shared/language/index.ts";
import { isRawValue, valueAt, withMember } from "../language/raw-value.ts";
import { addIntents } from "../model/documents.ts";
import type { RawValue } from "../model/notification.ts";
import { notifyForm, notifyWritten } from "../model/notification.ts";
import { methodItems } from "./action-items.ts";
import {
  choiceItem,
  listAt,
  namesAt,
  namesItem,
  type OutlineContext,
  scalarText,
  textItem,
  wholeNumber,
} from "./context.ts";
import { type Add, below, type Change, type Edit, type Item, type Path } from "./item.ts";

type Kind = "participant" | "document" | "message";

const ROOTS = { participant: "users", document: "documents", message: "messages" } as const;

export const parameterKey = (kind: Kind, name: string): string => below(ROOTS[kind], `name ${name}`);

/** What the process speaks of: participants, documents, messages; null of a bare process. */
export function parameterItems(context: OutlineContext): readonly Item[] {
  if (context.bare) return [];
  const { t } = context;
  return [
    section(context, "participant", t("outline.participants"), UsersRound, participantItem, addParticipant(context)),
    section(context, "document", t("outline.documents"), FileText, documentItem, addDocument(context)),
    section(context, "message", t("outline.messages"), MessageSquareText, messageItem, addMessage(context)),
  ];
}

function section(
  context: OutlineContext,
  kind: Kind,
  label: string,
  icon: Item["icon"],
  item: (context: OutlineContext, name: string, value: unknown) => Item,
  add: Add,
): Item {
  const path = ["process_parameters", ROOTS[kind]];
  const found = valueAt(context.analysis.value, path);
  const entries = isRawValue(found) ? Object.entries(found) : [];
  return {
    key: ROOTS[kind],
    path,
    icon,
    label,
    value: String(entries.length),
    ...(entries.length > 0 && {
      children: () =>
        entries.map(([name, value], at) => ({
          ...item(context, name, value),
          move: {
            at,
            count: entries.length,
            to: (to: number) => ({
              intents: [{ intent: "moveName" as const, kind, name, to }],
              focus: parameterKey(kind, name),
            }),
          },
        })),
    }),
    adds: () => [add],
  };
}

const namesOf = (context: OutlineContext, kind: Kind) => context[`${kind}s`];

function renameEdit(context: OutlineContext, kind: Kind, name: string): Edit {
  const { t } = context;
  return {
    kind: "text",
    label: t("common.nameInFlow"),
    value: name,
    done: (text) => {
      const to = text.trim();
      if (to === "") return t("common.nameFirst");
      if (to !== name && namesOf(context, kind).includes(to)) return t("rename.refused.taken", { name: to });
      return { intents: [{ intent: "rename", kind, name, to }], focus: parameterKey(kind, to) };
    },
  };
}

const removeOf = (kind: Kind, name: string): Change => ({ intents: [{ intent: "remove", kind, name }] });

function addDocument(context: OutlineContext): Add {
  return {
    label: context.t("newName.document"),
    icon: FileText,
    how: "uploaded",
    done: (uploads) => {
      const intents = addIntents(uploads, context.analysis.outline);
      const name = intents.at(-1)?.name;
      return { intents, ...(name !== undefined && { focus: parameterKey("document", name) }) };
    },
  };
}

function addMessage(context: OutlineContext): Add {
  return {
    label: context.t("outline.newMessage"),
    icon: MessageSquareText,
    how: "named",
    taken: context.messages,
    done: (name) => ({
      intents: [{ intent: "addMessage", name, value: context.t("outline.invitationText") }],
      focus: parameterKey("message", name),
      edit: true,
    }),
  };
}

/** The address is asked for right after the name. */
function addParticipant(context: OutlineContext): Add {
  return {
    label: context.t("newName.participant"),
    icon: UserPlus,
    how: "named",
    taken: context.participants,
    done: (name) => ({
      intents: [{ intent: "addParticipant", name, value: { id_type: "email", id: "" } }],
      focus: below(parameterKey("participant", name), "id"),
      edit: true,
    }),
  };
}

function documentItem(context: OutlineContext, name: string, value: unknown): Item {
  return {
    ...textItem({
      key: parameterKey("document", name),
      path: ["process_parameters", "documents", name],
      icon: FileText,
      label: name,
      value: scalarText(value) ?? "",
      done: (text) => ({ intents: [{ intent: "setDocument", name, value: text.trim() }] }),
    }),
    rename: renameEdit(context, "document", name),
    remove: removeOf("document", name),
  };
}

function messageItem(context: OutlineContext, name: string, value: unknown): Item {
  return {
    ...textItem({
      key: parameterKey("message", name),
      path: ["process_parameters", "messages", name],
      icon: MessageSquareText,
      label: name,
      long: true,
      value: scalarText(value) ?? "",
      done: (text) => ({ intents: [{ intent: "setMessage", name, value: text }] }),
    }),
    rename: renameEdit(context, "message", name),
    remove: removeOf("message", name),
  };
}

const ID_TYPES = ["email", "phone_number", "user_id", "full_name"] as const;
const CONTACTS = [
  ["email", AtSign],
  ["phone_number", Phone],
] as const;

function participantItem(context: OutlineContext, name: string, value: unknown): Item {
  const { t } = context;
  const key = parameterKey("participant", name);
  const path = ["process_parameters", "users", name];
  const written = isRawValue(value) ? value : {};
  const set = (field: "id_type" | "id" | "email" | "phone_number", to: string | null): Change => ({
    intents: [{ intent: "setParticipantField", name, field, value: to === "" ? null : to }],
  });
  const idType = scalarText(written.id_type) ?? "email";
  const children = () => [
    choiceItem({
      key: below(key, "id_type"),
      path: [...path, "id_type"],
      icon: Tag,
      label: t("outline.idType"),
      value: idType,
      options: ID_TYPES.map((type) => [type, t(`outline.idTypes.${type}`)]),
      done: (type) => set("id_type", type),
    }),
    textItem({
      key: below(key, "id"),
      path: [...path, "id"],
      icon: IdCard,
      label: t("outline.id"),
      value: scalarText(written.id) ?? "",
      done: (text) => (text.trim() === "" ? t("outline.needsId") : set("id", text.trim())),
    }),
    ...CONTACTS.filter(([field]) => field !== idType || written[field] !== undefined).map(([field, icon]) =>
      textItem(
        {
          key: below(key, field),
          path: [...path, field],
          icon,
          label: t(`outline.idTypes.${field}`),
          value: scalarText(written[field]),
          unset: t("outline.notGiven"),
          done: (text) => set(field, text.trim()),
        },
        set(field, null),
      ),
    ),
    ...(["auth_to_view", "auth_to_sign", "auth_to_view_archived"] as const).map((when) =>
      authenticationItem(context, { name, when, key, path, value: written[when] }),
    ),
  ];
  return {
    key,
    path,
    icon: UserRound,
    label: name,
    value: scalarText(written.id) ?? "",
    children,
    rename: renameEdit(context, "participant", name),
    remove: removeOf("participant", name),
  };
}

interface Authentication {
  readonly name: string;
  readonly when: AuthenticationKey;
  /** Of the participant. */
  readonly key: string;
  readonly path: Path;
  readonly value: unknown;
}

function authenticationItem(
  { t }: OutlineContext,
  { name, when, key: above, path: from, value }: Authentication,
): Item {
  const key = below(above, when);
  const path = [...from, when];
  const written = isRawValue(value) ? value : null;
  const provider = scalarText(written?.provider) ?? "";
  const set = (to: RawValue | null): Change => ({ intents: [{ intent: "setAuthentication", name, when, value: to }] });
  const known = providerFieldNames(provider, when);
  const fields = Object.entries(written ?? {}).filter(([field]) => field !== "provider");
  const further = known.filter((field) => !fields.some(([given]) => given === field));
  const fieldItem = ([field, now]: readonly [string, unknown]): Item =>
    textItem(
      {
        key: below(key, field),
        path: [...path, field],
        icon: Tag,
        label: field,
        value: Array.isArray(now) ? now.join(", ") : (scalarText(now) ?? ""),
        done: (text) => set({ ...written, [field]: fieldValue(field, text.trim()) }),
      },
      set(without(written ?? {}, field)),
    );
  return {
    ...choiceItem({
      key,
      path,
      icon: KeyRound,
      label: t(`outline.${when}`),
      value: provider,
      unset: provider === "",
      options: [["", t("outline.noAuthentication")], ...providers.map((each) => [each, each] as const)],
      done: (to) => set(to === "" ? null : { provider: to }),
    }),
    ...(fields.length > 0 && { children: () => fields.map(fieldItem) }),
    ...(written !== null && { remove: set(null) }),
    ...(further.length > 0 && {
      adds: () =>
        further.map(
          (field): Add => ({
            label: field,
            icon: BadgeCheck,
            how: "now",
            done: () => ({
              ...set({ ...written, [field]: fieldValue(field, "") }),
              focus: below(key, field),
              edit: true,
            }),
          }),
        ),
    }),
  };
}

const without = (written: RawValue, key: string): RawValue => withMember(written, key, undefined);

const LISTS: ReadonlySet<string> = new Set(["allowed_document_types", "allowed_document_countries"]);
const NUMBERS: ReadonlySet<string> = new Set(["max_failures", "attempts_per_sms"]);

/** As the provider's field wants it written; what does not fit stays a text, and P001 says what is wanted. */
function fieldValue(field: string, text: string): unknown {
  if (LISTS.has(field))
    return text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  if (NUMBERS.has(field) && /^\d+$/.test(text)) return Number(text);
  return text === "true" || text === "false" ? text === "true" : text;
}

/** Automatic reminders. */
export function remindersItem(context: OutlineContext): Item {
  const { t, analysis } = context;
  const path = context.inProcess("automatic-reminders");
  const items = listAt(analysis.value, path);
  const add: Add = {
    label: t("outline.addReminder"),
    icon: BellRing,
    how: "now",
    done: () => ({
      intents: [setReminder(items.length, { date: { type: "relative", days_delay: 3 } })],
      focus: below("reminders", items.length),
    }),
  };
  return {
    key: "reminders",
    path,
    icon: BellRing,
    label: t("outline.reminders"),
    value: String(items.length),
    ...(items.length > 0 && { children: () => items.map((item, at) => reminderItem(context, item, at)) }),
    adds: () => [add],
  };
}

const setReminder = (at: number, value: RawValue | null): Intent => ({ intent: "setReminder", at, value });

function reminderItem(context: OutlineContext, value: unknown, at: number): Item {
  const { t } = context;
  const key = below("reminders", at);
  const path = context.inProcess("automatic-reminders", at);
  const written = isRawValue(value) ? value : {};
  const date = isRawValue(written.date) ? written.date : {};
  const set = (to: RawValue): Change => ({ intents: [setReminder(at, to)] });
  const users = namesAt(written, "users");
  const days = scalarText(date.days_delay);
  const repeats = date.repeat === "periodically";
  const { email, sms } = notifyForm(written);
  const children = () => [
    textItem({
      key: below(key, "days"),
      path: [...path, "date", "days_delay"],
      icon: CalendarClock,
      label: t("outline.days"),
      value: days,
      done: (text) => wholeNumber(text, t, (number) => set({ ...written, date: { ...date, days_delay: number } })),
    }),
    choiceItem({
      key: below(key, "repeat"),
      path: [...path, "date", "repeat"],
      icon: Repeat,
      label: t("outline.repeat"),
      value: repeats ? "periodically" : "never",
      options: [
        ["never", t("outline.never")],
        ["periodically", t("outline.periodically")],
      ],
      done: (repeat) => set({ ...written, date: { ...date, repeat } }),
    }),
    namesItem({
      key: below(key, "users"),
      path: [...path, "users"],
      icon: UsersRound,
      label: t("outline.participants"),
      chosen: users,
      options: context.participants,
      unset: t("outline.everybodyAwaited"),
      done: (names) => set(names.length === 0 ? without(written, "users") : { ...written, users: names }),
    }),
    ...methodItems({ context, key, path, blocked: null }, { email, sms }, (methods) =>
      set(withMethods(written, methods)),
    ),
  ];
  return {
    key,
    path,
    icon: BellRing,
    label: t(repeats ? "outline.reminderEvery" : "outline.reminderOnce", { days: days ?? "?" }),
    value: users.length > 0 ? users.join(", ") : t("outline.everybodyAwaited"),
    children,
    remove: { intents: [setReminder(at, null)] },
  };
}

/** Without methods, a reminder goes the way of the last invitation. */
function withMethods(written: RawValue, methods: { readonly email: string; readonly sms: string }): RawValue {
  const {
    users: _users,
    kind: _kind,
    ...rest
  } = notifyWritten({ users: [], confirmation: false, ...methods }, written);
  const users = written.users === undefined ? {} : { users: written.users };
  const after = { ...users, ...rest };
  return methods.email === "" && methods.sms === "" ? without(after, "methods") : after;
}
