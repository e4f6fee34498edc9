import { useState } from "react";
import { host, reasonText, stopAsking } from "../../app/index.ts";
import { FormDialog, useBusy, useTranslation } from "../../components/index.ts";
import { tellUsable } from "./check-account.ts";
import { CredentialsFields, credentialsOf, NO_CREDENTIALS } from "./credentials-fields.tsx";

/** New credentials for an account: checked first; a stopped account continues [Y14]. */
export function NewCredentials({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(NO_CREDENTIALS);
  const [wrong, setWrong] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, unlessBusy } = useBusy();
  const credentials = credentialsOf(typed);
  const check = () =>
    unlessBusy(async () => {
      if (credentials === null) return;
      setProblem(null);
      setWrong(null);
      const checked = await host.call("sync.accounts.check", { name, credentials });
      if (!checked.ok) return setProblem(reasonText(checked.error.message));
      if (checked.value.wrong) return setWrong(reasonText(checked.value.wrong));
      onClose();
      tellUsable(t, name);
    });
  return (
    <FormDialog
      title={t("sync.newCredentialsTitle", { name })}
      done={t("sync.newCredentialsDone")}
      busy={busy}
      onStop={() => stopAsking(name)}
      waitsFor={name}
      problem={problem}
      blocked={credentials === null ? t("sync.credentialsFirst") : null}
      onSubmit={check}
      onClose={onClose}
    >
      <CredentialsFields
        {...{ typed, wrong }}
        onChange={(next) => {
          setTyped(next);
          setWrong(null);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}
