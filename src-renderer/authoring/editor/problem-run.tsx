import { useEffect, useState } from "react";
import type { Step } from "../../../src-shared/foresight/index.ts";
import { type Translate, useTranslation } from "../../components/index.ts";
import { askCheck } from "../language/use-check.ts";

/** Steps at the beginning and at the end of a long run: what is between them is the usual way. */
const FIRST = 3;
const LAST = 12;

/** The run that shows a finding, step by step. */
export function ProblemRun({ finding, id }: { readonly finding: number; readonly id: string }) {
  const { t } = useTranslation();
  const [run, setRun] = useState<readonly Step[] | null>(null);
  useEffect(() => {
    let current = true;
    void askCheck("run", { finding }).then((steps) => current && setRun(steps));
    return () => {
      current = false;
    };
  }, [finding]);
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
