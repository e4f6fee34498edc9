import type { StageProgram } from "../../flow/index.ts";

/**
 * The independent parts of a stage, each as its slots. Groups that share an act form one part; every other act is a
 * part of its own. Acts of different parts neither need nor prevent each other (decision 0800, ample sets).
 */
export function cellsOf(stage: StageProgram): readonly (readonly number[])[] {
  const roots = stage.slots.map((_, slot) => slot);
  const rootOf = (slot: number): number => {
    let root = slot;
    while (roots[root] !== root) root = roots[root] ?? root;
    // Path compression for later lookups.
    roots[slot] = root;
    return root;
  };
  for (const { needed, members } of stage.conditions) {
    if (needed >= members.length) continue;
    const [first, ...others] = members.flat();
    for (const slot of others) if (first !== undefined) roots[rootOf(slot)] = rootOf(first);
  }
  const cells = new Map<number, number[]>();
  for (const slot of stage.slots.keys()) {
    const root = rootOf(slot);
    const cell = cells.get(root);
    if (cell === undefined) cells.set(root, [slot]);
    else cell.push(slot);
  }
  return [...cells.values()];
}
