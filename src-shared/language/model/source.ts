import { parse, type Syntax } from "../syntax/parse.ts";
import { plainValue } from "../syntax/tree.ts";
import { type Reading, read } from "./reading.ts";

/** A text as every service of the language needs it: read once, asked often. */
export interface Source {
  readonly text: string;
  readonly syntax: Syntax;
  readonly reading: Reading;
}

/** Parses and reads a text, once for all that is asked of it. */
export function sourceOf(text: string): Source {
  const syntax = parse(text);
  return { text, syntax, reading: read(syntax.root) };
}

/** What an editor asks is asked of a text, or of one that has been read. Offsets count UTF-16 code units. */
export function asSource(text: string | Source): Source {
  return typeof text === "string" ? sourceOf(text) : text;
}

/** Reads several texts of one flow. A source is valid only until the next one is requested. */
export interface Reader {
  source(text: string): Source;
  /** The source's text as plain JSON. */
  value(source: Source): unknown;
}

/** Reads each text by itself. */
export const plainReader: Reader = { source: sourceOf, value: ({ syntax }) => plainValue(syntax.root) };
