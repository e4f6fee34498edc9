import type { TextRange } from "../diagnostics.ts";
import { providers } from "../rules/providers.ts";
import { valueSince } from "../schema/changes.ts";
import { itemsOf, type Node, type ScalarNode } from "../syntax/tree.ts";
import { exampleOf } from "./examples.ts";
import { providerDocs } from "./provider-docs.ts";
import { fieldAt, rootShape } from "./shape-at.ts";
import type { Source } from "./source.ts";
import { occurrencesOf, symbolAt } from "./symbols.ts";

/** What an element means, for a small window beside it. Texts are Markdown without links. */
export interface Hover {
  readonly range: TextRange;
  readonly title: string;
  readonly body: string;
  /** Interface version that brought it; null: there from the beginning, or none of the interface's. */
  readonly since: string | null;
  /** A few lines of YAML; null where there is none. */
  readonly example: string | null;
}

/** What stands at an offset: a name with its details, else a value that has a meaning of its own, else a key. */
export function hoverIn(source: Source, offset: number): Hover | null {
  return ofSymbol(source, offset) ?? ofElement(source, offset);
}

function ofSymbol(source: Source, offset: number): Hover | null {
  const symbol = symbolAt(source, offset);
  if (symbol === null) return null;
  const places = occurrencesOf(source, symbol);
  const mentions = places.filter(({ definition }) => !definition).length;
  const count = mentions === 1 ? "once" : `${mentions} times`;
  const used = symbol.kind === "stage" ? "" : `\n\nMentioned ${mentions === 0 ? "nowhere" : count} in the process.`;
  return {
    range: symbol.range,
    title: `${symbol.kind} ${symbol.name}`,
    body: `${details(source, symbol.kind, symbol.name)}${used}`,
    since: null,
    example: null,
  };
}

function details({ reading }: Source, kind: string, name: string): string {
  if (kind === "participant") {
    const given = reading.participants.get(name);
    if (given === undefined) return "Not given in the parameters.";
    const identity = `${given.idType ?? "id"}: ${given.id === null ? "?" : String(given.id.value)}`;
    const contacts = [given.email, given.phoneNumber].filter((contact) => contact !== null).join(", ");
    return `${identity}${contacts === "" ? ". No contact details." : `. Reached at ${contacts}.`}`;
  }
  if (kind === "stage") {
    const at = reading.stages.findIndex((stage) => stage.name === name);
    return `Stage ${at + 1} of ${reading.stages.length}.`;
  }
  const node = (kind === "document" ? reading.documents : reading.messages).get(name);
  if (node === undefined) return "Not given in the parameters.";
  return node.kind === "scalar" ? String(node.value) : "Not readable.";
}

function ofElement({ reading, text }: Source, offset: number): Hover | null {
  const found = nodeAtOffset(reading.root, offset);
  if (found === null || found.node.key === null) return null;
  const { node, onKey } = found;
  const path = pathOf(node);
  const field = fieldAt(rootShape(reading.kind), path);
  const scalar = node.kind === "scalar" && !onKey ? node : null;
  const value = scalar === null ? null : ofValue(scalar, String(node.key));
  if (value !== null) return value;
  if (field === null) return null;
  const range = onKey && node.keyRange !== null ? node.keyRange : node.range;
  return {
    range: { from: range.from, to: range.to },
    title: onKey || node.keyRange === null ? String(node.key) : text.slice(node.keyRange.from, node.keyRange.to),
    body: `${field.doc}${field.required ? "\n\nRequired." : ""}`,
    since: field.since ?? null,
    example: exampleOf(path),
  };
}

/** Values that mean something by themselves, such as a provider. */
function ofValue(node: ScalarNode, key: string): Hover | null {
  const value = String(node.value);
  const since = valueSince(key, node.value) ?? null;
  const provider = key === "provider" ? providers.find((known) => known === value) : undefined;
  if (provider === undefined && since === null) return null;
  const doc = provider === undefined ? `\`${key}: ${value}\`` : providerDocs[provider];
  const { from, to } = node.range;
  return { range: { from, to }, title: value, body: doc, since, example: null };
}

interface AtOffset {
  readonly node: Node;
  readonly onKey: boolean;
}

const inside = ({ from, to }: TextRange, offset: number): boolean => offset >= from && offset <= to;

/** The innermost node at an offset, and whether it is its key that stands there. */
function nodeAtOffset(root: Node, offset: number): AtOffset | null {
  let at: Node = root;
  for (;;) {
    const children = (at.kind === "map" ? [...at.entries.values()] : itemsOf(at)).filter(
      ({ shared }) => shared !== "merge",
    );
    const onKey = children.find(({ keyRange }) => keyRange !== null && inside(keyRange, offset));
    if (onKey !== undefined) return { node: onKey, onKey: true };
    const next = children.find(({ range }) => inside(range, offset));
    if (next === undefined) return at === root ? null : { node: at, onKey: false };
    at = next;
  }
}

function pathOf(node: Node): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Node | null = node; at !== null && at.key !== null; at = at.parent) path.push(at.key);
  return path.reverse();
}
