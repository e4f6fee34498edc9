import { reasonText } from "../../app/index.ts";
import { MessageText, useTranslation } from "../../components/index.ts";
import type { DraftConflict } from "./choices.ts";
import { pathWords } from "./path-words.ts";

/** Errors that are listed: more would hide the choices. */
const MOST = 5;

/** Errors that neither side has, each with its place [Y5]. */
export function MergeErrors({ errors }: Pick<DraftConflict, "errors">) {
  const { t } = useTranslation();
  return (
    <ul className="conflict-errors">
      {errors.slice(0, MOST).map(({ path, message }) => (
        <li key={`${path.join("/")} ${message}`}>
          <strong>{pathWords(t, path)}</strong>: <MessageText text={reasonText(message)} />
        </li>
      ))}
      {errors.length > MOST && <li>{t("common.more", { count: errors.length - MOST })}</li>}
    </ul>
  );
}
