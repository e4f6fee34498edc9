import { nextIndex } from "../../components/index.ts";
import {
  ARROW_Y,
  GAP,
  type Layout,
  LINE_GAP,
  type Place,
  type Point,
  type Size,
  type Viewport,
} from "./canvas-layout.ts";

/** Stages run one after another: to connect one to another moves the other to right behind it. Places count from 0. */

/** Where the stage at `to` goes so that it runs right after the one at `from`; null where it does so already. */
export function placeAfter(from: number, to: number): number | null {
  if (to === from || to === from + 1) return null;
  return to > from ? from + 1 : from;
}

/** Where a key of the card at `at` leads: arrows to its neighbours, also in the lines above and below. */
export function keyLeads(key: string, at: number, { places: { length }, columns }: KeyGround): number | null {
  if (key === "ArrowRight") return nextIndex("ArrowDown", at, length);
  if (key === "ArrowLeft") return nextIndex("ArrowUp", at, length);
  if (length <= columns) return nextIndex(key, at, length);
  if (key === "ArrowDown") return at + columns < length ? at + columns : at;
  if (key === "ArrowUp") return at >= columns ? at - columns : at;
  return nextIndex(key, at, length);
}
type KeyGround = Pick<Layout, "places" | "columns">;

/** The stage that the keyboard offers first: one whose connection changes something, if there is one. */
export function firstTarget(from: number, count: number): number | null {
  return [from + 2, from - 1, from + 1].find((at) => at >= 0 && at < count) ?? null;
}

/** The stage that a key offers instead of `target`, never `from` itself; null for a key that chooses none. */
export function nextTarget(key: string, target: number, from: number, layout: KeyGround): number | null {
  const to = keyLeads(key, target, layout);
  if (to !== from) return to;
  const beyond = keyLeads(key, from, layout);
  if (beyond !== null && beyond !== from) return beyond;
  return from === 0 ? 1 : from - 1;
}

const startOf = ({ x, y, width }: Place): Point => ({ x: x + width, y: y + ARROW_Y });

/** From card to card: straight where the one is right behind the other, else through the gap above the target. */
export function linkPath(from: Place, target: Place): string {
  const [start, end] = [startOf(from), { x: target.x, y: target.y + ARROW_Y }];
  if (start.y === end.y && end.x >= start.x && end.x - start.x <= GAP) return `M${start.x} ${start.y}H${end.x}`;
  const between = target.y - LINE_GAP / 2;
  const [radius, down] = [8, between > start.y ? 8 : -8];
  const aside = end.x - GAP / 2;
  const along = aside > start.x + GAP / 2 ? radius : -radius;
  return [
    `M${start.x} ${start.y}h${GAP / 2 - radius}q${radius} 0 ${radius} ${down}`,
    `V${between - down}q0 ${down} ${along} ${down}`,
    `H${aside - along}q${along} 0 ${along} ${radius}`,
    `V${end.y - radius}q0 ${radius} ${radius} ${radius}H${end.x}`,
  ].join("");
}

/** From a card to a point, level at both ends. */
export function looseLink(from: Place, end: Point): string {
  const start = startOf(from);
  const bend = Math.min(160, Math.max(36, Math.abs(end.x - start.x) / 2));
  return `M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`;
}

/** So near to the pane's edge the view goes on, in pixels. */
const EDGE = 44;
/** Pixels per millisecond, at the edge itself. */
const SPEED = 0.9;
/** Beyond the last card, in pixels. */
const AROUND = 60;

/** How the view moves while a line is held near the pane's edge, in pixels per millisecond; not beyond the cards. */
export function edgePan(at: Point, pane: Size, view: Viewport, drawing: Size): Point {
  const along = (where: number, size: number, from: number, length: number) => {
    const [before, behind] = [EDGE - where, where - (size - EDGE)];
    if (before > 0) return from < AROUND ? SPEED * Math.min(1, before / EDGE) : 0;
    if (behind > 0) return from + length > size - AROUND ? -SPEED * Math.min(1, behind / EDGE) : 0;
    return 0;
  };
  return {
    x: along(at.x, pane.width, view.x, drawing.width * view.zoom),
    y: along(at.y, pane.height, view.y, drawing.height * view.zoom),
  };
}
