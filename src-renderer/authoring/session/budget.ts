import { create } from "zustand";
import { DEFAULT_BUDGET } from "../../../src-shared/foresight/index.ts";

/** Times as many states each time. */
const LONGER = 5;
/** States: they take up to 200 MB of memory. */
const MOST = 1_000_000;

/** How many states of the open flow the check looks at. */
export interface Budget {
  readonly states: number;
  /** What it looks at when it looks longer; null: it looks at the most already. */
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
    /** The check begins again, and looks at more. */
    lookLonger(): void {
      useStates.setState(({ states }) => ({ states: budgetOf(states).next ?? states }));
    },
  };
}
