import type { TextEdit, TextRange } from "../diagnostics.ts";
import type { Syntax } from "../syntax/parse.ts";
import { type ListNode, type MapNode, type Node, nodeAt, plainValue } from "../syntax/tree.ts";
import { isObject, type Path, sameJson, withValue } from "./compare.ts";
import { Layout } from "./layout.ts";
import { blockYaml, flowYaml, jsonText } from "./render.ts";

/**
 * Plans the smallest edits that make a tree's text say another value: unchanged members keep their text, comments and
 * order. It plans and does not verify; `edit` does.
 */
export class Planner {
  readonly #syntax: Syntax;
  readonly #layout: Layout;
  /** Asked again and again for the same map when a rule offers a fix for each of a thousand members. */
  readonly #own = new Map<MapNode, readonly Node[]>();

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
    this.#layout = new Layout(syntax.text);
  }

  /** Sets the place at `path`, or removes it where `value` is undefined. */
  set(path: Path, value: unknown): TextEdit[] {
    let node = this.#syntax.root;
    for (const [depth, step] of path.entries()) {
      const last = depth === path.length - 1;
      const next = childAt(node, step);
      if (last && value === undefined) return next === null ? [] : this.#without(node, step, next);
      if (next === null) return this.#added(node, step, withValue(undefined, path.slice(depth + 1), value));
      // Below an alias nothing can be changed alone: the alias gives way to what it stands for.
      if (next.shared !== null)
        return this.#added(node, step, withValue(plainValue(next), path.slice(depth + 1), value), next);
      node = next;
    }
    return this.replace(node, value);
  }

  remove(node: Node): TextEdit[] {
    return node.parent === null || node.key === null ? [] : this.#without(node.parent, node.key, node);
  }

  /** Puts a whole new value at `path`, which exists, without regard to what stands there. */
  replaceWhole(path: Path, value: unknown): TextEdit[] {
    const node = nodeAt(this.#syntax.root, path);
    return node === null ? [] : this.#whole(node, value);
  }

  /** Edits that make `node` say `value`, descending as long as both have the same kind. */
  replace(node: Node, value: unknown): TextEdit[] {
    if (node.kind === "map" && node.shared === null && isObject(value) && this.#ownMembers(node).length > 0)
      return this.#map(node, value);
    if (
      node.kind === "list" &&
      node.shared === null &&
      Array.isArray(value) &&
      node.items.length > 0 &&
      value.length > 0
    ) {
      return this.#list(node, value);
    }
    return sameJson(plainValue(node), value) && node.shared === null ? [] : this.#whole(node, value);
  }

  /** One more member or item, or a new value for one that came through an alias or a merge key. */
  #added(owner: Node, step: string | number, value: unknown, earlier?: Node): TextEdit[] {
    if (earlier?.shared === "alias") return this.#whole(earlier, value);
    if (owner.shared === null && owner.kind === "map") {
      const own = this.#ownMembers(owner);
      const ends = [own[0], own.at(-1)].flatMap((entry) => (entry ? [entryRange(entry)] : []));
      if (ends.length > 0) return [this.#insertion(owner, ends, [[String(step), value]])];
    } else if (owner.shared === null && owner.kind === "list" && owner.items.length > 0) {
      const ends = [owner.items[0], owner.items.at(-1)].flatMap((item) => (item ? [this.#itemRange(owner, item)] : []));
      return [this.#insertion(owner, ends, [[null, value]])];
    }
    return this.#whole(owner, withValue(plainValue(owner), [step], value));
  }

  /** Removal of one member or item; only its neighbours are looked at, since a fix may ask for each of a thousand. */
  #without(owner: Node, step: string | number, gone: Node): TextEdit[] {
    const siblings = owner.kind === "map" ? this.#ownMembers(owner) : owner.kind === "list" ? owner.items : [];
    const at = siblings.indexOf(gone);
    if (owner.shared !== null || at < 0 || siblings.length < 2 || (owner.kind !== "map" && owner.kind !== "list")) {
      return this.replace(owner, withValue(plainValue(owner), [step], undefined));
    }
    const range = (node: Node) => (owner.kind === "list" ? this.#itemRange(owner, node) : entryRange(node));
    const near = siblings.slice(Math.max(at - 1, 0), at + 2);
    return this.#removals(
      owner,
      near.map(range),
      near.map((node) => node !== gone),
    );
  }

  #map(map: MapNode, value: Readonly<Record<string, unknown>>): TextEdit[] {
    const own = this.#ownMembers(map);
    const ranges = own.map(entryRange);
    const keeps = own.map(({ key }) => Object.hasOwn(value, String(key)));
    if (!keeps.includes(true)) return this.#whole(map, value);
    const edits = this.#removals(map, ranges, keeps);
    for (const node of own) {
      const key = String(node.key);
      if (Object.hasOwn(value, key)) edits.push(...this.replace(node, value[key]));
    }
    const added = Object.keys(value).filter((key) => {
      const there = map.entries.get(key);
      return there === undefined || (there.shared === "merge" && !sameJson(plainValue(there), value[key]));
    });
    if (added.length > 0) {
      const kept = ranges.filter((_, at) => keeps[at]);
      const members = added.map((key): Member => [key, value[key]]);
      edits.push(this.#insertion(map, kept, members, ranges));
    }
    return edits.sort(byPlace);
  }

  #list(list: ListNode, value: readonly unknown[]): TextEdit[] {
    const old = list.items.map((item) => plainValue(item));
    const shorter = Math.min(old.length, value.length);
    let head = 0;
    while (head < shorter && sameJson(old[head], value[head])) head += 1;
    let tail = 0;
    while (tail < shorter - head && sameJson(old.at(-1 - tail), value.at(-1 - tail))) tail += 1;
    // Items change in place as far as both lists go; then the old rest goes, or the new rest comes.
    const changed = shorter - tail;
    const edits = list.items.slice(head, changed).flatMap((item, at) => this.replace(item, value[head + at]));
    const ranges = list.items.map((item) => this.#itemRange(list, item));
    const keeps = old.map((_, at) => at < changed || at >= old.length - tail);
    edits.push(...this.#removals(list, ranges, keeps));
    const added = value.slice(changed, value.length - tail).map((item): Member => [null, item]);
    if (added.length > 0) edits.push(this.#insertion(list, ranges.slice(0, changed), added, ranges));
    return edits.sort(byPlace);
  }

  /** An item's range with its dash. */
  #itemRange(list: ListNode, item: Node): TextRange {
    if (list.flow) return item.range;
    return { from: this.#layout.dashBefore(item.range.from, this.#layout.column(list.range.from)), to: item.range.to };
  }

  #removals(owner: MapNode | ListNode, ranges: readonly TextRange[], keeps: readonly boolean[]): TextEdit[] {
    const edits: TextEdit[] = [];
    let keptBefore = false;
    for (const [at, range] of ranges.entries()) {
      if (keeps[at]) {
        keptBefore = true;
        continue;
      }
      const previous = keptBefore ? ranges[at - 1] : undefined;
      const gone = owner.flow
        ? this.#layout.flowRemoval(range, previous, ranges[at + 1])
        : this.#layout.blockRemoval(range, ranges[at + 1]);
      edits.push({ range: gone, insert: "" });
    }
    return edits;
  }

  /** New members or items behind the last of `before`, or in front of all of `all` where that is empty. */
  #insertion(
    owner: MapNode | ListNode,
    before: readonly TextRange[],
    added: readonly Member[],
    all = before,
  ): TextEdit {
    const last = before.at(-1);
    const first = all[0] ?? owner.range;
    const end = this.#layout.lineEnd;
    if (owner.flow) {
      const unit = this.#layout.spreads(owner.range) ? this.#layout.unit : "";
      const column = this.#layout.indentOf(first.from);
      const between = unit === "" ? ", " : `,${end}${" ".repeat(column)}`;
      const texts = added.map(([key, value]) => this.#flowMember(key, value, unit, column));
      if (last === undefined)
        return { range: { from: first.from, to: first.from }, insert: texts.map((text) => text + between).join("") };
      return { range: { from: last.to, to: last.to }, insert: texts.map((text) => between + text).join("") };
    }
    const column = this.#layout.column(first.from);
    const lines = added.map(([key, value]) =>
      this.#indented(key === null ? blockYaml([value]) : blockYaml(keyed(key, value)), column),
    );
    if (last === undefined) {
      const insert = lines.map((text) => `${text.slice(column)}${end}${" ".repeat(column)}`).join("");
      return { range: { from: first.from, to: first.from }, insert };
    }
    const at = this.#layout.endOfLine(last.to);
    return { range: { from: at, to: at }, insert: lines.map((text) => end + text).join("") };
  }

  /** Puts a whole new value where the node stands. */
  #whole(node: Node, value: unknown): TextEdit[] {
    const { text, json } = this.#syntax;
    if (node.parent === null) {
      const from = node.range.to > node.range.from ? node.range.from : this.#layout.endOfText;
      const insert = json ? jsonText(value, this.#layout.unit) : blockYaml(value).trimEnd();
      return [
        {
          range: { from, to: Math.max(node.range.to, from) },
          insert: insert + (node.range.to === text.length || text.length === 0 ? "\n" : ""),
        },
      ];
    }
    if (json) {
      const column = this.#layout.indentOf(node.range.from);
      const unit =
        this.#layout.spreads(node.parent.range) && (isObject(value) || Array.isArray(value)) ? this.#layout.unit : "";
      return [{ range: node.range, insert: this.#nested(jsonText(value, unit), column) }];
    }
    if (node.parent.flow) {
      const empty = node.range.from === node.range.to;
      return [{ range: node.range, insert: (empty ? " " : "") + this.#styled(node, value, flowYaml(value)) }];
    }
    return this.#wholeBlock(node, node.parent, value);
  }

  #wholeBlock(node: Node, parent: Node, value: unknown): TextEdit[] {
    const isItem = parent.kind === "list";
    const column = isItem
      ? this.#layout.column(parent.range.from)
      : this.#layout.column(node.keyRange?.from ?? parent.range.from);
    const rendered = isItem ? blockYaml([value]) : blockYaml({ k: value });
    const tail = this.#indented(rendered, column).slice(column + (isItem ? 1 : 2));
    // A value on one line keeps what stands around it: a comment behind, an anchor before.
    const oneLine =
      !tail.includes("\n") &&
      node.range.to > node.range.from &&
      !(node.kind !== "scalar" && node.kind !== "unknown" && !node.flow);
    if (oneLine) return [{ range: node.range, insert: this.#styled(node, value, tail.slice(1)) }];
    const marker = isItem
      ? this.#layout.dashBefore(node.range.from, column)
      : this.#layout.colonAfter(node.keyRange?.to ?? node.range.from);
    return [{ range: { from: marker + 1, to: Math.max(node.range.to, marker + 1) }, insert: tail }];
  }

  /** A quoted text stays quoted, in the author's quotes. */
  #styled(node: Node, value: unknown, rendered: string): string {
    if (node.kind !== "scalar" || node.style !== "quoted" || typeof value !== "string") return rendered;
    if (rendered.startsWith('"') || rendered.startsWith("'")) return rendered;
    return this.#syntax.text[node.range.from] === "'" ? `'${value.replaceAll("'", "''")}'` : jsonText(value, "");
  }

  #flowMember(key: string | null, value: unknown, unit: string, column: number): string {
    if (this.#syntax.json) {
      const rendered = this.#nested(jsonText(value, unit), column);
      return key === null ? rendered : `${jsonText(key, "")}: ${rendered}`;
    }
    return key === null ? flowYaml(value) : flowYaml(keyed(key, value)).replace(/^\{\s*|\s*\}$/g, "");
  }

  /** Members that stand in the map's own text, not those that a merge key brought. */
  #ownMembers(map: MapNode): readonly Node[] {
    let own = this.#own.get(map);
    if (own === undefined) {
      own = [...map.entries.values()].filter(({ shared }) => shared !== "merge");
      this.#own.set(map, own);
    }
    return own;
  }

  /** Rendered block text moved to a column, its first line included. */
  #indented(rendered: string, column: number): string {
    const pad = " ".repeat(column);
    return rendered
      .trimEnd()
      .split("\n")
      .map((line) => (line === "" ? line : pad + line))
      .join(this.#layout.lineEnd);
  }

  /** Rendered JSON whose further lines move to a column. */
  #nested(rendered: string, column: number): string {
    return rendered.replaceAll("\n", `${this.#layout.lineEnd}${" ".repeat(column)}`);
  }
}

/** A member's key, or null for a list item, and its value. */
type Member = readonly [string | null, unknown];

function keyed(key: string, value: unknown): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null);
  object[key] = value;
  return object;
}

function childAt(node: Node, step: string | number): Node | null {
  if (node.kind === "map") return node.entries.get(String(step)) ?? null;
  return node.kind === "list" ? (node.items[Number(step)] ?? null) : null;
}

function entryRange(node: Node): TextRange {
  const from = node.keyRange?.from ?? node.range.from;
  return { from, to: Math.max(node.range.to, node.keyRange?.to ?? from) };
}

function byPlace(a: TextEdit, b: TextEdit): number {
  return a.range.from - b.range.from || a.range.to - b.range.to;
}
