import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { callOrTell, tell, tellError } from "../../app/index.ts";
import { Button, Dialog, useTranslation } from "../../components/index.ts";
import { isTooLong, mebibytes } from "../session/text-limit.ts";
import { useSession } from "../session/use-session.ts";
import "./bars.css";

/** The draft was changed elsewhere while this text was not yet saved. Neither text is lost, whatever is chosen. */
export function ConflictBar() {
  const { t, i18n } = useTranslation();
  const { draft } = useSession();
  const theirs = draft.useStore((state) => state.journal?.theirs ?? null);
  const [showing, setShowing] = useState(false);
  if (theirs === null) return null;

  const keepMine = async () => {
    if (await callOrTell(t("conflict.copyFailed"), "drafts.create", { text: theirs.text })) {
      draft.dispatch({ type: "keep_mine" });
      tell(t("conflict.theirsCopied"));
    }
  };
  const takeTheirs = async () => {
    const mine = draft.useStore.getState().journal?.text ?? "";
    if (isTooLong(mine)) {
      const size = mebibytes(mine, i18n.language);
      tellError(t("conflict.copyFailed"), { message: t("save.too_longText", { size }) });
      return;
    }
    if (await callOrTell(t("conflict.copyFailed"), "drafts.create", { text: mine })) {
      draft.dispatch({ type: "take_theirs" });
      tell(t("conflict.mineCopied"));
    }
  };
  return (
    <div className="conflict-bar" role="alert">
      <TriangleAlert className="icon" aria-hidden />
      <p>{t("conflict.text", { revision: theirs.revision })}</p>
      <span className="buttons">
        <Button onClick={() => setShowing(true)}>{t("conflict.look")}</Button>
        <Button onClick={() => void takeTheirs()}>{t("conflict.takeTheirs")}</Button>
        <Button look="primary" onClick={() => void keepMine()}>
          {t("common.keepMine")}
        </Button>
      </span>
      <Dialog open={showing} onClose={() => setShowing(false)} title={t("conflict.theirs")} wide>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must scroll by keyboard */}
        <pre className="code-block conflict-text" tabIndex={0}>
          {theirs.text}
        </pre>
      </Dialog>
    </div>
  );
}

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
