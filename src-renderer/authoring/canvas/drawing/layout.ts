import {
  ARROW_X,
  ARROW_Y,
  GAP,
  isUpright,
  type Layout,
  LINE_GAP,
  type Place,
  type Point,
  type Size,
  UPRIGHT_GAP,
} from "../../../../src-shared/drawing/index.ts";

/** The part of the drawing that a pane shows. All in drawing units, except panes and viewports, which are in pixels. */
export interface Viewport extends Point {
  readonly zoom: number;
}

/** Around the cards: the first and the last plus are there. */
const MARGIN = 36;
/** No card has text smaller than 12: down to this zoom it has 11 pixels or more. Further out, an overview is drawn. */
export const TEXT_ZOOM = 11 / 12;

/** The width of a line of cards that a pane shows with readable text. */
export const roomOf = (width: number): number => (width - 2 * MARGIN) / TEXT_ZOOM;

const widthZoom = (drawing: Size, pane: Size): number => Math.min((pane.width - 2 * MARGIN) / drawing.width, 1);

const wholeZoom = (drawing: Size, pane: Size): number =>
  Math.min(widthZoom(drawing, pane), (pane.height - 2 * MARGIN) / drawing.height);

/** The smallest zoom of a pane: enough to show the whole flow, however long. */
export const leastZoom = (drawing: Size, pane: Size): number => {
  const whole = wholeZoom(drawing, pane);
  return whole > 0 ? Math.min(0.1, whole) : 0.1;
};

/** The whole drawing, centred; a third of the spare height is above it. */
export const wholeViewport = (drawing: Size, pane: Size): Viewport =>
  viewportAt(drawing, pane, Math.max(leastZoom(drawing, pane), wholeZoom(drawing, pane)));

/** A pane's first view: the whole drawing if it stays readable, else its beginning at full width, else at full size. */
export function firstViewport(drawing: Size, pane: Size): Viewport {
  const zoom = [wholeZoom(drawing, pane), widthZoom(drawing, pane)].find((each) => each >= TEXT_ZOOM) ?? 1;
  return viewportAt(drawing, pane, zoom);
}

function viewportAt(drawing: Size, pane: Size, zoom: number): Viewport {
  const spare = { x: pane.width - drawing.width * zoom, y: pane.height - drawing.height * zoom };
  return { x: Math.max(MARGIN, spare.x / 2), y: Math.max(MARGIN, spare.y / 3), zoom };
}

/** The viewport, moved only as far as needed to show a place: its width, and its head. */
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

/** The cards that are at least partly visible in a pane. */
export function cardsInSight({ places }: Layout, { x, y, zoom }: Viewport, pane: Size): readonly number[] {
  const [left, top] = [-x / zoom, -y / zoom];
  const [right, bottom] = [left + pane.width / zoom, top + pane.height / zoom];
  const seen: number[] = [];
  for (const [at, place] of places.entries())
    if (place.x < right && place.x + place.width > left && place.y < bottom && place.y + place.height > top)
      seen.push(at);
  return seen;
}

/** The card at a point; null between cards. Checks one line only: it is called at every move of the pointer. */
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

/** The drop position of a dragged card. */
export interface Drop {
  /** Its new index from 0, among the others. */
  readonly to: number;
  /** The mark for it: a stroke between two cards or at the end of a line. */
  readonly mark: Place;
}

const STROKE = 3;

/** The drop position for a card dragged to the corner `x`, `y`: in the line nearest to its head. */
export function dropOf(layout: Layout, dragged: number, { x, y }: Point): Drop {
  const { places, columns } = layout;
  if (isUpright(layout)) return dropBetween(layout, dragged, y);
  const starts = places.filter((_place, at) => at % columns === 0);
  const line = Math.max(
    0,
    starts.findLastIndex((place) => place.y - LINE_GAP / 2 <= y + ARROW_Y),
  );
  const from = line * columns;
  const centre = x + (places[dragged]?.width ?? 0) / 2;
  const standing = places.slice(from, from + columns);
  const others = standing.filter((_place, index) => from + index !== dragged);
  const before = others.filter((place) => place.x + place.width / 2 < centre).length;
  const [next, former] = [others[before], others[before - 1]];
  const markX = next ? next.x - GAP / 2 : former ? former.x + former.width + GAP / 2 : -GAP / 2;
  const height = Math.max(0, ...standing.map((place) => place.height));
  return {
    to: from - (dragged < from ? 1 : 0) + before,
    mark: { x: markX - 1, y: starts[line]?.y ?? 0, width: STROKE, height },
  };
}

/** For cards below each other. */
function dropBetween({ places, width }: Layout, dragged: number, y: number): Drop {
  const others = places.filter((_place, index) => index !== dragged);
  const before = others.filter((place) => place.y + place.height / 2 < y + ARROW_Y).length;
  const [next, former] = [others[before], others[before - 1]];
  const markY = next ? next.y - UPRIGHT_GAP / 2 : former ? former.y + former.height + UPRIGHT_GAP / 2 : 0;
  return { to: before, mark: { x: 0, y: markY - 1, width, height: STROKE } };
}

/** The distance of a plus at either end from its card. */
const END = 20;

/** Where a stage can be inserted: on the arrow after a card, before the first (`after` is -1) and after the last. */
export function insertPoint(layout: Layout, after: number): Point {
  const { places } = layout;
  const [from, last] = [places[Math.max(0, after)], after === places.length - 1];
  if (!from) return { x: 0, y: 0 };
  if (isUpright(layout)) {
    const y = after < 0 ? from.y - END : from.y + from.height + (last ? END : UPRIGHT_GAP / 2 - 4);
    return { x: from.x + ARROW_X, y };
  }
  const x = after < 0 ? from.x - END : from.x + from.width + (last ? END : GAP / 2);
  return { x, y: from.y + ARROW_Y };
}
