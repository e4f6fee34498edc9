import { CircleX } from "lucide-react";
import { problemCount } from "../../../src-shared/basics/index.ts";
import { MessageText, useTranslation } from "../../components/index.ts";
import { type AnalysisView, errorsHere } from "../language/analysis-view.ts";
import { useSession } from "../session/use-session.ts";
import "./foresight.css";

/** Why a text is not checked, with a link to the first error. */
export function NotChecked({ analysis, isOlder }: { readonly analysis: AnalysisView; readonly isOlder: boolean }) {
  const { t } = useTranslation();
  const session = useSession();
  const errors = errorsHere(analysis);
  const [first] = errors;
  return (
    <div className="foresight-note">
      <p>
        <CircleX className="icon tone-bad" aria-hidden />{" "}
        {first ? t("foresight.hasErrors", { count: problemCount(errors) }) : t("foresight.bareProcess")}
      </p>
      {first && (
        <button type="button" className="foresight-place" onClick={() => session.reveal(first.range)}>
          <MessageText text={first.message} />
        </button>
      )}
      {isOlder && <p className="soft">{t("foresight.older")}</p>}
    </div>
  );
}
