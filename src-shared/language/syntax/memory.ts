import type { Node } from "./tree.ts";

export interface RememberedItem {
  readonly node: Node;
  /** How many nodes it holds. */
  readonly nodes: number;
  /** How many characters of it were islands. */
  readonly spent: number;
}

interface Kept extends RememberedItem {
  /** Where it stood when it was kept. */
  readonly at: number;
}

/**
 * Items of the last text by what is written in them. Typing changes one stage: the others are found here and only moved
 * to their new places, in place, so nothing outside may hold on to their ranges.
 */
export class ItemMemory {
  #last = new Map<string, Kept[]>();
  #next = new Map<string, Kept[]>();

  /** What was kept since the last call is what can be taken from now on. */
  turn(): void {
    this.#last = this.#next;
    this.#next = new Map();
  }

  /** Nothing of the last text can be taken: its tree is in use, or was never made. */
  clear(): void {
    this.#last = new Map();
    this.#next = new Map();
  }

  /** An item that was written the same, moved to `at`; each can be taken once. */
  take(source: string, column: number, at: number): RememberedItem | null {
    const kept = this.#last.get(`${column} ${source}`)?.pop();
    if (kept === undefined) return null;
    if (kept.at !== at) moveNode(kept.node, at - kept.at);
    return kept;
  }

  keep(source: string, column: number, at: number, { node, nodes, spent }: RememberedItem): void {
    const key = `${column} ${source}`;
    const same = this.#next.get(key);
    const kept = { node, nodes, spent, at };
    if (same === undefined) this.#next.set(key, [kept]);
    else same.push(kept);
  }
}

/** Moves a tree to another place, in place. */
export function moveNode(node: Node, by: number): void {
  node.range.from += by;
  node.range.to += by;
  if (node.keyRange !== null) {
    node.keyRange.from += by;
    node.keyRange.to += by;
  }
  if (node.kind === "map") for (const child of node.entries.values()) moveNode(child, by);
  else if (node.kind === "list") for (const child of node.items) moveNode(child, by);
}
