import { Check, CloudOff, LoaderCircle, TriangleAlert } from "lucide-react";
import { tell } from "../../app/index.ts";
import { Button, Tip, useTranslation } from "../../components/index.ts";
import { mebibytes } from "../session/text-limit.ts";
import { useSession } from "../session/use-session.ts";
import { useFlowActions } from "../use-flow-actions.ts";
import "./save-state.css";

const ICONS = {
  saved: Check,
  dirty: LoaderCircle,
  saving: LoaderCircle,
  away: CloudOff,
  failed: TriangleAlert,
  too_long: TriangleAlert,
  conflict: TriangleAlert,
} as const;
const TONES = {
  saved: "tone-quiet",
  dirty: "tone-quiet",
  saving: "tone-quiet",
  away: "tone-wait",
  failed: "tone-bad",
  too_long: "tone-bad",
  conflict: "tone-bad",
} as const;

/** Whether the text is safe. Nobody has to save; Mod+S is answered all the same. */
export function SaveState() {
  const { draft } = useSession();
  const { t, i18n } = useTranslation();
  const tooLong = draft.useStore(({ journal }) => (journal?.phase === "too_long" ? journal.text : null));
  const phase = draft.useStore((state) => state.journal?.phase ?? "saved");
  const error = draft.useStore((state) => state.journal?.error ?? null);
  const save = () => void draft.flush().then((saved) => saved && tell(t("save.done")));
  useFlowActions([["draft.save", t("save.now"), save]]);
  const Icon = ICONS[phase];
  return (
    <span className={`save-state ${TONES[phase]}`} role="status">
      <Tip text={error?.message ?? t(`save.${phase}Text`, { size: tooLong && mebibytes(tooLong, i18n.language) })}>
        <span className="save-words">
          <Icon className="icon" aria-hidden />
          {t(`save.${phase}`)}
        </span>
      </Tip>
      {phase === "failed" && (
        <Button look="ghost" onClick={() => draft.dispatch({ type: "save" })}>
          {t("common.tryAgain")}
        </Button>
      )}
    </span>
  );
}
