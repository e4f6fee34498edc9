/** Where in a block-style YAML text a line stands, told from indentation alone: also a broken text has places. */
export interface YamlPlace {
  /** Keys from the root; `*` for an item of a list. */
  readonly path: readonly string[];
  /** The key on the cursor's own line whose value is being written; null while the key itself is. */
  readonly key: string | null;
  /** What stands before the cursor of the word being written. */
  readonly word: string;
}

interface Line {
  readonly indent: number;
  readonly dashes: readonly number[];
  readonly key: string | null;
}

const KEY = /^("[^"]*"|'[^']*'|[^\s:#'"][^:#]*?)\s*:(?:\s|$)/;

const unquote = (key: string) => key.replace(/^(["'])(.*)\1$/, "$2");

function readLine(text: string): Line | null {
  if (/^\s*(#.*)?$/.test(text)) return null;
  const dashes: number[] = [];
  let at = text.search(/\S/);
  while (text[at] === "-" && (text[at + 1] === " " || at + 1 === text.length)) {
    dashes.push(at);
    const next = text.slice(at + 1).search(/\S/);
    if (next === -1) return { indent: at + 2, dashes, key: null };
    at += 1 + next;
  }
  const key = KEY.exec(text.slice(at))?.[1];
  return { indent: at, dashes, key: key === undefined ? null : unquote(key) };
}

/** The place of a cursor; `before` is the text up to it. */
export function yamlPlace(before: string): YamlPlace {
  const lines = before.split(/\r?\n/);
  const current = lines.pop() ?? "";
  const own = readLine(current) ?? { indent: current.length, dashes: [], key: null };
  const word = /[^\s[\]{},:"'-][^\s[\]{},:"']*$/.exec(current)?.[0] ?? "";
  const path: string[] = [];
  let depth = own.indent;
  for (const dash of own.dashes.toReversed()) {
    path.unshift("*");
    depth = dash;
  }
  // A list may stand at the same depth as the key that holds it.
  let listAllowed = own.dashes.length > 0;
  for (const text of lines.toReversed()) {
    if (depth === 0 && !listAllowed) break;
    const line = readLine(text);
    if (line === null) continue;
    const holds = line.indent < depth || (listAllowed && line.indent === depth && line.dashes.length === 0);
    if (holds && line.key !== null) {
      path.unshift(line.key);
      depth = line.indent;
      listAllowed = false;
    }
    for (const dash of line.dashes.toReversed()) {
      if (dash >= depth) continue;
      path.unshift("*");
      depth = dash;
      listAllowed = true;
    }
  }
  return { path, key: own.key, word };
}
