import type { Random } from "../random.ts";
import { CRASH_POINTS, type CrashPoint } from "./crash-points.ts";

/** When and how one process ends. */
export interface Plan {
  readonly kill: /** A part of the time that openings take, from 0 up; beyond 1 in the check. */
    | { readonly at: "opening"; readonly part: number }
    /** Milliseconds after the n-th request was sent. */
    | { readonly at: "load"; readonly count: number; readonly after: number }
    /** As soon as the n-th acknowledgement is there. */
    | { readonly at: "answer"; readonly count: number }
    /** In the middle of the n-th callback. */
    | { readonly at: "delivery"; readonly count: number }
    /** Milliseconds after it was asked to close, at the n-th request. */
    | { readonly at: "closing"; readonly count: number; readonly after: number }
    | { readonly at: "point"; readonly point: CrashPoint; readonly count: number };
  readonly clock: "real" | "virtual";
  /** Uploads and seals. */
  readonly documents: boolean;
  readonly verify: boolean;
  readonly settle: boolean;
}

/** Of so many kills, one is before a process that verifies the whole workspace before it opens it. */
const VERIFY_EVERY = 10;
/** The most requests that a process lives through: where a point was not come by, it is killed there. */
export const LATEST = 80;
const DOCUMENT_POINTS: readonly CrashPoint[] = ["sealing", "before-blob", "after-blob"];
const UPGRADE_POINTS: readonly CrashPoint[] = ["before-copy", "in-copy", "copied", "named-copy", "in-migration"];

/** @param upgrade whether the opening has to upgrade the workspace */
export function planOf(random: Random, cycle: number, upgrade: boolean): Plan {
  const documents = random.chance(0.12);
  return {
    kill: killOf(random, documents, upgrade),
    clock: random.pick(["real", "virtual"] as const),
    documents,
    verify: cycle % VERIFY_EVERY === VERIFY_EVERY - 1,
    settle: cycle % VERIFY_EVERY === VERIFY_EVERY - 1,
  };
}

function killOf(random: Random, documents: boolean, upgrade: boolean): Plan["kill"] {
  if (upgrade && random.chance(0.6)) return { at: "point", point: random.pick(UPGRADE_POINTS), count: 1 };
  if (documents && random.chance(0.5))
    return { at: "point", point: random.pick(DOCUMENT_POINTS), count: random.between(1, 3) };
  const roll = random.between(1, 100);
  if (roll <= 30) return { at: "opening", part: random.next() * 1.4 };
  if (roll <= 55) return { at: "load", count: random.between(1, LATEST), after: random.next() * 8 };
  if (roll <= 70) return { at: "answer", count: random.between(1, 25) };
  if (roll <= 80) return { at: "delivery", count: random.between(1, 15) };
  if (roll <= 88) return { at: "closing", count: random.between(1, LATEST), after: random.next() * 40 };
  const plain = CRASH_POINTS.filter((point) => !DOCUMENT_POINTS.includes(point) && !UPGRADE_POINTS.includes(point));
  const point = random.pick(plain);
  return { at: "point", point, count: point === "closing" ? 1 : random.between(1, 40) };
}
