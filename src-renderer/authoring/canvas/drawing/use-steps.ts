import { useTranslation } from "../../../components/index.ts";
import { useSession } from "../../session/use-session.ts";

interface Step {
  readonly run: () => void;
  /** Why there is none; null: there is one. */
  readonly blocked: string | null;
}

/** Undo and redo of one step in the flow. */
export function useSteps(): { readonly undo: Step; readonly redo: Step } {
  const { t } = useTranslation();
  const session = useSession();
  const [canUndo, canRedo] = [session.useHasStep("undo"), session.useHasStep("redo")];
  return {
    undo: { run: () => void session.undo(), blocked: canUndo ? null : t("canvas.nothingToUndo") },
    redo: { run: () => void session.redo(), blocked: canRedo ? null : t("canvas.nothingToRedo") },
  };
}
