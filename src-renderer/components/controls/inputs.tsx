import { type ComponentProps, type ReactNode, useId } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import "./field.css";

type InputFieldProps = Omit<ComponentProps<"input">, "onChange"> & {
  readonly label: ReactNode;
  readonly onChange: (typed: string) => void;
  /** Content below the field, such as its problem. */
  readonly children?: ReactNode;
};

/** One line of text with a label above. */
export function InputField({ label, className = "", onChange, children, ...input }: InputFieldProps) {
  return (
    <label className="form-field">
      {label}
      <input
        className={`field ${className}`}
        autoComplete="off"
        {...input}
        onChange={({ target }) => onChange(target.value)}
      />
      {children}
    </label>
  );
}

type SelectProps<T extends string> = Omit<ComponentProps<"select">, "onChange" | "className" | "value"> & {
  /** The label above; left out, it has an `aria-label`. */
  readonly label?: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, words: string])[];
  readonly onChange: (value: T) => void;
};

/** One of several values, in the browser's own list. */
export function Select<T extends string>({ label, options, onChange, ...select }: SelectProps<T>) {
  const id = useId();
  const list = (
    <select id={id} className="field" {...select} onChange={({ target }) => onChange(target.value as T)}>
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {marksShown(words)}
        </option>
      ))}
    </select>
  );
  if (label === undefined) return list;
  return (
    <label htmlFor={id} className="form-field">
      {label}
      {list}
    </label>
  );
}

interface CheckProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** A checkbox and its label. */
export function Check({ onChange, children, ...box }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" {...box} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}
