import { expect, test } from "vitest";
import { nearest, trackOf } from "../../src-renderer/monitoring/track/track.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const at = (...instants: readonly number[]) => instants.map((instant) => ({ at: instant }));
const places = (instants: readonly number[], end: number) => trackOf(at(...instants), end).points.map(({ x }) => x);

test("what happens at one instant stands side by side, in order", () => {
  expect(places([0, 0, 0], 0)).toEqual([0, 1 / 3, 2 / 3]);
});

test("idle time is drawn longer the longer it is, up to a day; a year is as long as a day", () => {
  const [, second = 0, third = 0, fourth = 0] = places([0, 0, MINUTE, DAY + MINUTE], DAY + MINUTE);
  expect(third - second).toBeGreaterThan(second);
  expect(fourth - third).toBeGreaterThan(third - second);
  const [, day = 0] = places([0, DAY], DAY);
  const [, year = 0] = places([0, 365 * DAY], 365 * DAY);
  expect(year).toBe(day);
});

test("idle time of a day or more between two items is a fold with its length, and no less", () => {
  expect(trackOf(at(0, DAY - 1), 3 * DAY).folds).toEqual([]);
  expect(trackOf(at(0, 2 * DAY, 5 * DAY), 9 * DAY).folds.map(({ length }) => length)).toEqual([2 * DAY, 3 * DAY]);
});

test("each place is an instant: points are met exactly, a place between two in proportion, and none is before or after all", () => {
  const track = trackOf(at(0, MINUTE, 9 * DAY), 10 * DAY);
  expect(track.points.map(({ x }) => track.instantAt(x))).toEqual([0, MINUTE, 9 * DAY]);
  const [, one = 0, two = 0] = track.points.map(({ x }) => x);
  expect(track.instantAt((one + two) / 2)).toBe((MINUTE + 9 * DAY) / 2);
  expect(track.instantAt(-1)).toBe(0);
  expect(track.instantAt(2)).toBe(10 * DAY);
});

test("a track without items is its end", () => {
  expect(trackOf([], 7)).toMatchObject({ points: [], folds: [] });
  expect(trackOf([], 7).instantAt(0.5)).toBe(7);
});

test("the nearest point is met within reach only", () => {
  const { points } = trackOf(at(0, 0, 0, 0), 0);
  expect(nearest(points, 0.26, 0.02)).toBe(points[1]?.item);
  expect(nearest(points, 0.4, 0.02)).toBeNull();
});
