import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "../texts/texts.ts";
import { IconButton } from "./button.tsx";
import { Select } from "./inputs.tsx";
import "./chips.css";

interface ToggleChipProps {
  readonly pressed: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** One of several kinds to show, on or off. */
export function ToggleChip({ pressed, onToggle, children }: ToggleChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={onToggle}>
      {children}
    </button>
  );
}

interface FilterChipProps {
  /** What it filters by, such as “Status”: shown while nothing is chosen. */
  readonly label: string;
  readonly value: string;
  /** Without the choice of all. */
  readonly options: readonly (readonly [value: string, words: string])[];
  /** Empty: all. */
  readonly onChange: (value: string) => void;
}

/** A filter of a list; once something is chosen it stands out, and can be taken away. A value that is not offered stays. */
export function FilterChip({ label, value, options, onChange }: FilterChipProps) {
  const { t } = useTranslation();
  const isOffered = value === "" || options.some(([option]) => option === value);
  const offered = isOffered ? options : [[value, value] as const, ...options];
  return (
    <span className="chip-filter" data-on={value !== "" || undefined}>
      <Select aria-label={label} value={value} options={[["", label], ...offered]} onChange={onChange} />
      {value !== "" && (
        <IconButton icon={X} label={t("filter.remove", { filter: label })} onClick={() => onChange("")} />
      )}
    </span>
  );
}
