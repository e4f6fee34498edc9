import type { Translation } from "../basics/index.ts";
import { type CompletionItem, complete, type Hover, hover, type ObjectShape } from "../language/index.ts";
import type { Names } from "./expectations/names.ts";

/** Completion and hover for a companion text, which has its own shape and uses the flow's names. */
export function companionServices(shapeFor: (names: Names) => ObjectShape) {
  return {
    /** Completions at an offset, the most likely first. */
    complete: (text: string, offset: number, names: Names, translation?: Translation): readonly CompletionItem[] =>
      complete(text, offset, translation, shapeFor(names)),
    /** The meaning of a key; null if there is no key. */
    hover: (text: string, offset: number, names: Names, translation?: Translation): Hover | null =>
      hover(text, offset, translation, shapeFor(names)),
  };
}
