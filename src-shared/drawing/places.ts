import type { StageCard } from "./stage-cards.ts";

/** All in units of the drawing: pixels at its full size. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Place = Point & Size;

export interface Layout extends Size {
  /** One for each card. */
  readonly places: readonly Place[];
  /** How many cards stand in a line; the last may have fewer. 1: one below the other. */
  readonly columns: number;
}

type CardSize = Pick<StageCard, "width" | "height">;

export const GAP = 48;
/** Between two lines: the arrow from the end of one to the beginning of the next runs there. */
export const LINE_GAP = 64;
/** Between cards that stand one below the other. */
export const UPRIGHT_GAP = 44;
/** Where arrows leave and reach a card, below its top; and right of its left side where they run down. */
export const ARROW_Y = 20;
export const ARROW_X = 40;
/** So many cards still follow the width of their pane. */
const FOLLOWS_PANE = 60;
/** Lines times lines for each card, so that a long drawing has about the shape of a pane beside its text. */
const LINES_SHAPE = 0.9;

/**
 * How many cards stand in a line: as many as fit into the room, so that nobody scrolls sideways. A very long flow stands in
 * lines of whole fives instead, about of the shape of a pane in all, so that it can be seen as a whole.
 */
export function columnsOf(cards: readonly Pick<CardSize, "width">[], room: number): number {
  if (cards.length > FOLLOWS_PANE) return Math.ceil(Math.sqrt(cards.length * LINES_SHAPE) / 5) * 5;
  let columns = Math.max(1, cards.length);
  while (columns > 1 && widest(cards, columns) > room) columns -= 1;
  return columns;
}

/** How wide the widest line is. */
function widest(cards: readonly Pick<CardSize, "width">[], columns: number): number {
  let most = 0;
  for (let from = 0; from < cards.length; from += columns)
    most = Math.max(
      most,
      cards.slice(from, from + columns).reduce((sum, { width }) => sum + width + GAP, -GAP),
    );
  return most;
}

/** Left to right, tops aligned, line below line. `room`: how wide a line may be. */
export function placeCards(cards: readonly CardSize[], room = Number.POSITIVE_INFINITY): Layout {
  const columns = columnsOf(cards, room);
  const gap = columns === 1 ? UPRIGHT_GAP : LINE_GAP;
  const places: Place[] = [];
  let [top, right] = [0, 0];
  for (let from = 0; from < cards.length; from += columns) {
    const line = cards.slice(from, from + columns);
    let x = 0;
    for (const { width, height } of line) {
      places.push({ x, y: top, width, height });
      right = Math.max(right, x + width);
      x += width + GAP;
    }
    top += Math.max(...line.map(({ height }) => height)) + gap;
  }
  return { places, columns, width: right, height: Math.max(0, top - gap) };
}

/** Whether the cards stand one below the other. */
export const isUpright = ({ places, columns }: Pick<Layout, "places" | "columns">) =>
  columns === 1 && places.length > 1;

type Lines = Pick<Layout, "places" | "columns">;

/** The ways from each card to the next, as one SVG path. */
export function arrowsPath(lines: Lines): string {
  const { places, columns } = lines;
  const arrow = (to: Place, index: number): string => {
    const from = places[index] ?? to;
    if (isUpright(lines)) return `M${from.x + ARROW_X} ${from.y + from.height}V${to.y}`;
    const [start, end] = [
      { x: from.x + from.width, y: from.y + ARROW_Y },
      { x: to.x, y: to.y + ARROW_Y },
    ];
    return (index + 1) % columns === 0 ? turnPath(start, end) : `M${start.x} ${start.y}H${end.x}`;
  };
  return places.slice(1).map(arrow).join("");
}

/** The arrows' heads where they reach a card. */
export function headsPath(lines: Lines): string {
  const head = isUpright(lines)
    ? ({ x, y }: Place) => `M${x + ARROW_X - 5} ${y - 10}l5 9l5 -9z`
    : ({ x, y }: Place) => `M${x - 10} ${y + ARROW_Y - 5}l9 5l-9 5z`;
  return lines.places.slice(1).map(head).join("");
}

/** The way from the end of a line to the beginning of the next, through the gap between the two. */
function turnPath(from: Point, to: Point): string {
  const [radius, out, between] = [8, GAP / 2, to.y - ARROW_Y - LINE_GAP / 2];
  return [
    `M${from.x} ${from.y}h${out - radius}q${radius} 0 ${radius} ${radius}`,
    `V${between - radius}q0 ${radius} ${-radius} ${radius}`,
    `H${to.x - out + radius}q${-radius} 0 ${-radius} ${radius}`,
    `V${to.y - radius}q0 ${radius} ${radius} ${radius}H${to.x}`,
  ].join("");
}
