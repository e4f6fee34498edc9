import type { ParsedNode, YAMLError } from "yaml";
import {
  Composer,
  CST,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Parser,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { TextRange } from "../diagnostics.ts";
import { limits, utf8Length } from "../limits.ts";
import { Aliases } from "./aliases.ts";
import { forbiddenBytes, indentationBytes } from "./bytes.ts";
import type { Problem } from "./problems.ts";
import type { ListNode, MapNode, Node, ScalarNode } from "./tree.ts";

export interface Syntax {
  readonly text: string;
  readonly root: Node;
  /** S001, S002, S007, S008 (text size and depth) and S009. */
  readonly problems: readonly Problem[];
  /** The author writes JSON: edits keep to it. */
  readonly json: boolean;
}

/** After this many syntax errors the rest are echoes of the first. */
const shownErrors = 10;

/** Reads YAML 1.2 core or JSON into a tree. Never throws: a broken text gives problems and what could be read. */
export function parse(text: string): Syntax {
  const json = /^\ufeff?\s*[{[]/.test(text);
  const refuse = (message: string): Syntax => ({
    text,
    json,
    root: emptyRoot(0),
    problems: [{ rule: "S008", severity: "error", message, node: null, range: { from: 0, to: 0 } }],
  });
  if (utf8Length(text, limits.bytes) > limits.bytes) {
    return refuse("The text is over 1 MiB, the limit of a flow file: shorten it, or keep long messages elsewhere.");
  }
  const tokens = [...new Parser().parse(text)];
  if (deeperThan(tokens, limits.depth)) {
    return refuse(`The text is nested deeper than ${limits.depth} levels, which no flow needs: flatten it.`);
  }
  // Duplicate keys are found below, in linear time.
  const options = {
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
    schema: "core",
    resolveKnownTags: false,
    logLevel: "silent",
  } as const;
  const documents = [...new Composer(options).compose(tokens, true, text.length)];
  const [first, second] = documents;
  const reader = new TreeReader(text);
  const contents = first?.contents ?? null;
  const root = contents === null ? emptyRoot(text.length) : reader.read(contents, 0);
  const problems = [
    ...syntaxProblems(text, json, [...(first?.errors ?? []), ...(first?.warnings ?? [])], reader.blocks),
  ];
  problems.push(...reader.problems);
  if (second !== undefined) {
    const from = second.range?.[0] ?? text.length;
    problems.push(
      syntaxError("The text holds more than one YAML document: keep one flow per file and remove the `---` here", {
        from: Math.min(from, text.length),
        to: text.length,
      }),
    );
  }
  return { text, root, problems, json };
}

function emptyRoot(at: number): ScalarNode {
  const range = { from: at, to: at };
  return {
    kind: "scalar",
    value: null,
    style: "plain",
    source: "",
    range,
    parent: null,
    key: null,
    keyRange: null,
    shared: null,
  };
}

/** Walks the tokens level by level instead of recursing, since the text decides how deep they are. */
function deeperThan(tokens: readonly CST.Token[], limit: number): boolean {
  let level = tokens.flatMap((token) => (token.type === "document" && token.value ? [token.value] : []));
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap(childTokens);
  }
  return false;
}

function childTokens(token: CST.Token): CST.Token[] {
  if (!CST.isCollection(token)) return [];
  const children: CST.Token[] = [];
  for (const { key, value } of token.items) {
    if (key) children.push(key);
    if (value) children.push(value);
  }
  return children;
}

function syntaxProblems(
  text: string,
  json: boolean,
  errors: readonly YAMLError[],
  blocks: readonly TextRange[],
): readonly Problem[] {
  const bytes = forbiddenBytes(text);
  if (bytes !== null) return [bytes];
  if (errors.length === 0) return [];
  const tabs = errors.filter((error) => error.code === "TAB_AS_INDENT").map((error) => error.pos[0]);
  // In JSON tabs are as good as spaces, so only the parser's own complaint counts there.
  const indentation = json && tabs.length === 0 ? null : indentationBytes(text, blocks, tabs);
  // What the parser says after a bad indentation is its echo.
  if (indentation !== null) return [indentation];
  return errors.slice(0, shownErrors).map((error) => {
    const from = Math.min(Math.max(error.pos[0], 0), text.length);
    return syntaxError(`${explain(error)}`, { from, to: Math.min(Math.max(error.pos[1], from), text.length) });
  });
}

function syntaxError(message: string, range: TextRange): Problem {
  return { rule: "S001", severity: "error", message: `${message}.`, node: null, range };
}

/** The parser's words, with what to do about the errors that authors make most. */
function explain(error: YAMLError): string {
  const said = error.message.replace(/\.$/, "");
  switch (error.code) {
    case "BAD_INDENT":
      return `Indentation does not fit what stands above (${said}): line the keys up under each other`;
    case "BLOCK_AS_IMPLICIT_KEY":
      return `Two keys on one line (${said}): begin a new line, or quote the text if it holds a colon`;
    case "MULTILINE_IMPLICIT_KEY":
      return `A key without a value (${said}): end the key with a colon`;
    case "MISSING_CHAR":
      return `Something is missing here (${said}): add it`;
    case "BAD_SCALAR_START":
      return `${said}: quote the text`;
    case "TAG_RESOLVE_FAILED":
      return `${said}: remove the tag, a flow has none`;
    case "NON_STRING_KEY":
      return "A key must be a plain text: write it in one line, in quotes if need be";
    case "MULTIPLE_DOCS":
      return "The text holds more than one YAML document: keep one flow per file";
    default:
      return `This is not YAML or JSON (${said}): correct it here`;
  }
}

/** Turns the parser's nodes into ours. Depth is already known to be small. */
class TreeReader {
  readonly problems: Problem[] = [];
  /** Block texts, ascending: what looks like indentation in there is content. */
  readonly blocks: TextRange[] = [];
  readonly #text: string;
  readonly #aliases = new Aliases();

  constructor(text: string) {
    this.#text = text;
  }

  read(source: ParsedNode | null, at: number): Node {
    if (source === null) return emptyRoot(at);
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
    if (style === "block") this.blocks.push({ from: range.from, to: source.range[1] });
    const written = style === "plain" ? (source.source ?? "") : this.#text.slice(range.from, range.to);
    return { ...emptyRoot(0), value: jsonScalar(value, written), style, source: written, range };
  }

  #list(source: YAMLSeq.Parsed): ListNode {
    const list: ListNode = { ...place(source.range), kind: "list", flow: source.flow === true, items: [] };
    for (const item of source.items) {
      // A pair inside a flow list (`[a: b]`) is a map of one member.
      const node = isPair(item) ? emptyRoot(list.range.from) : this.read(item as ParsedNode, list.range.from);
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
    const map: MapNode = { ...place(source.range), kind: "map", flow: source.flow === true, entries: new Map() };
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
    value.parent = map;
    value.key = name;
    const earlier = map.entries.get(name);
    if (earlier === undefined) {
      map.entries.set(name, value);
      return;
    }
    this.problems.push({
      rule: "S002",
      severity: "error",
      message: `\`${name}\` stands here twice: remove or rename one, only the first is read.`,
      node: value,
      range: value.keyRange ?? value.range,
      related: [{ range: earlier.keyRange ?? earlier.range, message: `The first \`${name}\`` }],
    });
  }

  /** A merge key adds the members that the map does not have itself; of several sources the first wins. */
  #merge(map: MapNode, source: Node): void {
    const sources = source.kind === "list" ? source.items : [source];
    for (const from of sources) {
      if (from.kind === "unknown") continue;
      if (from.kind !== "map") {
        this.problems.push(
          syntaxError("`<<` takes a map or a list of maps: write `<<: *name` with an anchor on a map", source.range),
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

function place(range: readonly [number, number, number]): Omit<MapNode, "kind" | "flow" | "entries"> {
  return { range: { from: range[0], to: range[1] }, parent: null, key: null, keyRange: null, shared: null };
}

/** JSON knows no infinities and no big integers: such a plain scalar stays the text that it is. */
function jsonScalar(value: unknown, source: string): ScalarNode["value"] {
  if (typeof value === "number") return Number.isFinite(value) ? value : source;
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  return source;
}
