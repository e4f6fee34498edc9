import { useState } from "react";
import { type NamedRun, useRunNames } from "../../app/index.ts";
import { FORM_PROBLEM, FormDialog, InputField, useBusy, useTranslation } from "../../components/index.ts";
import { typedDays } from "../typed-days.ts";

interface Props {
  readonly run: NamedRun;
  /** @returns whether it was accepted; if not, the author sees why, and the dialog stays */
  readonly onDone: (days: number) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks by how many days to extend the deadline. */
export function ExtendDeadline({ run, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const { about } = useRunNames();
  const [typed, setTyped] = useState("7");
  const { busy, unlessBusy } = useBusy();
  const days = typedDays(typed);
  const wrong = days === null ? t("remoteRuns.daysRange") : null;
  const submit = () =>
    unlessBusy(async () => {
      if (days === null) return;
      const isKept = await onDone(days);
      if (isKept) onClose();
    });
  return (
    <FormDialog
      title={t("remoteRuns.command.prolong")}
      description={about(run, t("operations.prolongText"))}
      done={t("remoteRuns.command.prolong")}
      busy={busy}
      problem={wrong}
      blocked={wrong}
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField
        label={t("common.days")}
        inputMode="numeric"
        aria-invalid={wrong !== null}
        value={typed}
        aria-describedby={FORM_PROBLEM}
        onFocus={(event) => event.target.select()}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
