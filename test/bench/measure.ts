import type { Outcome, Pace, Result, Row, Side, Spread } from "./row.ts";

/** An odd number of rounds, each long enough that a garbage collection or a slow fsync is a part of it, not all of it. */
const THOROUGH: Pace = { rounds: 9, roundMs: 400 };

async function timed(side: Side, times: number): Promise<number> {
  await side.prepare?.(times);
  const began = performance.now();
  await side.run(times);
  return performance.now() - began;
}

/**
 * How many operations fill a round; finding out is the warm-up. A side with a supply keeps enough of it for its rounds.
 * The very first operation starts workers and compiles: it says nothing of the rounds.
 */
async function calibrate(side: Side, { rounds, roundMs }: Pace): Promise<number> {
  await timed(side, 1);
  let left = (side.supply ?? Number.POSITIVE_INFINITY) - 1;
  let times = 1;
  for (;;) {
    const took = await timed(side, times);
    left -= times;
    const most = Math.floor(left / rounds);
    if (most < 1) throw new Error(`"${side.title}" has too little to do for ${rounds} rounds.`);
    if (took >= roundMs / 2) return Math.min(most, Math.max(1, Math.round((times * roundMs) / took)));
    const next = Math.ceil(times * Math.min(10, (roundMs / Math.max(took, 0.01)) * 1.2));
    // A longer warm-up would use up what the rounds need.
    if (next > left / (rounds + 1)) return Math.min(most, next);
    times = next;
  }
}

export function spread(rates: readonly number[]): Spread {
  const sorted = [...rates].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return { min: at(0), median, max: at(sorted.length - 1) };
}

/** The least, median and 95th percentile by nearest rank, in words, such as `min 2 ms, median 3.1 ms, p95 8 ms of 200`. */
export function waitsInWords(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN).toLocaleString("en", {
      maximumSignificantDigits: 3,
    });
  return `min ${at(0)} ms, median ${at(0.5)} ms, p95 ${at(0.95)} ms of ${sorted.length}`;
}

/**
 * Measures a row. Its sides take turns, and take turns in going first, so that what else the machine does meanwhile falls
 * on all of them.
 */
export async function measure(row: Row, pace: Pace = row.pace ?? THOROUGH): Promise<Result> {
  const { ours, peer, beside = [], note, close } = await row.open();
  try {
    const spreads = await spreadsOf([ours, ...beside, peer], pace, row.each ?? 1);
    const spreadOf = (side: Side): Spread => spreads.get(side) ?? spread([]);
    const oursSpread = spreadOf(ours);
    const peerSpread = spreadOf(peer);
    const ratio = oursSpread.median / peerSpread.median;
    return {
      name: row.name,
      unit: row.unit,
      ours: oursSpread.median,
      peer: peerSpread.median,
      ratio,
      atLeast: row.atLeast,
      met: ratio >= row.atLeast,
      rounds: pace.rounds,
      oursSpread,
      peerSpread,
      beside: beside.map((side) => ({ title: side.title, spread: spreadOf(side) })),
      oursTitle: ours.title,
      peerTitle: peer.title,
      unlike: row.unlike,
      note: note?.() ?? null,
    };
  } finally {
    await close();
  }
}

async function spreadsOf(sides: readonly Side[], pace: Pace, each: number): Promise<ReadonlyMap<Side, Spread>> {
  const times = new Map<Side, number>();
  for (const side of sides) times.set(side, await calibrate(side, pace));
  const rates = new Map<Side, number[]>(sides.map((side) => [side, []]));
  for (let round = 0; round < pace.rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const count = times.get(side) ?? 1;
      rates.get(side)?.push(((count * each) / (await timed(side, count))) * 1000);
    }
  }
  return new Map([...rates].map(([side, found]) => [side, spread(found)]));
}

/** As `measure`, where a row that cannot be measured is an outcome, too. */
export function measured(row: Row, pace?: Pace): Promise<Outcome> {
  return measure(row, pace).catch((error: unknown) => ({
    name: row.name,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }));
}
