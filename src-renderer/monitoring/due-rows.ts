import type { Detail } from "./types.ts";

export type Due = Detail["due"][number];
export type Several = readonly [Due, Due, ...Due[]];

/** What is due, the next first; two or more callbacks stand together where the first of them would. */
export function gatherCallbacks(due: readonly Due[]): readonly (Due | Several)[] {
  const sorted = due.toSorted((a, b) => a.at - b.at);
  const [first, second, ...more] = sorted.filter(({ kind }) => kind === "callback");
  if (first === undefined || second === undefined) return sorted;
  return sorted
    .filter((item) => item === first || item.kind !== "callback")
    .map((item) => (item === first ? [first, second, ...more] : item));
}
