import type { TextEdit } from "../../src-shared/basics/index.ts";
import { isObject, type Path, sameJson } from "../../src-shared/language/edit/compare.ts";
import { parse } from "../../src-shared/language/syntax/parse.ts";
import { itemsOf, type ListNode, type MapNode, type Node, nodeAt } from "../../src-shared/language/syntax/tree.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The lines of a text that a change from one value to another may touch, and those whose comments it may take away. */
export class AllowedLines {
  readonly touched = new Set<number>();
  readonly gone = new Set<number>();
  readonly #text: string;
  readonly #root: Node;

  constructor(text: string, before: unknown, after: unknown) {
    this.#text = text;
    this.#root = parse(text).root;
    this.#walk(before, after, []);
  }

  #walk(old: unknown, now: unknown, path: Path): void {
    const node = nodeAt(this.#root, path);
    if (node === null || sameJson(old, now)) return;
    if (isObject(old) && isObject(now) && node.kind === "map") this.#map(node, old, now, path);
    else if (Array.isArray(old) && Array.isArray(now) && node.kind === "list") this.#list(node, old, now, path);
    else {
      this.#touch(node);
      // What becomes an item of a list keeps its comments.
      if (node.kind !== "scalar" && !(Array.isArray(now) && now.some((item) => sameJson(item, old))))
        this.#remove(node);
    }
  }

  #map(node: MapNode, old: Fields, now: Fields, path: Path): void {
    const children = [...node.entries.values()].filter(({ shared }) => shared !== "merge");
    if (!sameJson(Object.keys(old).sort(), Object.keys(now).sort())) this.#seam(node, children);
    for (const child of children) {
      const key = String(child.key);
      if (Object.hasOwn(now, key)) this.#walk(old[key], now[key], [...path, key]);
      else this.#remove(child);
    }
    if (Object.keys(old).every((key) => !Object.hasOwn(now, key))) this.#remove(node);
  }

  #list(node: ListNode, old: readonly unknown[], now: readonly unknown[], path: Path): void {
    for (const at of old.keys()) {
      if (old.length === now.length) this.#walk(old[at], now[at], [...path, at]);
      else if (!sameJson(old[at], now[at])) this.#remove(nodeAt(this.#root, [...path, at]) ?? node);
    }
    if (old.length !== now.length) this.#seam(node, itemsOf(node));
  }

  /** What joins members: the line of the key and of its colon, the end of each of them, the bracket. */
  #seam(owner: Node, siblings: readonly Node[]): void {
    this.#add(this.touched, owner.keyRange?.from ?? owner.range.from, owner.keyRange?.to ?? owner.range.from);
    const colon = this.#colonOf(owner);
    if (colon !== null) this.#add(this.touched, colon, colon);
    for (const { range } of [owner, ...siblings]) this.#add(this.touched, range.to, range.to);
  }

  /** Where the colon of an explicit key stands, on a line of its own; what becomes empty says so there. */
  #colonOf({ keyRange }: Node): number | null {
    if (keyRange === null || !/\? *$/.test(this.#text.slice(0, keyRange.from))) return null;
    const colon = this.#text.slice(keyRange.to).search(/^ *:/m);
    return colon < 0 ? null : keyRange.to + colon;
  }

  #touch(node: Node): void {
    this.#add(this.touched, node.keyRange?.from ?? node.range.from, node.range.to);
  }

  #remove(node: Node): void {
    this.#touch(node);
    this.#add(this.gone, node.keyRange?.from ?? node.range.from, node.range.to);
  }

  #add(to: Set<number>, from: number, end: number): void {
    for (let line = lineOf(this.#text, from); line <= lineOf(this.#text, end); line += 1) to.add(line);
  }
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length - 1;
}

/** The lines that edits change; what is put between two lines changes neither. */
export function touchedLines(text: string, edits: readonly TextEdit[]): number[] {
  return edits.flatMap(({ range, insert }) => {
    if (range.from === range.to && (/^\r?\n/.test(insert) || insert.endsWith("\n"))) return [];
    // Up to the indentation of a line is not into it.
    const indent = /\n *$/.exec(text.slice(range.from, range.to))?.[0].length ?? 0;
    const end = range.to - indent;
    const [first, last] = [lineOf(text, range.from), lineOf(text, end)];
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}
