import { append } from "../append.ts";
import type { TextEdit, TextRange } from "../diagnostics.ts";
import type { Syntax } from "../syntax/parse.ts";
import { itemsOf, type ListNode, type MapNode, type Node, nodeAt, plainValue } from "../syntax/tree.ts";
import { isObject, type Path, sameJson, withValue } from "./compare.ts";
import { Layout } from "./layout.ts";
import { byPlace, type Member, MemberTexts, type Place } from "./member-texts.ts";
import { Merges } from "./merges.ts";
import { ValueTexts } from "./value-texts.ts";

/**
 * Plans the smallest edits that make a tree's text say another value: unchanged members keep their text, comments and
 * order. What comes through an alias is left as it is unless its own place is to say something else. It plans and does
 * not verify; `edit` does, and plans again where a change at an anchor shows elsewhere.
 */
export class Planner {
  readonly #syntax: Syntax;
  readonly #members: MemberTexts;
  readonly #values: ValueTexts;
  readonly #merges: Merges;
  /** Asked again and again for the same map when a rule offers a fix for each of a thousand members. */
  readonly #own = new Map<MapNode, readonly Node[]>();

  readonly #leavesShared: boolean;

  /** One that leaves aliases alone changes only what stands in the text itself. */
  constructor(syntax: Syntax, leavesShared = false) {
    const layout = new Layout(syntax.text);
    this.#syntax = syntax;
    this.#leavesShared = leavesShared;
    this.#members = new MemberTexts(syntax, layout);
    this.#values = new ValueTexts(syntax, layout, this.#members);
    this.#merges = new Merges(syntax.text);
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
    if (node.shared !== null && (this.#leavesShared || sameJson(plainValue(node), value))) return [];
    if (node.shared !== null) return this.#values.besideAlias(node, value) ?? this.#values.whole(node, value);
    if (node.kind === "map" && isObject(value) && this.#places(node).length > 0) return this.#map(node, value);
    if (node.kind === "list" && Array.isArray(value) && node.items.length > 0) return this.#list(node, value);
    if (sameJson(plainValue(node), value)) return [];
    return this.#values.listed(node, value) ?? this.#values.opened(node, value) ?? this.#values.whole(node, value);
  }

  /** Writes out every alias and merge key of these names, so that their anchors are no longer needed. */
  writtenOut(names: ReadonlySet<string>, node = this.#syntax.root): TextEdit[] {
    if (node.shared === "alias") {
      const name = this.#syntax.text.slice(node.range.from + 1, node.range.to);
      return names.has(name) ? this.#values.whole(node, plainValue(node)) : [];
    }
    if (node.kind === "list") return node.items.flatMap((item) => this.writtenOut(names, item));
    if (node.kind !== "map") return [];
    const merges = this.#merges.of(node);
    const named = merges.flatMap(({ from, to }) =>
      [...this.#syntax.text.slice(from, to).matchAll(/\*([^\s,\]}]+)/g)].map(([, name = ""]) => name),
    );
    const own = this.#ownMembers(node).flatMap((child) => this.writtenOut(names, child));
    if (!named.some((name) => names.has(name))) return own;
    return [...own, ...this.#withoutMerges(node, plainValue(node) as Readonly<Record<string, unknown>>)].sort(byPlace);
  }

  /** One more member or item, or a new value for one that came through an alias or a merge key. */
  #added(owner: Node, step: string | number, value: unknown, earlier?: Node): TextEdit[] {
    if (earlier?.shared === "alias") return this.replace(earlier, value);
    if (owner.shared === null && (owner.kind === "map" || owner.kind === "list")) {
      const places = this.#places(owner);
      const near = places.length > 2 && !owner.flow ? [...places.slice(0, 1), ...places.slice(-1)] : places;
      const member: Member = [owner.kind === "map" ? String(step) : null, value];
      if (near.length > 0) return this.#members.insertion(owner, near, near.at(-1) ?? null, [member]);
    }
    return this.replace(owner, withValue(plainValue(owner), [step], value));
  }

  /** Removal of one member or item; only its neighbours are looked at, since a fix may ask for each of a thousand. */
  #without(owner: Node, step: string | number, gone: Node): TextEdit[] {
    if (owner.shared !== null || (owner.kind !== "map" && owner.kind !== "list")) return [];
    const siblings = owner.kind === "map" ? this.#ownMembers(owner) : owner.items;
    const at = siblings.indexOf(gone);
    if (at < 0 || siblings.length < 2 || (owner.kind === "map" && this.#merges.of(owner).length > 0))
      return this.replace(owner, withValue(plainValue(owner), [step], undefined));
    const near = siblings.slice(Math.max(at - 1, 0), at + 2);
    return this.#members.removals(
      owner,
      near.map((node) => this.#members.place(owner, node)),
      near.map((node) => node !== gone),
    );
  }

  #map(map: MapNode, value: Readonly<Record<string, unknown>>): TextEdit[] {
    const merged = [...map.entries.values()].filter(({ shared }) => shared === "merge");
    // What a merge key brings cannot be taken away from it: it gives way to the rest of what it brings.
    if (!this.#leavesShared && merged.some(({ key }) => !Object.hasOwn(value, String(key))))
      return this.#withoutMerges(map, value);
    const places = this.#places(map);
    const keeps = places.map(({ node }) => node === null || Object.hasOwn(value, String(node.key)));
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
      if (there === undefined) return true;
      return there.shared === "merge" && !this.#leavesShared && !sameJson(plainValue(there), value[key]);
    });
    // Between braces the commas of what goes and what comes are in each other's way: the latter comes in a second plan.
    if (added.length > 0 && !(map.flow && keeps.includes(false))) {
      const behind = places[keeps.lastIndexOf(true)] ?? null;
      const members = added.map((key): Member => [key, value[key]]);
      append(edits, this.#members.insertion(map, places, behind, members));
    }
    return edits.sort(byPlace);
  }

  /** The merge keys give way to the members that they bring and that `value` has; everything else is for a second plan. */
  #withoutMerges(map: MapNode, value: Readonly<Record<string, unknown>>): TextEdit[] {
    const brought = [...map.entries.values()]
      .filter(({ key, shared }) => shared === "merge" && Object.hasOwn(value, String(key)))
      .map(({ key }): Member => [String(key), value[String(key)]]);
    const places = this.#places(map);
    const merges = places.filter(({ node }) => node === null);
    const [first] = merges;
    if (first === undefined) return [];
    if (brought.length === 0) {
      const rest = plainValue(map) as Record<string, unknown>;
      for (const { key, shared } of map.entries.values()) if (shared === "merge") delete rest[String(key)];
      return merges.length === places.length
        ? this.#values.whole(map, rest)
        : this.#members.removals(
            map,
            places,
            places.map(({ node }) => node !== null),
          );
    }
    const text = this.#values.membersAt(map, first.range, brought);
    const others = this.#members.removals(
      map,
      places,
      places.map((place) => place === first || place.node !== null),
    );
    return [...others, { range: first.range, insert: text }].sort(byPlace);
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

  /** Where the members or items and the merge keys of a collection stand, in order of the text. */
  #places(owner: MapNode | ListNode): readonly Place[] {
    if (owner.kind === "list") return itemsOf(owner).map((item) => this.#members.place(owner, item));
    const own = this.#ownMembers(owner).map((node) => this.#members.place(owner, node));
    const merges = this.#merges.of(owner).map((range: TextRange): Place => ({ range, node: null }));
    return merges.length === 0 ? own : [...own, ...merges].sort((a, b) => a.range.from - b.range.from);
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
}

/**
 * Plans what makes a text say a value: first where it says so itself, anchors included, since what aliases stand for may
 * then be right by itself; where that is done, the aliases that are not.
 */
export function towards(value: unknown): (source: { readonly syntax: Syntax }) => readonly TextEdit[] {
  return ({ syntax }) => {
    const own = new Planner(syntax, true).replace(syntax.root, value);
    return own.length > 0 ? own : new Planner(syntax).replace(syntax.root, value);
  };
}

function childAt(node: Node, step: string | number): Node | null {
  if (node.kind === "map") return node.entries.get(String(step)) ?? null;
  return node.kind === "list" ? (node.items[Number(step)] ?? null) : null;
}
