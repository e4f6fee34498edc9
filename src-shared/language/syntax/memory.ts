import { childrenOf, type MovableRange, type Node } from "./tree.ts";

interface RememberedItem {
  readonly node: Node;
  /** How many nodes it holds. */
  readonly nodes: number;
  /** How many characters of it were islands. */
  readonly spent: number;
}

interface Kept extends RememberedItem {
  readonly column: number;
  /** Where it stands. */
  at: number;
  /** Another item that is written the same. */
  same: Kept | null;
  /** Every range in it, gathered when it first moves. */
  ranges: readonly MovableRange[] | null;
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
    if (kept.at !== at) {
      kept.ranges ??= rangesOf(kept.node, []);
      moveRanges(kept.ranges, at - kept.at);
      kept.at = at;
    }
    this.#keep(source, kept);
    return kept;
  }

  keep(source: string, column: number, at: number, item: RememberedItem): void {
    this.#keep(source, { ...item, column, at, same: null, ranges: null });
  }

  #keep(source: string, kept: Kept): void {
    kept.same = this.#next.get(source) ?? null;
    this.#next.set(source, kept);
  }
}

/** Moves a tree to another place, in place. */
export function moveNode(node: Node, by: number): void {
  moveRanges(rangesOf(node, []), by);
}

function moveRanges(ranges: readonly MovableRange[], by: number): void {
  for (const range of ranges) {
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
