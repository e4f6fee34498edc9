/** One measure: ours beside a peer doing the nearest like work, in the same run. */
export interface Row {
  /** Kebab case; `npm run bench -- --only <name>`. */
  readonly name: string;
  /** Of the rates, such as `acts/s`. More is better. */
  readonly unit: string;
  /** What ours' median rate must come to, as a share of the peer's: both meet the same machine in the same hour. */
  readonly atLeast: number;
  /** One sentence: what the two sides do not have in common. */
  readonly unlike: string;
  /** Names of packages that test/bench/peers must hold. */
  readonly peers: readonly string[];
  /** How many of the unit one operation does; default 1. */
  readonly each?: number;
  /** In place of the thorough default. */
  readonly pace?: Pace;
  open(): Promise<Bench>;
}

export interface Pace {
  readonly rounds: number;
  /** Milliseconds. */
  readonly roundMs: number;
}

export interface Bench {
  readonly ours: Side;
  /** Where nobody else does such work: the least program that does it, which is the most that can be reached. */
  readonly peer: Side;
  /** Measured in the same rounds and shown between the two: a curve. */
  readonly beside?: readonly Side[];
  /** A note on the rounds beside their rates, as a sentence. */
  note?(): string;
  close(): Promise<void>;
}

export interface Side {
  readonly title: string;
  /** How many operations it can do in all, warm-up included; left out: any number. */
  readonly supply?: number;
  /** Makes what the next `times` operations use up; not measured. */
  prepare?(times: number): Promise<void>;
  /** Does `times` operations, and resolves when they are done in the sense that the row promises. */
  run(times: number): Promise<void> | void;
}

/** Rates of one side over all rounds, in the row's unit. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export interface Result {
  readonly name: string;
  readonly unit: string;
  /** Median rates. */
  readonly ours: number;
  readonly peer: number;
  /** Of the medians. */
  readonly ratio: number;
  readonly atLeast: number;
  readonly met: boolean;
  readonly rounds: number;
  readonly oursSpread: Spread;
  readonly peerSpread: Spread;
  readonly beside: readonly { readonly title: string; readonly spread: Spread }[];
  readonly oursTitle: string;
  readonly peerTitle: string;
  readonly unlike: string;
  readonly note: string | null;
}

/** A row that could not be measured. */
export interface Failure {
  readonly name: string;
  readonly error: string;
}

export type Outcome = Result | Failure;
