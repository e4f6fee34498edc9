import { useId } from "react";
import "./radio-choice.css";

interface RadioChoiceProps<T extends string> {
  readonly legend: string;
  readonly hiddenLegend?: boolean;
  readonly value: T;
  readonly options: readonly (readonly [value: T, words: string])[];
  readonly onChange: (value: T) => void;
}

/** One of a few answers to a question in a dialog, each with its own text. */
export function RadioChoice<T extends string>({ legend, hiddenLegend, value, options, onChange }: RadioChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="radio-choice">
      <legend className={hiddenLegend ? "visually-hidden" : undefined}>{legend}</legend>
      {options.map(([option, words]) => (
        <label key={option} className="check">
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
