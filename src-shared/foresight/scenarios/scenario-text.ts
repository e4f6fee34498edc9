import { applyEdits, edit, editBetween, flowYaml, type TextEdit } from "../../language/index.ts";
import { happeningText } from "../expectations/index.ts";
import { labelText } from "../graph/labels.ts";
import { listOf, mapOf } from "../values.ts";
import { readScenarios } from "./read.ts";
import type { Scenario, ScenarioStep } from "./scenario.ts";

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
      return { expect: `${step.not ? "not " : ""}${happeningText(step.fact)}` };
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

/** A scenario as a text of its own; the key `flow` is left to whoever knows the flow's file. */
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
  const there = namesIn(text);
  let changed = text;
  for (const scenario of scenarios) {
    const name = unusedName(scenario.name, there);
    there.add(name);
    changed = withScenario(changed, { ...scenario, name });
  }
  return editBetween(text, changed);
}

function withScenario(text: string, scenario: Scenario): string {
  const root = mapOf(readScenarios(text).file.value);
  const at = listOf(root.scenarios).length;
  const written = { scenario: scenario.name, steps: scenario.steps.map(({ step }) => writtenStep(step)) };
  const plain = applyEdits(text, edit(text, ["scenarios", at], written));
  const inBlock = at === 0 ? withList(text, scenario) : withItem(text, at, scenario);
  // Where a text is laid out in another way, such as JSON, it keeps to that.
  const means = (one: string) => JSON.stringify(readScenarios(one).file.value);
  return inBlock !== null && readScenarios(inBlock).file.sound && means(inBlock) === means(plain) ? inBlock : plain;
}

/** The list's beginning, at the end of the text. */
function withList(text: string, scenario: Scenario): string {
  const without = applyEdits(text, edit(text, ["scenarios"], undefined));
  const before = without.trim() === "" || without.trim() === "{}" ? "" : `${without.trimEnd()}\n`;
  return linesIn(text, `${before}scenarios:\n  - ${linesOf(scenario, "    ").join("\n")}\n`);
}

/** One more item, laid out like the others; null where they are no block. */
function withItem(text: string, at: number, scenario: Scenario): string | null {
  const mark = "the-scenario-that-comes";
  const marked = applyEdits(text, edit(text, ["scenarios", at], mark));
  const [found, indent = ""] = new RegExp(`^([ ]*)- ${mark}$`, "m").exec(marked.replaceAll("\r", "")) ?? [];
  if (found === undefined) return null;
  const lines = linesOf(scenario, `${indent}  `).join("\n");
  return marked.replace(`- ${mark}`, () => linesIn(text, `- ${lines}`));
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
