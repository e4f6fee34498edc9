import { applyEdits, editBetween, type TextEdit } from "../../basics/index.ts";
import { edit, flowYaml, withMembers } from "../../language/index.ts";
import { happeningText } from "../expectations/index.ts";
import { labelText } from "../graph/labels.ts";
import { listOf, mapOf } from "../values.ts";
import { readScenarios } from "./read.ts";
import { ownWords } from "./read-label.ts";
import type { PlacedScenario, Scenario, ScenarioStep, Script } from "./scenario.ts";

/** A step as written in a scenario file. */
export type WrittenStep = string | Readonly<Record<string, string>>;

/** A step as written in a scenario's text; reading that gives the step again. */
export function writtenStep(step: ScenarioStep): WrittenStep {
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

/** An entry of somebody's own list: a step without their name. */
export function writtenEntry(step: ScenarioStep, who: string): WrittenStep {
  return step.kind === "label" ? ownWords(step.label, who) : writtenStep(step);
}

function writtenScript({ who, entries }: Script): readonly WrittenStep[] {
  return entries.map(({ step }) => writtenEntry(step, who));
}

/** A step as one line, such as `wait: 3 days`. */
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

/** A scenario as a text of its own; the caller knows the flow's file and adds the key `flow`. */
export function scenarioText(scenario: Scenario): string {
  return `${linesOf(scenario, "").join("\n")}\n`;
}

/** In block style, one step per line: scenarios are read more often than written. */
function linesOf({ name, steps, people }: Scenario, indent: string): readonly string[] {
  const head = `scenario: ${flowYaml(name)}`;
  const written = steps.map(({ step }) => writtenStep(step));
  if (people === undefined) return [head, ...listLines("steps", written, indent)];
  const scripts = people.flatMap((script) => listLines(flowYaml(script.who), writtenScript(script), `${indent}  `));
  return [
    head,
    `${indent}people:${scripts.length === 0 ? " {}" : ""}`,
    ...scripts,
    ...(steps.length === 0 ? [] : listLines("then", written, indent)),
  ];
}

function listLines(key: string, steps: readonly WrittenStep[], indent: string): readonly string[] {
  if (steps.length === 0) return [`${indent}${key}: []`];
  const lines = steps.map((step) => {
    if (typeof step === "string") return flowYaml(step);
    return Object.entries(step)
      .map(([name, value]) => `${name}: ${flowYaml(value)}`)
      .join();
  });
  return [`${indent}${key}:`, ...lines.map((line) => `${indent}  - ${line}`)];
}

/** A scenario as plain JSON, in the shape of its text. */
function writtenScenario({ name, steps, people }: Scenario): unknown {
  const written = steps.map(({ step }) => writtenStep(step));
  if (people === undefined) return { scenario: name, steps: written };
  const scripts = Object.fromEntries(people.map((script) => [script.who, writtenScript(script)]));
  // biome-ignore lint/suspicious/noThenProperty: a key of the file, awaited by nobody
  return { scenario: name, people: scripts, ...(steps.length > 0 && { then: written }) };
}

/**
 * The edits that append scenarios to a text's list; existing content stays as it is. Names already in the text get a
 * number.
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
  const plain = applyEdits(text, edit(text, ["scenarios"], [...known, ...named.map(writtenScenario)]));
  const inBlock = known.length === 0 ? withList(text, named) : withItems(text, known.length, named);
  // A text in another layout, such as JSON, keeps its layout.
  const means = (one: string) => JSON.stringify(readScenarios(one).file.value);
  const isSame = inBlock !== null && readScenarios(inBlock).file.sound && means(inBlock) === means(plain);
  return editBetween(text, isSame ? inBlock : plain);
}

/** The edits that take a scenario out of a text. @throws UneditableText when the text does not parse */
export function removeScenario(text: string, { path }: PlacedScenario): readonly TextEdit[] {
  if (path.length > 0) return edit(text, path, undefined);
  const gone = ["scenario", "steps", "people", "then"].map((key) => [key, undefined]);
  return editBetween(text, withMembers(text, Object.fromEntries(gone)));
}

/** Begins the list at the end of the text. */
function withList(text: string, scenarios: readonly Scenario[]): string {
  const without = applyEdits(text, edit(text, ["scenarios"], undefined));
  const before = without.trim() === "" || without.trim() === "{}" ? "" : `${without.trimEnd()}\n`;
  return linesIn(text, `${before}scenarios:\n  ${itemsOf(scenarios, "  ")}\n`);
}

/** More items, laid out like the others; null if those are not in block style. */
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

/** Converts line ends to those of the text. */
function linesIn(text: string, lines: string): string {
  return text.includes("\r\n") ? lines.replaceAll(/\r?\n/g, "\r\n") : lines;
}

/** The names of a text's scenarios. */
function namesIn(text: string): Set<string> {
  const root = mapOf(readScenarios(text).file.value);
  const names = [root.scenario, ...listOf(root.scenarios).map((one) => mapOf(one).scenario)];
  return new Set(names.filter((name) => typeof name === "string"));
}

/** An unused name: with the next number appended if the name is taken. */
export function unusedName(name: string, there: ReadonlySet<string>): string {
  let [unused, number] = [name, 2];
  while (there.has(unused)) {
    unused = `${name} (${number})`;
    number += 1;
  }
  return unused;
}
