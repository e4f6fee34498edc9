import type { RefObject } from "react";
import { useTranslation } from "../../components/index.ts";
import type { DraftConflict } from "./choices.ts";
import { SettleWhole, type WholeHow } from "./settle-whole.tsx";
import type { Of } from "./use-settle.ts";

interface Props extends Of {
  readonly conflict: DraftConflict;
  readonly summary: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChosen: (how: WholeHow | null) => void;
}

/** Answers for the whole flow, beside those for its parts and without the page's keys [Y6]. */
export function SettleBeside({ summary, isOpen, onOpen, onChosen, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <details
      className="conflict-beside"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        onOpen(currentTarget.open);
        if (currentTarget.open) currentTarget.scrollIntoView({ block: "nearest" });
      }}
    >
      <summary ref={summary}>{t("sync.conflict.whole")}</summary>
      {isOpen && <SettleWhole {...rest} isBeside onChosen={onChosen} />}
    </details>
  );
}
