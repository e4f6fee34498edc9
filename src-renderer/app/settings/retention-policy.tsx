import { InputField, type Translate, useTranslation } from "../../components/index.ts";
import type { Folder } from "../language/folder-name.ts";
import "./retention-policy.css";

/** The interface's names of a folder's trash settings. */
const TRASHES = ["trash_completed", "trash_failed", "trash_timed_out"] as const;
/** Interface 2.3: unset means 30 days, never "keep". */
const USUAL_DELETE = 30;
const LONGEST = 3650;
const FIELDS = [...TRASHES, "delete_trashed"] as const;
type Field = (typeof FIELDS)[number];
export type PolicyTexts = Readonly<Record<Field, string>>;
/** A remote service may send a value that is not a number of days. */
type Shown = Readonly<Record<Field, number | string | null>>;

/** null: empty, which means never; undefined: not a number of days. */
function daysOf(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const days = Number(text);
  return Number.isInteger(days) && days >= 1 && days <= LONGEST ? days : undefined;
}

/** The policy in the fields; null while one of them is not a number of days. */
export function policyOf(texts: PolicyTexts): Folder["retention"] | null {
  const days = (field: Field) => daysOf(texts[field]);
  const [completed, failed, timedOut, deleted] = FIELDS.map(days);
  if (completed === undefined || failed === undefined || timedOut === undefined || deleted === undefined) return null;
  return { trash_completed: completed, trash_failed: failed, trash_timed_out: timedOut, delete_trashed: deleted };
}

/** The initial texts of the fields. */
export function textsOf(policy: Shown): PolicyTexts {
  const text = (field: Field) => policy[field]?.toString() ?? "";
  const [trash_completed, trash_failed, trash_timed_out] = TRASHES.map(text) as [string, string, string];
  return { trash_completed, trash_failed, trash_timed_out, delete_trashed: text("delete_trashed") };
}

/** Those of `after` that differ. */
export const changedTexts = (before: PolicyTexts, after: PolicyTexts): Partial<PolicyTexts> =>
  Object.fromEntries(FIELDS.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]));

/** `Completed runs go to the trash after 90 days. What is in the trash is deleted 30 days later.` */
export function policyText(t: Translate, policy: Shown): string {
  const said = (field: Field, value: number | string) =>
    typeof value === "number"
      ? t(`retention.says.${field}`, { count: value })
      : t(`retention.saysOwn.${field}`, { value });
  const trashed = TRASHES.flatMap((field) => {
    const value = policy[field];
    return value === null ? [] : [said(field, value)];
  });
  const deleted = said("delete_trashed", policy.delete_trashed ?? USUAL_DELETE);
  return [...(trashed.length === 0 ? [t("retention.says.nothing")] : trashed), deleted].join(" ");
}

interface Props {
  readonly texts: PolicyTexts;
  readonly onChange: (texts: PolicyTexts) => void;
}

/** The four numbers of days of a folder's policy. */
export function PolicyFields({ texts, onChange }: Props) {
  return FIELDS.map((field) => (
    <DaysField
      key={field}
      field={field}
      text={texts[field]}
      onChange={(text) => onChange({ ...texts, [field]: text })}
    />
  ));
}

function DaysField(props: { readonly field: Field; readonly text: string; readonly onChange: (text: string) => void }) {
  const { t } = useTranslation();
  const { field, text, onChange } = props;
  const wrong = daysOf(text) === undefined;
  return (
    <InputField
      label={
        <span className="retention-ask">
          {t(`retention.ask.${field}`)} <code className="soft">{field}</code>
        </span>
      }
      className="retention-days"
      inputMode="numeric"
      placeholder={field === "delete_trashed" ? String(USUAL_DELETE) : t("common.never")}
      value={text}
      aria-invalid={wrong}
      onChange={onChange}
    >
      {wrong && <span className="form-problem">{t("retention.noDays")}</span>}
    </InputField>
  );
}
