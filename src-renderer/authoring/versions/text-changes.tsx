import type { ReactNode } from "react";
import type { Unread } from "../../../src-shared/language/index.ts";
import { useCall } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import { TextDiff } from "../editor/text-diff.tsx";
import type { Answer } from "../language/analysis-worker.ts";
import { useAnswer } from "../language/use-answer.ts";
import { changeWords } from "./change-words.ts";
import "./versions.css";

interface Props {
  readonly before: string;
  readonly after: string;
  /** Shown if they are the same. */
  readonly same: string;
  /** More about texts that differ. */
  readonly children?: ReactNode;
}

/** The differences between two texts of a flow: in sentences, and line by line. */
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
            <li key={`${change.key} ${change.text}`}>{changeWords(t, change, folders)}</li>
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
