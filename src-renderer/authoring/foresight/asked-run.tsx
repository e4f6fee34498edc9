import { useEffect, useState } from "react";
import type { ShownStep } from "../../../src-shared/foresight/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { RunOf } from "./foreseen.ts";
import { useRunReader } from "./run-reader.ts";
import { RunSteps } from "./run-steps.tsx";

interface Props {
  readonly run: RunOf;
  readonly id: string;
  /** What the run shows. */
  readonly title: string;
}

/** A run that somebody has opened. */
export function AskedRun({ run: asked, id, title }: Props) {
  const { t } = useTranslation();
  const reader = useRunReader();
  const [run, setRun] = useState<readonly ShownStep[] | null>(null);
  const { of, at } = asked;
  const shows = of === "figures" ? asked.shows : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object asks for the same run
  useEffect(() => {
    let current = true;
    void reader.run(asked).then((steps) => current && steps && setRun(steps));
    return () => {
      current = false;
    };
  }, [reader, of, at, shows]);
  if (run === null) return null;
  if (run.length > 0) return <RunSteps {...{ run, id, title }} />;
  return (
    <p id={id} className="foresight-no-run soft">
      {t(of === "findings" ? "foresight.noRun" : "foresight.noSteps")}
    </p>
  );
}
