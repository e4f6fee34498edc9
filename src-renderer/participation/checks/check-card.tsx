import { Clock } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { OutcomeProvider, SimulatedAnswer } from "../../../src-shared/authentication/index.ts";
import type { AuthenticationNeed } from "../../../src-shared/service/index.ts";
import { Button } from "../frame/parts.tsx";
import { usePageState } from "../session/session.ts";
import { useTranslation } from "../session/texts.ts";
import { ProviderCard } from "./provider-card.tsx";
import { StepContent } from "./step-content.tsx";
import { firstStep, isAnswer, nextOf, type Seen, steps, timeLimit, type Way } from "./steps.ts";
import { minutesAndSeconds, useTimeLimit } from "./use-time-limit.ts";

interface Props {
  readonly need: Pick<AuthenticationNeed, "answers" | "identity"> & {
    readonly provider: OutcomeProvider;
  };
  readonly busy: boolean;
  /** Within a dialog the steps' titles are one level deeper. */
  readonly level: "h2" | "h3";
  readonly onAnswer: (answer: SimulatedAnswer) => void;
}

/**
 * A provider's steps, as a participant sees them. The participant chooses each next step. Only the last one sends an
 * answer; a timeout sends none (decision 0818).
 */
export function CheckCard({ need, busy, level: Heading, onAnswer }: Props) {
  const { t } = useTranslation();
  const { provider, answers } = need;
  const [step, setStep] = useState(firstStep(provider));
  const [seen, setSeen] = useState<Seen>(() => ({
    identity: need.identity,
    document: need.identity?.documents[0] ?? "passport",
    country: null,
    otherDate: false,
    onPhone: window.matchMedia("(pointer: coarse)").matches,
  }));
  const limit = timeLimit(provider);
  const time = useTimeLimit(limit);
  const author = usePageState(({ page }) => (page !== null && "author" in page ? page.author : ""));
  const card = useRef<HTMLDivElement>(null);
  useFocusOnStep(card, time.isOver ? "over" : step);

  const take = (way: Way) => {
    if (busy) return;
    const next = nextOf(way, seen);
    if (isAnswer(next)) onAnswer(next);
    else setStep(next);
  };
  const startOver = () => {
    time.restart();
    setStep(firstStep(provider));
  };
  return (
    <ProviderCard provider={provider} aside={time.left !== null && <TimeLeft left={time.left} />}>
      <div ref={card} className="check-step" key={time.isOver ? "over" : step}>
        {time.isOver ? (
          <>
            <Heading tabIndex={-1}>{t("check.over.title")}</Heading>
            <p>{t("check.over.text", { minutes: (limit ?? 0) / 60_000 })}</p>
            <div className="buttons">
              <Button look="primary" busy={busy} onClick={startOver}>
                {t("check.over.again")}
              </Button>
              <Button busy={busy} aria-describedby="over-hint" onClick={() => onAnswer("timed_out")}>
                {t("check.over.end")}
              </Button>
            </div>
            <p id="over-hint" className="hint">
              {t("check.over.endHint")}
            </p>
          </>
        ) : (
          <>
            <Heading tabIndex={-1} aria-describedby="step-text">
              {t(`check.step.${step}.title`)}
            </Heading>
            <p id="step-text">{t(`check.step.${step}.text`, { author })}</p>
            <StepContent
              step={steps[step]}
              seen={seen}
              comparesDate={answers.includes("date_of_birth_mismatch")}
              busy={busy}
              onSeen={(change) => setSeen({ ...seen, ...change })}
              onWay={take}
              onCancel={() => onAnswer("canceled")}
            />
          </>
        )}
      </div>
      <Answers answers={answers} busy={busy} onAnswer={onAnswer} />
    </ProviderCard>
  );
}

/** The new step's title takes the focus: the button that opened it is gone. */
function useFocusOnStep(card: RefObject<HTMLElement | null>, step: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has a title of its own
  useLayoutEffect(() => {
    card.current?.querySelector<HTMLElement>("h2, h3")?.focus();
    // On a small screen, the step's buttons could be below the edge.
    card.current?.closest("fieldset")?.scrollIntoView({ block: "nearest" });
  }, [card, step]);
}

/** Announced at one minute and at ten seconds, not every second. */
function TimeLeft({ left }: { readonly left: number }) {
  const { t } = useTranslation();
  const said = left === 0 ? "over" : left <= 10_000 ? "tenSeconds" : left <= 60_000 ? "oneMinute" : null;
  return (
    <>
      <p className="check-time">
        <Clock className="icon" aria-hidden />
        <span className="visually-hidden">{t("check.time.left")}</span>
        <span>{minutesAndSeconds(left)}</span>
      </p>
      <p role="status" className="visually-hidden">
        {said !== null && t(`check.time.${said}`)}
      </p>
    </>
  );
}

interface AnswersProps {
  readonly answers: readonly SimulatedAnswer[];
  readonly busy: boolean;
  readonly onAnswer: (answer: SimulatedAnswer) => void;
}

/** For users who are not testing the steps: any answer, at once [U5]. */
function Answers({ answers, busy, onAnswer }: AnswersProps) {
  const { t } = useTranslation();
  return (
    <details className="answers">
      <summary>{t("check.skip")}</summary>
      <p>{t("auth.simulatedPick")}</p>
      <div className="outcomes">
        {answers.map((answer) => (
          <button
            key={answer}
            type="button"
            className="outcome"
            aria-disabled={busy || undefined}
            onClick={() => !busy && onAnswer(answer)}
          >
            <strong>{t(`auth.outcome.${answer}`)}</strong>
            <span>{t(`auth.outcomeHint.${answer}`)}</span>
          </button>
        ))}
      </div>
    </details>
  );
}
