import type { StageCard } from "../../model/stage-cards.ts";

/** Where the cards stand, and what of them a pane shows. All in canvas units but for panes and viewports, which are in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Place = Point & Size;

export interface Viewport extends Point {
  readonly zoom: number;
}

export interface Layout extends Size {
  /** One for each card. */
  readonly places: readonly Place[];
  /** How many cards stand in a line; the last may have fewer. */
  readonly columns: number;
}

type CardSize = Pick<StageCard, "width" | "height">;

export const GAP = 56;
/** Between two lines: the arrow from the end of one to the beginning of the next runs there. */
export const LINE_GAP = 72;
/** Where arrows leave and reach a card, below its top. */
export const ARROW_Y = 20;
/** So many cards still stand in one line. */
const ONE_LINE = 20;
/** Lines times lines for each card, so that the drawing is about as wide as a pane is. */
const LINES_SHAPE = 1.3;

/**
 * How many of so many cards stand in a line. A long flow is written in lines, as text is: in one line, all of it would
 * be a hair. Lines are of whole tens, so that each begins with an easy number, and so that another stage moves few.
 */
export const columnsOf = (count: number): number =>
  count <= ONE_LINE ? Math.max(1, count) : Math.ceil(Math.sqrt(count * LINES_SHAPE) / 10) * 10;

/** Left to right, tops aligned, line below line. */
export function placeCards(cards: readonly CardSize[]): Layout {
  const columns = columnsOf(cards.length);
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
    top += Math.max(...line.map(({ height }) => height)) + LINE_GAP;
  }
  return { places, columns, width: right, height: Math.max(0, top - LINE_GAP) };
}

const MARGIN = 28;
/** Smaller than this nobody reads it: a long flow then starts at its first stage, in comfort. */
const LEAST_ZOOM = 0.6;
const BEGINNING_ZOOM = 0.8;

const wholeZoom = (drawing: Size, pane: Size): number =>
  Math.min((pane.width - 2 * MARGIN) / drawing.width, (pane.height - 2 * MARGIN) / drawing.height, 1);

/** The zoom down to which a pane goes: far enough to show all, however long the flow is. */
export const leastZoom = (drawing: Size, pane: Size): number => {
  const whole = wholeZoom(drawing, pane);
  return whole > 0 ? Math.min(0.1, whole) : 0.1;
};

/** All of the drawing, in the middle; a third of the spare height above. */
export const wholeViewport = (drawing: Size, pane: Size): Viewport =>
  viewportAt(drawing, pane, Math.max(leastZoom(drawing, pane), wholeZoom(drawing, pane)));

/** Where a pane first looks: all of the drawing if it stays readable, else its beginning. */
export function firstViewport(drawing: Size, pane: Size): Viewport {
  const whole = wholeZoom(drawing, pane);
  return viewportAt(drawing, pane, whole < LEAST_ZOOM ? BEGINNING_ZOOM : whole);
}

function viewportAt(drawing: Size, pane: Size, zoom: number): Viewport {
  const spare = { x: pane.width - drawing.width * zoom, y: pane.height - drawing.height * zoom };
  return { x: Math.max(MARGIN, spare.x / 2), y: Math.max(MARGIN, spare.y / 3), zoom };
}

/** The viewport moved, only as far as needed, so that a place is in sight: its width, and its head. */
export function viewportShowing(place: Place, { x, y, zoom }: Viewport, pane: Size): Viewport {
  const [left, right, top] = [place.x * zoom + x, (place.x + place.width) * zoom + x, place.y * zoom + y];
  const seenAcross = left >= 0 && right <= pane.width;
  const seenDown = top >= 0 && top + 2 * ARROW_Y * zoom <= pane.height;
  const spare = (whole: number, part: number) => Math.max(MARGIN / 2, (whole - part * zoom) / 2);
  return {
    x: seenAcross ? x : x + spare(pane.width, place.width) - left,
    y: seenDown ? y : y + spare(pane.height, place.height) - top,
    zoom,
  };
}

/** Which cards a pane shows, at least in part. */
export function cardsInSight({ places }: Layout, { x, y, zoom }: Viewport, pane: Size): readonly number[] {
  const [left, top] = [-x / zoom, -y / zoom];
  const [right, bottom] = [left + pane.width / zoom, top + pane.height / zoom];
  const seen: number[] = [];
  for (const [at, place] of places.entries())
    if (place.x < right && place.x + place.width > left && place.y < bottom && place.y + place.height > top)
      seen.push(at);
  return seen;
}

/** The card at a point; null beside all of them. Looks at one line only: it is asked at every move of the pointer. */
export function cardAt({ places, columns }: Pick<Layout, "places" | "columns">, { x, y }: Point): number | null {
  let [line, below] = [0, Math.ceil(places.length / columns)];
  while (below - line > 1) {
    const middle = (line + below) >> 1;
    if ((places[middle * columns]?.y ?? 0) <= y) line = middle;
    else below = middle;
  }
  const from = line * columns;
  const at = places
    .slice(from, from + columns)
    .findIndex((place) => x >= place.x && x <= place.x + place.width && y >= place.y && y <= place.y + place.height);
  return at === -1 ? null : from + at;
}

/** Where a card that was dragged belongs. */
export interface Drop {
  /** Its place from 0, among the others. */
  readonly to: number;
  /** Where that is, between two cards or at the end of a line. */
  readonly mark: Point;
}

/** Where a card that was dragged so that its corner is at `x`, `y` belongs: in the line that its head is nearest to. */
export function dropOf({ places, columns }: Layout, dragged: number, { x, y }: Point): Drop {
  const starts = places.filter((_place, at) => at % columns === 0);
  const line = Math.max(
    0,
    starts.findLastIndex((place) => place.y - LINE_GAP / 2 <= y + ARROW_Y),
  );
  const from = line * columns;
  const centre = x + (places[dragged]?.width ?? 0) / 2;
  const others = places.slice(from, from + columns).filter((_place, index) => from + index !== dragged);
  const before = others.filter((place) => place.x + place.width / 2 < centre).length;
  const [next, former] = [others[before], others[before - 1]];
  const markX = next ? next.x - GAP / 2 : former ? former.x + former.width + GAP / 2 : -GAP / 2;
  return { to: from - (dragged < from ? 1 : 0) + before, mark: { x: markX, y: starts[line]?.y ?? 0 } };
}

/** The way from the end of a line to the beginning of the next, through the gap between the two. */
export function turnPath(from: Point, to: Point): string {
  const [radius, out, between] = [8, GAP / 2, to.y - ARROW_Y - LINE_GAP / 2];
  return [
    `M${from.x} ${from.y}h${out - radius}q${radius} 0 ${radius} ${radius}`,
    `V${between - radius}q0 ${radius} ${-radius} ${radius}`,
    `H${to.x - out + radius}q${-radius} 0 ${-radius} ${radius}`,
    `V${to.y - radius}q0 ${radius} ${radius} ${radius}H${to.x}`,
  ].join("");
}
