import type { ReactNode } from "react";
import type { FlowChange } from "../../../src-shared/changes/index.ts";
import { isDocumentId, type Unread } from "../../../src-shared/language/index.ts";
import { type Folder, folderName, useCall } from "../../app/index.ts";
import { fieldWords, type Translate, textOr, useTranslation, valueWords } from "../../components/index.ts";
import { TextDiff } from "../editor/text-diff.tsx";
import type { Answer } from "../language/analysis-worker.ts";
import { useAnswer } from "../language/use-answer.ts";
import "./versions.css";

interface Props {
  readonly before: string;
  readonly after: string;
  /** Said where they are the same. */
  readonly same: string;
  /** What else is told of texts that differ. */
  readonly children?: ReactNode;
}

/** What differs between two texts of a flow: in sentences, and line by line. */
export function TextChanges({ before, after, same, children }: Props) {
  const { t } = useTranslation();
  const found = useAnswer("changes", { before, after });
  const title = t("versions.changes");
  return (
    <>
      <section className="version-changes" aria-label={title}>
        <h3>{title}</h3>
        {before === after && <p className="soft">{same}</p>}
        {before !== after && (found === null ? <p className="soft">{t("common.loading")}</p> : <Changes {...found} />)}
      </section>
      {before !== after && children}
      {before !== after && <TextDiff before={before} after={after} />}
    </>
  );
}

/** Calls flows equal only if both texts were read completely. */
function Changes({ changes, unread }: Answer<"changes">) {
  const { t } = useTranslation();
  const folders = useCall("folders.list", {}, ["settings"]).value?.items ?? [];
  const whole = unread.before === null && unread.after === null;
  return (
    <>
      <NotRead which="Before" why={unread.before} />
      <NotRead which="After" why={unread.after} />
      {!whole && <p className="soft">{t(changes.length === 0 ? "versions.unreadNone" : "versions.unreadSome")}</p>}
      {whole && changes.length === 0 && <p className="soft">{t("versions.sameFlow")}</p>}
      {changes.length > 0 && (
        <ul>
          {changes.map((change) => (
            <li key={`${change.key} ${change.text}`}>{sentence(t, change, folders)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function NotRead({ which, why }: { readonly which: "Before" | "After"; readonly why: Unread | null }) {
  const { t } = useTranslation();
  return why === null ? null : <p className="form-problem">{t(`versions.unread${which}`, { ...why })}</p>;
}

function sentence(t: Translate, { key, values, text }: FlowChange, folders: readonly Folder[]): string {
  const role = values.role === undefined ? {} : { role: textOr(`changes.role.${values.role}`, String(values.role)) };
  const shown = { ...values, ...role, ...inWords(t, values, folders) };
  if (key === "document.added" && isDocumentId(values.value ?? "")) return t("changes.document.addedPdf", shown);
  if (key === "document.changed" && [values.before, values.value].every((value) => isDocumentId(value ?? "")))
    return t("changes.document.changedPdf", shown);
  return textOr(`changes.${key}`, text, shown);
}

/** The field of a change and its values as forms name them; a folder by its name. */
function inWords(t: Translate, { field, before, after }: FlowChange["values"], folders: readonly Folder[]) {
  if (field === undefined) return {};
  const last = field.split(" ").at(-1) ?? field;
  const words = (value = "") => {
    const folder = field === "folder_id" ? folders.find(({ id }) => id === value) : undefined;
    return folder ? folderName(t, folder) : valueWords(last, value);
  };
  return { field: fieldWords(field), before: words(before), after: words(after) };
}
