import type { Diagnostic, Translation } from "../../basics/index.ts";
import { companionServices } from "../companion-services.ts";
import type { Names } from "../expectations/index.ts";
import { readScenarios } from "./read.ts";
import { scenariosShape } from "./shape.ts";

export const { complete: completeScenarios, hover: hoverScenarios } = companionServices(scenariosShape);

/** Problems in a text of scenarios, in text order: its form, and names that the flow does not have [X301]. */
export function scenarioProblems(text: string, names: Names, translation?: Translation): readonly Diagnostic[] {
  const { file, scenarios } = readScenarios(text);
  return text.trim() === "" ? [] : file.diagnostics(scenarios(names).problems, translation);
}
