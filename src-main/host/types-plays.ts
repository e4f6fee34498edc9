import type { OutputOf } from "../../src-shared/bridge/index.ts";
import type { DeepReadonly } from "../../src-shared/service/index.ts";
import type { Result } from "./errors.ts";

/** Steps for a run to follow. */
export interface Script {
  readonly title: string;
  /** As a file of scenarios spells them: `borrower signs loan`, `{ wait: 3 days }`, `{ expect: completed }`. */
  readonly steps: readonly unknown[];
}

/** How far a run has followed its steps. */
export type Following = DeepReadonly<OutputOf<"plays.next">>;

/** `clock`: a wait is left to a clock that plays; `at once`: the clock is moved over it. */
export type FollowingPace = "clock" | "at once";

/** With the steps around the next one. */
export type FollowingView = NonNullable<DeepReadonly<OutputOf<"plays.get">>["following"]>;

/**
 * Steps of a run, taken through the use cases of participants and author. A step that is refused changes nothing. Waits and
 * time-outs move the run's own virtual clock.
 */
export interface PlayUseCases {
  /** null: the run follows no steps. */
  following(id: string): Result<FollowingView | null>;
  /**
   * Takes step `at`, unless it has been taken already, or is a wait that a playing clock has yet to pass. A step that is
   * refused is no error: `stopped` says why.
   * @param pace default `at once`
   */
  next(id: string, at: number, pace?: FollowingPace): Promise<Result<Following>>;
  /**
   * One step that the author picks, with a message where it is a rejection, and the reason where an authentication fails.
   * @param when default `at once`; `once seen` moves the clock to when its person has seen their message first
   */
  act(id: string, step: string, message?: string | null, when?: "at once" | "once seen"): Promise<Result<null>>;
  /** Adds what was done in the run to the scenarios of its draft; a name that is there already gets a number. */
  saveAsScenario(id: string, name: string): Promise<Result<null>>;
  /** The run follows its steps no more; seals that they held are made. */
  leave(id: string): Promise<Result<null>>;
}
