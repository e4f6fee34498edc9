import {
  arrowsPath,
  headsPath,
  type Layout,
  type Place,
  type StageCard,
} from "../../../../src-shared/drawing/index.ts";

/** All cards of a drawing as a few SVG paths: a thousand cost as much to draw as one. */
export interface Shapes {
  readonly plain: string;
  /** Cards with warnings and no errors. */
  readonly warned: string;
  readonly bad: string;
  /** Not by colour alone: a stroke through each card with warnings, a cross through each with errors. */
  readonly warnedMarks: string;
  readonly badMarks: string;
  readonly arrows: string;
  /** The arrow heads. */
  readonly heads: string;
}

const box = ({ x, y, width, height }: Place) => `M${x} ${y}h${width}v${height}h${-width}z`;
const rising = ({ x, y, width, height }: Place) => `M${x} ${y + height}l${width} ${-height}`;
const falling = ({ x, y, width, height }: Place) => `M${x} ${y}l${width} ${height}`;

export function shapesOf(
  cards: readonly Pick<StageCard, "errors" | "warnings">[],
  lines: Pick<Layout, "places" | "columns">,
): Shapes {
  const [plain, warned, bad]: [Place[], Place[], Place[]] = [[], [], []];
  for (const [at, place] of lines.places.entries()) {
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
    heads: headsPath(lines),
    arrows: arrowsPath(lines),
  };
}
