import { useEffect, useState } from "react";
import type { Step } from "../../../src-shared/foresight/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { RunOf } from "./foreseen.ts";
import { useRunReader } from "./run-reader.ts";
import { RunSteps } from "./run-steps.tsx";

interface Props extends RunOf {
  readonly id: string;
  /** What the run shows. */
  readonly title: string;
}

/** A run that somebody has opened. */
export function AskedRun({ of, at, id, title }: Props) {
  const { t } = useTranslation();
  const reader = useRunReader();
  const [run, setRun] = useState<readonly Step[] | null>(null);
  useEffect(() => {
    let current = true;
    void reader.run({ of, at }).then((steps) => current && steps && setRun(steps));
    return () => {
      current = false;
    };
  }, [reader, of, at]);
  if (run === null) return null;
  if (run.length > 0) return <RunSteps {...{ run, id, title }} />;
  return (
    <p id={id} className="foresight-no-run soft">
      {t(of === "outcomes" ? "foresight.noSteps" : "foresight.noRun")}
    </p>
  );
}
