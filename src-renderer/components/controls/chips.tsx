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

/** A kind of item to show or hide. */
export function ToggleChip({ pressed, onToggle, children }: ToggleChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={onToggle}>
      {children}
    </button>
  );
}

interface FilterChipProps {
  /** The filter's name, such as “Status”: shown while nothing is selected. */
  readonly label: string;
  readonly value: string;
  /** Without the option for all. */
  readonly options: readonly (readonly [value: string, words: string])[];
  /** Empty: all. */
  readonly onChange: (value: string) => void;
}

/** A filter of a list; an active one is highlighted, and can be removed. A value outside the options stays. */
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
