import { LockKeyhole } from "lucide-react";
import { type OutcomeProvider, takesCode } from "../../../src-shared/authentication/index.ts";
import type { AuthenticationNeed } from "../../../src-shared/service/index.ts";
import { CheckCard } from "../checks/check-card.tsx";
import { ProviderCard } from "../checks/provider-card.tsx";
import { Button, ProblemText } from "../frame/parts.tsx";
import { useTranslation } from "../session/texts.ts";
import { ByCode } from "./by-code.tsx";
import { type AttemptInput, type AttemptMessage, type AttemptSteps, useAttempt } from "./use-attempt.ts";
import "./authentication.css";

interface Props extends Omit<AttemptInput, "byCode"> {
  readonly need: Omit<AuthenticationNeed, "state"> & { readonly state: string };
}

interface ByProviderProps {
  readonly attempt: AttemptSteps;
  readonly need: Pick<AuthenticationNeed, "answers" | "identity"> & { readonly provider: OutcomeProvider };
  readonly kind: AttemptInput["kind"];
}

const GOOD_NEWS: ReadonlySet<string> = new Set([
  "codeSent",
  "codeSentUnknown",
  "newCodeSent",
  "codeFilledIn",
  "succeeded",
]);

/** Asks participants to prove their identity: by a code, or by a simulated provider [U1] [U4] [U5]. */
export function Authentication(props: Props) {
  // Messages about earlier attempts disappear with the lock: after an unlock, participants start fresh [U3].
  return props.need.state === "locked" ? <Locked /> : <Attempts {...props} />;
}

function Attempts({ need, ...input }: Props) {
  const { t } = useTranslation();
  const { provider } = need;
  const attempt = useAttempt({ ...input, byCode: takesCode(provider) });
  const values = { number: need.sent_to, provider: t(`auth.provider.${provider}`) };
  const usedUp = attempt.transactionId !== null && need.entries_left === 0;
  const newest = usedUp ? usedUpInstead(attempt.message) : attempt.message;
  const message = newest === "codeSent" && need.sent_to === null ? "codeSentUnknown" : newest;
  const wrong = message !== null && !GOOD_NEWS.has(message);
  return (
    <div className="authentication">
      <p role="status" className={wrong ? "attempt-message attempt-message-wrong" : "attempt-message"}>
        {message !== null && t(`auth.${message}`, values)}
        {message === "wrongCode" &&
          need.entries_left !== null &&
          ` ${t("auth.entriesLeft", { count: need.entries_left })}`}
        {message?.startsWith("failed.") &&
          need.tries_left !== null &&
          ` ${t("auth.triesLeft", { count: need.tries_left })}`}
      </p>
      {takesCode(provider) ? (
        <ByCode attempt={attempt} need={{ ...need, provider }} usedUp={usedUp} />
      ) : (
        <ByProvider attempt={attempt} need={{ ...need, provider }} kind={input.kind} />
      )}
      <ProblemText problem={attempt.problem} />
    </div>
  );
}

/** Replaces the message of the last entry if that entry has used up the code [U4]. */
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

/** A provider that simulates the real one, and says so [U5]. */
function ByProvider({ attempt, need, kind }: ByProviderProps) {
  const { t } = useTranslation();
  const { provider } = need;
  if (attempt.transactionId === null) {
    return (
      <ProviderCard provider={provider}>
        <p>{t("auth.simulatedIntro")}</p>
        <Button data-focus-first look="primary" busy={attempt.busy} onClick={() => void attempt.start()}>
          {t("auth.start")}
        </Button>
      </ProviderCard>
    );
  }
  return (
    <CheckCard
      need={need}
      busy={attempt.busy}
      level={kind === "view" ? "h2" : "h3"}
      onAnswer={(answer) => void attempt.pick(answer)}
    />
  );
}
