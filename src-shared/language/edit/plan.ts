import { append, type TextEdit } from "../../basics/index.ts";
import type { Syntax } from "../syntax/parse.ts";
import { childrenOf, isContainer, type ListNode, type MapNode, type Node, nodeAt, plainValue } from "../syntax/tree.ts";
import { isObject, type Path, sameJson, withValue } from "./compare.ts";
import { Layout } from "./layout.ts";
import { byPlace, type Member, MemberTexts, type Place } from "./member-texts.ts";
import { ValueTexts } from "./value-texts.ts";

/**
 * Plans the smallest edits that make a tree's text say another value: unchanged members keep their text, comments and
 * order. An alias whose place is to say something else gives way to the value. It plans and does not verify; `settled`
 * does, and plans again where a change at an anchor shows elsewhere.
 */
export class Planner {
  readonly #syntax: Syntax;
  readonly #members: MemberTexts;
  readonly #values: ValueTexts;
  /** Asked again and again for the same map when a rule offers a fix for each of a thousand members. */
  readonly #own = new Map<MapNode, readonly Node[]>();

  constructor(syntax: Syntax) {
    const layout = new Layout(syntax.text);
    this.#syntax = syntax;
    this.#members = new MemberTexts(syntax, layout);
    this.#values = new ValueTexts(syntax, layout, this.#members);
  }

  /** Sets the place at `path`, or removes it where `value` is undefined. No edits: a list stands where a name is wanted. */
  set(path: Path, value: unknown): TextEdit[] {
    let node = this.#syntax.root;
    for (const [depth, step] of path.entries()) {
      if (node.kind === "list" && typeof step === "string") return [];
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
    return node === null ? [] : this.#values.whole(node, value);
  }

  /** Edits that make `node` say `value`, descending as long as both have the same kind. */
  replace(node: Node, value: unknown): TextEdit[] {
    if (node.shared !== null) return sameJson(plainValue(node), value) ? [] : this.#values.whole(node, value);
    if (node.kind === "map" && isObject(value) && this.#places(node).length > 0) return this.#map(node, value);
    if (node.kind === "list" && Array.isArray(value) && node.items.length > 0) return this.#list(node, value);
    if (sameJson(plainValue(node), value)) return [];
    return this.#values.listed(node, value) ?? this.#values.opened(node, value) ?? this.#values.whole(node, value);
  }

  /** Writes out what aliases and merge keys of these names bring, so that the anchors are no longer needed. */
  writtenOut(names: ReadonlySet<string>, node = this.#syntax.root): TextEdit[] {
    const named = ({ shared, range }: Node): boolean =>
      shared !== null && names.has(this.#syntax.text.slice(range.from + 1, range.to));
    if (node.shared !== null) return named(node) ? this.#values.whole(node, plainValue(node)) : [];
    const children = childrenOf(node);
    if (children.some((child) => child.shared === "merge" && named(child)))
      return this.#values.whole(node, plainValue(node));
    return children.flatMap((child) => this.writtenOut(names, child));
  }

  /** One more member or item, or a new value for one that came through an alias or a merge key. */
  #added(owner: Node, step: string | number, value: unknown, earlier?: Node): TextEdit[] {
    if (earlier?.shared === "alias") return this.replace(earlier, value);
    if (owner.shared === null && isContainer(owner)) {
      const places = this.#places(owner);
      const near = places.length > 2 && !owner.flow ? [...places.slice(0, 1), ...places.slice(-1)] : places;
      const member: Member = [owner.kind === "map" ? String(step) : null, value];
      if (near.length > 0) return this.#members.insertion(owner, near, near.at(-1) ?? null, [member]);
    }
    return this.replace(owner, withValue(plainValue(owner), [step], value));
  }

  /** Removal of one member or item; only its neighbours are looked at, since a fix may ask for each of a thousand. */
  #without(owner: Node, step: string | number, gone: Node): TextEdit[] {
    if (owner.shared !== null || !isContainer(owner)) return [];
    const siblings = owner.kind === "map" ? this.#ownMembers(owner) : owner.items;
    const at = siblings.indexOf(gone);
    if (at < 0 || siblings.length < 2 || (owner.kind === "map" && hasMerges(owner)))
      return this.replace(owner, withValue(plainValue(owner), [step], undefined));
    const near = siblings.slice(Math.max(at - 1, 0), at + 2);
    return this.#members.removals(
      owner,
      near.map((node) => this.#members.place(owner, node)),
      near.map((node) => node !== gone),
    );
  }

  #map(map: MapNode, value: Readonly<Record<string, unknown>>): TextEdit[] {
    const merged = childrenOf(map).filter(({ shared }) => shared === "merge");
    // What a merge key brings cannot be taken away from it: it gives way to what is left. So it does between braces,
    // where it has no place among the commas.
    if (merged.some(({ key }) => map.flow || !Object.hasOwn(value, String(key)))) return this.#values.whole(map, value);
    const places = this.#places(map);
    const keeps = places.map(({ node }) => Object.hasOwn(value, String(node.key)));
    if (!keeps.includes(true))
      return Object.keys(value).length > 0
        ? this.#values.whole(map, value)
        : (this.#values.emptied(map, places) ?? this.#values.whole(map, value));
    const edits = this.#members.removals(map, places, keeps);
    for (const node of this.#ownMembers(map)) {
      const key = String(node.key);
      if (Object.hasOwn(value, key)) append(edits, this.replace(node, value[key]));
    }
    const added = Object.keys(value).filter((key) => {
      const there = map.entries.get(key);
      return there === undefined || (there.shared === "merge" && !sameJson(plainValue(there), value[key]));
    });
    // Between braces the commas of what goes and what comes are in each other's way: the latter comes in a second plan.
    if (added.length > 0 && !(map.flow && keeps.includes(false))) {
      const behind = places[keeps.lastIndexOf(true)] ?? null;
      const members = added.map((key): Member => [key, value[key]]);
      append(edits, this.#members.insertion(map, places, behind, members));
    }
    return edits.sort(byPlace);
  }

  #list(list: ListNode, value: readonly unknown[]): TextEdit[] {
    const places = this.#places(list);
    if (value.length === 0) return this.#values.emptied(list, places) ?? this.#values.whole(list, value);
    const old = list.items.map((item) => plainValue(item));
    const shorter = Math.min(old.length, value.length);
    let head = 0;
    while (head < shorter && sameJson(old[head], value[head])) head += 1;
    let tail = 0;
    while (tail < shorter - head && sameJson(old.at(-1 - tail), value.at(-1 - tail))) tail += 1;
    // Items change in place as far as both lists go; then the old rest goes, or the new rest comes.
    const changed = shorter - tail;
    const edits = list.items.slice(head, changed).flatMap((item, at) => this.replace(item, value[head + at]));
    const keeps = old.map((_, at) => at < changed || at >= old.length - tail);
    append(edits, this.#members.removals(list, places, keeps));
    const added = value.slice(changed, value.length - tail).map((item): Member => [null, item]);
    if (added.length > 0) append(edits, this.#members.insertion(list, places, places[changed - 1] ?? null, added));
    return edits.sort(byPlace);
  }

  /** Where the members or items that stand in a collection's own text are, in order. */
  #places(owner: MapNode | ListNode): readonly Place[] {
    const own = owner.kind === "list" ? owner.items : this.#ownMembers(owner);
    return own.map((node) => this.#members.place(owner, node));
  }

  /** Members that stand in the map's own text, not those that a merge key brought. */
  #ownMembers(map: MapNode): readonly Node[] {
    let own = this.#own.get(map);
    if (own === undefined) {
      own = childrenOf(map).filter(({ shared }) => shared !== "merge");
      this.#own.set(map, own);
    }
    return own;
  }
}

/** Plans what makes a text say a value. */
export function towards(value: unknown): (source: { readonly syntax: Syntax }) => readonly TextEdit[] {
  return ({ syntax }) => new Planner(syntax).replace(syntax.root, value);
}

function hasMerges(map: MapNode): boolean {
  return childrenOf(map).some(({ shared }) => shared === "merge");
}

function childAt(node: Node, step: string | number): Node | null {
  if (node.kind === "map") return node.entries.get(String(step)) ?? null;
  return node.kind === "list" ? (node.items[Number(step)] ?? null) : null;
}
