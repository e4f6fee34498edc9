import { hasControls } from "../../src-shared/language/index.ts";

/** Why a document cannot have this title; null: it can. */
export function titleProblem(title: string): string | null {
  if (hasControls(title)) return "The title must have no control characters or line ends.";
  if (title === "" || title.length > 500) return "The title must have 1 to 500 characters.";
  return null;
}
