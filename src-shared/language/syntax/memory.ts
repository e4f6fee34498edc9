import { childrenOf, type MovableRange, type Node } from "./tree.ts";

export interface RememberedItem {
  readonly node: Node;
  /** How many nodes it holds. */
  readonly nodes: number;
  /** How many characters of it were islands. */
  readonly spent: number;
}

class Kept implements RememberedItem {
  readonly node: Node;
  readonly nodes: number;
  readonly spent: number;
  readonly column: number;
  /** Where it stands. */
  at: number;
  /** Another item that is written the same. */
  same: Kept | null = null;
  /** Every range in it, gathered when it first moves. */
  #ranges: readonly MovableRange[] | null = null;

  constructor({ node, nodes, spent }: RememberedItem, column: number, at: number) {
    this.node = node;
    this.nodes = nodes;
    this.spent = spent;
    this.column = column;
    this.at = at;
  }

  moveTo(at: number): void {
    const by = at - this.at;
    if (by === 0) return;
    this.#ranges ??= rangesOf(this.node, []);
    for (const range of this.#ranges) {
      range.from += by;
      range.to += by;
    }
    this.at = at;
  }
}

/**
 * Items of the last text by what is written in them. Typing changes one stage: the others are found here and only moved
 * to their new places, in place, so nothing outside may hold on to their ranges.
 */
export class ItemMemory {
  #last = new Map<string, Kept>();
  #next = new Map<string, Kept>();

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

  /** An item that was written the same in the same column, moved to `at` and kept again; each can be taken once. */
  take(source: string, column: number, at: number): RememberedItem | null {
    const kept = this.#last.get(source);
    if (kept === undefined || kept.column !== column) return null;
    if (kept.same === null) this.#last.delete(source);
    else this.#last.set(source, kept.same);
    kept.moveTo(at);
    this.#keep(source, kept);
    return kept;
  }

  keep(source: string, column: number, at: number, item: RememberedItem): void {
    this.#keep(source, new Kept(item, column, at));
  }

  #keep(source: string, kept: Kept): void {
    kept.same = this.#next.get(source) ?? null;
    this.#next.set(source, kept);
  }
}

/** Moves a tree to another place, in place. */
export function moveNode(node: Node, by: number): void {
  for (const range of rangesOf(node, [])) {
    range.from += by;
    range.to += by;
  }
}

function rangesOf(node: Node, found: MovableRange[]): MovableRange[] {
  found.push(node.range);
  if (node.keyRange !== null) found.push(node.keyRange);
  for (const child of childrenOf(node)) rangesOf(child, found);
  return found;
}
