import { TriangleAlert } from "lucide-react";
import { useTranslation } from "../../components/index.ts";
import { mebibytes } from "../session/text-limit.ts";
import { useSession } from "../session/use-session.ts";
import "./bars.css";

/** The text is longer than a flow's may be: nothing is saved until it is short again, and nobody should learn it late. */
export function TooLongBar() {
  const { draft } = useSession();
  const { t, i18n } = useTranslation();
  const text = draft.useStore(({ journal }) => (journal?.phase === "too_long" ? journal.text : null));
  if (text === null) return null;
  return (
    <div className="conflict-bar" role="alert">
      <TriangleAlert className="icon" aria-hidden />
      <p>{t("save.too_longText", { size: mebibytes(text, i18n.language) })}</p>
    </div>
  );
}
