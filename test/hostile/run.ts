import { buildPrograms } from "../harness/programs.ts";
import { type Counts, noCounts } from "./counts.ts";
import { KILLS_PER_WORKSPACE, runKills } from "./kills/driver.ts";
import { fuzzOneApp } from "./requests/fuzz.ts";

/** Inputs for one process and workspace: its lists grow, and a start costs no more than a few hundred of them. */
const INPUTS_PER_APP = 20_000;
/** Wall milliseconds between two lines of progress. */
const PROGRESS = 30_000;
/** Kills and requests take different seeds of the same run. */
const STRIDE = 1_000_000;

export interface HostileOptions {
  /** Null: until both numbers are reached. */
  readonly minutes: number | null;
  /** Null: for as long as the rest lasts; 0: none at all. */
  readonly kills: number | null;
  readonly requests: number | null;
  readonly seed: number;
  /** Workspaces at once in which processes are killed. */
  readonly jobs: number;
  readonly say: (line: string) => void;
}

export interface HostileCounts extends Counts {
  readonly seed: number;
  readonly seconds: number;
}

/** Kills processes and sends random requests side by side, until time is up or the numbers are reached. */
export async function runHostile(options: HostileOptions): Promise<HostileCounts> {
  const began = performance.now();
  const { seed, say } = options;
  const kills = noCounts();
  const requests = noCounts();
  const total = (): HostileCounts => {
    const seconds = Math.round((performance.now() - began) / 1000);
    return { seed, seconds, ...sum(kills, requests) };
  };
  const left = () => options.minutes === null || performance.now() - began < options.minutes * 60_000;
  // One that has no number of its own ends with the other.
  const done = (limit: number | null, count: number, other: boolean) =>
    !left() || (limit === null ? other : count >= limit);
  const killsDone = (): boolean =>
    done(options.kills, kills.kills, options.minutes === null && requests.inputs >= (options.requests ?? 0));
  const requestsDone = (): boolean =>
    done(options.requests, requests.inputs, options.minutes === null && kills.kills >= (options.kills ?? 0));
  await buildPrograms();
  const progress = setInterval(() => say(shownCounts(total())), PROGRESS);
  try {
    await Promise.all([
      killsDone() ? null : killAll(options, kills, killsDone),
      requestsDone() ? null : fuzzAll(options, requests, requestsDone),
    ]);
  } finally {
    clearInterval(progress);
  }
  return total();
}

async function killAll({ seed, jobs, say }: HostileOptions, counts: Counts, enough: () => boolean): Promise<void> {
  let next = seed;
  const nextSeed = () => (enough() ? null : next++);
  await runKills({ counts, killsOf: () => KILLS_PER_WORKSPACE, jobs, nextSeed, enough, onViolation: say });
}

async function fuzzAll({ seed, say }: HostileOptions, counts: Counts, enough: () => boolean): Promise<void> {
  for (let next = seed + STRIDE; !enough(); next += 1)
    await fuzzOneApp({ counts, seed: next, inputs: INPUTS_PER_APP, enough, onViolation: say });
}

function sum(a: Counts, b: Counts): Counts {
  const names = Object.keys(a) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as unknown as Counts;
}

/** One line. */
export function shownCounts({ seed, seconds, kills, openings, requests, inputs, violations }: HostileCounts): string {
  const number = (value: number) => value.toLocaleString("en");
  const parts = [
    `${number(kills)} kills`,
    `${number(openings)} openings checked`,
    `${number(requests)} requests`,
    `${number(inputs)} inputs`,
    `${number(violations)} violations`,
  ];
  return `${parts.join(", ")} in ${number(seconds)} s (seed ${seed})`;
}
