import { useId } from "react";
import "./field.css";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A search field with a label for what it searches. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <input
      className="field search-field"
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

/** A few options side by side, one of them selected. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  // Two choices with the same label may be on one page.
  const name = useId();
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">{label}</legend>
      {options.map(([option, words]) => (
        <label key={option} className="choice-option">
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
