import type { Diagnostic } from "../basics/index.ts";
import { analyse, draftText, type WireFields } from "../language/index.ts";
import type { Three } from "./conflict.ts";

/**
 * The errors that a merge would bring in: neither side has them [Y5]. Compared by rule and message, for places move.
 * @param merged what became of `drafts`
 */
export function errorsBrought(
  drafts: Pick<Three<WireFields>, "mine" | "theirs">,
  merged: WireFields,
): readonly Diagnostic[] {
  const had = new Set([...errorsOf(drafts.mine), ...errorsOf(drafts.theirs)].map(nameOf));
  return errorsOf(merged).filter((error) => !had.has(nameOf(error)));
}

const errorsOf = (fields: WireFields): readonly Diagnostic[] =>
  analyse(draftText(fields)).diagnostics.filter(({ severity }) => severity === "error");

const nameOf = ({ rule, message }: Diagnostic): string => `${rule} ${JSON.stringify(message)}`;
