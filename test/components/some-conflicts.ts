import type { Conflict } from "../../src-renderer/syncing/conflict/choices.ts";

export const TITLE: Conflict = { path: ["title"], kind: "changed", base: "Loan", mine: "Mine", theirs: "Theirs" };
export const DAYS: Conflict = { path: ["duration"], kind: "changed", base: 14, mine: 30, theirs: 60 };

/** A conflict of these parts, as its page is told of it. */
export const sides = (conflicts: readonly Conflict[]) => ({
  ...{
    id: "1",
    seen: "1",
    title: "Loan",
    conflicts: [...conflicts],
    base: "",
    mine: "a",
    theirs: "b",
    proposal: null,
    documents: {},
    isOlder: false,
    ...{ reason: "parts" as const, titleThere: "Loan", errors: [] },
  },
});
