import { useEffect, useState } from "react";
import type { Step } from "../../../src-shared/foresight/index.ts";
import { tellError } from "../../app/index.ts";
import { type Translate, translate, useTranslation } from "../../components/index.ts";
import { askCheck } from "../language/use-check.ts";

/** Steps at the beginning and at the end of a long run: what is between them is the usual way. */
const FIRST = 3;
const LAST = 12;

interface Props {
  /** The text that was checked. */
  readonly text: string;
  readonly finding: number;
  readonly id: string;
}

/** The run that shows a finding, step by step; it stays while a newer text is being checked. */
export function ProblemRun({ text, finding, id }: Props) {
  const { t } = useTranslation();
  const [run, setRun] = useState<readonly Step[] | null>(null);
  useEffect(() => {
    let current = true;
    askCheck("run", { text, finding })
      .then((steps) => current && steps && setRun(steps))
      .catch((error: unknown) => {
        tellError(translate("problems.failed"), { message: error instanceof Error ? error.message : String(error) });
      });
    return () => {
      current = false;
    };
  }, [text, finding]);
  if (run === null) return null;
  const left = run.length > FIRST + LAST ? run.length - FIRST - LAST : 0;
  const shown = left > 0 ? [...run.slice(0, FIRST), null, ...run.slice(-LAST)] : run;
  return (
    <ol ref={intoSight} id={id} className="problem-run" aria-label={t("problems.run")}>
      {shown.map((step, at) => (
        // A run never changes: a step is its place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={at} value={step === null || at <= FIRST ? undefined : at + left}>
          {step === null ? t("problems.moreSteps", { count: left }) : stepText(t, step)}
        </li>
      ))}
    </ol>
  );
}

function intoSight(run: HTMLElement | null): void {
  run?.scrollIntoView({ block: "nearest" });
}

/** What happens in a step of a run. */
function stepText(t: Translate, { label, who = "", does, document = "" }: Step): string {
  switch (does) {
    case "signs":
      return t("steps.signs", { who, document });
    case "approves":
      return t("steps.approves", { who, document });
    case "rejects":
      if (who === "") return t("steps.authorRejects");
      return document === "" ? t("steps.rejectsFlow", { who }) : t("steps.rejects", { who, document });
    case "is locked out":
      return t("steps.lockedOut", { who });
    default:
      return label === "time-out" ? t("steps.timeOut") : label;
  }
}
