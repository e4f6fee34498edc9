import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { Select } from "./inputs.tsx";
import { LongChoice, type Search } from "./long-choice.tsx";

/** More are found by typing a part of them. */
const LOOKED_THROUGH = 12;

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  /** For options that are searched elsewhere, by the typed text. */
  readonly search?: Search & {
    /** The text of the value, which may not be among the results. */
    readonly words: string;
  };
  readonly onChange: (value: string) => void;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: boolean;
}

/** One of several values: in the browser's own list while they are few, else found by typing. */
export function SearchSelect({ label, value, options, search, onChange, ...control }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (search === undefined && options.length <= LOOKED_THROUGH)
    return <Select aria-label={label} {...{ value, options, onChange }} {...control} />;
  return (
    <>
      <button
        ref={button}
        type="button"
        role="combobox"
        className="field search-select"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        {...control}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <span className="truncate">{search?.words ?? options.find(([option]) => option === value)?.[1] ?? value}</span>
        <ChevronDown className="icon" aria-hidden />
      </button>
      {open && (
        <LongChoice
          {...{ label, value, options, search, onChange }}
          focusAfter={() => button.current}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
