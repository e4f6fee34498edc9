import type { Translation } from "../basics/index.ts";
import { type CompletionItem, complete, type Hover, hover, type ObjectShape } from "../language/index.ts";
import type { Names } from "./expectations/names.ts";

/** Completion and hover in a text beside the flow's, which has a shape of its own and the flow's names. */
export function companionServices(shapeFor: (names: Names) => ObjectShape) {
  return {
    /** What may be written at an offset, the most likely first. */
    complete: (text: string, offset: number, names: Names, translation?: Translation): readonly CompletionItem[] =>
      complete(text, offset, translation, shapeFor(names)),
    /** What a key means; null where none stands. */
    hover: (text: string, offset: number, names: Names, translation?: Translation): Hover | null =>
      hover(text, offset, translation, shapeFor(names)),
  };
}
