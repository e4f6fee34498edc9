import { Document, isPair, isScalar, isCollection as isYamlCollection, Scalar, visit } from "yaml";

import type { TextEdit, TextRange } from "../basics/diagnostics.ts";
import { applyEdits } from "../basics/lines.ts";
import { parse } from "../syntax/parse.ts";
import { itemsOf, type Node } from "../syntax/tree.ts";
import { isCollection, type Laid, laidMembers, membersOf } from "./narrow.ts";
import { type BlockStyle, quickBlock, unsafe } from "./quick-yaml.ts";

const houseStyle: BlockStyle = { indent: 2, indentLists: true };

/** YAML for a value, ending in a line end: block style, with short inner collections on one line. */
export function blockYaml(value: unknown, style: BlockStyle = houseStyle): string {
  if (!isCollection(value) || membersOf(value).length === 0) return libraryBlock(value, [], style);
  const members = laidMembers(value);
  return quickBlock(value, members, style) ?? libraryBlock(value, members, style);
}

/** The block text of any value, as the library writes it. */
export function libraryBlock(value: unknown, members: readonly Laid[], { indent, indentLists }: BlockStyle): string {
  const document = documentOf(value);
  lay(document.contents, members);
  return tight(
    escapeForbidden(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true, indent, indentSeq: indentLists })),
  );
}

/** Puts those collections on one line that are to stand so. */
function lay(node: unknown, members: readonly Laid[]): void {
  if (!isYamlCollection(node)) return;
  for (const [at, item] of node.items.entries()) {
    const child = isPair(item) ? item.value : item;
    const laid = members[at];
    if (laid === undefined || !isYamlCollection(child)) continue;
    if (laid.flow) child.flow = true;
    lay(child, laid.children);
  }
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
  } else if (isYamlCollection(node)) for (const item of node.items) quoteWhereNeeded(item);
}

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
