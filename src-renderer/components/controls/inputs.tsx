import { type ComponentProps, type ReactNode, useId } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import "./field.css";

type InputFieldProps = Omit<ComponentProps<"input">, "onChange"> & {
  readonly label: ReactNode;
  readonly onChange: (typed: string) => void;
  /** What stands below the field, such as what is wrong with it. */
  readonly children?: ReactNode;
};

/** One line of text with its name above it. */
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
  /** Stands above it; left out, it has an `aria-label`. */
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

/** A box to tick, and what that means. */
export function Check({ onChange, children, ...box }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" {...box} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}
