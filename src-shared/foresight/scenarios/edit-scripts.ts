import { applyEdits, editBetween, type TextEdit } from "../../basics/index.ts";
import { edit, moveItem, withMembers } from "../../language/index.ts";
import { listOf, mapOf } from "../values.ts";
import { readScenarios } from "./read.ts";
import type { PlacedScenario, PlacedStep } from "./scenario.ts";
import { type WrittenStep, writtenStep } from "./scenario-text.ts";

/**
 * An edit that an author makes to somebody's own list in a scenario; `who` null: to the steps after everybody is done.
 */
export type ScriptChange = { readonly who: string | null } & (
  | { readonly change: "insert"; readonly at: number; readonly entries: readonly WrittenStep[] }
  | { readonly change: "replace"; readonly at: number; readonly entry: WrittenStep }
  | { readonly change: "move"; readonly from: number; readonly to: number }
  | { readonly change: "remove"; readonly at: number }
);

/**
 * The smallest edits of the text that make a change; comments and layout stay.
 * @throws UneditableText when the text does not parse
 */
export function editScript(text: string, { path }: PlacedScenario, change: ScriptChange): readonly TextEdit[] {
  const place = change.who === null ? [...path, "then"] : [...path, "people", change.who];
  const entries = listAt(text, place);
  switch (change.change) {
    case "insert":
      return edit(text, place, entries.toSpliced(change.at, 0, ...change.entries));
    case "replace":
      return edit(text, [...place, change.at], change.entry);
    case "move":
      return moveItem(text, place, change.from, change.to);
    case "remove":
      // An empty list is left out.
      return edit(text, entries.length === 1 ? place : [...place, change.at], undefined);
  }
}

/**
 * The edits that turn a scenario of people into one order of steps. @throws UneditableText when the text does not parse
 */
export function writeAsSteps(
  text: string,
  { path }: PlacedScenario,
  steps: readonly PlacedStep[],
): readonly TextEdit[] {
  const written = steps.map(({ step }) => writtenStep(step));
  const gone = Object.fromEntries(["people", "then"].map((key) => [key, undefined]));
  const without = withMembers(text, gone, path);
  return editBetween(text, applyEdits(without, edit(without, [...path, "steps"], written)));
}

function listAt(text: string, place: PlacedStep["path"]): readonly unknown[] {
  let value: unknown = readScenarios(text).file.value;
  for (const step of place) value = typeof step === "number" ? listOf(value)[step] : mapOf(value)[step];
  return listOf(value);
}
