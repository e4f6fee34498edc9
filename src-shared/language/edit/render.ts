import {
  Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

import type { TextEdit, TextRange } from "../diagnostics.ts";
import { applyEdits } from "../lines.ts";
import { parse } from "../syntax/parse.ts";
import { itemsOf, type Node } from "../syntax/tree.ts";

/** Collections up to this width are written on one line, as authors do. */
const lineWidth = 88;
/** Levels of collections that still read well on one line. */
const maxHeight = 2;

/** How an author lays blocks out. */
export interface BlockStyle {
  /** Spaces of one level. */
  readonly indent: number;
  /** Whether the dashes of a list stand deeper than its key. */
  readonly indentLists: boolean;
}

const houseStyle: BlockStyle = { indent: 2, indentLists: true };

/** YAML for a value, ending in a line end: block style, with short inner collections on one line. */
export function blockYaml(value: unknown, { indent, indentLists }: BlockStyle = houseStyle): string {
  const document = documentOf(value);
  if (isCollection(document.contents)) narrowChildren(document.contents);
  return tight(
    escapeForbidden(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true, indent, indentSeq: indentLists })),
  );
}

/** YAML for a value on one line, for places inside `{}` or `[]`. */
export function flowYaml(value: unknown): string {
  const document = documentOf(value);
  // A line end inside braces is only safe when escaped.
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === "string" && /[\n\r]/.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  const rendered = document.toString({
    lineWidth: 0,
    collectionStyle: "flow",
    doubleQuotedAsJSON: true,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
  return tight(escapeForbidden(rendered.trimEnd()));
}

/** JSON for a value; `unit` is one level of indentation, "" for everything on one line. */
export function jsonText(value: unknown, unit: string): string {
  return escapeForbidden(JSON.stringify(value, null, unit) ?? "null");
}

function documentOf(value: unknown): Document {
  const document = new Document(value, { aliasDuplicateObjects: false, version: "1.2", schema: "core" });
  quoteWhereNeeded(document.contents);
  return document;
}

/** The library's own visit keeps the way to every node, which nobody asks for here. */
function quoteWhereNeeded(node: unknown): void {
  if (isScalar(node)) {
    if (typeof node.value === "string" && needsQuotes(node.value)) node.type = Scalar.QUOTE_DOUBLE;
  } else if (isPair(node)) {
    quoteWhereNeeded(node.key);
    quoteWhereNeeded(node.value);
  } else if (isCollection(node)) for (const item of node.items) quoteWhereNeeded(item);
}

/** Characters that no plain or block text can carry, or that an author would not see. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be escaped.
const unsafe = /[\u0000-\u0009\u000b-\u001f\u007f-\u00a0\u2000-\u200f\u2028-\u202f\u3000\ufeff\ufffe\uffff]|\p{Cs}/u;
/** What JSON.stringify, and so a quoted text, leaves raw although YAML forbids it. */
const forbiddenRaw = /[\u007f-\u0084\u0086-\u009f\ufeff\ufffe\uffff]/g;

/** Also texts that YAML takes plain but that authors or older readers misread, such as `1.0.0` and `no`. */
function needsQuotes(value: string): boolean {
  return (
    unsafe.test(value) ||
    value === "<<" ||
    /^(?:\d+(?:\.\d+)+|y|n|yes|no|on|off)$/i.test(value) ||
    /^\s|[^\S\n]$/.test(value) ||
    endsInEmptyLines(value)
  );
}

/** Whether a text can stand in a block text, `|` or `>`, as it is. */
export function fitsBlock(value: string): boolean {
  return !unsafe.test(value) && !/^\s|[^\S\n]$|[^\S\n]\n/.test(value) && !endsInEmptyLines(value) && value !== "";
}

/** By hand: an expression that looks for it takes the square of a text of many line ends. */
function endsInEmptyLines(value: string): boolean {
  if (!value.endsWith("\n")) return false;
  const tail = value.slice(value.trimEnd().length);
  return tail.indexOf("\n") < tail.length - 1;
}

/** Takes the space out of brackets, `[ a ]`, that the library can only give to brackets and braces alike. */
function tight(rendered: string): string {
  if (!/\[ | \]/.test(rendered)) return rendered;
  const edits: TextEdit[] = [];
  for (const { from, to } of brackets(parse(rendered).root)) {
    const inner = rendered.slice(from + 1, to - 1);
    const head = inner.length - inner.trimStart().length;
    const tail = inner.length - inner.trimEnd().length;
    if (inner.includes("\n") || head === inner.length) continue;
    edits.push({ range: { from: from + 1, to: from + 1 + head }, insert: "" });
    edits.push({ range: { from: to - 1 - tail, to: to - 1 }, insert: "" });
  }
  return applyEdits(
    rendered,
    edits.sort((a, b) => a.range.from - b.range.from),
  );
}

/** Where the lists in brackets stand. */
function* brackets(node: Node): Generator<TextRange> {
  if (node.kind === "list" && node.flow) yield node.range;
  for (const child of node.kind === "map" ? node.entries.values() : itemsOf(node)) yield* brackets(child);
}

function escapeForbidden(rendered: string): string {
  return rendered.replace(forbiddenRaw, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Maps of names: everybody adds to them, so each name has a line. */
const mapsOfNames: readonly unknown[] = ["users", "documents", "messages"];

function narrowChildren(node: YAMLMap | YAMLSeq): void {
  for (const child of node.items) narrow(child, isSeq(node));
}

interface Size {
  readonly width: number;
  /** Levels of collections: 0 for a scalar. */
  readonly height: number;
}

const block: Size = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };

/** Writes a collection on one line where it is short, flat, and no list of maps, which reads better as a block. */
function narrow(child: unknown, isItem = false): Size {
  const node = isPair(child) ? child.value : child;
  if (!isCollection(node)) return { width: scalarWidth(node), height: 0 };
  let width = 4;
  let height = 0;
  for (const inner of node.items as unknown[]) {
    const size = narrow(inner, isSeq(node));
    width += size.width + (isPair(inner) ? scalarWidth(inner.key) + 4 : 2);
    height = Math.max(height, isSeq(node) && isMap(inner) ? block.height : size.height);
  }
  // A stage is written as a block, so that its next change is a change of one line; `- notify: { … }` needs no braces.
  const isStage = isMap(node) && node.has("expect");
  const isNamed = isItem && isMap(node) && node.items.length === 1 && isCollection(node.items[0]?.value);
  if (width > lineWidth || height >= maxHeight || isStage || isNamed || isMapOfNames(child)) return block;
  node.flow = true;
  return { width, height: height + 1 };
}

function isMapOfNames(child: unknown): boolean {
  if (!isPair(child) || !isMap(child.value) || child.value.items.length === 0) return false;
  return mapsOfNames.includes(isScalar(child.key) ? child.key.value : child.key);
}

function scalarWidth(node: unknown): number {
  const value = isScalar(node) ? node.value : node;
  // A text with line ends is a block and never fits.
  return typeof value === "string" && value.includes("\n") ? block.width : String(value).length;
}
