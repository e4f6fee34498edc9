import { authenticationProviders, isProvider } from "../../authentication/index.ts";
import type { TextRange } from "../../basics/index.ts";
import { msg, sentence, type Translatable, type Translation, translated, words } from "../../basics/index.ts";
import { authenticationKeys } from "../model/reading.ts";
import { asSource, type Source } from "../model/source.ts";
import { authenticationField } from "../rules/providers.ts";
import { fieldAt, rootShape } from "../schema/shape-at.ts";
import type { Field, Shape } from "../schema/shapes.ts";
import { firstVersion, valueSince } from "../schema/versions.ts";
import { childrenOf, copied, type Node, pathOf, type ScalarNode } from "../syntax/tree.ts";
import { type FlowSymbol, occurrencesOf, symbolIn } from "./symbols.ts";

/** What an element means, for a small window beside it. Texts are Markdown without links. */
export interface Hover {
  readonly range: TextRange;
  readonly title: string;
  readonly body: string;
  /** Interface version that brought it; null: a name, or a key of ours that the interface leaves open. */
  readonly since: string | null;
  /** A few lines of YAML; null where there is none. */
  readonly example: string | null;
}

/**
 * What stands at an offset: a name with its details, else a value that has a meaning of its own, else a key.
 * @param root the file's shape; absent: that of a flow, or a process
 */
export function hover(text: string | Source, offset: number, translation?: Translation, root?: Shape): Hover | null {
  const source = asSource(text);
  const found =
    root === undefined ? (ofSymbol(source, offset) ?? ofElement(source, offset)) : ofOwnKey(source, offset, root);
  if (found === null) return null;
  const title = typeof found.title === "string" ? found.title : translated(found.title, translation);
  return { ...found, title, body: found.body.map((part) => translated(part, translation)).join("\n\n") };
}

/** Before it is translated to the reader's language. */
interface FoundHover extends Omit<Hover, "title" | "body"> {
  /** What stands in the text, or what it is. */
  readonly title: string | Translatable;
  /** In paragraphs. */
  readonly body: readonly Translatable[];
}

function ofSymbol(source: Source, offset: number): FoundHover | null {
  const symbol = symbolIn(source, offset);
  if (symbol === null) return null;
  const places = occurrencesOf(source, symbol);
  const mentions = places.filter(({ definition }) => !definition).length;
  return {
    range: symbol.range,
    title: msg`${words[symbol.kind]} ${symbol.name}`,
    body: [details(source, symbol), ...(symbol.kind === "stage" ? [] : [msg`Mentions in the process: ${mentions}`])],
    since: null,
    example: null,
  };
}

function details({ reading }: Source, { kind, name }: FlowSymbol): Translatable {
  const given = reading.participants.get(name);
  if (kind === "participant" && given !== undefined) {
    const identity = `${given.idType ?? "id"}: ${given.id === null ? "?" : String(given.id.value)}`;
    const contacts = [given.email, given.phoneNumber].filter((contact) => contact !== null).join(", ");
    return contacts === "" ? msg`${identity}. No contact details.` : msg`${identity}. Reached at ${contacts}.`;
  }
  if (kind === "stage") {
    const at = reading.stages.findIndex((stage) => stage.name === name);
    return msg`Stage ${at + 1} of ${reading.stages.length}.`;
  }
  const node = reading.given[kind].get(name);
  if (node === undefined) return msg`Not given in the parameters.`;
  return node.kind === "scalar" ? msg`${String(node.value)}` : msg`Not readable.`;
}

function ofElement(source: Source, offset: number): FoundHover | null {
  const { reading } = source;
  const found = nodeAtOffset(reading.root, offset);
  if (found === null || found.node.key === null) return null;
  const { node, onKey } = found;
  const scalar = node.kind === "scalar" && !onKey ? node : null;
  const value = scalar === null ? null : ofValue(scalar, String(node.key));
  return value ?? ofKey(source, offset, rootShape(reading.kind));
}

/** A key of a file that is Countersign's own: no version of the interface brought it. */
function ofOwnKey(source: Source, offset: number, root: Shape): FoundHover | null {
  const found = ofKey(source, offset, root);
  return found && { ...found, since: null };
}

function ofKey({ reading, text }: Source, offset: number, root: Shape): FoundHover | null {
  const found = nodeAtOffset(reading.root, offset);
  if (found === null || found.node.key === null) return null;
  const { node, onKey } = found;
  const path = pathOf(node);
  const field = fieldAt(root, path) ?? providerField(path);
  if (field === null) return null;
  const version = field.ours ? null : (field.since ?? firstVersion);
  const range = onKey && node.keyRange !== null ? node.keyRange : node.range;
  return {
    range: copied(range),
    title: onKey || node.keyRange === null ? String(node.key) : text.slice(node.keyRange.from, node.keyRange.to),
    body: [
      sentence(field.doc),
      ...(field.required ? [msg`Required.`] : []),
      ...(field.ours ? [msg`Countersign's own: the interface leaves it open.`] : []),
    ],
    since: version,
    example: field.example,
  };
}

/** A field of a participant's authentication: which there are depends on the provider, so no shape lists them. */
function providerField(path: readonly (string | number)[]): Omit<Field, "shape"> | null {
  const [owner, key] = path.slice(-2);
  if (!authenticationKeys.some((known) => known === owner) || typeof key !== "string") return null;
  return authenticationField(key);
}

/** Values that mean something by themselves, such as a provider. */
function ofValue(node: ScalarNode, key: string): FoundHover | null {
  const value = String(node.value);
  const since = valueSince(key, node.value) ?? null;
  const provider = key === "provider" && isProvider(value) ? value : undefined;
  if (provider === undefined && since === null) return null;
  const doc = provider === undefined ? msg`\`${key}: ${value}\`` : sentence(authenticationProviders[provider].doc);
  return { range: copied(node.range), title: value, body: [doc], since, example: null };
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
    const children = childrenOf(at).filter(({ shared }) => shared !== "merge");
    const onKey = children.find(({ keyRange }) => keyRange !== null && inside(keyRange, offset));
    if (onKey !== undefined) return { node: onKey, onKey: true };
    const next = children.find(({ range }) => inside(range, offset));
    if (next === undefined) return at === root ? null : { node: at, onKey: false };
    at = next;
  }
}
