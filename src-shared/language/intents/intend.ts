import { applyEdits, editBetween, msg, type TextEdit } from "../../basics/index.ts";
import { isObject, type Path, sameJson, valueAt } from "../edit/compare.ts";
import { edit, editable } from "../edit/edit.ts";
import { Planner, towards } from "../edit/plan.ts";
import { settled, type Wanted } from "../edit/settle.ts";
import { wrapping } from "../edit/wrap.ts";
import type { NameKind } from "../model/reading.ts";
import { plainReader, type Reader, type Source } from "../model/source.ts";
import { commentsOf } from "../services/format.ts";
import { renamed, respelled } from "../services/symbols.ts";
import { member, type Node, nodeAt } from "../syntax/tree.ts";
import { intendedValue, parameterPath } from "./intended.ts";
import { ImpossibleIntent, type Intent } from "./intent.ts";
import { ItemTexts } from "./item-text.ts";

/**
 * The edits that do what an author wants on canvas, outline, matrix or form, in YAML or JSON. The text then says exactly
 * `intendedValue`; comments, order, quotes and layout of everything else survive, and lines that nothing changes on stay
 * as they are, byte for byte. No edits: it is so already. An `Analyser` as `reader` reads only what changes.
 * @throws UneditableText when the text does not parse, ImpossibleIntent when the flow has no place for it.
 */
export function intend(text: string, intent: Intent, reader: Reader = plainReader): readonly TextEdit[] {
  const source = editable(reader.source(text));
  const before = reader.value(source);
  const after = intendedValue(before, intent);
  const holds = intent.intent === "moveName" ? orderOf(source.syntax.root, intent) : undefined;
  if (sameJson(before, after) && (holds?.(source) ?? true)) return [];
  const wanted: Wanted = holds === undefined ? { value: after } : { value: after, holds };
  for (const plan of plans) {
    // The source is asked for again: checking the plan before may have moved the tree.
    const edits = settled(text, (source) => plan(source, intent, after), wanted, reader);
    if (edits !== null) return edits;
  }
  return stepwise(text, before, after);
}

type Plan = (source: Source, intent: Intent, after: unknown) => readonly TextEdit[];

/** From the one that keeps most of the text; each is looked at only when those before it came out wrong. */
const plans: readonly Plan[] = [byText, reordered, (source, _intent, after) => towards(after)(source)];

/** One that is given twice would turn the aliases behind it to the copy. */
const anchor = /(?<![^\s,[{])&\S/;

/** Intents that move or copy text, which no comparison of values could tell. */
function byText(source: Source, intent: Intent): readonly TextEdit[] {
  const { text, reading } = source;
  const stages = (): ItemTexts | null => ItemTexts.of(text, member(reading.process, "stages"));
  switch (intent.intent) {
    case "moveStage":
      return stages()?.move(intent.from, intent.to) ?? [];
    case "deleteStage":
      return stages()?.remove(intent.stage) ?? [];
    case "duplicateStage":
      return stages()?.duplicate(intent.stage, renamedStage(source, intent), anchor) ?? [];
    case "renameStage":
      return renamedStage(source, intent);
    case "moveAction":
    case "removeAction": {
      const list = actionsOf(reading.process, intent.stage);
      const items = ItemTexts.of(text, list);
      if (items === null) return [];
      return intent.intent === "moveAction" ? items.move(intent.from, intent.to) : items.remove(intent.at);
    }
    case "rename": {
      const renaming = renamed(source, { kind: intent.kind, name: intent.name }, intent.to);
      return renaming.ok ? renaming.edits : [];
    }
    case "moveName": {
      const names = namesOf(source.syntax.root, intent.kind);
      return ItemTexts.of(text, names)?.move(keysOf(names).indexOf(intent.name), intent.to) ?? [];
    }
    case "wrapProcess":
      return wrapping(source.syntax);
    default:
      return [];
  }
}

/** The names of a kind written again in their new order, where their texts cannot be moved: their comments would be lost. */
function reordered({ text, syntax }: Source, intent: Intent, after: unknown): readonly TextEdit[] {
  if (intent.intent !== "moveName") return [];
  const path = parameterPath(intent.kind);
  const names = nodeAt(syntax.root, path);
  if (names !== null && names.shared === null && hasComments(text, names)) {
    const how = msg`The order cannot be changed from here without losing the comments that stand between the names: move the lines in the text.`;
    throw new ImpossibleIntent(how);
  }
  return new Planner(syntax).replaceWhole(path, valueAt(after, path));
}

/** Whether comments stand within the text of a node. */
function hasComments(text: string, { range }: Node): boolean {
  const line = text.lastIndexOf("\n", range.from - 1) + 1;
  return commentsOf(text.slice(line, range.to)).length > 0;
}

function namesOf(root: Node, kind: NameKind): Node | null {
  return nodeAt(root, parameterPath(kind));
}

function keysOf(node: Node | null): readonly string[] {
  return node?.kind === "map" ? [...node.entries.keys()] : [];
}

/** Whether a text has the names in the wanted order, which comparing values cannot show. */
function orderOf(root: Node, { kind, name, to }: Extract<Intent, { intent: "moveName" }>): (source: Source) => boolean {
  const names = keysOf(namesOf(root, kind));
  const order = names.filter((other) => other !== name).toSpliced(to, 0, name);
  return ({ syntax }) => sameJson(keysOf(namesOf(syntax.root, kind)), order);
}

/** Puts another name where a stage's name stands. */
function renamedStage(source: Source, { stage, name }: { readonly stage: number; readonly name: string }): TextEdit[] {
  const { process } = source.reading;
  const item = process === null ? null : nodeAt(process, ["stages", stage]);
  const range = item?.kind === "map" ? (item.entries.values().next().value?.keyRange ?? null) : null;
  return range === null ? [] : [{ range, insert: respelled(source, range, name) }];
}

function actionsOf(process: Node | null, at: number): Node | null {
  const item = process === null ? null : nodeAt(process, ["stages", at]);
  return item?.kind === "map" ? member(item.entries.values().next().value ?? null, "actions") : null;
}

/** Each difference by itself, where the text is too odd for all of them at once. */
function stepwise(text: string, before: unknown, after: unknown): readonly TextEdit[] {
  let now = text;
  for (const path of differences(before, after, [])) now = applyEdits(now, edit(now, path, valueAt(after, path)));
  return editBetween(text, now);
}

/** The deepest places that say something else; a list of another length is one place. */
function differences(before: unknown, after: unknown, path: Path): Path[] {
  if (sameJson(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(before[key], after[key], [...path, key]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return after.flatMap((item, at) => differences(before[at], item, [...path, at]));
  return [path];
}
