import { Check, CloudOff, LoaderCircle, Lock, TriangleAlert } from "lucide-react";
import { notify, reasonText } from "../../app/index.ts";
import { Button, Tip, useReadOnly, useTranslation } from "../../components/index.ts";
import { type DraftState, draftParts, journalOf } from "../session/draft-store.ts";
import type { Journal } from "../session/journal.ts";
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
  readOnly: Lock,
} as const;
const TONES = {
  saved: "tone-quiet",
  dirty: "tone-quiet",
  saving: "tone-quiet",
  away: "tone-wait",
  failed: "tone-bad",
  too_long: "tone-bad",
  conflict: "tone-bad",
  readOnly: "tone-quiet",
} as const;

/** Priority of states when several texts differ. */
const ORDER = ["conflict", "too_long", "failed", "away", "saving", "dirty", "saved"] as const;

/** The journal of the least safe text. */
function leastSafe(state: DraftState): Journal | null {
  const journals = draftParts.flatMap((part) => journalOf(state, part) ?? []);
  const rank = ({ phase }: Journal) => ORDER.indexOf(phase);
  return journals.toSorted((one, other) => rank(one) - rank(other))[0] ?? null;
}

/** Whether the texts are saved, or read-only. Saving is automatic; Mod+S is answered all the same. */
export function SaveState() {
  const { draft } = useSession();
  const { t, i18n } = useTranslation();
  const readOnly = useReadOnly();
  const journal = draft.useStore(leastSafe);
  const phase = readOnly === null ? (journal?.phase ?? "saved") : "readOnly";
  const error = journal?.error ?? null;
  const tooLong = phase === "too_long" ? (journal?.text ?? null) : null;
  const save = () => void draft.flush().then((saved) => saved && notify(t("save.done")));
  useFlowActions([["draft.save", t("save.now"), save, { writes: true }]]);
  const Icon = ICONS[phase];
  const why =
    error !== null
      ? reasonText(error.message)
      : t(`save.${phase}Text`, { size: tooLong && mebibytes(tooLong, i18n.language) });
  return (
    <span className={`save-state ${TONES[phase]}`} role="status">
      <Tip text={why}>
        <span className="save-words">
          <Icon className="icon" aria-hidden />
          {t(`save.${phase}`)}
        </span>
      </Tip>
      {phase === "failed" && (
        <Button look="ghost" onClick={() => void draft.flush()}>
          {t("common.tryAgain")}
        </Button>
      )}
    </span>
  );
}
