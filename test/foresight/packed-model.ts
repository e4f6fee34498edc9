import type { CheckedDraft } from "../../src-shared/language/index.ts";

/**
 * The stages of docs/engine.md once more, as numbers: acts are bits of one integer, and a state is the pending ones. Written apart
 * from the engine and the check, so that the three can only agree by all being right.
 */
export interface PackedCounts {
  readonly states: number;
  readonly transitions: number;
  readonly ends: Readonly<Record<"completed" | "failed" | "canceled" | "timed_out", number>>;
}

interface PackedAct {
  readonly who: string;
  readonly verb: string;
  readonly document: string;
}

interface PackedStage {
  readonly acts: readonly PackedAct[];
  /** Per condition the masks of its members, and how many must be full. */
  readonly conditions: readonly { readonly members: readonly bigint[]; readonly count: number }[];
}

export function packedCounts({ process }: CheckedDraft): PackedCounts {
  const stages = process.stages.map(packed);
  const ends = { completed: 0, failed: 0, canceled: 0, timed_out: 0 };
  const seen = new Set<string>();
  const waiting: { stage: number; done: bigint; signed: ReadonlySet<string> }[] = [];
  let transitions = 0;

  const pendingIn = (stage: number, done: bigint): bigint => {
    let pending = 0n;
    for (const { members, count } of stages[stage]?.conditions ?? []) {
      if (members.filter((member) => (done & member) === member).length >= count) continue;
      for (const member of members) pending |= member & ~done;
    }
    return pending;
  };
  /** Signatures that an act of the same person on the same document, here or later, still meets. */
  const metLater = (signed: ReadonlySet<string>, stage: number, done: bigint) =>
    [...signed, ...signaturesIn(stages[stage], done)].filter((pair) =>
      stages.some(({ acts }, at) => {
        const own = acts.filter(({ who, document }) => `${who}|${document}` === pair);
        const isSigned = signaturesIn(stages[stage], done).includes(pair);
        return at > stage ? own.length > 0 : at === stage && own.length > (isSigned ? 1 : 0);
      }),
    );
  const arrive = (stage: number, done: bigint, signed: ReadonlySet<string>): void => {
    let [at, now, kept] = [stage, done, signed];
    while (pendingIn(at, now) === 0n) {
      if (at + 1 === stages.length) {
        ends.completed += 1;
        return;
      }
      kept = new Set([...kept, ...signaturesIn(stages[at], now)]);
      [at, now] = [at + 1, 0n];
    }
    const key = `${at}|${pendingIn(at, now)}|${[...new Set(metLater(kept, at, now))].sort().join()}`;
    if (seen.has(key)) return;
    seen.add(key);
    waiting.push({ stage: at, done: now, signed: kept });
  };

  arrive(0, 0n, new Set());
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { stage, done, signed } = next;
    const { acts } = stages[stage] ?? { acts: [] };
    const pending = pendingIn(stage, done);
    const asked = acts.filter((_, bit) => (pending >> BigInt(bit)) & 1n);
    acts.forEach((_, bit) => {
      const act = 1n << BigInt(bit);
      if ((pending & act) === 0n) return;
      transitions += 1;
      arrive(stage, done | act, signed);
    });
    const has = new Set([...signed, ...signaturesIn(stages[stage], done)]);
    const documents = new Set(asked.map(({ who, document }) => `${who}|${document}`).filter((pair) => !has.has(pair)));
    const later = stages.slice(stage + 1).flatMap((after) => after.acts.map(({ who }) => who));
    const flows = process.allowRejections ? new Set([...asked.map(({ who }) => who), ...later]).size : 0;
    // Also the author's.
    ends.failed += documents.size + flows + 1;
    ends.canceled += 1;
    ends.timed_out += 1;
    transitions += documents.size + flows + 3;
  }
  return { states: seen.size, transitions, ends };
}

function packed({ conditions }: CheckedDraft["process"]["stages"][number]): PackedStage {
  const acts: PackedAct[] = [];
  const bitOf = (who: string, verb: string, document: string): bigint => {
    const known = acts.findIndex((act) => act.who === who && act.verb === verb && act.document === document);
    return 1n << BigInt(known >= 0 ? known : acts.push({ who, verb, document }) - 1);
  };
  return {
    acts,
    conditions: conditions.map(({ verb, users, documents, count }) => ({
      members: users.map((who) => documents.reduce((mask, document) => mask | bitOf(who, verb, document), 0n)),
      count: count ?? users.length,
    })),
  };
}

function signaturesIn(stage: PackedStage | undefined, done: bigint): string[] {
  return (stage?.acts ?? []).flatMap(({ who, verb, document }, bit) =>
    verb === "sign" && (done >> BigInt(bit)) & 1n ? [`${who}|${document}`] : [],
  );
}
