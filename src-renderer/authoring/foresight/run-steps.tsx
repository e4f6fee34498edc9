import { type ShownStep, spelledStep } from "../../../src-shared/foresight/index.ts";
import { stepText } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import { PlayButton } from "./play-button.tsx";
import "./run-steps.css";

/** Steps shown at the beginning and at the end of a long run; those between are routine. */
const FIRST = 3;
const LAST = 12;

interface StepLine {
  /** null: the place of the steps that are left out. */
  readonly step: ShownStep | null;
  /** In the run, from 1. */
  readonly number: number;
  /** How many are left out here. */
  readonly left: number;
}

/** The displayed steps of a run: for a long one the first and the last. */
export function shownSteps(run: readonly ShownStep[]): readonly StepLine[] {
  const all = run.map((step, at): StepLine => ({ step, number: at + 1, left: 0 }));
  const left = run.length - FIRST - LAST;
  return left <= 0 ? all : [...all.slice(0, FIRST), { step: null, number: FIRST + 1, left }, ...all.slice(-LAST)];
}

interface Props {
  readonly run: readonly ShownStep[];
  readonly id: string;
  /** What the run shows, in the words of its row; left out: the current text cannot play it. */
  readonly title?: string | undefined;
}

/** A run, step by step, which can be played; scrolls into view with its row. */
export function RunSteps({ run, id, title }: Props) {
  const { t } = useTranslation();
  if (run.length === 0)
    return (
      <p ref={intoSight} id={id} className="run-none soft">
        {t("foresight.fromStart")}
      </p>
    );
  return (
    <div ref={intoSight} id={id} className="run-steps">
      <ol aria-label={t("problems.run")}>
        {shownSteps(run).map(({ step, number, left }) => (
          <li key={number} value={number}>
            {step === null ? t("problems.moreSteps", { count: left }) : stepText(t, step)}
          </li>
        ))}
      </ol>
      {title !== undefined && <PlayButton title={title} steps={run.map(spelledStep)} />}
    </div>
  );
}

/** Scrolls as much of the run into view as fits below its row, which stays visible. */
function intoSight(run: HTMLElement | null): void {
  run?.scrollIntoView({ block: "nearest" });
  run?.closest("li")?.firstElementChild?.scrollIntoView({ block: "nearest" });
}
