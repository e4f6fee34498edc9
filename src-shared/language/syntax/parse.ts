import { Composer, CST, type Document, Lexer, Parser, type YAMLError } from "yaml";
import { append, applyEdits, limits, msg, type TextRange, type Translatable, utf8Length } from "../../basics/index.ts";
import { forbiddenBytes, foreignIndentation, tabIndentation } from "./bytes.ts";
import { explain, type Opening, openings, openTextInJson, unclosed } from "./explain.ts";
import { type Island, type IslandRead, standsAlone } from "./island.ts";
import { jsonExtras } from "./json-extras.ts";
import { recoveredRead } from "./json-recovery.ts";
import { type ItemMemory, moveNode } from "./memory.ts";
import type { Problem } from "./problems.ts";
import { quickRead } from "./quick.ts";
import { syntaxError, TreeReader } from "./reader.ts";
import { childrenOf, type Node, unplaced } from "./tree.ts";

export interface Syntax {
  readonly text: string;
  readonly root: Node;
  /** S001, S002, S007, S008 (text size and depth) and S009. */
  readonly problems: readonly Problem[];
  /** The author writes JSON: edits keep to it. */
  readonly json: boolean;
  /** Tabs indent it: lines stand elsewhere than the author meant, and what the tree lacks or holds says nothing [S009]. */
  readonly misread: boolean;
}

/** After this many syntax errors the rest are echoes of the first. */
const shownErrors = 10;

/**
 * Reads YAML 1.2 core or JSON into a tree. Never throws: a broken text gives problems and what could be read. With a
 * memory, items that the last text had too are taken from it, and its tree must not be used any more.
 */
export function parse(text: string, memory?: ItemMemory): Syntax {
  const json = /^\ufeff?\s*(?:[{[]|\/[/*])/.test(text);
  if (utf8Length(text, limits.bytes) > limits.bytes) {
    const message = msg`The text is over 1 MiB, the limit of a flow file: shorten it, or keep long messages elsewhere.`;
    memory?.clear();
    return { text, json, root: unreadNode(), problems: [tooMuch(message)], misread: false };
  }
  memory?.turn();
  const problems: Problem[] = [];
  // Bytes that YAML forbids are reported and then read as what their fix would put there, so that all else is still checked.
  const extras = jsonExtras(text);
  append(problems, extras?.comments ?? []);
  let source = extras?.source ?? text;
  let misread = false;
  const work = new Work();
  let reading = read(source, json, work, memory);
  if (odd.test(text)) {
    for (const find of [forbiddenBytes, foreignIndentation]) {
      const [found] = find(source, reading.blocks);
      if (found === undefined) continue;
      problems.push(found);
      source = applyEdits(source, found.fix.edits);
      memory?.clear();
      reading = read(source, json, work);
    }
  }
  if (reading.slips.length > 0) append(problems, reading.slips.slice(0, shownErrors));
  else if (reading.errors.length > 0) {
    const found = syntaxProblems(source, json, reading);
    misread = found.some(({ rule }) => rule === "S009");
    append(problems, found);
    reading = recovered(source, reading, json, work);
  } else append(problems, extras?.commas ?? []);
  const found = misread ? problems : [...problems, ...reading.problems];
  return { text, root: reading.root, problems: found, json, misread };
}

/** Anything but line feeds and printable ASCII: only such texts can hold bytes that YAML forbids. */
const odd = /[^\n -~]/;

export interface Read {
  readonly root: Node;
  /** What is wrong with the text; the tree holds what could be read all the same. */
  readonly errors: readonly YAMLError[];
  /** Problems of the tree itself: S002, S007, S008, and S001 on aliases and in islands. */
  readonly problems: readonly Problem[];
  /** Texts of more than one line, ascending: what looks like indentation in there is content. */
  readonly blocks: readonly TextRange[];
  readonly nodes: number;
  /** Brackets and quotes that nothing closes, ascending. */
  readonly open: readonly Opening[];
  /** What is wrong with broken JSON, which the library has not seen. */
  readonly slips: readonly Problem[];
}

function read(text: string, json: boolean, work: Work, memory?: ItemMemory): Read {
  const quick = quickRead(text, { readIsland: (island) => readIsland(island, work), ...(memory && { memory }) });
  if (quick !== null) return { ...quick, errors: [], open: [], slips: [] };
  memory?.clear();
  const recovered = json ? recoveredRead(text) : null;
  return recovered === null
    ? libraryRead(text, work)
    : { ...recovered, slips: recovered.errors, errors: [], open: [], blocks: [] };
}

/** Reads one member or item with the library, as if the rest of the text were not there. */
export function readIsland(
  { text, from, to, column, ofMap, mayBeLeftOut }: Island,
  work = new Work(),
): IslandRead | null {
  const source = " ".repeat(column) + text.slice(from, to);
  if (!standsAlone(source)) return null;
  const whole = libraryRead(source, work);
  if (work.left < 0) return null;
  const best = whole.errors.length > 0 ? recovered(source, whole, false, work) : whole;
  const node = onlyEntry(best.root, column, ofMap);
  const by = from - column;
  if (node === null) {
    if (!ofMap && whole.errors.length > 0) return unreadItem(source, whole, from, by);
    const line = source.trim();
    if (!mayBeLeftOut || !ofMap || /[\n:]/.test(line)) return null;
    const range = { from, to: from + line.length };
    const advice = msg`A key without a value (it has no colon): end the key with a colon.`;
    return { node: null, nodes: 1, problems: [syntaxError(advice, range)], blocks: [] };
  }
  const found = [...(whole.errors.length > 0 ? syntaxProblems(source, false, whole) : []), ...best.problems];
  // Only tabs come with a fix here, and they are reported for the whole text.
  if (found.some(({ fix }) => fix)) return null;
  // Before the tree moves, since they may share its ranges.
  const problems = found.map((problem) => movedProblem(problem, by));
  moveNode(node, by);
  return { node, nodes: best.nodes, problems, blocks: best.blocks.map((range) => movedRange(range, by)) };
}

/** An item that is too broken to be one: the list goes on behind it. */
function unreadItem(source: string, whole: Read, from: number, by: number): IslandRead | null {
  const found = syntaxProblems(source, false, whole);
  if (found.some(({ fix }) => fix)) return null;
  const end = from + (/[\r\n]|$/.exec(source.trimStart())?.index ?? 0);
  const node: Node = { ...unreadNode(), range: { from, to: end } };
  return { node, nodes: 1, problems: found.map((problem) => movedProblem(problem, by)), blocks: [] };
}

/** The island's own member or item, if the text holds nothing else. */
function onlyEntry(root: Node, column: number, ofMap: boolean): Node | null {
  if (root.kind !== (ofMap ? "map" : "list") || root.flow || root.range.from !== column) return null;
  const [only, ...others] = childrenOf(root);
  return only === undefined || others.length > 0 ? null : only;
}

function movedRange({ from, to }: TextRange, by: number): TextRange {
  return { from: from + by, to: to + by };
}

function movedProblem(problem: Problem, by: number): Problem {
  const { range, related } = problem;
  return {
    ...problem,
    ...(range && { range: movedRange(range, by) }),
    ...(related && { related: related.map((place) => ({ ...place, range: movedRange(place.range, by) })) }),
  };
}

/** Reads everything that YAML has, and says what is wrong. Exported for the proof that both readers agree. */
export function libraryRead(text: string, work = new Work()): Read {
  const tokens = tokensOf(text, work);
  if (!Array.isArray(tokens) || deeperThan(tokens, limits.depth)) {
    const message =
      tokens === "tooMany"
        ? msg`The text uses YAML that is slow to read, more of it than any flow needs: write it as plain keys, lists and values.`
        : msg`The text is nested deeper than ${limits.depth} levels, which no flow needs: flatten it.`;
    return { root: unreadNode(), errors: [], problems: [tooMuch(message)], blocks: [], nodes: 0, open: [], slips: [] };
  }
  const [first, second] = composed(text, tokens);
  const reader = new TreeReader(text);
  const root = reader.read(first?.contents ?? null, text.length);
  if (second !== undefined) {
    const range = { from: Math.min(second.range[0], text.length), to: text.length };
    const message = msg`The text holds more than one YAML document: keep one flow per file and remove the \`---\` here.`;
    reader.problems.push(syntaxError(message, range));
  }
  const errors = [...(first?.errors ?? []), ...(first?.warnings ?? [])];
  const open = errors.length === 0 ? [] : openings(tokens);
  return { root, errors, problems: reader.problems, blocks: reader.blocks, nodes: reader.nodes, open, slips: [] };
}

/** How much the library may still read of one text, in lexemes, however often it reads it. */
export class Work {
  left: number = limits.lexemes;
}

/** The parser's own, of a text that is neither too deep nor too much: both are noticed before the work is done. */
export function tokensOf(text: string, work = new Work()): CST.Token[] | "tooMany" | "tooDeep" {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    work.left -= 1;
    if (work.left < 0) return "tooMany";
    append(tokens, parser.next(lexeme));
    // A level takes two at most: a pair's collection, and a text that is still growing.
    if (parser.stack.length > 2 * limits.depth + 4) return "tooDeep";
  }
  append(tokens, parser.end());
  return tokens;
}

/** The library's documents of a text, with everything that the tree leaves out: anchors, aliases, merge keys. */
export function composed(
  text: string,
  tokens: Iterable<CST.Token> = new Parser().parse(text),
): readonly Document.Parsed[] {
  const options = {
    // Duplicate keys are found by the reader, in linear time.
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
    schema: "core",
    resolveKnownTags: false,
    logLevel: "silent",
  } as const;
  return withoutTraces(() => [...new Composer(options).compose(tokens, true, text.length)] as Document.Parsed[]);
}

/** A broken text may give 100,000 errors: nobody looks at where in the library they were made, which costs most. */
function withoutTraces<T>(work: () => T): T {
  const traced: ErrorConstructor & { stackTraceLimit?: number } = Error;
  const before = traced.stackTraceLimit ?? 10;
  traced.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    traced.stackTraceLimit = before;
  }
}

/** Lines that are left out, one after the other, to get at what follows an error. */
const leftOut = 4;
/** A text with more errors is no flow with a slip in it, and reading it over and over would take seconds. */
const recoverableErrors = 200;

/**
 * The parser may swallow everything behind an error. Leaving out the line of the first error often gives the rest
 * back; the places stay, since the line becomes spaces. Only a reading that keeps most of the text is taken.
 */
function recovered(text: string, broken: Read, json: boolean, work: Work): Read {
  if (broken.errors.length > recoverableErrors) return broken;
  let source = text;
  let reading = broken;
  for (let round = 0; round < leftOut && reading.errors.length > 0; round += 1) {
    const slip = firstOpen(source, json, reading) ?? foldedKey(source, reading.errors);
    const first = slip?.from ?? reading.errors[0]?.pos[0] ?? 0;
    const at = Math.min(first, source.length);
    const from = source.lastIndexOf("\n", at - 1) + 1;
    const end = source.indexOf("\n", at);
    const to = end < 0 ? source.length : end;
    if (source.slice(from, to).trim() === "") break;
    source = source.slice(0, from) + " ".repeat(to - from) + source.slice(to);
    const before = work.left;
    reading = libraryRead(source, work);
    // Another round would cost as much.
    if (work.left < before - work.left) break;
  }
  const kept = reading.errors.length === 0 && reading.nodes * 2 > broken.nodes;
  return kept ? reading : broken;
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

/** Says what the parser's errors mean; of tabs in the indentation all the other errors are echoes. */
function syntaxProblems(text: string, json: boolean, { errors, blocks, open }: Read): readonly Problem[] {
  const tabs = errors.filter((error) => error.code === "TAB_AS_INDENT").map((error) => error.pos[0]);
  // In JSON tabs are as good as spaces, so only the parser's own complaint counts there.
  const indentation = json && tabs.length === 0 ? [] : tabIndentation(text, blocks, tabs);
  if (indentation.length > 0) return indentation;
  const opened = firstOpen(text, json, { open });
  if (opened !== null) {
    // What the parser says of the rest are echoes; in JSON, where nothing ends at a line, of what stands before too.
    if (json) return [unclosed(opened)];
    const before = errors.filter(({ pos }) => pos[1] <= opened.from);
    return [...explained(text, before), ...open.slice(0, shownErrors).map(unclosed)];
  }
  const folded = foldedKey(text, errors);
  const shown = folded === null ? errors : errors.filter(({ pos }) => pos[0] >= folded.to);
  const problems = explained(text, shown);
  const advice = msg`This key is indented deeper than the line above allows: line it up with its neighbours.`;
  return folded === null ? problems : [syntaxError(advice, folded), ...problems];
}

/** The first bracket or quote that is not closed: there the author slipped, and not where the parser notices it. */
function firstOpen(text: string, json: boolean, { open }: Pick<Read, "open">): Opening | null {
  return (json ? openTextInJson(text) : null) ?? open[0] ?? null;
}

function explained(text: string, errors: readonly YAMLError[]): Problem[] {
  return errors.slice(0, shownErrors).map((error) => {
    const from = Math.min(Math.max(error.pos[0], 0), text.length);
    return syntaxError(explain(error), { from, to: Math.min(Math.max(error.pos[1], from), text.length) });
  });
}

/**
 * A key indented below a plain value is taken for the value's second line, and the parser complains about both lines.
 * The second is the one to correct: its range, if the first error is of this kind.
 */
function foldedKey(text: string, [first, second]: readonly YAMLError[]): TextRange | null {
  if (first?.code !== "BLOCK_AS_IMPLICIT_KEY" || second?.code !== "MULTILINE_IMPLICIT_KEY") return null;
  const [from, to] = second.pos;
  const lineEnd = text.lastIndexOf("\n", to - 1);
  if (first.pos[0] !== from || lineEnd < from) return null;
  const indent = /^[ \t]*/.exec(text.slice(lineEnd + 1, to))?.[0].length ?? 0;
  return { from: lineEnd + 1 + indent, to };
}

/** In place of a text that is refused unread. */
function unreadNode(): Node {
  return { ...unplaced({ from: 0, to: 0 }), kind: "unknown" };
}

function tooMuch(message: Translatable): Problem {
  return { rule: "S008", message, node: null, range: { from: 0, to: 0 } };
}
