import {
  AtSign,
  BadgeCheck,
  FileText,
  IdCard,
  KeyRound,
  MessageSquareText,
  Phone,
  Tag,
  UserPlus,
  UserRound,
  UsersRound,
} from "lucide-react";
import { isProvider, takesCode } from "../../../src-shared/authentication/index.ts";
import {
  type AuthenticationKey,
  authenticationField,
  authenticationKeys,
  idTypes,
  isDocumentId,
  isObject,
  providerFieldNames,
  providersFor,
} from "../../../src-shared/language/index.ts";
import { fieldWord, valueWords } from "../../components/index.ts";
import { fieldText, objectAt, type RawValue, scalarText, withMember } from "../language/raw-value.ts";
import { addIntents } from "../model/documents.ts";
import type { OutlineContext } from "./context.ts";
import { type Add, addNamed, addNow, below, type Change, type Edit, type Item } from "./item.ts";
import { choiceItem, type Part, row, textItem } from "./part.ts";

type Kind = "participant" | "document" | "message";

const ROOTS = { participant: "users", document: "documents", message: "messages" } as const;

const parameterKey = (kind: Kind, name: string): string => below(ROOTS[kind], `name ${name}`);

/** The parameters that the process refers to: participants, documents, messages; null for a bare process. */
export const parameterItems = (context: OutlineContext): readonly Item[] =>
  context.bare ? [] : (["participant", "document", "message"] as const).map((kind) => section(context, kind));

function section(context: OutlineContext, kind: Kind): Item {
  const { label, icon, add } = SECTIONS[kind];
  const path = ["process_parameters", ROOTS[kind]];
  const entries = Object.entries(objectAt(context.analysis.value, path));
  const entry = ([name, value]: readonly [string, unknown], at: number): Item => ({
    ...(kind === "participant" ? participantItem(context, name, value) : textEntry(context, kind, name, value)),
    rename: renameEdit(context, kind, name),
    remove: { intents: [{ intent: "remove", kind, name }] },
    move: {
      at,
      count: entries.length,
      to: (to) => ({ intents: [{ intent: "moveName", kind, name, to }], focus: parameterKey(kind, name) }),
    },
  });
  return {
    key: ROOTS[kind],
    path,
    icon,
    label: context.t(label),
    value: String(entries.length),
    ...(entries.length > 0 && { children: () => entries.map(entry) }),
    adds: () => [add(context)],
  };
}

function renameEdit(context: OutlineContext, kind: Kind, name: string): Edit {
  const { t } = context;
  return {
    kind: "text",
    label: t("common.nameInFlow"),
    value: name,
    done: (text) => {
      const to = text.trim();
      if (to === "") return t("common.nameFirst");
      if (to !== name && context[`${kind}s`].includes(to)) return t("rename.refused.taken", { name: to });
      return { intents: [{ intent: "rename", kind, name, to }], focus: parameterKey(kind, to) };
    },
  };
}

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

const addMessage = ({ t, messages }: OutlineContext): Add =>
  addNamed(t("outline.newMessage"), MessageSquareText, messages, (name) => ({
    intents: [{ intent: "addMessage", name, value: t("outline.invitationText") }],
    focus: parameterKey("message", name),
    edit: true,
  }));

/** Asks for the address right after the name. */
const addParticipant = ({ t, participants }: OutlineContext): Add =>
  addNamed(t("newName.participant"), UserPlus, participants, (name) => ({
    intents: [{ intent: "addParticipant", name, value: { id_type: "email", id: "" } }],
    focus: below(parameterKey("participant", name), "id"),
    edit: true,
  }));

const SECTIONS = {
  participant: { label: "common.participants", icon: UsersRound, add: addParticipant },
  document: { label: "common.documents", icon: FileText, add: addDocument },
  message: { label: "common.messages", icon: MessageSquareText, add: addMessage },
} as const;

/** A document or a message: its value can be edited in place. */
function textEntry(context: OutlineContext, kind: "document" | "message", name: string, value: unknown): Item {
  const isMessage = kind === "message";
  const part = { context, key: ROOTS[kind], path: ["process_parameters", ROOTS[kind]], value: {} };
  const item = textItem(part, row(`name ${name}`, SECTIONS[kind].icon, name, [name]), {
    long: isMessage,
    value: fieldText(value),
    done: (text) => ({
      intents: [
        isMessage ? { intent: "setMessage", name, value: text } : { intent: "setDocument", name, value: text.trim() },
      ],
    }),
  });
  // A PDF's id is meaningless to a reader, but it can be typed.
  return isMessage || !isDocumentId(fieldText(value)) ? item : { ...item, value: context.t("outline.pdfGiven") };
}

const CONTACTS = [
  ["email", AtSign],
  ["phone_number", Phone],
] as const;

function participantItem(context: OutlineContext, name: string, written: unknown): Item {
  const { t } = context;
  const key = parameterKey("participant", name);
  const path = ["process_parameters", "users", name];
  const value = isObject(written) ? written : {};
  const part: Part = { context, key, path, value };
  const set = (field: "id_type" | "id" | "email" | "phone_number", to: string | null): Change => ({
    intents: [{ intent: "setParticipantField", name, field, value: to === "" ? null : to }],
  });
  const idType = scalarText(value.id_type) ?? "email";
  const children = () => [
    choiceItem(part, row("id_type", Tag, t("participantsForm.idType")), {
      value: idType,
      options: idTypes.map((type) => [type, t(`idTypes.${type}`)]),
      done: (type) => set("id_type", type),
    }),
    textItem(part, row("id", IdCard, t("participantsForm.id")), {
      done: (text) => (text.trim() === "" ? t("outline.needsId") : set("id", text.trim())),
    }),
    ...CONTACTS.filter(([field]) => field !== idType || value[field] !== undefined).map(([field, icon]) =>
      textItem(part, row(field, icon, t(`idTypes.${field}`)), {
        unset: t("outline.notGiven"),
        done: (text) => set(field, text.trim()),
        remove: set(field, null),
      }),
    ),
    ...authenticationKeys.map((when) => authenticationItem(part, name, when)),
  ];
  return { key, path, icon: UserRound, label: name, value: fieldText(value.id), children };
}

function authenticationItem(participant: Part, name: string, when: AuthenticationKey): Item {
  const { context, key: above, path: from, value: given } = participant;
  const { t } = context;
  const written = isObject(given[when]) ? given[when] : null;
  const provider = fieldText(written?.provider);
  const set = (to: RawValue | null): Change => ({ intents: [{ intent: "setAuthentication", name, when, value: to }] });
  const fields = Object.entries(written ?? {}).filter(([field]) => field !== "provider");
  const further = providerFieldNames(provider, when).filter((field) => !fields.some(([each]) => each === field));
  const part: Part = { context, key: below(above, when), path: [...from, when], value: written ?? {} };
  const fieldItem = ([field, now]: readonly [string, unknown]): Item => {
    const about = row(field, Tag, labelIn(provider, field));
    const remove = set(withMember(written ?? {}, field, undefined));
    const check = authenticationField(field);
    const done = (text: string) => set({ ...written, [field]: fieldValue(field, text.trim()) });
    if (check?.kind === "one" || check?.kind === "switch") {
      const options = (check.values ?? []).map(String).map((each) => [each, valueWords(field, each)] as const);
      return { ...choiceItem(part, about, { value: fieldText(now), options, done }), remove };
    }
    const names = Array.isArray(now) ? now.map(fieldText) : null;
    return {
      ...textItem(part, about, { value: names?.join(", ") ?? fieldText(now), done, remove }),
      ...(names && { value: names.map((each) => valueWords(field, each)).join(", ") }),
    };
  };
  const add = (field: string): Add =>
    addNow(labelIn(provider, field), BadgeCheck, () => ({
      ...set({ ...written, [field]: fieldValue(field, "") }),
      focus: below(part.key, field),
      edit: true,
    }));
  return {
    ...choiceItem(participant, row(when, KeyRound, t(`outline.${when}`)), {
      value: provider,
      unset: provider === "",
      options: [
        ["", t("outline.noAuthentication")],
        ...providersFor(when).map((each) => [each, valueWords("provider", each)] as const),
      ],
      done: (to) => set(to === "" ? null : { provider: to }),
    }),
    ...(fields.length > 0 && { children: () => fields.map(fieldItem) }),
    ...(written !== null && { remove: set(null) }),
    ...(further.length > 0 && { adds: () => further.map(add) }),
  };
}

/** If a code decides, the language counts messages instead of failures. */
const labelIn = (provider: string, field: string): string =>
  fieldWord(isProvider(provider) && takesCode(provider) && field === "max_failures" ? "max_sms" : field);

/** The value in the field's type; an invalid one stays a text, and P001 reports the expected form. */
function fieldValue(field: string, text: string): unknown {
  const kind = authenticationField(field)?.kind;
  if (kind === "some")
    return text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  if (kind === "number" && /^\d+$/.test(text)) return Number(text);
  return kind === "switch" && (text === "true" || text === "false") ? text === "true" : text;
}
