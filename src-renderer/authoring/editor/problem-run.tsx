import { RunSteps } from "../foresight/run-steps.tsx";
import { useAsked } from "../language/use-asked.ts";
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
  const run = useAsked(() => askCheck("run", { text, finding }), [text, finding]);
  if (run === null) return null;
  return <RunSteps {...{ run, id, title }} />;
}
