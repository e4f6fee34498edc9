import { inflateSync } from "node:zlib";
import { PDFName, type PDFPage, PDFRawStream } from "pdf-lib";
import { contentsOf } from "./page-contents.ts";

/**
 * Whether something can be drawn behind a page's content. It can where every reader leaves the content in the same state:
 * what was begun has ended, and no word is one that readers take for different things. Everything else counts as odd, so that
 * this needs to know little of the language: inline images, comments and deeper brackets do (decision 0209).
 */

/** Longer content is odd. In bytes, after decompression. */
const LONGEST = 1_000_000;

const STRING = String.raw`\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)`;
const HEX_STRING = String.raw`<[\da-f\s]*>`;
const NAME = String.raw`/[^\0\s()<>[\]{}/%]*`;
const BRACKET_OR_WORD = String.raw`<<|>>|[[\]]|[^\0\s()<>[\]{}/%]+`;
const NEXT = new RegExp(String.raw`[\0\t\n\f\r ]*(?:${STRING}|${HEX_STRING}|${NAME}|(${BRACKET_OR_WORD})|$)`, "isy");
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const OPERATORS = words(
  "BX CS DP Do EX G J K M MP SC SCN T* TD TJ TL Tc Td Tf Tj Tm Tr Ts Tw Tz ' \" cm cs d g gs i j k rg RG ri sc scn sh w true false null",
);
const PATH = words("W W* c h l m re v y");
const PAINT = words("B B* F S b b* f f* n s");

/** What a word begins (1) or ends (-1). */
const NESTING: ReadonlyMap<string, readonly [kind: string, step: 1 | -1]> = new Map([
  ["q", ["state", 1]],
  ["Q", ["state", -1]],
  ["BT", ["text", 1]],
  ["ET", ["text", -1]],
  ["BDC", ["mark", 1]],
  ["BMC", ["mark", 1]],
  ["EMC", ["mark", -1]],
  ["<<", ["dictionary", 1]],
  [">>", ["dictionary", -1]],
  ["[", ["list", 1]],
  ["]", ["list", -1]],
]);

export function hasPlainContent(page: PDFPage): boolean {
  const texts = contentsOf(page).map((part) => textOf(page.node.context.lookup(part)));
  return texts.every((text) => text !== null) && isPlain(texts.join("\n"));
}

function textOf(stream: unknown): string | null {
  if (!(stream instanceof PDFRawStream)) return null;
  const filter = stream.dict.lookup(PDFName.of("Filter"));
  try {
    if (filter === undefined) return Buffer.from(stream.contents).toString("latin1");
    if (filter !== PDFName.of("FlateDecode") || stream.dict.has(PDFName.of("DecodeParms"))) return null;
    return inflateSync(stream.contents, { maxOutputLength: LONGEST }).toString("latin1");
  } catch {
    return null; // Damaged or too long: odd, as anything that is not understood.
  }
}

function isPlain(content: string): boolean {
  if (content.length > LONGEST) return false;
  const open: Record<string, number> = { path: 0 };
  NEXT.lastIndex = 0;
  while (NEXT.lastIndex < content.length) {
    const found = NEXT.exec(content);
    if (found === null) return false;
    const word = found[1];
    if (word !== undefined && !follow(word, open)) return false;
  }
  return Object.values(open).every((depth) => depth === 0);
}

/** Counts what a word begins or ends. Answers false where it ends what was not begun, or where it is unknown. */
function follow(word: string, open: Record<string, number>): boolean {
  const nesting = NESTING.get(word);
  if (nesting !== undefined) {
    const [kind, step] = nesting;
    const depth = (open[kind] ?? 0) + step;
    open[kind] = depth;
    return depth >= 0 && open.path === 0;
  }
  if (PATH.has(word)) open.path = 1;
  else if (PAINT.has(word)) open.path = 0;
  else return OPERATORS.has(word) || NUMBER.test(word);
  return true;
}
