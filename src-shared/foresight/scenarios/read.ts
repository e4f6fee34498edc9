import { msg, short, type Translatable } from "../../basics/index.ts";
import { readShaped, type ShapedFile, type ValueProblem } from "../../language/index.ts";
import { isUnknown, type Names, readHappening, unknownMessage } from "../expectations/index.ts";
import { listOf, mapOf } from "../values.ts";
import { readLabel } from "./read-label.ts";
import type { PlacedScenario, PlacedStep, ScenarioStep } from "./scenario.ts";
import { scenariosShape } from "./shape.ts";

/** A file of scenarios. */
export interface ScenarioFile {
  readonly file: ShapedFile;
  /** The flow's file, from the folder of this one; null: it is not named. */
  readonly flow: string | null;
  /** Reads the scenarios for the flow that has these names. */
  scenarios(names: Names): {
    readonly scenarios: readonly PlacedScenario[];
    readonly problems: readonly ValueProblem[];
  };
}

type Path = PlacedStep["path"];

/** Reads `NAME.scenario.yaml`: one scenario, or a list of them. Never throws. */
export function readScenarios(text: string): ScenarioFile {
  const file = readShaped(
    text,
    scenariosShape(),
    msg`The file is empty: write \`flow:\`, \`scenario:\` and \`steps:\`.`,
  );
  const root = mapOf(file.value);
  return {
    file,
    flow: typeof root.flow === "string" ? root.flow : null,
    scenarios(names) {
      const problems: ValueProblem[] = [];
      const [named, stepped] = [Object.hasOwn(root, "scenario"), Object.hasOwn(root, "steps")];
      const one = (value: unknown, path: Path): PlacedScenario => {
        const { scenario: name, steps: list } = mapOf(value);
        if (named === stepped && Array.isArray(list) && list.length === 0)
          problems.push({ rule: "X301", severity: "error", message: NO_STEPS, path: [...path, "steps"] });
        const read = listOf(list).flatMap((step, at) => stepOf(step, [...path, "steps", at], names, problems));
        return { name: typeof name === "string" ? name : "", steps: read, path };
      };
      if (named !== stepped) problems.push({ rule: "X301", severity: "error", message: HALF, path: [] });
      const many = listOf(root.scenarios).map((value, at) => one(value, ["scenarios", at]));
      return { scenarios: stepped ? [one(root, []), ...many] : many, problems };
    },
  };
}

function stepOf(value: unknown, path: Path, names: Names, problems: ValueProblem[]): readonly PlacedStep[] {
  const step = readStep(value, names);
  if ("kind" in step) return [{ step, path }];
  problems.push({ rule: "X301", severity: "error", message: step.message, path });
  return [];
}

const HALF = msg`A scenario has both \`scenario:\` and \`steps:\`.`;
const NO_STEPS = msg`A scenario has at least one step, such as \`borrower signs loan\`.`;
const FORM = msg`A step is what somebody does, such as \`borrower signs loan\`, or \`wait: 3 days\`, \`prolong: 3 days\`, or \`expect: completed\`.`;

/** Reads one step, as a file of scenarios spells it. */
export function readStep(value: unknown, names: Names): ScenarioStep | { readonly message: Translatable } {
  if (typeof value === "string") {
    const label = readLabel(value, names);
    return isUnknown(label) ? { message: unknownMessage(label) } : { kind: "label", label };
  }
  const [entry, ...more] = Object.entries(mapOf(value));
  if (entry === undefined || more.length > 0 || typeof entry[1] !== "string") return { message: FORM };
  const [key, words] = entry;
  if (key === "wait") return readWait(words);
  if (key === "prolong") return readProlong(words);
  return key === "expect" ? readFact(words.trim(), names) : { message: FORM };
}

function readWait(words: string): ScenarioStep | { readonly message: Translatable } {
  const time = readTime(words);
  if (time !== null && (time.days > MOST || time.hours > MOST))
    return { message: msg`\`${short(words)}\` is too long: a step waits for at most ${MOST} days and ${MOST} hours.` };
  return time === null
    ? { message: msg`\`${short(words)}\` is no time to wait: write \`3 days\`, \`5 hours\` or \`3 days 5 hours\`.` }
    : { kind: "wait", ...time };
}

function readProlong(words: string): ScenarioStep | { readonly message: Translatable } {
  const time = readTime(words);
  if (time !== null && time.days > MOST)
    return { message: msg`\`${short(words)}\` is too long: a flow is prolonged by at most ${MOST} days at once.` };
  return time === null || time.hours > 0 || time.days === 0
    ? { message: msg`A flow is prolonged by whole days: write \`prolong: 3 days\`.` }
    : { kind: "prolong", days: time.days };
}

/** Of days, and of hours. */
const MOST = 99_999;

/** `3 days`, `5 hours`, or both; null: something else. */
function readTime(words: string): { readonly days: number; readonly hours: number } | null {
  const [, days, hours] = /^\s*(?:(\d+) days?)?\s*(?:\b(\d+) hours?)?\s*$/.exec(words) ?? [];
  if (days === undefined && hours === undefined) return null;
  return { days: Number(days ?? 0), hours: Number(hours ?? 0) };
}

function readFact(words: string, names: Names): ScenarioStep | { readonly message: Translatable } {
  const not = words.startsWith("not ");
  const fact = readHappening(not ? words.slice(4) : words, names);
  return isUnknown(fact) ? { message: unknownMessage(fact) } : { kind: "expect", fact, not };
}
