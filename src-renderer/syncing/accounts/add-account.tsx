import { useRef, useState } from "react";
import { host, notify, reasonText, stopAsking, useCall } from "../../app/index.ts";
import { FormDialog, InputField, MessageText, RadioChoice, useBusy, useTranslation } from "../../components/index.ts";
import { CredentialsFields, credentialsOf, NO_CREDENTIALS, unreadable } from "./credentials-fields.tsx";
import { Dialect, type GivenDialect, NO_DIALECT } from "./dialect-field.tsx";
import { LONGEST_NAME } from "./rename-account.tsx";

type Field = "name" | "url" | "credentials";

interface Props {
  /** By its name. */
  readonly onAdded?: (name: string) => void;
  readonly onClose: () => void;
}

/** Adds a working account: checks it first, and shows problems beside their field [Y14]. */
export function AddAccount({ onAdded, onClose }: Props) {
  const { t } = useTranslation();
  const [form, setForm] = useState({ name: "", url: "" });
  const [typed, setTyped] = useState(NO_CREDENTIALS);
  const [dialect, setDialect] = useState<GivenDialect>(NO_DIALECT);
  const [bind, setBind] = useState<"all" | "own" | "none">("none");
  const [wrong, setWrong] = useState<{ readonly field: Field | null; readonly why: string } | null>(null);
  const { busy, unlessBusy } = useBusy();
  const asked = useRef("");
  const { drafts: count, examples } = useCall("sync.unbound.count", {}, ["draft"]).value ?? { drafts: 0, examples: 0 };
  const own = count - examples;
  const credentials = credentialsOf(typed);
  const misread = unreadable(t, typed);
  const name = form.name.trim();
  const isWhole = name !== "" && form.url.trim() !== "" && credentials !== null;
  const add = () =>
    unlessBusy(async () => {
      if (credentials === null) return;
      asked.current = name;
      setWrong(null);
      const request = { name, url: form.url.trim(), credentials, bind, ...(dialect.file && { dialect: dialect.file }) };
      const added = await host.call("sync.accounts.add", request);
      if (!added.ok) return setWrong({ field: null, why: added.error.message });
      if (added.value.wrong !== null) return setWrong(added.value.wrong);
      onClose();
      onAdded?.(name);
      notify(t("sync.added", { name }));
    });
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
          <MessageText text={why(key) ?? ""} />
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
      onStop={() => stopAsking(asked.current)}
      waitsFor={URL.parse(form.url.trim())?.host || name}
      problem={why(null)}
      blocked={misread ?? (isWhole ? dialect.problem : t("sync.fillIn"))}
      saysBlocked={misread !== null}
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
            ["none", t("sync.bindNone")],
            ...(examples > 0 && own > 0 ? ([["own", t("sync.bindOwn", { count: own })]] as const) : []),
            ["all", examples > 0 ? t("sync.bindExamples", { count, examples }) : t("sync.bindAll", { count })],
          ]}
          onChange={setBind}
        />
      )}
      <Dialect dialect={dialect} onChange={setDialect} />
    </FormDialog>
  );
}
