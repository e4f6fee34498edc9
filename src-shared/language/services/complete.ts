import { authenticationProviders, isProvider } from "../../authentication/index.ts";
import type { TextRange } from "../../basics/index.ts";
import { msg, sentence, type Translatable, type Translation, translated, words } from "../../basics/index.ts";
import { flowYaml, jsonText } from "../edit/render.ts";
import { dslVersions } from "../model/defaults.ts";
import { authenticationKeys, type NameKind, type Reading } from "../model/reading.ts";
import { asSource, type Source } from "../model/source.ts";
import { type ProviderField, providerFields, providersFor } from "../rules/providers.ts";
import { isShape } from "../schema/check.ts";
import { fieldsOf, rootShape, shapeAt } from "../schema/shape-at.ts";
import { checkedByRule, type Field, type Shape } from "../schema/shapes.ts";
import { valueSince } from "../schema/versions.ts";
import { itemsOf, member, memberText, nodeAt } from "../syntax/tree.ts";
import { type CompletionContext, completionContextAt } from "./completion-context.ts";
import { keyInsert, type Skeleton } from "./skeleton.ts";

export interface CompletionItem {
  readonly label: string;
  readonly kind: "key" | NameKind | "stage" | "provider" | "version" | "value";
  /** One line: what it is. */
  readonly detail: string;
  /** A key that the element needs and does not have yet. */
  readonly required: boolean;
  /** Interface version that brought it; null: there from the beginning. */
  readonly since: string | null;
  /** What `insert` replaces. */
  readonly range: TextRange;
  readonly insert: string;
  /** Where the cursor goes, as an offset into `insert`. */
  readonly caret: number;
  /** How many characters from there on only hold a place: what is typed replaces them. */
  readonly placeholder: number;
}

/**
 * What may be written at an offset, the most likely first: keys that are required, then the others; names in scope;
 * fixed values. Works on broken text: the place is known from what stands before the offset. What does not match the
 * word being written is left to the editor's own filter.
 * @param root the file's shape; absent: that of a flow, or a process
 */
export function complete(
  text: string | Source,
  offset: number,
  translation?: Translation,
  root?: Shape,
): readonly CompletionItem[] {
  const source = asSource(text);
  return itemsAt(source, offset, root ?? rootShape(source.reading.kind)).map((item) => ({
    ...item,
    detail: translated(item.detail, translation),
  }));
}

/** Before it is translated to the reader's language. */
interface FoundItem extends Omit<CompletionItem, "detail"> {
  readonly detail: Translatable;
}

function itemsAt(source: Source, offset: number, root: Shape): readonly FoundItem[] {
  const context = completionContextAt(source, offset);
  if (context === null) return [];
  const shape = shapeAt(root, context.path);
  if (context.slot === "key") return keys(source, context, shape, offset);
  if (context.slot === "dash") return shape?.kind === "list" ? [dashed(context)] : [];
  const inside = context.slot === "item" && shape?.kind === "list" ? shape.item : shape;
  const values = scalars(source, context, inside).map((value) => written(source, context, value, offset));
  const opensBlock = (context.slot === "item" && !context.flow) || context.below;
  return opensBlock && !source.syntax.json ? [...values, ...keys(source, context, inside, offset)] : values;
}

function dashed({ range }: CompletionContext): FoundItem {
  const base = { label: "-", kind: "value", detail: msg`One more item`, required: false, since: null } as const;
  return { ...base, range, insert: "- ", caret: 2, placeholder: 0 };
}

function keys(source: Source, context: CompletionContext, shape: Shape | null, offset: number): FoundItem[] {
  if (shape === null) return [];
  const taken = takenKeys(source, context, offset);
  const fields: [string, Omit<Field, "example" | "shape"> & { readonly shape?: Shape }][] = [
    ...Object.entries(fieldsOf(shape)),
    ...ownFields(source, context.path),
  ];
  const known = fields.map(([key, { doc, shape: inner = checkedByRule, required, since }]): WantedKey => {
    return { key, detail: sentence(doc), inner, required, since };
  });
  const items = [...known, ...freeNames(source, shape)]
    .filter(({ key }) => !taken.has(key))
    .map((wanted) => keyItem(source, context, offset, wanted));
  return [...items.filter(({ required }) => required), ...items.filter(({ required }) => !required)];
}

interface WantedKey {
  readonly key: string;
  readonly detail: Translatable;
  readonly inner: Shape;
  readonly required?: true | undefined;
  readonly since?: string | undefined;
  readonly kind?: CompletionItem["kind"];
}

function keyItem(source: Source, context: CompletionContext, offset: number, wanted: WantedKey): FoundItem {
  const { key, inner, detail, required = false, since = null, kind = "key" } = wanted;
  const { text, syntax } = source;
  const range = replaced(text, context, offset);
  const spelled = syntax.json || context.quote === '"' ? jsonText(key, "") : flowYaml(key);
  const hasColon = /^[ \t]*:/.test(text.slice(range.to, range.to + 20));
  const style: Skeleton = { json: syntax.json, flow: context.flow, column: context.column };
  const inserted = hasColon
    ? { insert: spelled, caret: spelled.length, placeholder: 0 }
    : keyInsert(spelled, inner, style);
  return { label: key, kind, detail, required, since, range, ...inserted };
}

/** Keys of the map around the offset, but for the one that is being written. */
function takenKeys({ reading }: Source, context: CompletionContext, offset: number): ReadonlySet<string> {
  const node = nodeAt(reading.root, context.path);
  const map = node?.kind === "list" ? null : node;
  if (map?.kind !== "map") return new Set();
  const others = [...map.entries].filter(
    ([, { keyRange }]) => keyRange === null || offset < keyRange.from || offset > keyRange.to,
  );
  return new Set(others.map(([key]) => key));
}

/** The own fields of the provider that the authentication at a path names; none elsewhere. */
function ownFields({ reading }: Source, path: CompletionContext["path"]): ReadonlyMap<string, ProviderField> {
  const key = authenticationKeys.find((known) => known === path.at(-1));
  const provider = String(memberText(nodeAt(reading.root, path), "provider")?.value ?? "");
  return key !== undefined && isProvider(provider) ? providerFields(provider, key) : new Map();
}

/** Names that the process mentions and the parameters lack; names for a new stage. */
function freeNames({ reading }: Source, shape: Shape): WantedKey[] {
  if (shape.kind === "record") {
    const { names: kind, value: inner } = shape;
    const detail = msg`The process mentions this ${words[kind]}`;
    return [...reading.uses[kind].keys()]
      .filter((key) => !reading.given[kind].has(key))
      .map((key) => ({ key, detail, required: true, inner, kind }));
  }
  if (shape.kind !== "single" || !isShape(shape.value)) return [];
  const inner = shape.value;
  return ["approval", "signing", "archive"]
    .filter((name) => reading.stages.every((stage) => stage.name !== name))
    .map((key) => ({ key, detail: msg`A stage of this name`, inner, kind: "stage" }));
}

interface WantedValue {
  readonly kind: CompletionItem["kind"];
  readonly detail: Translatable;
  readonly since?: string | undefined;
  /** As JSON has it. */
  readonly value: string | number | boolean;
}

function scalars(source: Source, context: CompletionContext, shape: Shape | null): WantedValue[] {
  const key = context.path.at(-1);
  const kind = namesAt(shape);
  if (kind !== undefined) return namesInScope(source, context, kind);
  if (key === "dsl-version")
    return dslVersions.toReversed().map((value) => ({ kind: "version", value, detail: msg`Version of the language` }));
  if (key === "provider") return providerValues(context);
  if (key === "callback-name") return stageNames(source, context);
  return fixedValues(source, context, shape).map((value) => {
    return { kind: "value", value, detail: msg``, since: valueSince(String(key), value) };
  });
}

/** What the text here names; undefined: nothing. */
function namesAt(shape: Shape | null): NameKind | undefined {
  const written = shape?.kind === "either" ? shape.text : shape;
  return written?.kind === "text" ? written.names : undefined;
}

/** Names that are given or mentioned; those that a list has already are left out. */
function namesInScope({ reading }: Source, { path, slot }: CompletionContext, kind: NameKind): WantedValue[] {
  const listed = slot === "item" ? itemsOf(nodeAt(reading.root, path)) : [];
  const there = new Set(listed.map((item) => (item.kind === "scalar" ? item.value : null)));
  const names = new Set([...reading.given[kind].keys(), ...reading.uses[kind].keys()]);
  return [...names]
    .filter((name) => !there.has(name))
    .map((value) => ({ kind, value, detail: nameDetail(reading, kind, value) }));
}

function nameDetail(reading: Reading, kind: NameKind, name: string): Translatable {
  const given = reading.given[kind].get(name);
  if (given === undefined) return msg`${words[kind]}, not given yet`;
  const shown = kind === "participant" ? member(given, "id") : given;
  return shown?.kind === "scalar" ? msg`${String(shown.value)}` : words[kind];
}

function providerValues({ path }: CompletionContext): WantedValue[] {
  return providersFor(path.at(-2) === "auth_to_sign" ? "auth_to_sign" : "auth_to_view").map((value) => {
    const detail = sentence(authenticationProviders[value].doc);
    return { kind: "provider", value, detail, since: valueSince("provider", value) };
  });
}

/** Callbacks are mostly called after their stage. */
function stageNames({ reading }: Source, { path }: CompletionContext): WantedValue[] {
  const stage = path[path.indexOf("stages") + 2];
  return reading.stages
    .map(({ name }) => name)
    .sort((a, b) => Number(b === stage) - Number(a === stage))
    .map((name) => ({ kind: "stage", value: `${name}-started`, detail: msg`Stage ${name}` }));
}

function fixedValues(
  source: Source,
  { path }: Pick<CompletionContext, "path">,
  shape: Shape | null,
): readonly WantedValue["value"][] {
  if (shape?.kind === "boolean") return [true, false];
  if (shape?.kind === "text" && shape.oneOf !== undefined) return shape.oneOf;
  if (shape?.kind === "constant") return [shape.value];
  if (shape?.kind === "either") return fixedValues(source, { path }, shape.text);
  if ((shape?.kind === "text" || shape?.kind === "checkedByRule") && shape.offers) return shape.offers();
  return ownFields(source, path.slice(0, -1)).get(String(path.at(-1)))?.values ?? [];
}

function written({ text, syntax }: Source, at: CompletionContext, wanted: WantedValue, offset: number): FoundItem {
  const { value, kind, detail, since = null } = wanted;
  const range = replaced(text, at, offset);
  const asText = typeof value === "string" && (syntax.json || at.quote === '"' || kind === "version");
  const quotedSingle = typeof value === "string" && at.quote === "'";
  const spelled = quotedSingle ? `'${value.replaceAll("'", "''")}'` : asText ? jsonText(value, "") : flowYaml(value);
  const space = at.slot === "value" && /[:]$/.test(text.slice(0, range.from)) ? " " : "";
  const insert = space + spelled;
  const context = { range, insert, caret: insert.length, placeholder: 0 };
  return { label: String(value), kind, detail, required: false, since, ...context };
}

/** The word around the offset, with the quotes that the editor may have closed already. */
function replaced(text: string, { range, quote }: CompletionContext, offset: number): TextRange {
  const rest = /^[\p{L}\p{N}_./-]*/u.exec(text.slice(offset, offset + 200))?.[0].length ?? 0;
  const end = offset + rest;
  return { from: range.from, to: quote !== "" && text[end] === quote ? end + 1 : end };
}
