import type { Verb } from "../language/index.ts";
import type { Place, Point, Size } from "./places.ts";
import type { StageCard } from "./stage-cards.ts";

/** A colour, by its name among the app's tokens. */
export type Tone =
  | ("surface" | "line" | "line-strong" | "ink" | "ink-soft" | "quiet-ground")
  | ("accent" | "info-ground" | "good" | "good-ground" | "bad" | "bad-ground");

interface Look {
  readonly fill?: Tone;
  readonly stroke?: Tone;
  /** The stroke; 1 if left out. */
  readonly thick?: number;
  readonly dashed?: boolean;
}

export type Shape =
  | ({ readonly kind: "box"; readonly radius: number } & Place & Look)
  | ({ readonly kind: "path"; readonly d: string } & Look)
  /** A drawing on a field of 24 by 24, brought to a size. */
  | ({ readonly kind: "icon"; readonly d: string; readonly size: number; readonly stroke: Tone } & Point)
  | ({ readonly kind: "text"; readonly text: string } & Letters & Point);

export interface Letters {
  readonly size: number;
  readonly fill: Tone;
  readonly bold?: boolean;
  readonly middle?: boolean;
}

/** What is drawn, from the back to the front. */
export interface Picture extends Size {
  readonly shapes: readonly Shape[];
  /** What it says, for those who do not see it. */
  readonly says: string;
}

/** Where a stage of a run stands; `stopped` and `unreached`: the run ended before. */
export type StageState = "done" | "current" | "ahead" | "stopped" | "unreached";

interface Act {
  readonly participant: string;
  readonly verb: Verb;
  readonly document: string;
}

/** A run on the drawing of its flow. */
export interface RunMarks {
  /** By stage. */
  readonly states: readonly StageState[];
  readonly has: (act: Act) => boolean;
  /** Whether the participant rejected that document, or the whole flow. */
  readonly rejected: (act: Act) => boolean;
  /** Whether a stage that is under way needs the act no longer, because enough others have acted [G3]. */
  readonly lapsed: (act: Act) => boolean;
  readonly word: (state: StageState) => string;
}

export interface PictureWords {
  readonly more: (count: number) => string;
  readonly nothing: string;
  /** One line for each stage. */
  readonly stage: (card: StageCard, at: number) => string;
}
