import type { Diagnostic } from "../basics/index.ts";
import { analyse, draftText, type WireFields } from "../language/index.ts";
import type { ThreeVersions } from "./conflict.ts";

/**
 * Errors that a merge would introduce [Y5]: neither side has them. Compared by rule and message, as places move.
 * @param merged what became of `drafts`
 */
export function mergeErrors(
  drafts: Pick<ThreeVersions<WireFields>, "mine" | "theirs">,
  merged: WireFields,
): readonly Diagnostic[] {
  const had = new Set([...errorsOf(drafts.mine), ...errorsOf(drafts.theirs)].map(nameOf));
  return errorsOf(merged).filter((error) => !had.has(nameOf(error)));
}

/** Where an error is, as the path of a conflict: a stage is named, what is in a list is counted from 1. */
export function placeOf({ pointer }: Pick<Diagnostic, "pointer">): readonly string[] {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.flatMap((key, at) => {
    if (!/^\d+$/.test(key)) return [key];
    const says = at < keys.length - 1 && keys[at - 1] !== "stages";
    return says ? [String(Number(key) + 1)] : [];
  });
}

const errorsOf = (fields: WireFields): readonly Diagnostic[] =>
  analyse(draftText(fields)).diagnostics.filter(({ severity }) => severity === "error");

const nameOf = ({ rule, message }: Diagnostic): string => `${rule} ${JSON.stringify(message)}`;
