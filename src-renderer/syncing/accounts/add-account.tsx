import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { type DialectFile, dialectFile } from "../../../src-shared/dialect/index.ts";
import { host, notify, reasonText, useCall } from "../../app/index.ts";
import {
  Button,
  FileInput,
  FormDialog,
  InputField,
  RadioChoice,
  type Translate,
  useTranslation,
} from "../../components/index.ts";
import { CredentialsFields, credentialsOf, NO_CREDENTIALS } from "./credentials-fields.tsx";
import { LONGEST_NAME } from "./rename-account.tsx";

type Field = "name" | "url" | "credentials";

/** Adds an account that can be used: it is asked first, and what does not do is told beside its field [Y14]. */
export function AddAccount({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [form, setForm] = useState({ name: "", url: "" });
  const [typed, setTyped] = useState(NO_CREDENTIALS);
  const [dialect, setDialect] = useState<GivenDialect>(NO_DIALECT);
  const [bind, setBind] = useState<"all" | "none">("all");
  const [wrong, setWrong] = useState<{ readonly field: Field | null; readonly why: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const flows = useCall("drafts.list", { limit: 500 });
  const count = flows.value?.items.filter(({ sync }) => sync === null).length ?? 0;
  const credentials = credentialsOf(typed);
  const name = form.name.trim();
  const isWhole = name !== "" && form.url.trim() !== "" && credentials !== null;
  const add = async () => {
    if (credentials === null) return;
    setBusy(true);
    const request = { name, url: form.url.trim(), credentials, bind, ...(dialect.file && { dialect: dialect.file }) };
    const added = await host.call("sync.accounts.add", request);
    setBusy(false);
    if (!added.ok) return setWrong({ field: null, why: added.error.message });
    if (added.value.wrong !== null) return setWrong(added.value.wrong);
    onClose();
    notify(t("sync.added", { name }));
  };
  const why = (field: Field | null) => (wrong?.field === field ? reasonText(wrong.why) : null);
  const field = (key: "name" | "url") => (
    <InputField
      label={t(`sync.${key}`)}
      value={form[key]}
      {...(key === "name" ? { maxLength: LONGEST_NAME } : { type: "url", spellCheck: false })}
      placeholder={t(`sync.${key}Hint`)}
      aria-invalid={why(key) !== null}
      onChange={(value) => {
        setForm({ ...form, [key]: value });
        setWrong(null);
      }}
    >
      {why(key) !== null && (
        <span className="form-problem" role="alert">
          {why(key)}
        </span>
      )}
    </InputField>
  );
  return (
    <FormDialog
      title={t("sync.addTitle")}
      description={t("sync.addText")}
      done={t("sync.addDone")}
      busy={busy}
      problem={why(null)}
      blocked={isWhole ? dialectProblem(t, dialect) : t("sync.fillIn")}
      onSubmit={add}
      onClose={onClose}
    >
      {field("name")}
      {field("url")}
      <CredentialsFields
        {...{ typed, wrong: why("credentials") }}
        onChange={(next) => {
          setTyped(next);
          setWrong(null);
        }}
      />
      {count > 0 && (
        <RadioChoice
          legend={t("sync.bind")}
          value={bind}
          options={[
            ["all", t("sync.bindAll", { count })],
            ["none", t("sync.bindNone")],
          ]}
          onChange={setBind}
        />
      )}
      <Dialect dialect={dialect} onChange={setDialect} />
    </FormDialog>
  );
}

/** The file that was chosen last: one that cannot be read is not left out in silence. */
interface GivenDialect {
  readonly file: DialectFile | null;
  readonly unreadable: { readonly name: string; readonly at: string } | null;
}
const NO_DIALECT: GivenDialect = { file: null, unreadable: null };

/** null: nothing is wrong with it. */
const dialectProblem = (t: Translate, { unreadable }: GivenDialect): string | null =>
  unreadable && t(unreadable.at === "" ? "sync.notDialect" : "sync.notDialectAt", unreadable);

/** For a service that spells things otherwise. */
function Dialect({
  dialect,
  onChange,
}: {
  readonly dialect: GivenDialect;
  readonly onChange: (dialect: GivenDialect) => void;
}) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const problem = dialectProblem(t, dialect);
  const take = async ([picked]: readonly File[]) => {
    if (picked === undefined) return;
    const read = dialectFile.safeParse(jsonOf(await picked.text()));
    const unreadable = read.success ? null : { name: picked.name, at: placesOf(read.error.issues) };
    onChange({ file: read.data ?? null, unreadable });
  };
  return (
    <details className="dialect">
      <summary>{t("sync.dialect")}</summary>
      <div className="credentials-file">
        <FileInput ref={picker} accept=".json" onFiles={(files) => void take(files)} />
        <Button icon={FileUp} onClick={() => picker.current?.click()}>
          {t("sync.chooseFile")}
        </Button>
        <span className="soft">{dialect.file?.name ?? t("sync.dialectHint")}</span>
        {(dialect.file !== null || problem !== null) && (
          <Button onClick={() => onChange(NO_DIALECT)}>{t("sync.dialectNone")}</Button>
        )}
      </div>
      {problem !== null && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
    </details>
  );
}

/** undefined: it is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** What of a dialect's file is wrong, as it stands there; "": all of it. */
const placesOf = (issues: readonly { readonly path: readonly PropertyKey[]; readonly keys?: readonly string[] }[]) =>
  issues
    .flatMap(({ path, keys = [""] }) => keys.map((key) => [...path, key].filter((part) => part !== "").join(".")))
    .filter((at) => at !== "")
    .join(", ");
