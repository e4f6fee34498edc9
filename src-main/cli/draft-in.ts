import type { Analysis } from "../../src-shared/language/index.ts";
import { printable } from "./terminal-text.ts";

/** The draft in a flow file; null, after an error on stderr. @param not e.g. `its scenarios cannot be played` */
export function draftIn(file: string, { draft, diagnostics }: Analysis, not: string): Analysis["draft"] {
  if (draft !== null) return draft;
  const first = diagnostics.find(({ severity }) => severity === "error");
  const why = first === undefined ? "it is a process without its parameters" : `${first.rule}: ${first.message}`;
  process.stderr.write(printable(`${file}: ${not}: ${why}\n`));
  return null;
}
