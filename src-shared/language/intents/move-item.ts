import { applyEdits, type TextEdit } from "../../basics/index.ts";
import { type Path, sameJson, valueAt, withValue } from "../edit/compare.ts";
import { edit, editable } from "../edit/edit.ts";
import { sourceOf } from "../model/source.ts";
import { nodeAt, plainValue } from "../syntax/tree.ts";
import { ItemTexts } from "./item-text.ts";

/**
 * The edits that move an item of the list at `path` to where another stands. Its comments go along where its text can be
 * moved as a whole.
 * @throws UneditableText when the text does not parse
 */
export function moveItem(text: string, path: Path, from: number, to: number): readonly TextEdit[] {
  const { root } = editable(sourceOf(text)).syntax;
  const before = plainValue(root);
  const items = valueAt(before, path);
  if (!Array.isArray(items) || from < 0 || to < 0 || Math.max(from, to) >= items.length) return [];
  const moved = items.toSpliced(from, 1).toSpliced(to, 0, items[from]);
  const byText = ItemTexts.of(text, nodeAt(root, path))?.move(from, to) ?? [];
  const after = sourceOf(applyEdits(text, byText)).syntax;
  const isRight = after.problems.length === 0 && sameJson(plainValue(after.root), withValue(before, path, moved));
  return isRight ? byText : edit(text, path, moved);
}
