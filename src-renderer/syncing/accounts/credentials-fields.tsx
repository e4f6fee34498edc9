import { FileUp } from "lucide-react";
import { useId, useRef } from "react";
import { type RemoteCredentials, readCredentials } from "../../../src-shared/sync/index.ts";
import {
  Button,
  Choice,
  FileInput,
  InputField,
  MessageText,
  type Translate,
  useTranslation,
} from "../../components/index.ts";

/** The typed, pasted or chosen credentials. */
export interface TypedCredentials {
  readonly how: "keys" | "login";
  readonly pasted: string;
  /** Its content is not shown. */
  readonly file: { readonly name: string; readonly text: string } | null;
  readonly email: string;
  readonly password: string;
}

export const NO_CREDENTIALS: TypedCredentials = { how: "keys", pasted: "", file: null, email: "", password: "" };

/** null: there are none yet. */
export function credentialsOf({ how, pasted, file, email, password }: TypedCredentials): RemoteCredentials | null {
  if (how === "keys") return readCredentials(file?.text ?? pasted).credentials;
  return email.trim() === "" || password === "" ? null : { email: email.trim(), password };
}

/** The problem with pasted or chosen credentials; null: none, or nothing entered yet. */
export function unreadable(t: Translate, { how, pasted, file }: TypedCredentials): string | null {
  const text = file?.text ?? pasted;
  if (how !== "keys" || text.trim() === "") return null;
  const read = readCredentials(text);
  if (read.credentials !== null) return null;
  if (read.wrong.length === 0) return t("sync.notCredentials");
  const wrong = read.wrong.map(({ key, wrong }) => t(`sync.credentialIs.${wrong}`, { key }));
  return t("sync.wrongCredentials", { wrong: wrong.join("; ") });
}

/** Maximum size of a credentials file in bytes. */
const LARGEST = 65_536;

interface Props {
  readonly typed: TypedCredentials;
  readonly wrong: string | null;
  readonly onChange: (typed: TypedCredentials) => void;
}

/** The author's credentials [Y14]. They are sent to the host once, and never shown again. */
export function CredentialsFields({ typed, wrong, onChange }: Props) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const { how, file } = typed;
  const take = async ([picked]: readonly File[]) => {
    if (picked === undefined) return;
    const text = picked.size > LARGEST ? "?" : await picked.text();
    onChange({ ...typed, pasted: "", file: { name: picked.name, text } });
  };
  const problem = unreadable(t, typed) ?? wrong;
  const marks = { "aria-invalid": problem !== null, "aria-describedby": problemId };
  const field = (name: "email" | "password") => (
    <InputField
      {...marks}
      label={t(`sync.${name}`)}
      type={name}
      value={typed[name]}
      onChange={(value) => onChange({ ...typed, [name]: value })}
    />
  );
  return (
    <div className="credentials-fields">
      <Choice
        label={t("sync.how")}
        value={how}
        onChange={(next) => onChange({ ...typed, how: next })}
        options={[
          ["keys", t("sync.byKeys")],
          ["login", t("sync.byLogin")],
        ]}
      />
      {how === "keys" ? (
        <>
          {file === null ? (
            <label className="form-field">
              {t("sync.keys")}
              <textarea
                className="field mono"
                rows={4}
                spellCheck={false}
                autoComplete="off"
                {...marks}
                value={typed.pasted}
                onChange={({ target }) => onChange({ ...typed, pasted: target.value })}
              />
            </label>
          ) : (
            <p>{t("sync.fileChosen", { name: file.name })}</p>
          )}
          <div className="credentials-file">
            <FileInput ref={picker} accept=".json" onFiles={(files) => void take(files)} />
            <Button icon={FileUp} onClick={() => picker.current?.click()}>
              {t("sync.chooseFile")}
            </Button>
            <span className="soft">{t("sync.keysHint")}</span>
          </div>
        </>
      ) : (
        <>
          {field("email")}
          {field("password")}
          <p className="soft">{t("sync.loginHint")}</p>
        </>
      )}
      {problem !== null && (
        <p id={problemId} className="form-problem" role="alert">
          <MessageText text={problem} />
        </p>
      )}
    </div>
  );
}
