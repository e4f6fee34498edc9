import { GitMerge, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button, MessageText, useTranslation } from "../../components/index.ts";

/** Selects the resolve button. */
export const SETTLES = ".settle-foot > button:last-of-type";

interface Props {
  /** The current choices. */
  readonly status: string;
  readonly canUndo: boolean;
  readonly onUndo: () => void;
  readonly busy: boolean;
  /** Why it cannot be resolved yet. */
  readonly blocked: string | null;
  /** Why the last attempt to resolve it failed. */
  readonly problem: string | null;
  readonly onSettle: () => void;
  /** Shown above the buttons. */
  readonly children?: ReactNode;
}

/** Below the choices of a conflict: the current choices, undo, resolve. */
export function SettleFooter({ status, canUndo, onUndo, busy, blocked, problem, onSettle, children }: Props) {
  const { t } = useTranslation();
  return (
    <footer className="settle-foot">
      {children}
      {problem !== null && (
        <p className="form-problem" role="alert">
          {t("sync.conflict.settleFailed")}. <MessageText text={problem} />
        </p>
      )}
      <span role="status">{status}</span>
      <Button icon={Undo2} look="ghost" blocked={canUndo ? null : t("sync.conflict.undoNone")} onClick={onUndo}>
        {t("sync.conflict.undo")}
      </Button>
      <Button look="primary" icon={GitMerge} writes busy={busy} blocked={blocked} onClick={onSettle}>
        {t("sync.conflict.settle")}
      </Button>
    </footer>
  );
}
