import { Download, FileKey, RotateCcw } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { LARGEST_PKCS12, type OutputOf } from "../../../src-shared/bridge/index.ts";
import { Button, FileInput, Simulated, useBusy, useReadOnly, useTranslation, Waiting } from "../../components/index.ts";
import { saveText } from "../connection/download.ts";
import { host } from "../connection/host.ts";
import { useCall } from "../connection/use-call.ts";
import { reasonText } from "../language/i18n.ts";
import { useTime } from "../language/use-time.ts";
import { callOrNotify, notify } from "../notices/notify.ts";
import { Copyable, Row, Section } from "./settings-parts.tsx";

type Certificate = NonNullable<OutputOf<"seal.certificate">["certificate"]>;

/** The certificate that seals documents and evidence, and the upload of the author's own. */
export function CertificateSettings() {
  const { t } = useTranslation();
  const used = useCall("seal.certificate", {}, ["settings"]);
  const { value, reload } = used;
  const reset = async () => {
    if (await callOrNotify(t("settings.certificateFailed"), "seal.resetCertificate", {})) reload();
  };
  return (
    <Section title={t("settings.certificate")} hint={t("settings.certificateHint")}>
      <Row name={t("settings.certificateUsed")}>
        <Waiting of={used} title={t("settings.unread")} rows={1} />
        {value?.certificate === null && <span className="soft">{t("settings.certificateNone")}</span>}
        {value?.certificate && <Shown certificate={value.certificate} onReset={() => void reset()} />}
      </Row>
      <Row name={t("settings.certificateOwn")} hint={t("settings.certificateOwnHint")}>
        <OwnForm onUsed={reload} />
      </Row>
    </Section>
  );
}

function Shown({ certificate, onReset }: { readonly certificate: Certificate; readonly onReset: () => void }) {
  const { t } = useTranslation();
  const { dateTime } = useTime();
  const { name, issuer, validFrom, validTo, sha256, simulated, pem } = certificate;
  return (
    <div className="settings-values">
      <span>
        {name} {simulated && <Simulated />}
      </span>
      <span className="soft">{t("settings.certificateIssuer", { issuer })}</span>
      <span className="soft">
        {t("settings.certificateValid", { from: dateTime(validFrom), to: dateTime(validTo) })}
      </span>
      <Copyable text={sha256} what={t("settings.certificateSha256")} />
      <div className="buttons">
        <Button icon={Download} onClick={() => saveText("seal-certificate.pem", pem, "application/x-pem-file")}>
          {t("settings.certificateSave")}
        </Button>
        {!simulated && (
          <Button look="ghost" icon={RotateCcw} writes onClick={onReset}>
            {t("settings.certificateReset")}
          </Button>
        )}
      </div>
    </div>
  );
}

function OwnForm({ onUsed }: { readonly onUsed: () => void }) {
  const { t } = useTranslation();
  const readOnly = useReadOnly();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const { busy, unlessBusy } = useBusy();
  const tooLarge = file !== null && file.size > LARGEST_PKCS12;
  const use = async (event: FormEvent) => {
    event.preventDefault();
    if (file === null || tooLarge) return;
    const used = await unlessBusy(async () => {
      const pkcs12 = base64(new Uint8Array(await file.arrayBuffer()));
      return host.call("seal.useCertificate", { pkcs12, password });
    });
    if (used === undefined) return;
    if (!used.ok) return setWrong(reasonText(used.error.message));
    setPassword("");
    setFile(null);
    notify(t("settings.certificateTaken", { name: used.value.certificate.name }));
    onUsed();
  };
  return (
    <form className="settings-values" onSubmit={(event) => void use(event)}>
      <FileInput
        ref={input}
        accept=".p12,.pfx,application/x-pkcs12"
        onFiles={([picked]) => {
          setFile(picked ?? null);
          setWrong(null);
        }}
      />
      <div className="buttons">
        <Button icon={FileKey} writes onClick={() => input.current?.click()}>
          {t("settings.certificateChoose")}
        </Button>
        <span className="soft">{file?.name}</span>
      </div>
      <label className="buttons">
        {t("settings.certificatePassword")}
        <input
          className="field"
          type="password"
          autoComplete="off"
          disabled={readOnly !== null}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setWrong(null);
          }}
        />
      </label>
      {wrong !== null && (
        <p className="form-problem" role="alert">
          {wrong}
        </p>
      )}
      <div className="buttons">
        <Button
          type="submit"
          writes
          busy={busy}
          blocked={file === null ? t("settings.certificateFirst") : tooLarge ? t("settings.certificateTooLarge") : null}
        >
          {t("settings.certificateUse")}
        </Button>
      </div>
    </form>
  );
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
