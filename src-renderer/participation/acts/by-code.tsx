import { FlaskConical, MessageSquareText } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { CodeProvider } from "../../../src-shared/authentication/index.ts";
import type { AuthenticationNeed } from "../../../src-shared/service/index.ts";
import { InputField } from "../../components/controls/inputs.tsx";
import { ProviderCard } from "../checks/provider-card.tsx";
import { Button } from "../frame/parts.tsx";
import { useTranslation } from "../session/texts.ts";
import type { AttemptSteps } from "./use-attempt.ts";

const CODE = /^[0-9]{6}$/;

interface ByCodeProps {
  readonly attempt: AttemptSteps;
  readonly need: Pick<AuthenticationNeed, "sent_to" | "offers_code"> & { readonly provider: CodeProvider };
  readonly usedUp: boolean;
}

/** A code by SMS: really sent, to the app's mailbox, and really checked [U4]. */
export function ByCode(props: ByCodeProps) {
  return (
    <ProviderCard provider={props.need.provider}>
      <CodeSteps {...props} />
    </ProviderCard>
  );
}

function CodeSteps({ attempt, need: { sent_to: sentTo, offers_code: offersCode }, usedUp }: ByCodeProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const [misshaped, setMisshaped] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The pressed button is gone, so the focus moves to the code field. Runs before the dialog, which would take the
  // focus itself.
  useLayoutEffect(() => {
    if (attempt.transactionId !== null && !usedUp) field.current?.focus();
  }, [attempt.transactionId, usedUp]);
  if (attempt.transactionId === null) {
    return (
      <div className="step">
        <p>{sentTo === null ? t("auth.smsIntroUnknown") : t("auth.smsIntro", { number: sentTo })}</p>
        <Button
          data-focus-first
          look="primary"
          icon={MessageSquareText}
          busy={attempt.busy}
          onClick={() => void attempt.start()}
        >
          {t("auth.sendCode")}
        </Button>
      </div>
    );
  }
  if (usedUp) return <NewCodeOnly attempt={attempt} />;
  const confirm = async (event: React.FormEvent) => {
    event.preventDefault();
    const given = code.replaceAll(/\s/g, "");
    setMisshaped(!CODE.test(given));
    // Whatever the result, the focus returns to the field, if it still exists.
    if (!CODE.test(given)) return field.current?.focus();
    await attempt.enterCode(given);
    setCode("");
    field.current?.focus();
  };
  const fillIn = async () => {
    const read = await attempt.readCode();
    if (read === null) return;
    setCode(read);
    setMisshaped(false);
    field.current?.focus();
  };
  return (
    <form className="step" onSubmit={(event) => void confirm(event)} noValidate>
      <InputField
        ref={field}
        className="code-field"
        label={t("auth.code")}
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={11}
        aria-describedby="code-hint code-shape"
        aria-invalid={misshaped || undefined}
      />
      <p id="code-shape" className="problem" role="alert">
        {misshaped && t("auth.codeShape")}
      </p>
      <p id="code-hint" className="hint">
        <FlaskConical className="icon" aria-hidden />
        {t("auth.codeHint")}
      </p>
      {offersCode && (
        <Button icon={MessageSquareText} busy={attempt.busy} onClick={() => void fillIn()}>
          {t("auth.useCode")}
        </Button>
      )}
      <div className="buttons">
        <Button look="primary" type="submit" busy={attempt.busy}>
          {t("auth.checkCode")}
        </Button>
        <Button look="ghost" busy={attempt.busy} onClick={() => void attempt.sendNewCode()}>
          {t("auth.newCode")}
        </Button>
      </div>
    </form>
  );
}

/** Replaces the form once no code can be accepted any more [U4]. */
function NewCodeOnly({ attempt }: { readonly attempt: AttemptSteps }) {
  const { t } = useTranslation();
  const step = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => step.current?.querySelector("button")?.focus(), []);
  return (
    <div className="step" ref={step}>
      <Button look="primary" icon={MessageSquareText} busy={attempt.busy} onClick={() => void attempt.sendNewCode()}>
        {t("auth.newCode")}
      </Button>
    </div>
  );
}
