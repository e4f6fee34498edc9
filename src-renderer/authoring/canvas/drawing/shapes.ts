import type { StageCard } from "../../model/stage-cards.ts";
import { ARROW_Y, type Layout, type Place, turnPath } from "./layout.ts";

/** All cards of a drawing as a few SVG paths: a thousand cost as much to draw as one. */
export interface Shapes {
  readonly plain: string;
  /** Cards with warnings and no errors. */
  readonly warned: string;
  readonly bad: string;
  /** Colour is not enough: a stroke through each card with warnings, a cross through each with errors. */
  readonly warnedMarks: string;
  readonly badMarks: string;
  readonly arrows: string;
  /** The arrows' heads. */
  readonly heads: string;
}

const box = ({ x, y, width, height }: Place) => `M${x} ${y}h${width}v${height}h${-width}z`;
const rising = ({ x, y, width, height }: Place) => `M${x} ${y + height}l${width} ${-height}`;
const falling = ({ x, y, width, height }: Place) => `M${x} ${y}l${width} ${height}`;

/** The arrow's head where it reaches a card. */
const headAt = ({ x, y }: Place): string => `M${x - 10} ${y + ARROW_Y - 5}l9 5l-9 5z`;

export function shapesOf(
  cards: readonly Pick<StageCard, "errors" | "warnings">[],
  { places, columns }: Pick<Layout, "places" | "columns">,
): Shapes {
  const [plain, warned, bad]: [Place[], Place[], Place[]] = [[], [], []];
  for (const [at, place] of places.entries()) {
    const { errors = 0, warnings = 0 } = cards[at] ?? {};
    (errors > 0 ? bad : warnings > 0 ? warned : plain).push(place);
  }
  const path = (some: readonly Place[], draw: (place: Place) => string) => some.map(draw).join("");
  return {
    plain: path(plain, box),
    warned: path(warned, box),
    bad: path(bad, box),
    warnedMarks: path(warned, rising),
    badMarks: path(bad, (place) => rising(place) + falling(place)),
    heads: path(places.slice(1), headAt),
    arrows: places
      .slice(1)
      .map((place, at) => arrow(places[at] ?? place, place, (at + 1) % columns === 0))
      .join(""),
  };
}

function arrow(from: Place, to: Place, turns: boolean): string {
  const [start, end] = [
    { x: from.x + from.width, y: from.y + ARROW_Y },
    { x: to.x, y: to.y + ARROW_Y },
  ];
  return turns ? turnPath(start, end) : `M${start.x} ${start.y}H${end.x}`;
}
