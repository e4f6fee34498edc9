import { takesCode } from "../../../../src-shared/authentication/index.ts";
import type { Diagnostic } from "../../../../src-shared/basics/index.ts";
import type { AuthenticationFieldName, FieldCheck } from "../../../../src-shared/language/index.ts";
import { CheckList, textOr, useTranslation } from "../../../components/index.ts";
import { NumberField, SelectField, TextField } from "../../forms/fields.tsx";
import { Problems } from "../../forms/problems.tsx";
import { useChosen } from "../../forms/use-typed.ts";
import { fieldText } from "../../language/raw-value.ts";
import { codesOf } from "../../model/authentication.ts";

/** Longer lists are typed instead of ticked. */
const MOST_TICKED = 12;

interface ProviderFieldProps {
  readonly text: string;
  readonly problems: readonly Diagnostic[];
  readonly provider: string;
  /** The field's name in the language. */
  readonly name: AuthenticationFieldName;
  readonly check: FieldCheck;
  readonly value: unknown;
  readonly onCommit: (value: unknown) => Promise<boolean>;
}

/** One field of an authentication provider, as the language describes it. */
export function ProviderField({ provider, name, check, value, onCommit, ...field }: ProviderFieldProps) {
  const { t } = useTranslation();
  const own = takesCode(provider) && name === "max_failures" ? "max_sms" : name;
  const labels = {
    ...field,
    label: t(`authenticationForm.fields.${own}`),
    help: t(`authenticationForm.fields.${own}_help`),
  };
  const words = (each: string | boolean) => textOr(`authenticationForm.values.${each}`, String(each));
  const values = check.values ?? [];
  if (check.kind === "number")
    return <NumberField {...labels} placeholder={fieldText(check.usual)} value={value} onCommit={onCommit} />;
  if (check.kind === "some" && values.length > MOST_TICKED) {
    const codes = Array.isArray(value) ? value.map(fieldText).join(" ") : fieldText(value);
    const commit = (typed: string) => onCommit(typed === "" ? undefined : codesOf(typed));
    return <TextField {...labels} value={codes} clean={(typed) => codesOf(typed).join(" ")} onCommit={commit} />;
  }
  if (check.kind === "some") {
    return <SomeField {...labels} names={values.map(String)} words={words} value={value} onCommit={onCommit} />;
  }
  if (check.kind === "text")
    return <TextField {...labels} value={fieldText(value)} onCommit={(typed) => onCommit(typed || undefined)} />;
  const choose = (chosen: string) => (chosen === "" ? undefined : check.kind === "switch" ? chosen === "true" : chosen);
  return (
    <SelectField
      {...labels}
      value={fieldText(value)}
      options={[["", t("parameters.unset")], ...values.map((each) => [String(each), words(each)] as const)]}
      onChange={(chosen) => onCommit(choose(chosen))}
    />
  );
}

interface SomeFieldProps extends Pick<ProviderFieldProps, "text" | "problems" | "value" | "onCommit"> {
  readonly label: string;
  readonly help: string;
  readonly names: readonly string[];
  readonly words: (name: string) => string;
}

/** Some of a few; none means the default. */
function SomeField({ label, help, names, words, value, onCommit, ...field }: SomeFieldProps) {
  const ticked = Array.isArray(value) ? value.map(fieldText) : [];
  const [chosen, choose] = useChosen<readonly string[]>(ticked, (next) =>
    onCommit(next.length === 0 ? undefined : next),
  );
  return (
    <div className="param-field param-field-wide">
      <CheckList label={label} names={names} words={words} chosen={chosen} onChange={choose} />
      <p className="param-help">{help}</p>
      <Problems {...field} />
    </div>
  );
}
