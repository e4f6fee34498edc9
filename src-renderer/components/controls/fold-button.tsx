import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import "./fold-button.css";

interface FoldButtonProps {
  /** Id of the folded part. */
  readonly controls: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Replaces the look of a list row. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** The visible line of a folded part: folds the rest out and in. */
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
