import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import "./fold-button.css";

interface FoldButtonProps {
  /** Id of what it folds out. */
  readonly controls: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Instead of the look of a row of a list. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** The line that stays of something folded: it folds the rest out and in. */
export function FoldButton({ controls, isOpen, onToggle, className = "fold-row", children }: FoldButtonProps) {
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      className={className}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
    >
      <Chevron className="icon" aria-hidden />
      {children}
    </button>
  );
}
