import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { msg, short, type TextRange, type Translatable } from "../../basics/index.ts";
import { Aliases } from "./aliases.ts";
import type { Problem } from "./problems.ts";
import { type ListNode, type MapNode, type Node, type ScalarNode, unplaced } from "./tree.ts";

/** Puts a member into a map; a problem where the map has one of that name, which then stays [S002]. */
export function addMember(map: MapNode, name: string, value: Node): Problem | null {
  value.parent = map;
  value.key = name;
  const earlier = map.entries.get(name);
  if (earlier === undefined) {
    map.entries.set(name, value);
    return null;
  }
  return {
    rule: "S002",
    message: msg`\`${short(name)}\` stands here twice: remove or rename one, only the first is read.`,
    node: value,
    range: value.keyRange ?? value.range,
    related: [{ range: earlier.keyRange ?? earlier.range, message: msg`The first \`${short(name)}\`` }],
  };
}

/** A value that is not there: null, as YAML says. */
export function emptyNode(at: number): ScalarNode {
  return { ...unplaced({ from: at, to: at }), kind: "scalar", value: null, style: "plain", source: "" };
}

export function syntaxError(message: Translatable, range: TextRange): Problem {
  return { rule: "S001", message, node: null, range };
}

/** Turns the parser's nodes into ours. Depth is already known to be small. */
export class TreeReader {
  readonly problems: Problem[] = [];
  /** Texts of more than one line, ascending. */
  readonly blocks: TextRange[] = [];
  readonly #text: string;
  readonly #aliases = new Aliases();

  constructor(text: string) {
    this.#text = text;
  }

  /** Of the text itself, without what aliases add. */
  nodes = 0;

  read(source: ParsedNode | null, at: number): Node {
    this.nodes += 1;
    if (source === null) return emptyNode(at);
    if (isAlias(source)) return this.#alias(source.source, { from: source.range[0], to: source.range[1] });
    const anchor = source.anchor;
    if (anchor === undefined) return this.#value(source);
    this.#aliases.open(anchor);
    const node = this.#value(source);
    this.#aliases.define(anchor, node);
    return node;
  }

  #value(source: Scalar.Parsed | YAMLMap.Parsed | YAMLSeq.Parsed): Node {
    if (isMap(source)) return this.#map(source);
    if (isSeq(source)) return this.#list(source);
    return this.#scalar(source);
  }

  #alias(name: string, range: TextRange): Node {
    const { node, problem } = this.#aliases.expand(name, range);
    if (problem !== null) this.problems.push(problem);
    return node;
  }

  #scalar(source: Scalar.Parsed): ScalarNode {
    const { type, value } = source;
    const style = type === "PLAIN" || type === undefined ? "plain" : type.startsWith("BLOCK") ? "block" : "quoted";
    const range = this.#trimmed(source.range[0], source.range[1]);
    if (style === "block" || this.#text.slice(range.from, range.to).includes("\n")) {
      this.blocks.push({ from: range.from, to: source.range[1] });
    }
    const written = style === "plain" ? (source.source ?? "") : this.#text.slice(range.from, range.to);
    return { ...emptyNode(0), value: jsonScalar(value, written), style, source: written, range };
  }

  #list(source: YAMLSeq.Parsed): ListNode {
    const list: ListNode = {
      ...unplaced({ from: source.range[0], to: source.range[1] }),
      kind: "list",
      flow: source.flow === true,
      items: [],
    };
    for (const item of source.items) {
      // A pair inside a flow list (`[a: b]`) is a map of one member.
      const node = isPair(item) ? emptyNode(list.range.from) : this.read(item as ParsedNode, list.range.from);
      node.parent = list;
      node.key = list.items.length;
      list.items.push(node);
    }
    const last = list.items.at(-1);
    if (!list.flow && last !== undefined)
      list.range = { from: list.range.from, to: Math.max(last.range.to, list.range.from) };
    else if (list.flow) list.range = this.#trimmed(list.range.from, list.range.to);
    return list;
  }

  #map(source: YAMLMap.Parsed): MapNode {
    const map: MapNode = {
      ...unplaced({ from: source.range[0], to: source.range[1] }),
      kind: "map",
      flow: source.flow === true,
      entries: new Map(),
    };
    const merges: Node[] = [];
    let end = map.range.from;
    for (const pair of source.items) {
      const key = pair.key as ParsedNode | null;
      if (key === null || !isScalar(key)) continue;
      const keyRange = this.#trimmed(key.range[0], key.range[1]);
      const value = this.read(pair.value as ParsedNode | null, keyRange.to);
      value.keyRange = keyRange;
      end = Math.max(end, keyRange.to, value.range.to);
      if (key.type === "PLAIN" && key.source === "<<") merges.push(value);
      else this.#add(map, String(key.value ?? ""), value);
    }
    for (const merge of merges) this.#merge(map, merge);
    if (map.flow) map.range = this.#trimmed(map.range.from, map.range.to);
    else map.range = { from: map.range.from, to: end };
    return map;
  }

  #add(map: MapNode, name: string, value: Node): void {
    const problem = addMember(map, name, value);
    if (problem !== null) this.problems.push(problem);
  }

  /** A merge key adds the members that the map does not have itself; of several sources the first wins. */
  #merge(map: MapNode, source: Node): void {
    const sources = source.kind === "list" ? source.items : [source];
    for (const from of sources) {
      if (from.kind === "unknown") continue;
      if (from.kind !== "map") {
        this.problems.push(
          syntaxError(
            msg`\`<<\` takes a map or a list of maps: write \`<<: *name\` with an anchor on a map.`,
            source.range,
          ),
        );
        continue;
      }
      for (const [name, value] of from.entries) {
        if (map.entries.has(name)) continue;
        value.parent = map;
        value.shared = "merge";
        map.entries.set(name, value);
      }
    }
  }

  #trimmed(from: number, to: number): TextRange {
    let end = Math.min(to, this.#text.length);
    while (end > from && isSpace(this.#text.charCodeAt(end - 1))) end -= 1;
    return { from: Math.min(from, this.#text.length), to: end };
  }
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/** JSON knows no infinities and no big integers: such a plain scalar stays the text that it is. */
function jsonScalar(value: unknown, source: string): ScalarNode["value"] {
  if (typeof value === "number") return Number.isFinite(value) ? value : source;
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  return source;
}
