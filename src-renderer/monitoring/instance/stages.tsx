import { Check, CircleDashed, CircleDot, CircleMinus, CircleX } from "lucide-react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import type { DrawnFlow } from "../../../src-shared/drawing/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";
import { RunDrawing } from "./run-drawing.tsx";
import { stageState } from "./stage-state.ts";

const ICONS = {
  done: Check,
  current: CircleDot,
  ahead: CircleDashed,
  stopped: CircleX,
  unreached: CircleMinus,
} as const;

/** The state of each stage: on the drawing of the flow, and in words. */
export function Stages({ instance, flow }: { readonly instance: Detail; readonly flow: DrawnFlow | null }) {
  const { t } = useTranslation();
  return (
    <section className="panel" aria-labelledby="stages-title">
      <h2 id="stages-title">{t("common.stages")}</h2>
      {flow && <RunDrawing instance={instance} flow={flow} />}
      <ol className={flow ? "visually-hidden" : "stages"}>
        {instance.stages.map(({ name, state, groups }) => {
          const shown = stageState(state, instance.status);
          const Icon = ICONS[shown];
          return (
            <li key={name} className={`stage stage-${shown}`} aria-current={shown === "current" ? "step" : undefined}>
              <Icon className="icon" aria-hidden />
              <span>{marksShown(name)}</span>
              <span className="stage-state">{t(`stage.${shown}`)}</span>
              {groups.map(({ verb, participants, documents, needed, done }) => (
                <span
                  key={`${verb} ${participants} ${documents}`}
                  className="stage-state stage-group"
                  title={participants.join(", ")}
                >
                  {t(`stage.group.${verb}`, {
                    ...{ needed, count: done, members: participants.length, documents: documents.join(", ") },
                  })}
                </span>
              ))}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
