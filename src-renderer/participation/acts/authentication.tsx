import { FlaskConical, LockKeyhole, MessageSquareText } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { takesCode } from "../../../src-shared/authentication/index.ts";
import type { AuthenticationNeed } from "../../../src-shared/service/index.ts";
import { InputField } from "../../components/controls/inputs.tsx";
import { Button, ProblemText } from "../frame/parts.tsx";
import { useTranslation } from "../session/texts.ts";
import { type AttemptInput, type AttemptMessage, type AttemptSteps, type Outcome, useAttempt } from "./use-attempt.ts";
import "./authentication.css";

interface Props extends Omit<AttemptInput, "byCode"> {
  readonly need: Pick<AuthenticationNeed, "provider" | "simulated" | "sent_to" | "entries_left"> & {
    readonly state: string;
  };
}

/** Asks the participant to show who they are: by a code, or by a simulated provider [U1] [U4] [U5]. */
export function Authentication({ need, ...input }: Props) {
  const { t } = useTranslation();
  const byCode = takesCode(need.provider);
  const attempt = useAttempt({ ...input, byCode });
  const values = { number: need.sent_to, provider: t(`auth.provider.${need.provider}`) };
  if (need.state === "locked") return <Locked />;
  const usedUp = attempt.transactionId !== null && need.entries_left === 0;
  const newest = usedUp ? usedUpInstead(attempt.message) : attempt.message;
  const message = newest === "codeSent" && need.sent_to === null ? "codeSentUnknown" : newest;
  const wrong = message !== null && !["codeSent", "codeSentUnknown", "newCodeSent", "succeeded"].includes(message);
  return (
    <div className="authentication">
      <p role="status" className={wrong ? "attempt-message attempt-message-wrong" : "attempt-message"}>
        {message !== null && t(`auth.${message}`, values)}
        {message === "wrongCode" &&
          need.entries_left !== null &&
          ` ${t("auth.entriesLeft", { count: need.entries_left })}`}
      </p>
      {byCode ? (
        <ByCode attempt={attempt} sentTo={need.sent_to} usedUp={usedUp} />
      ) : (
        <ByProvider attempt={attempt} provider={values.provider} />
      )}
      <ProblemText problem={attempt.problem} />
    </div>
  );
}

/** What was message of the last entry, when that entry has used the code up [U4]. */
const usedUpInstead = (message: AttemptMessage | null): AttemptMessage | null =>
  message === null || message === "wrongCode" ? "usedUpCode" : message;

/** [U3] */
function Locked() {
  const { t } = useTranslation();
  return (
    <div className="locked" role="alert">
      <LockKeyhole className="icon" aria-hidden />
      <div>
        <strong>{t("auth.locked")}</strong>
        <p>{t("auth.lockedText")}</p>
      </div>
    </div>
  );
}

const CODE = /^[0-9]{6}$/;

interface ByCodeProps {
  readonly attempt: AttemptSteps;
  readonly sentTo: string | null;
  readonly usedUp: boolean;
}

function ByCode({ attempt, sentTo, usedUp }: ByCodeProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const [misshaped, setMisshaped] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The button that was pressed is gone: the keyboard goes on where the code is written. Before the dialog, which
  // would take the focus itself.
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
    if (!CODE.test(given)) return;
    await attempt.enterCode(given);
    setCode("");
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

/** In place of the form that no code fits any more [U4]. */
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

const OUTCOMES: readonly Outcome[] = ["success", "failure", "canceled", "timed_out"];

/** A provider that stands in for the real one, and says so [U5]. */
function ByProvider({ attempt, provider }: { readonly attempt: AttemptSteps; readonly provider: string }) {
  const { t } = useTranslation();
  if (attempt.transactionId === null) {
    return (
      <div className="step">
        <p>{t("auth.simulatedIntro", { provider })}</p>
        <Button data-focus-first look="primary" busy={attempt.busy} onClick={() => void attempt.start()}>
          {t("auth.start")}
        </Button>
      </div>
    );
  }
  return (
    <fieldset className="step provider-card">
      <legend className="provider-head">
        <span className="ribbon-word">
          <FlaskConical className="icon" aria-hidden />
          {t("common.simulated")}
        </span>
        <strong>{provider}</strong>
      </legend>
      <p>{t("auth.simulatedPick")}</p>
      <div className="outcomes">
        {OUTCOMES.map((outcome) => (
          <button
            key={outcome}
            type="button"
            className="outcome"
            aria-disabled={attempt.busy || undefined}
            onClick={() => void attempt.pick(outcome)}
          >
            <strong>{t(`auth.outcome.${outcome}`)}</strong>
            <span>{t(`auth.outcomeHint.${outcome}`)}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
