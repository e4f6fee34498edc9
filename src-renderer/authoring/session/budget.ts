import { create } from "zustand";
import { DEFAULT_BUDGET } from "../../../src-shared/foresight/index.ts";

/** Factor by which each extension multiplies the states. */
const LONGER = 5;
/** States: they take up to 200 MB of memory. */
const MOST = 1_000_000;

/** How many states of the open flow the check explores. */
export interface Budget {
  readonly states: number;
  /** The next larger budget; null: already at the maximum. */
  readonly next: number | null;
}

/** The budget of one open flow; another flow starts with a fresh one. */
export function createBudget() {
  const useStates = create<{ readonly states: number }>(() => ({ states: DEFAULT_BUDGET }));
  const budgetOf = (states: number): Budget => ({
    states,
    next: states >= MOST ? null : Math.min(MOST, states * LONGER),
  });
  return {
    useBudget: (): Budget => budgetOf(useStates().states),
    /** Restarts the check with more states. */
    lookLonger(): void {
      useStates.setState(({ states }) => ({ states: budgetOf(states).next ?? states }));
    },
  };
}
