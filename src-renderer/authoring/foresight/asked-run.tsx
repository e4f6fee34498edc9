import { useTranslation } from "../../components/index.ts";
import { useAsked } from "../language/use-asked.ts";
import type { RunOf } from "./foreseen.ts";
import { useRunReader } from "./run-reader.ts";
import { RunSteps } from "./run-steps.tsx";

interface Props {
  readonly run: RunOf;
  readonly id: string;
  /** What the run shows. */
  readonly title: string;
}

/** The run that somebody has opened. */
export function AskedRun({ run: asked, id, title }: Props) {
  const { t } = useTranslation();
  const reader = useRunReader();
  const { of, at } = asked;
  const shows = of === "figures" ? asked.shows : null;
  const run = useAsked(() => reader.run(asked), [reader, of, at, shows]);
  if (run === null) return null;
  if (run.length > 0 || of === "findings") return <RunSteps {...{ run, id, title }} />;
  return (
    <p id={id} className="run-none soft">
      {t("foresight.noSteps")}
    </p>
  );
}
