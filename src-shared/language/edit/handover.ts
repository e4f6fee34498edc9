import { type Alias, isAlias, isCollection, isMap, isPair, isScalar, type Node, type Pair, visit } from "yaml";
import { append } from "../append.ts";
import type { TextEdit, TextRange } from "../diagnostics.ts";
import { applyEdits } from "../lines.ts";
import { composed } from "../syntax/parse.ts";
import { isObject } from "./compare.ts";
import { withSpace } from "./flow-text.ts";
import { Layout } from "./layout.ts";
import { byPlace, type Member, MemberTexts } from "./member-texts.ts";
import { isMergeKey } from "./merges.ts";
import { flowYaml } from "./render.ts";

/** Where a value or an alias stands: what it is told apart by, and how deep what is below it has to be. */
interface Place {
  /** Column of the key or dash of the innermost block that holds it. */
  readonly base: number;
  /** Below a dash or a key; between braces neither. */
  readonly holder: "dash" | "key" | "braces";
  /** Of the alias of a merge key: where the key stands, and the members that the map has itself. */
  readonly merge: { readonly from: number; readonly own: ReadonlySet<string> } | null;
}

/** An anchor with its value, or an alias, in one text. */
interface Anchored extends Place {
  readonly name: string;
  /** From its `&` to the end of what stands on its line and belongs to it: the value, or a block's anchor alone. */
  readonly mark: TextRange;
  /** What stands behind the anchor there: a value, or the `|` of a text. */
  readonly head: string;
  /** The lines below, up to where the next begins; null where there are none. */
  readonly body: TextRange | null;
  /** Column of the first line below. */
  readonly column: number;
  readonly node: Node;
}

/** The anchors of one text, and where its aliases stand. */
interface Anchors {
  readonly text: string;
  readonly layout: Layout;
  /** null: one that is given twice, or in a way that is not moved from here. */
  readonly byName: ReadonlyMap<string, Anchored | null>;
  readonly aliases: ReadonlyMap<number, Place>;
  /** How many aliases of a name there are. */
  readonly uses: ReadonlyMap<string, number>;
  /** The value that an anchor's node stands for. */
  readonly valueAt: (node: Node) => unknown;
}

/** Aliases that name no anchor above them: each name with where the first of them stands. */
export type Lost = ReadonlyMap<string, TextRange>;

/**
 * The edits of `after` by which the first alias to each lost anchor takes the anchor over with its text, as the text
 * `before` has it, and its old place, where there still is one, becomes an alias. What stands inside of another that is
 * handed over waits for the next time. A merge key is written out, and so is an alias in braces where the comments of a
 * value would be lost there. Else the names that cannot be handed over.
 */
export function handedOver(before: string, after: string, lost: Lost): readonly TextEdit[] | Set<string> {
  const [old, now] = [anchorsOf(before), anchorsOf(after)];
  const stuck = new Set<string>();
  const edits: TextEdit[] = [];
  const places: Handing["places"][number][] = [];
  for (const [name, range] of [...lost].sort(([, a], [, b]) => a.from - b.from)) {
    const handing = handingOf(name, range, old, now);
    if (handing === null) {
      stuck.add(name);
      continue;
    }
    const waits = handing.places.some((own) =>
      places.some((other) => own.of === other.of && own.from < other.to && other.from < own.to),
    );
    if (waits) continue;
    append(places, handing.places);
    append(edits, handing.edits);
  }
  return stuck.size > 0 ? stuck : edits.sort(byPlace);
}

interface Handing {
  /** What it changes, in one or the other text. */
  readonly places: readonly (TextRange & { readonly of: Anchors })[];
  readonly edits: readonly TextEdit[];
}

/** How the alias at a place gets the value of its anchor; null where it cannot. */
function handingOf(name: string, range: TextRange, old: Anchors, now: Anchors): Handing | null {
  const of = now.byName.has(name) ? now : old;
  const given = of.byName.get(name);
  const place = now.aliases.get(range.from);
  if (!given || !place || !hasRoom(now, place, range)) return null;
  const places = [
    { ...range, of: now },
    { ...spanOf(given), of },
  ];
  if (place.merge !== null) {
    const brought = broughtBy(of.valueAt(given.node), place.merge.own);
    const merge = { from: place.merge.from, to: range.to };
    return brought.length === 0 ? null : { places, edits: [writtenMerge(now, place, merge, brought)] };
  }
  if (of === now && place.holder === "braces" && hasComments(of, given))
    return { places, edits: [{ range, insert: flowYaml(of.valueAt(given.node)) }] };
  return { places, edits: [...taking(given, of, now, place, range), ...(of === now ? leaving(given) : [])] };
}

/**
 * The edits that take anchors out of a text and leave their values, by the names whose value `goes` says so of; one that
 * is given twice stays.
 */
export function released(text: string, goes: (name: string, value: unknown) => boolean): TextEdit[] {
  const { byName, valueAt } = anchorsOf(text);
  return [...byName.values()].flatMap((given) => {
    if (given === null || !goes(given.name, valueAt(given.node))) return [];
    return [{ range: withSpace(text, given.mark.from, given.name.length + 1), insert: "" }];
  });
}

/** What a merge key brings to a map that has members itself; none where it can only go. */
function broughtBy(value: unknown, own: ReadonlySet<string>): readonly Member[] {
  return isObject(value) ? Object.entries(value).filter(([key]) => !own.has(key)) : [];
}

function writtenMerge(
  { text, layout }: Anchors,
  { holder }: Place,
  range: TextRange,
  brought: readonly Member[],
): TextEdit {
  const members = new MemberTexts({ text, json: false }, layout);
  const insert =
    holder === "braces" ? members.flowMembers(brought) : members.blockMembers(brought, layout.column(range.from));
  return { range, insert };
}

function spanOf({ mark, body }: Anchored): TextRange {
  return { from: mark.from, to: body?.to ?? mark.to };
}

/** An alias in an anchor's place. */
function leaving({ name, mark, body }: Anchored): TextEdit[] {
  return [{ range: mark, insert: `*${name}` }, ...(body === null ? [] : [{ range: body, insert: "" }])];
}

/** Whether lines can be put below a place: nothing but a comment stands behind it. */
function hasRoom({ layout }: Anchors, { holder }: Place, { to }: TextRange): boolean {
  return holder === "braces" || layout.endsLine(to);
}

/** Whether comments stand in the lines of a value, which could not go along into braces: its anchor then stays there. */
function hasComments({ text }: Anchors, { body }: Anchored): boolean {
  return body !== null && /(?:^|\s)#/.test(slice(text, body));
}

/** An anchor with its value in the place of an alias; the value alone where this is the last to use it. */
function taking(given: Anchored, from: Anchors, now: Anchors, place: Place, range: TextRange): TextEdit[] {
  const { layout, byName, text } = now;
  const mark = from !== now && now.uses.get(given.name) === 1 ? "" : `&${given.name}`;
  const withMark = (value: string) => [mark, value].filter((part) => part !== "").join(" ");
  const isPlain = isScalar(given.node) && given.node.type === "PLAIN" && given.holder !== "braces";
  if (place.holder === "braces" && (given.body !== null || isPlain))
    return [{ range, insert: withMark(flowYaml(from.valueAt(given.node))) }];
  const bare = mark === "" && place.holder === "dash" && given.head === "" && layout.endOfLine(range.to) === range.to;
  const by = bare ? place.base + 2 - given.column : shift(given, place, layout.style.indent);
  const head = withMark(shifted(given.body === null ? carried(from, given, byName) : given.head, by, false));
  const own =
    head === "" ? { from: range.from - (/ *$/.exec(text.slice(0, range.from))?.[0].length ?? 0), to: range.to } : range;
  const anchor = { range: own, insert: head };
  if (given.body === null) return [anchor];
  const lines = shifted(carried(from, given, byName).replace(/\r?\n$/, ""), by, true);
  // Without an anchor, the value of an item begins behind its dash.
  if (bare) return [{ range, insert: lines.trimStart() }];
  const at = layout.endOfLine(range.to);
  return [anchor, { range: { from: at, to: at }, insert: layout.lineEnd + lines }];
}

/** How far the lines of a value move to the right where it is put. */
function shift(given: Anchored, { base, holder }: Place, indent: number): number {
  const by = base - given.base;
  if (given.body === null) return by;
  const least = base + (holder === "dash" || !isCollection(given.node) || isMap(given.node) ? 1 : 0);
  return given.column + by < least ? base + indent - given.column : by;
}

function shifted(lines: string, by: number, first: boolean): string {
  const move = (line: string): string => {
    if (line.trim() === "") return line;
    return by >= 0 ? " ".repeat(by) + line : line.slice(Math.min(-by, line.search(/\S/)));
  };
  return lines
    .split("\n")
    .map((line, at) => (at === 0 && !first ? line : move(line)))
    .join("\n");
}

/** The text of a value, in which anchors that stand in the other text are aliases. */
function carried({ text, byName }: Anchors, given: Anchored, there: ReadonlyMap<string, unknown>): string {
  const within = given.body ?? { from: given.mark.to - given.head.length, to: given.mark.to };
  const edits: TextEdit[] = [];
  if (!there.has(given.name)) {
    let done = within.from;
    for (const inner of [...byName.values()].filter((anchor) => anchor !== null)) {
      const { from, to } = spanOf(inner);
      if (inner === given || from < done || to > within.to || !there.has(inner.name)) continue;
      append(edits, leaving(inner));
      done = to;
    }
  }
  const moved = edits.map(({ range, insert }) => ({
    range: { from: range.from - within.from, to: range.to - within.from },
    insert,
  }));
  return applyEdits(slice(text, within), moved);
}

function slice(text: string, { from, to }: TextRange): string {
  return text.slice(from, to);
}

function anchorsOf(text: string): Anchors {
  const layout = new Layout(text);
  const byName = new Map<string, Anchored | null>();
  const aliases = new Map<number, Place>();
  const uses = new Map<string, number>();
  const [document] = composed(text);
  const note = (node: Node, isKey: boolean, path: readonly Step[]): void => {
    const place = isKey ? null : placeOf(layout, path);
    if (isAlias(node)) {
      uses.set(node.source, (uses.get(node.source) ?? 0) + 1);
      if (place !== null && node.range) aliases.set(node.range[0], place);
    } else if (node.anchor !== undefined) {
      const known = place === null || byName.has(node.anchor);
      byName.set(node.anchor, known ? null : anchored(text, layout, node, node.anchor, place));
    }
  };
  if (document?.contents)
    visit(document.contents, (key, node, path) => {
      if (isAlias(node) || isCollection(node) || isScalar(node)) note(node, key === "key", path);
    });
  const valueAt = (node: Node): unknown => (document === undefined ? null : node.toJS(document));
  return { text, layout, byName, aliases, uses, valueAt };
}

type Step = Parameters<Extract<Parameters<typeof visit>[1], (...args: never[]) => unknown>>[2][number];

function placeOf(layout: Layout, path: readonly Step[]): Place | null {
  const owner = path.findLast((step) => isCollection(step));
  const block = path.findLastIndex((step) => isCollection(step) && step.flow !== true);
  const collection = path[block];
  if (!isCollection(collection) || !collection.range) return null;
  const pair = path[block + 1];
  const held = isMap(collection) ? (isPair(pair) ? keyColumn(layout, pair) : null) : layout.column(collection.range[0]);
  if (held === null) return null;
  const holder = owner !== collection ? "braces" : isMap(collection) ? "key" : "dash";
  return { base: held, holder, merge: mergeOf(owner, path.at(-1)) };
}

function mergeOf(owner: unknown, pair: Step | undefined): Place["merge"] {
  if (!isMap(owner) || !isPair(pair) || !isMergeKey(pair.key) || !pair.key.range) return null;
  const own = owner.items.flatMap(({ key }) => (isScalar(key) && !isMergeKey(key) ? [String(key.value)] : []));
  return { from: pair.key.range[0], own: new Set(own) };
}

function keyColumn(layout: Layout, { key }: Pair): number | null {
  const range = isScalar(key) ? key.range : null;
  return range ? layout.column(range[0]) : null;
}

/** null where something else than the anchor stands before the value. */
function anchored(
  text: string,
  layout: Layout,
  node: Exclude<Node, Alias>,
  name: string,
  place: Place,
): Anchored | null {
  const [from, end] = node.range ?? [0, 0];
  const at = text.lastIndexOf(`&${name}`, from);
  const behind = at + name.length + 1;
  if (at < 0) return null;
  const inLines = isCollection(node) && node.flow !== true;
  const between = text.slice(behind, from);
  if (!/^(?:\s|#.*)*$/.test(between) || (!inLines && between.includes("\n"))) return null;
  const base = { ...place, name, node };
  const isBlockText = isScalar(node) && node.type?.startsWith("BLOCK") === true;
  if (!inLines && !isBlockText) {
    const to = Math.max(text.slice(0, end).trimEnd().length, behind);
    return { ...base, mark: { from: at, to }, head: text.slice(Math.max(from, behind), to), body: null, column: 0 };
  }
  const head = isBlockText ? (/^[|>][-+\d]*/.exec(text.slice(from, from + 10))?.[0] ?? "") : "";
  const first = layout.lineAfter(isBlockText ? from : behind);
  const last = text.slice(0, lastEnd(node)).trimEnd().length;
  const to = last < first ? first : layout.tailOf(layout.lineAfter(last), place.base);
  const column = inLines ? layout.column(from) : place.base + layout.style.indent;
  return {
    ...base,
    mark: { from: at, to: isBlockText ? from + head.length : behind },
    head,
    body: { from: first, to },
    column,
  };
}

/** Where the last value in a block ends, without the comments below it. */
function lastEnd(node: unknown): number {
  if (isPair(node)) return Math.max(lastEnd(node.value), lastEnd(node.key));
  if (isCollection(node) && node.flow !== true) return lastEnd(node.items.at(-1));
  return isScalar(node) || isCollection(node) || isAlias(node) ? (node.range?.[1] ?? 0) : 0;
}
