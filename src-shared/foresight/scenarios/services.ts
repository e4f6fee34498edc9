import {
  type CompletionItem,
  complete,
  type Diagnostic,
  type Hover,
  hover,
  type Translation,
} from "../../language/index.ts";
import type { Names } from "../expectations/index.ts";
import { readScenarios } from "./read.ts";
import { scenariosShape } from "./shape.ts";

/** What may be written at an offset of a flow's scenarios, the most likely first. */
export function completeScenarios(
  text: string,
  offset: number,
  names: Names,
  translation?: Translation,
): readonly CompletionItem[] {
  return complete(text, offset, translation, scenariosShape(names));
}

/** What a key of a flow's scenarios means. */
export function hoverScenarios(text: string, offset: number, names: Names, translation?: Translation): Hover | null {
  return hover(text, offset, translation, scenariosShape(names));
}

/** What is wrong with a text of scenarios, in order of the text: its form, and what the flow does not have [X301]. */
export function scenarioProblems(text: string, names: Names, translation?: Translation): readonly Diagnostic[] {
  const { file, scenarios } = readScenarios(text);
  return text.trim() === "" ? [] : file.diagnostics(scenarios(names).problems, translation);
}
