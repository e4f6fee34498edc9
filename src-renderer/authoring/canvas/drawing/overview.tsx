import { useStore, ViewportPortal } from "@xyflow/react";
import { memo } from "react";
import { CARD, type Layout, type Place, type StageCard } from "../../../../src-shared/drawing/index.ts";
import { useTranslation } from "../../../components/index.ts";
import { TEXT_ZOOM } from "./layout.ts";
import type { Shapes } from "./shapes.ts";
import "./overview.css";

/** Below this zoom a card's text is too small to read: only outlines with names at screen size are drawn. */
export const OVERVIEW_ZOOM = TEXT_ZOOM;
/** Above this zoom there is room for participants, too. */
const PEOPLE_ZOOM = 0.45;
/** Below this zoom no number fits into a card's height. */
const LABELS_ZOOM = 0.11;
/** Screen pixels: a digit, and the space around a number. */
const DIGIT = 7;
const AROUND = 4;
/** Below this zoom no name fits beneath it. */
const NAMES_ZOOM = 0.2;
/** Below this zoom the arrows would hide everything else. */
const ARROWS_ZOOM = 0.08;

interface Props {
  readonly cards: readonly StageCard[];
  readonly layout: Layout;
  readonly shapes: Shapes;
  readonly seen: readonly number[];
  readonly chosen: number | null;
  /** The card with the keyboard focus. */
  readonly current: number;
  /** The card under the mouse. */
  readonly pointed: number | null;
}

/** A zoomed-out long flow. */
export function CanvasOverview({ cards, layout, shapes, seen, chosen, current, pointed }: Props) {
  const [x, , zoom] = useStore((state) => state.transform);
  const width = useStore((state) => state.width);
  const { t } = useTranslation();
  const place = pointed === null ? undefined : layout.places[pointed];
  const narrowest = CARD.least * zoom;
  const numbers = zoom >= LABELS_ZOOM && narrowest >= String(cards.length).length * DIGIT + AROUND;
  return (
    <ViewportPortal>
      <div
        className="overview"
        role="img"
        aria-label={t("canvas.overview", { seen: seen.length, count: cards.length })}
        style={{ "--pixel": `${1 / zoom}px` } as React.CSSProperties}
      >
        <Outlines {...{ layout, shapes, chosen, current, pointed }} arrows={zoom >= ARROWS_ZOOM} />
        {numbers &&
          seen.map((at) => (
            <Label
              key={at}
              at={at}
              name={zoom < NAMES_ZOOM ? "" : (cards[at]?.name ?? "")}
              people={zoom < PEOPLE_ZOOM ? "" : peopleOf(cards[at])}
              place={layout.places[at] as Place}
            />
          ))}
      </div>
      {place && pointed !== null && cards[pointed] && (
        <Pointed card={cards[pointed]} at={pointed} place={place} zoom={zoom} left={place.x * zoom + x < width / 2} />
      )}
    </ViewportPortal>
  );
}

interface OutlinesProps extends Omit<Props, "cards" | "seen"> {
  readonly arrows: boolean;
}

/** Redrawn when a card changes or is selected, not while the view moves. */
const Outlines = memo(function Outlines({ layout, shapes, chosen, current, pointed, arrows }: OutlinesProps) {
  const [at, focus, under] = [chosen, current, pointed].map((index) => layout.places[index ?? -1]);
  return (
    <svg width={layout.width} height={layout.height} aria-hidden>
      {arrows && <path className="shape-arrows" d={shapes.arrows} />}
      <path className="shape-plain" d={shapes.plain} />
      <path className="shape-warned" d={shapes.warned} />
      <path className="shape-bad" d={shapes.bad} />
      <path className="shape-marks" d={shapes.warnedMarks} />
      <path className="shape-marks" d={shapes.badMarks} />
      {under && <rect className="shape-pointed" {...under} />}
      {at && <rect className="shape-chosen" {...at} />}
      {focus && <rect className="shape-focus" {...focus} />}
    </svg>
  );
});

const peopleOf = (card: StageCard | undefined): string =>
  card?.rows.map(({ participant }) => participant).join(", ") ?? "";

interface LabelProps {
  readonly at: number;
  readonly name: string;
  readonly people: string;
  readonly place: Place;
}

const Label = memo(function Label({ at, name, people, place }: LabelProps) {
  return (
    <span
      className={name === "" ? "overview-label is-number" : "overview-label"}
      style={{ transform: `translate(${place.x}px, ${place.y}px)`, width: place.width, height: place.height }}
    >
      <strong>
        {at + 1} {name}
      </strong>
      {people}
    </span>
  );
});

interface PointedProps {
  readonly card: StageCard;
  readonly at: number;
  readonly place: Place;
  readonly zoom: number;
  /** Whether it is in the left half of the pane: the text goes to the other side. */
  readonly left: boolean;
}

/** The card under the mouse, at a readable size. */
function Pointed({ card: { name, errors, warnings }, at, place, zoom, left }: PointedProps) {
  const { t } = useTranslation();
  const x = left ? place.x : place.x + place.width;
  const aside = left ? "" : " translateX(-100%)";
  return (
    <div
      className="overview-tip"
      style={{ transform: `translate(${x}px, ${place.y + place.height}px) scale(${1 / zoom})${aside}` }}
    >
      <span className="stage-number">{at + 1}</span> <strong className="truncate">{name}</strong>
      {errors > 0 && <span className="tone-bad">{t("status.errors", { count: errors })}</span>}
      {errors === 0 && warnings > 0 && <span className="tone-wait">{t("status.warnings", { count: warnings })}</span>}
    </div>
  );
}
