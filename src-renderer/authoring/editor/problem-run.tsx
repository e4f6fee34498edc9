import { useEffect, useState } from "react";
import type { Step } from "../../../src-shared/foresight/index.ts";
import { tellError } from "../../app/index.ts";
import { translate } from "../../components/index.ts";
import { RunSteps } from "../foresight/run-steps.tsx";
import { askCheck } from "../language/use-check.ts";

interface Props {
  /** The text that was checked. */
  readonly text: string;
  readonly finding: number;
  readonly id: string;
  /** What the finding says. */
  readonly title: string;
}

/** The run that shows a finding, step by step; it stays while a newer text is being checked. */
export function ProblemRun({ text, finding, id, title }: Props) {
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
  return <RunSteps {...{ run, id, title }} />;
}
