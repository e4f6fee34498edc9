import { CircleDashed, Eye } from "lucide-react";
import { useId, useState } from "react";
import { stepText } from "../../app/index.ts";
import { Button, FoldButton, useTranslation } from "../../components/index.ts";
import { RunSteps } from "../foresight/run-steps.tsx";
import { useAsked } from "../language/use-asked.ts";
import { askScenarios } from "./ask-scenarios.ts";
import type { PlayedScenarios, ShownEdge } from "./played.ts";

/** Most rows shown. */
const MOST = 200;

interface Props {
  readonly played: PlayedScenarios;
  readonly onShowOnCanvas: () => void;
}

/** How many of the flow's steps scenarios cover, and which they do not. */
export function CoveragePart({ played, onShowOnCanvas }: Props) {
  const { t } = useTranslation();
  const { covered, missing } = played;
  return (
    <section className="foresight-part" aria-labelledby="scenarios-coverage">
      <div className="scenarios-title">
        <h2 id="scenarios-coverage">{t("coverage.title")}</h2>
        {played.scenarios.length > 0 && (
          <Button look="ghost" icon={Eye} onClick={onShowOnCanvas}>
            {t("coverage.onCanvas")}
          </Button>
        )}
      </div>
      <p>{t("coverage.some", { covered: covered.length, count: covered.length + missing.length })}</p>
      {missing.length > 0 && (
        <>
          <h3>{t("coverage.missing")}</h3>
          <ul className="foresight-rows">
            {missing.slice(0, MOST).map((edge, at) => (
              <MissingRow key={`${edge.at} ${edge.step.label}`} {...{ played, edge, at }} />
            ))}
          </ul>
          {missing.length > MOST && <p className="soft">{t("common.more", { count: missing.length - MOST })}</p>}
        </>
      )}
    </section>
  );
}

interface RowProps {
  readonly played: PlayedScenarios;
  readonly edge: ShownEdge;
  readonly at: number;
}

function MissingRow({ played, edge, at }: RowProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const words = t("coverage.inStage", { stage: edge.stage, step: stepText(t, edge.step) });
  return (
    <li>
      <FoldButton controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        <CircleDashed className="icon tone-quiet" aria-hidden />
        <span>{words}</span>
      </FoldButton>
      {isOpen && <MissingRun {...{ played, at, id }} title={words} />}
    </li>
  );
}

interface MissingRunProps extends Omit<RowProps, "edge"> {
  readonly id: string;
  readonly title: string;
}

function MissingRun({ played: { flow, text }, at, id, title }: MissingRunProps) {
  const run = useAsked(() => askScenarios("run", { flow, text, at }), [flow, text, at]);
  return run && <RunSteps {...{ run, id, title }} />;
}
