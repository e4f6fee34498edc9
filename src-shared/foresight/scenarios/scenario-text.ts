import { applyEdits, editBetween, type TextEdit } from "../../basics/index.ts";
import { edit, flowYaml, withMembers } from "../../language/index.ts";
import { happeningText } from "../expectations/index.ts";
import { labelText } from "../graph/labels.ts";
import { listOf, mapOf } from "../values.ts";
import { readScenarios } from "./read.ts";
import type { PlacedScenario, Scenario, ScenarioStep } from "./scenario.ts";

/** A step as it is written in a file of scenarios. */
export function writtenStep(step: ScenarioStep): string | Readonly<Record<string, string>> {
  switch (step.kind) {
    case "label":
      return labelText(step.label);
    case "wait":
      return { wait: timeText(step) };
    case "prolong":
      return { prolong: timeText({ days: step.days, hours: 0 }) };
    case "expect":
      return { expect: `${step.not ? "not " : ""}${happeningText(step.fact, "past")}` };
  }
}

/** A step in one line, such as `wait: 3 days`. */
export function stepWords(step: ScenarioStep): string {
  const written = writtenStep(step);
  return typeof written === "string"
    ? written
    : Object.entries(written)
        .map((entry) => entry.join(": "))
        .join();
}

function timeText({ days, hours }: { readonly days: number; readonly hours: number }): string {
  const parts = [days > 0 ? counted(days, "day") : "", hours > 0 || days === 0 ? counted(hours, "hour") : ""];
  return parts.filter((part) => part !== "").join(" ");
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** A scenario as a text of its own; the caller, who knows the flow's file, adds the key `flow`. */
export function scenarioText(scenario: Scenario): string {
  return `${linesOf(scenario, "").join("\n")}\n`;
}

/** In block style, a step a line: scenarios are read more than they are written. */
function linesOf({ name, steps }: Scenario, indent: string): readonly string[] {
  const written = steps.map(({ step }) => {
    const one = writtenStep(step);
    if (typeof one === "string") return flowYaml(one);
    return Object.entries(one)
      .map(([key, value]) => `${key}: ${flowYaml(value)}`)
      .join();
  });
  const head = `scenario: ${flowYaml(name)}`;
  return steps.length === 0
    ? [head, `${indent}steps: []`]
    : [head, `${indent}steps:`, ...written.map((step) => `${indent}  - ${step}`)];
}

/**
 * The edits that put scenarios at the end of a text's list; everything that it says already stays as it is. Names that the
 * text has already get a number.
 * @throws UneditableText when the text does not parse
 */
export function addScenarios(text: string, scenarios: readonly Scenario[]): readonly TextEdit[] {
  if (scenarios.length === 0) return [];
  const there = namesIn(text);
  const named = scenarios.map((scenario) => {
    const name = unusedName(scenario.name, there);
    there.add(name);
    return { ...scenario, name };
  });
  const known = listOf(mapOf(readScenarios(text).file.value).scenarios);
  const written = named.map(({ name, steps }) => ({
    scenario: name,
    steps: steps.map(({ step }) => writtenStep(step)),
  }));
  const plain = applyEdits(text, edit(text, ["scenarios"], [...known, ...written]));
  const inBlock = known.length === 0 ? withList(text, named) : withItems(text, known.length, named);
  // Where a text is laid out in another way, such as JSON, it keeps to that.
  const means = (one: string) => JSON.stringify(readScenarios(one).file.value);
  const isSame = inBlock !== null && readScenarios(inBlock).file.sound && means(inBlock) === means(plain);
  return editBetween(text, isSame ? inBlock : plain);
}

/** The edits that take a scenario out of a text. @throws UneditableText when the text does not parse */
export function removeScenario(text: string, { path }: PlacedScenario): readonly TextEdit[] {
  if (path.length > 0) return edit(text, path, undefined);
  return editBetween(text, withMembers(text, { scenario: undefined, steps: undefined }));
}

/** The list's beginning, at the end of the text. */
function withList(text: string, scenarios: readonly Scenario[]): string {
  const without = applyEdits(text, edit(text, ["scenarios"], undefined));
  const before = without.trim() === "" || without.trim() === "{}" ? "" : `${without.trimEnd()}\n`;
  return linesIn(text, `${before}scenarios:\n  ${itemsOf(scenarios, "  ")}\n`);
}

/** More items, laid out like the others; null where those are no block. */
function withItems(text: string, at: number, scenarios: readonly Scenario[]): string | null {
  const mark = "the-scenarios-that-come";
  const marked = applyEdits(text, edit(text, ["scenarios", at], mark));
  const [found, indent = ""] = new RegExp(`^([ ]*)- ${mark}$`, "m").exec(marked.replaceAll("\r", "")) ?? [];
  if (found === undefined) return null;
  return marked.replace(`- ${mark}`, () => linesIn(text, itemsOf(scenarios, indent)));
}

function itemsOf(scenarios: readonly Scenario[], indent: string): string {
  return scenarios.map((one) => `- ${linesOf(one, `${indent}  `).join("\n")}`).join(`\n${indent}`);
}

/** Line ends as the text has them. */
function linesIn(text: string, lines: string): string {
  return text.includes("\r\n") ? lines.replaceAll(/\r?\n/g, "\r\n") : lines;
}

/** The names of a text's scenarios. */
function namesIn(text: string): Set<string> {
  const root = mapOf(readScenarios(text).file.value);
  const names = [root.scenario, ...listOf(root.scenarios).map((one) => mapOf(one).scenario)];
  return new Set(names.filter((name) => typeof name === "string"));
}

/** A name that none of these has: with the next number behind it where there is one. */
export function unusedName(name: string, there: ReadonlySet<string>): string {
  let [unused, number] = [name, 2];
  while (there.has(unused)) {
    unused = `${name} (${number})`;
    number += 1;
  }
  return unused;
}
