import type { TextRange } from "../../basics/index.ts";
import type { Problem } from "./problems.ts";
import type { Node } from "./tree.ts";

/** One member or item of a block, whose text can be read by itself. */
export interface Island {
  readonly text: string;
  /** Of the key or the dash. */
  readonly from: number;
  /** The beginning of the next member or item, or what else follows. */
  readonly to: number;
  readonly column: number;
  readonly ofMap: boolean;
  /** A line that is no member may be left out, since others stand above it. */
  readonly mayBeLeftOut: boolean;
}

export interface IslandRead {
  /** The member's value with its key, or the item; null: left out. */
  readonly node: Node | null;
  readonly nodes: number;
  readonly problems: readonly Problem[];
  readonly blocks: readonly TextRange[];
}

/**
 * Where the member or item that begins at `from`, in `column`, ends: at the next line that stands no deeper. In YAML no
 * text, braces or block text reaches over such a line. Empty lines, comments and closing brackets are passed over, and
 * so are the dashes of a list that stands right below its key.
 */
export function entryEnd(text: string, from: number, column: number, ofMap: boolean): number {
  let line = text.indexOf("\n", from) + 1;
  while (line > 0) {
    let at = line;
    while (text.charCodeAt(at) === 32) at += 1;
    if (at >= text.length) return text.length;
    const indent = at - line;
    if (indent <= column && begins(text, at, ofMap && indent === column)) return line;
    line = text.indexOf("\n", at) + 1;
  }
  return text.length;
}

function begins(text: string, at: number, dashGoesOn: boolean): boolean {
  const found = text[at];
  if (found === "\n" || found === "\r" || found === "#" || found === "]" || found === "}") return false;
  return !(dashGoesOn && found === "-" && /^-(?:[ \r\n]|$)/.test(text.slice(at, at + 2)));
}

/** What gives a part of a text a meaning beyond itself, or takes it from elsewhere. */
const entangled = /(?:^|[\s[{,])[&*!](?=\S)|<<|(?:^|\s)[?:](?=\s|$)|^(?:---|\.\.\.|%)|^[ ]*\t/m;

/** Whether a text means the same wherever it stands. */
export function standsAlone(source: string): boolean {
  return !entangled.test(source);
}
