import { type HTMLInputTypeAttribute, type ReactNode, useId } from "react";
import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import { SearchSelect } from "../../components/index.ts";
import { fieldText } from "../language/raw-value.ts";
import { Problems } from "./problems.tsx";
import { useChosen, useTyped } from "./use-typed.ts";
import "./fields.css";

interface FieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly problems?: readonly Diagnostic[];
  /** The problem with the typed text, before the flow has it. */
  readonly refusal?: string | null;
  /** The text that the problems belong to. */
  readonly text?: string;
  readonly wide?: boolean;
}

/** Attributes that a screen reader needs of a control. */
interface Wiring {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

/** A label, its control, its help, and its problem. */
export function Field({
  label,
  help,
  problems = [],
  refusal = null,
  text,
  wide,
  children,
}: FieldProps & { readonly children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const wrong = problems.length > 0 || refusal !== null;
  const described = [help ? `${id}-help` : null, wrong ? `${id}-wrong` : null].filter(Boolean).join(" ");
  const invalid = refusal !== null || problems.some(({ severity }) => severity === "error");
  return (
    <div className={wide ? "param-field param-field-wide" : "param-field"}>
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": invalid })}
      {help && (
        <p id={`${id}-help`} className="param-help">
          {help}
        </p>
      )}
      <div id={`${id}-wrong`}>
        {refusal !== null && <p className="param-problem tone-bad">{refusal}</p>}
        <Problems problems={problems} text={text} label={label} />
      </div>
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  readonly value: string;
  /** Writes the value into the text; false: it failed. */
  readonly onCommit: (value: string) => Promise<boolean>;
  readonly type?: HTMLInputTypeAttribute;
  readonly placeholder?: string;
  readonly inputMode?: "numeric" | "email" | "tel" | "url";
  /** false: only when the field is left, or with Enter. */
  readonly pause?: boolean;
  /** Suggested values, besides free text. */
  readonly list?: readonly string[];
  readonly rows?: number;
  /** Converts the typed text to the written value. */
  readonly clean?: (typed: string) => string;
  /** Why the typed text would be refused; null: it would not. */
  readonly check?: (typed: string) => string | null;
}

const trimmed = (typed: string) => typed.trim();
const asIs = (typed: string) => typed;

/** One line of text, or several with `rows`. Escape reverts unwritten input. */
export function TextField({
  value,
  onCommit,
  type = "text",
  placeholder,
  inputMode,
  pause = true,
  list,
  rows,
  clean = rows === undefined ? trimmed : asIs,
  check = () => null,
  ...field
}: TextFieldProps) {
  const typed = useTyped(value, onCommit, { pause, clean });
  const shared = { value: typed.value, onFocus: typed.onFocus, onBlur: typed.onBlur, placeholder, spellCheck: false };
  return (
    <Field {...field} refusal={check(clean(typed.value))}>
      {(wiring) =>
        rows === undefined ? (
          <>
            <input
              {...wiring}
              {...shared}
              className="field"
              type={type}
              inputMode={inputMode}
              list={list && `${wiring.id}-list`}
              autoComplete="off"
              onChange={(event) => typed.onChange(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter") typed.commit();
                if (event.key === "Escape" && typed.revert()) event.preventDefault();
              }}
            />
            {list && (
              <datalist id={`${wiring.id}-list`}>
                {list.map((each) => (
                  <option key={each} value={each} />
                ))}
              </datalist>
            )}
          </>
        ) : (
          <textarea
            {...wiring}
            {...shared}
            className="field"
            rows={rows}
            onChange={(event) => typed.onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}

interface NumberFieldProps extends FieldProps {
  /** As written; a value that is not a number is shown unchanged. */
  readonly value: unknown;
  /** undefined: the field was emptied. A text that is not a number is passed on: the language reports the problem. */
  readonly onCommit: (value: number | string | undefined) => Promise<boolean>;
  readonly placeholder?: string;
  /** Why the typed text would be refused; left out: the language reports it. */
  readonly check?: (typed: string) => string | null;
}

const isWhole = (typed: string) => /^-?\d{1,15}$/.test(typed);
const wholeNumber = (typed: string) => (isWhole(typed.trim()) ? String(Number(typed)) : typed.trim());

/** A whole number; empty means the default. */
export function NumberField({ value, onCommit, ...field }: NumberFieldProps) {
  const commit = (typed: string) => onCommit(typed === "" ? undefined : isWhole(typed) ? Number(typed) : typed);
  return <TextField {...field} value={fieldText(value)} inputMode="numeric" clean={wholeNumber} onCommit={commit} />;
}

interface SelectFieldProps extends FieldProps {
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => Promise<boolean>;
}

/** A choice of a few. Any other value in the text is shown, too. */
export function SelectField({ value, options, onChange, ...field }: SelectFieldProps) {
  const [chosen, choose] = useChosen(value, onChange);
  const known = options.some(([option]) => option === chosen);
  const listed = known ? options : [[chosen, chosen] as const, ...options];
  return (
    <Field {...field}>
      {(wiring) => <SearchSelect {...wiring} label={field.label} value={chosen} options={listed} onChange={choose} />}
    </Field>
  );
}
