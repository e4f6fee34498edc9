import { type Reading, read } from "../reading.ts";
import { parse, type Syntax } from "../syntax/parse.ts";

/** A text as every service of the language needs it: read once, asked often. */
export interface Source {
  readonly text: string;
  readonly syntax: Syntax;
  readonly reading: Reading;
}

export function sourceOf(text: string): Source {
  const syntax = parse(text);
  return { text, syntax, reading: read(syntax.root) };
}
