import type { TextRange } from "../../basics/index.ts";

/**
 * The syntax tree of a flow file, one for YAML and JSON: plain values with their places in the text. Aliases and merge
 * keys are already expanded; what came through one carries the alias's place, since that is what the author sees.
 */
export type Node = ScalarNode | MapNode | ListNode | UnknownNode;

/** Only the tree's own keeper moves it, between two texts; what goes out is a copy. */
export interface MovableRange {
  from: number;
  to: number;
}

interface Placed {
  /** The value's own text, without surrounding space. */
  range: MovableRange;
  parent: MapNode | ListNode | null;
  /** Name or index in the parent; null at the root. */
  key: string | number | null;
  /** The member's key in the text; null for list items and the root. */
  keyRange: MovableRange | null;
  /** Came through an alias or a merge key: cannot be edited where it stands. */
  shared: "alias" | "merge" | null;
}

export interface ScalarNode extends Placed {
  readonly kind: "scalar";
  readonly value: string | number | boolean | null;
  readonly style: "plain" | "quoted" | "block";
  /** As written, for messages such as '`no` is text'. */
  readonly source: string;
}

export interface MapNode extends Placed {
  readonly kind: "map";
  readonly flow: boolean;
  readonly entries: Map<string, Node>;
}

export interface ListNode extends Placed {
  readonly kind: "list";
  readonly flow: boolean;
  readonly items: Node[];
}

/** A value that could not be read: an alias that was refused or names nothing. Already reported, so rules skip it. */
export interface UnknownNode extends Placed {
  readonly kind: "unknown";
}

/** What a node says of its place before it stands in a map or list. */
export function unplaced({ from, to }: TextRange): Placed {
  return { range: { from, to }, parent: null, key: null, keyRange: null, shared: null };
}

/** Puts a node into its place in a map or list. */
export function adopt(node: Node, parent: MapNode | ListNode, key: string | number, keyRange: TextRange | null): void {
  node.parent = parent;
  node.key = key;
  node.keyRange = keyRange;
}

export function isContainer(node: Node | null | undefined): node is MapNode | ListNode {
  return node?.kind === "map" || node?.kind === "list";
}

/** The members of a map or items of a list; none of anything else. */
export function childrenOf(node: Node): readonly Node[] {
  return node.kind === "map" ? [...node.entries.values()] : itemsOf(node);
}

/** The keys and indices that lead from the root to a node. */
export function pathOf(node: Node): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Node | null = node; at !== null && at.key !== null; at = at.parent) path.push(at.key);
  return path.reverse();
}

/** The JSON pointer of a node, from the file's root (RFC 6901). */
export function pointerOf(node: Node): string {
  return pathOf(node).map(escapeStep).join("");
}

/** The pointer of a member that may not exist. */
export function memberPointer(node: Node, key: string | number): string {
  return pointerOf(node) + escapeStep(key);
}

function escapeStep(key: string | number): string {
  return `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** A range that stays as it is: the tree's own moves with the next text. */
export function copied({ from, to }: TextRange): TextRange {
  return { from, to };
}

/** The text of a member; null where there is none. */
export function textAt(node: Node | null, key: string): string | null {
  const value = memberText(node, key)?.value;
  return typeof value === "string" ? value : null;
}

/** The key of a member; of anything else its value. */
export function keyOf({ keyRange, range }: Node): TextRange {
  return keyRange ?? range;
}

/** Where to underline something that is wrong about a node as a whole: its key, else the first key inside, else itself. */
export function headRange(node: Node): TextRange {
  if (node.keyRange !== null) return node.keyRange;
  if (node.kind === "map" && !node.flow) {
    const first = node.entries.values().next().value;
    if (first?.keyRange) return first.keyRange;
  }
  return node.range;
}

/** Where to underline a value; its key, where nothing stands behind it. */
export function shownRange(node: Node): TextRange {
  return node.range.from === node.range.to ? headRange(node) : node.range;
}

/** Where to underline a list item or member with its key. */
export function wholeRange(node: Node): TextRange {
  const from = node.keyRange === null ? node.range.from : Math.min(node.keyRange.from, node.range.from);
  return { from, to: Math.max(node.keyRange?.to ?? 0, node.range.to) };
}

/** The member of a map, else null. */
export function member(node: Node | null, key: string): Node | null {
  return node?.kind === "map" ? (node.entries.get(key) ?? null) : null;
}

export function memberMap(node: Node | null, key: string): MapNode | null {
  const found = member(node, key);
  return found?.kind === "map" ? found : null;
}

export function memberText(node: Node | null, key: string): ScalarNode | null {
  const found = member(node, key);
  return found?.kind === "scalar" && typeof found.value === "string" ? found : null;
}

export function itemsOf(node: Node | null): readonly Node[] {
  return node?.kind === "list" ? node.items : [];
}

/** Whether the node is absent or an explicit null, which the wire uses for 'unset'. */
export function isUnset(node: Node | null): boolean {
  return node === null || (node.kind === "scalar" && node.value === null);
}

/**
 * The node as plain JSON. Objects have no prototype, so that a member named `__proto__` is only a member. `known` gives
 * values that were made before.
 */
export function plainValue(node: Node, known?: (node: Node) => unknown): unknown {
  const before = known?.(node);
  if (before !== undefined) return before;
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "list":
      return node.items.map((item) => plainValue(item, known));
    case "map": {
      const object: Record<string, unknown> = Object.create(null);
      for (const [key, value] of node.entries) object[key] = plainValue(value, known);
      return object;
    }
    case "unknown":
      return null;
  }
}

/** The node at a path, or null. */
export function nodeAt(root: Node, path: readonly (string | number)[]): Node | null {
  let at: Node | null = root;
  for (const step of path) {
    if (at === null) return null;
    if (at.kind === "map") at = at.entries.get(String(step)) ?? null;
    else if (at.kind === "list") at = at.items[Number(step)] ?? null;
    else return null;
  }
  return at;
}
