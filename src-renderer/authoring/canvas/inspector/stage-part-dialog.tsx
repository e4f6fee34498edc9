import { useState } from "react";
import type { FlowOutline, Verb } from "../../../../src-shared/language/index.ts";
import {
  CheckList,
  Choice,
  FormDialog,
  InputField,
  type Translate,
  useTranslation,
} from "../../../components/index.ts";

/** Parts of a stage besides its acts and notifications. */
export type StagePartKind = keyof typeof ASKED;

/** The fields of each kind of part. */
const ASKED = {
  callback: ["text"],
  "allow-viewing": ["users", "documents"],
  "deny-viewing": ["users", "documents"],
  redirect: ["users", "text"],
  group: ["users", "documents", "count"],
} as const;

/** `text`: the callback's name, or the address of a redirect. */
export interface StagePart {
  readonly verb: Verb;
  readonly users: readonly string[];
  readonly documents: readonly string[];
  readonly text: string;
  /** How many of a group are needed; as typed, so it may not be a number. */
  readonly count: string;
}

const WEB_ADDRESS = /^https?:\/\/\S+$/i;
const NOTHING: StagePart = { verb: "sign", users: [], documents: [], text: "", count: "1" };

interface StagePartDialogProps {
  readonly kind: StagePartKind;
  readonly outline: FlowOutline;
  /** null: a new one. */
  readonly part: Partial<StagePart> | null;
  readonly onDone: (part: StagePart) => void;
  readonly onClose: () => void;
}

/** Asks for the data of a callback, a viewing permission, a redirect or a group of K of N. */
export function StagePartDialog({ kind, outline, part, onDone, onClose }: StagePartDialogProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState<StagePart>({ ...NOTHING, ...part });
  const change = (changed: Partial<StagePart>) => setForm({ ...form, ...changed });
  const asks = (field: "users" | "documents" | "text" | "count") => (ASKED[kind] as readonly string[]).includes(field);
  const isGroup = kind === "group";
  const missing = whatIsMissing(t, kind, form);
  const [count, all] = [Number(form.count), form.users.length];
  const enough = Number.isInteger(count) && count >= 1 && count <= all;
  const wrong = isGroup && missing === null && !enough ? t("group.needsCount", { all }) : null;
  const { summary, ...words } = wordsOf(t, kind, part === null, { count, all });
  const names = (of: "users" | "documents", label: string, listed: readonly { readonly name: string }[]) => (
    <CheckList
      label={label}
      names={listed.map(({ name }) => name)}
      chosen={form[of]}
      onChange={(chosen) => change({ [of]: chosen })}
    />
  );
  return (
    <FormDialog
      {...words}
      problem={wrong}
      blocked={wrong ?? missing}
      note={missing ?? summary}
      onSubmit={() => onDone({ ...form, text: form.text.trim() })}
      onClose={onClose}
    >
      {isGroup && part === null && (
        <Choice
          label={t("common.whatTheyDo")}
          value={form.verb}
          onChange={(verb: Verb) => change({ verb })}
          options={(["sign", "approve"] as const).map((verb) => [verb, t(`group.${verb}`)])}
        />
      )}
      {asks("users") && names("users", t(isGroup ? "common.participants" : "common.who"), outline.participants)}
      {asks("documents") &&
        names("documents", t(isGroup ? "common.documents" : "stagePart.documents"), outline.documents)}
      {asks("text") && (
        <InputField
          label={t(kind === "callback" ? "stagePart.name" : "stagePart.url")}
          value={form.text}
          onChange={(text) => change({ text })}
          spellCheck={false}
        />
      )}
      {asks("count") && (
        <InputField
          className="number-field"
          label={t("group.count")}
          type="number"
          min={1}
          max={Math.max(1, all)}
          value={form.count}
          onChange={(typed) => change({ count: typed })}
        />
      )}
    </FormDialog>
  );
}

function wordsOf(t: Translate, kind: StagePartKind, isNew: boolean, numbers: Readonly<Record<string, number>>) {
  const edit = t("group.edit");
  if (kind === "group")
    return {
      title: isNew ? t("group.new") : edit,
      description: t("group.text"),
      summary: t("group.says", numbers),
      done: isNew ? t("group.add") : edit,
    };
  const done = t(isNew ? "common.add" : "common.change");
  return { title: t(`stagePart.${kind}`), summary: t(`stagePart.${kind}_text`), done };
}

function whatIsMissing(t: Translate, kind: StagePartKind, { users, documents, text }: StagePart): string | null {
  if (kind === "callback") return text.trim() === "" ? t("stagePart.needsName") : null;
  if (kind === "group" && users.length < 2) return t("group.needsUsers");
  if (users.length === 0) return t("common.needsParticipants");
  if (kind === "redirect") return WEB_ADDRESS.test(text.trim()) ? null : t("stagePart.needsUrl");
  return documents.length === 0 ? t("common.needsDocuments") : null;
}
