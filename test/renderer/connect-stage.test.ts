import { describe, expect, it } from "vitest";
import { cardAt, columnsOf, type Layout, placeCards } from "../../src-renderer/authoring/canvas/canvas-layout.ts";
import {
  edgePan,
  firstTarget,
  linkPath,
  looseLink,
  nextTarget,
  placeAfter,
} from "../../src-renderer/authoring/canvas/connect-stage.ts";
import { analyse, applyEdits, intend } from "../../src-shared/language/index.ts";

const many = (count: number): Layout => placeCards(Array.from({ length: count }, () => ({ width: 232, height: 132 })));
const place = (layout: Layout, at: number) => {
  const found = layout.places[at];
  if (!found) throw new Error(`no card at ${at}`);
  return found;
};

const FLOW = `process:
  dsl-version: "0.3.0"
  stages:
    - a: { actions: [], expect: {} } # first
    - b: { actions: [], expect: {} }
    # about c
    - c: { actions: [], expect: {} }
    - d: { actions: [], expect: {} }
`;

describe("to connect a stage with another", () => {
  it("moves the other to right behind it, whatever lies between, and nothing where it is there already", () => {
    const names = ["a", "b", "c", "d"];
    for (const [from, source] of names.entries())
      for (const [to, target] of names.entries()) {
        const where = placeAfter(from, to);
        const text =
          where === null ? FLOW : applyEdits(FLOW, intend(FLOW, { intent: "moveStage", from: to, to: where }));
        const order = analyse(text).outline.stages.map(({ name }) => name);
        if (from !== to) expect(order[order.indexOf(source) + 1], `${target} after ${source}`).toBe(target);
        expect(where === null).toBe(to === from || to === from + 1);
        expect(order.filter((name) => name !== target)).toEqual(names.filter((name) => name !== target));
        expect(text).toContain("# first");
      }
  });

  it("is offered by keys where it changes something first, and never with itself", () => {
    expect([firstTarget(0, 4), firstTarget(3, 4), firstTarget(0, 2), firstTarget(0, 1)]).toEqual([2, 2, 1, null]);
    const four = many(4);
    expect(nextTarget("ArrowLeft", 2, 1, four)).toBe(0);
    expect(nextTarget("ArrowRight", 0, 1, four)).toBe(2);
    expect(nextTarget("ArrowLeft", 1, 0, four)).toBe(1);
    expect(nextTarget("ArrowRight", 2, 3, four)).toBe(2);
    expect([nextTarget("Home", 3, 0, four), nextTarget("End", 0, 3, four)]).toEqual([1, 2]);
    expect(nextTarget("x", 2, 1, four)).toBeNull();
    const long = many(100);
    const line = columnsOf(100);
    expect(nextTarget("ArrowDown", 5, 5 + line, long)).toBe(5 + 2 * line);
  });

  it("draws a line that ends at the card, and keeps off the cards between", () => {
    const layout = many(4);
    const [a, b, c] = [0, 1, 2].map((at) => place(layout, at));
    if (!a || !b || !c) throw new Error("no cards");
    expect(linkPath(a, b)).toBe("M232 20H288");
    for (const path of [linkPath(a, c), linkPath(c, a)]) expect(path).toContain("V-28");
    expect(linkPath(c, a).endsWith(`H${a.x}`)).toBe(true);
    expect(looseLink(a, { x: 300, y: 400 })).toMatch(/^M232 20C.* 300 400$/);
  });

  it("promise 5: moves the view at its edges, the faster the nearer, and never beyond the cards", () => {
    const [pane, view] = [
      { width: 600, height: 400 },
      { x: -1_000, y: -1_000, zoom: 1 },
    ];
    const drawing = { width: 10_000, height: 8_000 };
    expect(edgePan({ x: 300, y: 200 }, pane, view, drawing)).toEqual({ x: 0, y: 0 });
    const [near, far] = [
      edgePan({ x: 595, y: 200 }, pane, view, drawing),
      edgePan({ x: 570, y: 200 }, pane, view, drawing),
    ];
    expect(near.x).toBeLessThan(far.x);
    expect(far.x).toBeLessThan(0);
    expect(edgePan({ x: 5, y: 5 }, pane, view, drawing)).toMatchObject({
      x: expect.any(Number),
      y: expect.any(Number),
    });
    expect(edgePan({ x: 5, y: 200 }, pane, view, drawing).x).toBeGreaterThan(0);
    expect(edgePan({ x: 5, y: 5 }, pane, { x: 80, y: 80, zoom: 1 }, drawing)).toEqual({ x: 0, y: 0 });
    expect(edgePan({ x: 595, y: 395 }, pane, { x: 28, y: 28, zoom: 0.02 }, drawing)).toEqual({ x: 0, y: 0 });
  });

  it("finds the card under the pointer, in every line and the last, shorter one", () => {
    const layout = many(1_000 + 7);
    for (const at of [0, 39, 40, 999, 1_006]) {
      const { x, y, width, height } = place(layout, at);
      expect(cardAt(layout, { x, y })).toBe(at);
      expect(cardAt(layout, { x: x + width, y: y + height })).toBe(at);
      expect(cardAt(layout, { x: x + width / 2, y: y + height + 9 })).toBeNull();
    }
    expect(cardAt(layout, { x: 9, y: -9 })).toBeNull();
    expect(cardAt(many(0), { x: 0, y: 0 })).toBeNull();
  });
});
