import type { Result, Row, Side, Spread } from "./row.ts";

/** An odd number of rounds, each long enough that a garbage collection or a slow fsync is a part of it, not all of it. */
const THOROUGH = { rounds: 9, roundMs: 400 };

async function timed(side: Side, times: number): Promise<number> {
  await side.prepare?.(times);
  const began = performance.now();
  await side.run(times);
  return performance.now() - began;
}

/** How many operations fill a round; finding out is the warm-up. */
async function calibrate(side: Side, roundMs: number): Promise<number> {
  let times = 1;
  for (;;) {
    const took = await timed(side, times);
    if (took >= roundMs / 2) return Math.max(1, Math.round((times * roundMs) / took));
    times = Math.ceil(times * Math.min(10, (roundMs / Math.max(took, 0.01)) * 1.2));
  }
}

export function spread(rates: readonly number[]): Spread {
  const sorted = [...rates].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return { min: at(0), median, max: at(sorted.length - 1) };
}

/**
 * Measures a row. Ours and the peer take turns, and take turns in going first, so that what else the machine does
 * meanwhile falls on both. `roundMs` is the length of a round in milliseconds.
 */
export async function measure(row: Row, { rounds, roundMs } = THOROUGH): Promise<Result> {
  const { ours, peer, close } = await row.open();
  try {
    const times = new Map([
      [ours, await calibrate(ours, roundMs)],
      [peer, await calibrate(peer, roundMs)],
    ]);
    const rates = new Map<Side, number[]>([
      [ours, []],
      [peer, []],
    ]);
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 === 0 ? [ours, peer] : [peer, ours]) {
        const count = times.get(side) ?? 1;
        rates.get(side)?.push((count / (await timed(side, count))) * 1000);
      }
    }
    const oursSpread = spread(rates.get(ours) ?? []);
    const peerSpread = spread(rates.get(peer) ?? []);
    const ratio = oursSpread.median / peerSpread.median;
    const measured = row.target.of === "ours" ? oursSpread.median : ratio;
    return {
      name: row.name,
      unit: row.unit,
      ours: oursSpread.median,
      peer: peerSpread.median,
      ratio,
      target: row.target,
      met: measured >= row.target.atLeast,
      rounds,
      oursSpread,
      peerSpread,
      oursTitle: ours.title,
      peerTitle: peer.title,
      unlike: row.unlike,
    };
  } finally {
    await close();
  }
}
