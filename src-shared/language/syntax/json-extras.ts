import { msg, type TextEdit, type TextRange } from "../../basics/index.ts";
import { placesProblems } from "./bytes.ts";
import type { Problem } from "./problems.ts";

/** What writers of JSON borrow from JavaScript or YAML. YAML takes some of it, so that only other programs would stumble. */
interface JsonExtras {
  readonly comments: readonly Problem[];
  /** Of a sound text; in a broken one what follows a comma may be the slip. */
  readonly commas: readonly Problem[];
  /** The text with blanks in place of comments: all else keeps its place. */
  readonly source: string;
}

/** JSON begins with a brace and a text in quotes, or with a comment, with which no YAML of a flow begins. */
const beginsJson = /^\ufeff?\s*(?:[{[]\s*(?:#[^\n]*\n\s*)*["{[/]|\/[/*])/;
/** Without these a text has none: no need to look at each of its texts. */
const mayHave = /,\s*[\]}]|(?:^|[\s{[\]},"])(?:#|\/[/*])/;
const tokens = /"(?:[^"\\\n]|\\.)*"|(?:\/\/|#)[^\n]*|\/\*|[^\s/]|\//g;

/** Comments and trailing commas in a text that is JSON by its first signs [S001]; null: there are none. */
export function jsonExtras(text: string): JsonExtras | null {
  if (!beginsJson.test(text) || !mayHave.test(text)) return null;
  const { commas, comments } = extrasIn(text);
  if (commas.length + comments.length === 0) return null;
  const edits = comments.map((range) => ({ range: withBlanks(text, range), insert: "" }));
  return {
    comments: placesProblems("S001", edits, msg`JSON has no comments: remove them`, msg`Remove the comments`),
    commas: placesProblems(
      "S001",
      commas,
      msg`JSON has no trailing commas: remove them`,
      msg`Remove the trailing commas`,
    ),
    source: blanked(text, comments),
  };
}

function extrasIn(text: string): { readonly commas: readonly TextEdit[]; readonly comments: readonly TextRange[] } {
  const commas: TextEdit[] = [];
  const comments: TextRange[] = [];
  /** The last two signs that are no comments: a comma that nothing stands before is another mistake. */
  let last = { sign: "", at: 0 };
  let before = "";
  tokens.lastIndex = 0;
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const [token] = found;
    const at = found.index;
    // Behind a text that is not closed, nothing is what it seems.
    if (token === '"') return { commas: [], comments: [] };
    const borders = at === 0 || /[\s{[\]},"\ufeff]/.test(text[at - 1] ?? "");
    if (borders && (token === "/*" || token.startsWith("//") || token.startsWith("#"))) {
      const end = token === "/*" ? text.indexOf("*/", at + 2) + 2 : at + token.trimEnd().length;
      const to = end < 2 ? text.length : end;
      comments.push({ from: at, to });
      tokens.lastIndex = to;
      continue;
    }
    if ((token === "}" || token === "]") && last.sign === "," && !"{[,:".includes(before))
      commas.push({ range: { from: last.at, to: last.at + 1 }, insert: "" });
    before = last.sign;
    last = { sign: token[0] ?? "", at };
  }
  return { commas, comments };
}

/** A comment with the blanks before it, and its line where nothing else stands there. */
function withBlanks(text: string, { from, to }: TextRange): TextRange {
  let start = from;
  while (start > 0 && /[ \t]/.test(text[start - 1] ?? "")) start -= 1;
  const alone = start === 0 || text[start - 1] === "\n";
  const rest = alone ? (/^[ \t]*(?:\r?\n|$)/.exec(text.slice(to, to + 200))?.[0] ?? null) : null;
  if (rest !== null) return { from: start, to: to + rest.length };
  return { from: alone ? from : start, to };
}

function blanked(text: string, comments: readonly TextRange[]): string {
  let source = "";
  let at = 0;
  for (const { from, to } of comments) {
    source += text.slice(at, from) + text.slice(from, to).replace(/[^\r\n]/g, " ");
    at = to;
  }
  return source + text.slice(at);
}
