import { useMemo } from "react";
import {
  cardWords,
  type DrawnFlow,
  type DrawnStage,
  groupText,
  isAct,
  pictureOf,
  pictureWords,
  type RunMarks,
  type StageGroup,
  stageCards,
} from "../../../src-shared/drawing/index.ts";
import { FlowPicture, type Translate, useTranslation, useWidth } from "../../components/index.ts";
import type { Detail } from "../types.ts";
import { stageState } from "./stage-state.ts";

/** A drawing shrinks in a narrow pane as long as its text has 11 pixels. */
const SMALLEST = 11 / 12;

interface Props {
  readonly instance: Detail;
  readonly flow: DrawnFlow;
}

/** The run on the drawing of its flow: done, in progress, ahead and declined. Words beside it say the same. */
export function RunDrawing({ instance, flow }: Props) {
  const { t } = useTranslation();
  const [box, width] = useWidth();
  const cards = useMemo(() => {
    const group = (each: StageGroup, at: number) => progressText(t, instance.stages[at], each) ?? groupText(t, each);
    return stageCards({ outline: { ...flow, stages: flow.stages.map(withActsOnly) } }, { ...cardWords(t), group });
  }, [t, flow, instance.stages]);
  const picture = useMemo(
    () =>
      width === null
        ? null
        : pictureOf({ cards, words: pictureWords(t), room: width / SMALLEST, run: marksOf(t, instance) }),
    [t, cards, width, instance],
  );
  return (
    <div ref={box} className="run-drawing">
      {picture && <FlowPicture picture={picture} />}
    </div>
  );
}

/** The history lists what was sent: only a stage without acts is drawn with it. */
function withActsOnly(stage: DrawnStage): DrawnStage {
  const conditions = stage.conditions.filter(isAct);
  return conditions.length === 0 ? stage : { ...stage, actions: [], conditions };
}

/** A group's progress: `2 of 3 sign nda; 1 has`. */
function progressText(
  t: Translate,
  stage: Detail["stages"][number] | undefined,
  { verb, users, documents }: StageGroup,
): string | null {
  const key = JSON.stringify([verb, users, documents]);
  const found = stage?.groups.find((each) => JSON.stringify([each.verb, each.participants, each.documents]) === key);
  if (!found) return null;
  const { needed, done, participants } = found;
  return t(`stage.group.${verb}`, {
    needed,
    count: done,
    members: participants.length,
    documents: documents.join(", "),
  });
}

function marksOf(t: Translate, { status, stages, participants }: Detail): RunMarks {
  const acts = new Set(
    participants.flatMap(({ name, acts: done }) => done.map(({ verb, document }) => `${verb} ${document} ${name}`)),
  );
  const pending = new Set(
    participants.flatMap(({ name, pending: acts }) => acts.map(({ verb, document }) => `${verb} ${document} ${name}`)),
  );
  const rejections = new Map(participants.map(({ name, rejection }) => [name, rejection]));
  const isRejected = participants.some(({ rejection }) => rejection !== null);
  return {
    states: stages.map(({ state }) => stageState(state, status)),
    has: ({ participant, verb, document }) => acts.has(`${verb} ${document} ${participant}`),
    rejected: ({ participant, document }) => {
      const rejection = rejections.get(participant) ?? null;
      return rejection !== null && (rejection.document ?? document) === document;
    },
    lapsed: ({ participant, verb, document }) => !pending.has(`${verb} ${document} ${participant}`),
    word: (state) => (state === "stopped" && isRejected ? t("status.rejected") : t(`stage.${state}`)),
  };
}
