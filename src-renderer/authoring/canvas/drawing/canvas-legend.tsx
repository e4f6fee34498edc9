import { Users } from "lucide-react";
import { type StageCard, VERBS } from "../../../../src-shared/drawing/index.ts";
import { useTranslation, VerbMark } from "../../../components/index.ts";
import { CoverageLegend } from "../../scenarios/coverage-marks.tsx";
import { NOTE_ICONS } from "../note-icons.ts";
import type { ShownOrder } from "../use-order.ts";
import "./canvas-legend.css";

const NOTES = ["notify", "confirmation", "callback"] as const;

interface Props {
  readonly cards: readonly StageCard[];
  readonly order: ShownOrder;
}

/** Explains the marks in the drawing. */
export function CanvasLegend({ cards, order: { isOn } }: Props) {
  const { t } = useTranslation();
  const marks = cards.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flat()));
  const notes = new Set(cards.flatMap((card) => card.notes.map(({ kind }) => kind)));
  return (
    <ul className="canvas-legend" aria-label={t("canvas.legend.label")}>
      {VERBS.filter((verb) => marks.some((mark) => mark.verb === verb)).map((verb) => (
        <li key={verb}>
          <span className={`mark mark-${verb}`} aria-hidden>
            <VerbMark verb={verb} />
          </span>
          {t(`canvas.${verb}`)}
        </li>
      ))}
      {marks.some(({ group }) => group !== null) && (
        <li>
          <span className="mark mark-sign mark-group" aria-hidden>
            <Users className="icon" />
          </span>
          {t("canvas.legend.group")}
        </li>
      )}
      {NOTES.filter((kind) => notes.has(kind)).map((kind) => {
        const Icon = NOTE_ICONS[kind];
        return (
          <li key={kind}>
            <Icon className="icon" aria-hidden />
            {t(`canvas.legend.${kind}`)}
          </li>
        );
      })}
      {isOn && (
        <li>
          <span className="mark mark-sign mark-maybe" aria-hidden>
            <VerbMark verb="sign" />
          </span>
          {t("canvas.order.legend")}
        </li>
      )}
      <CoverageLegend />
    </ul>
  );
}
