import { msg, short, type Translatable } from "../../basics/index.ts";
import { readShaped, type ShapedFile, type ValueProblem } from "../../language/index.ts";
import { isUnknown, type Names, readHappening, unknownMessage } from "../expectations/index.ts";
import { listOf, mapOf, type Values } from "../values.ts";
import { isOwn, readLabel } from "./read-label.ts";
import { MOST_TIME, type PlacedScenario, type PlacedStep, type ScenarioStep, type Script } from "./scenario.ts";
import { scenariosShape } from "./shape.ts";

/** A file of scenarios. */
export interface ScenarioFile {
  readonly file: ShapedFile;
  /** The flow's file, relative to this file's folder; null: it is not named. */
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
      const [isNamed, isFilled] = [Object.hasOwn(root, "scenario"), CONTENT.some((key) => Object.hasOwn(root, key))];
      if (isNamed !== isFilled) problems.push(wrong([], HALF));
      const at = (value: unknown, path: Path) => scenarioAt(mapOf(value), path, { names, problems });
      const many = listOf(root.scenarios).map((value, index) => at(value, ["scenarios", index]));
      return { scenarios: isFilled ? [at(root, []), ...many] : many, problems };
    },
  };
}

interface Reading {
  readonly names: Names;
  readonly problems: ValueProblem[];
}

const CONTENT = ["steps", "people"];

function scenarioAt(value: Values, path: Path, reading: Reading): PlacedScenario {
  const { scenario, steps, people, then } = value;
  const name = typeof scenario === "string" ? scenario : "";
  const has = (key: string) => Object.hasOwn(value, key);
  const report = (message: Translatable, ...at: Path) => reading.problems.push(wrong([...path, ...at], message));
  const isList = has("steps");
  if (isList && has("people")) report(BOTH, "people");
  else if (!isList && !has("people")) report(HALF);
  else if (isList && has("then")) report(THEN_ALONE, "then");
  if (isList || !has("people")) {
    if (has("scenario") && Array.isArray(steps) && steps.length === 0) report(NO_STEPS, "steps");
    return { name, steps: stepsAt(steps, [...path, "steps"], reading), path };
  }
  const before = reading.problems.length;
  const scripts = Object.entries(mapOf(people)).map(([who, list]) =>
    scriptAt(who, list, [...path, "people", who], reading),
  );
  const last = stepsAt(then, [...path, "then"], reading);
  if (reading.problems.length === before && last.length === 0 && scripts.every(({ entries }) => entries.length === 0))
    report(NO_ACTS, "people");
  return { name, steps: last, people: scripts, path };
}

function scriptAt(who: string, list: unknown, path: Path, { names, problems }: Reading): Script {
  if (!names.participants.includes(who)) {
    problems.push(wrong(path, unknownMessage({ part: "participant", found: who, known: names.participants })));
    return { who, entries: [] };
  }
  const read = (value: unknown) => readEntry(value, who, names);
  return { who, entries: placed(list, path, problems, read) };
}

function stepsAt(list: unknown, path: Path, { names, problems }: Reading): readonly PlacedStep[] {
  return placed(list, path, problems, (value) => readStep(value, names));
}

type ReadAs = ScenarioStep | { readonly message: Translatable };

function placed(
  list: unknown,
  path: Path,
  problems: ValueProblem[],
  read: (value: unknown) => ReadAs,
): readonly PlacedStep[] {
  return listOf(list).flatMap((value, index) => {
    const at = [...path, index];
    const step = read(value);
    if ("kind" in step) return { step, path: at };
    problems.push(wrong(at, step.message));
    return [];
  });
}

function wrong(path: Path, message: Translatable): ValueProblem {
  return { rule: "X301", severity: "error", message, path };
}

const HALF = msg`A scenario is \`scenario:\` with its name, and \`steps:\` or \`people:\` beside it: add what is missing.`;
const BOTH = msg`A scenario has \`steps:\` or \`people:\`, not both: remove one.`;
const THEN_ALONE = msg`\`then:\` says what follows \`people:\`: write its steps below \`steps:\`.`;
const NO_STEPS = msg`A scenario has at least one step, such as \`borrower signs loan\`.`;
const NO_ACTS = msg`Nobody does anything: write what somebody does below \`people:\`, or steps below \`then:\`.`;
const ENTRY = msg`What a participant does is, for example, \`signs loan\`, \`fails to authenticate\` or \`wait: 3 days\`.`;
const FORM = msg`A step is what somebody does, such as \`borrower signs loan\`, or \`wait: 3 days\`, \`prolong: 3 days\`, or \`expect: completed\`.`;

/** Reads an entry of somebody's own list: the words of a step without their name. */
export function readEntry(value: unknown, who: string, names: Names): ReadAs {
  if (typeof value === "string") {
    const label = readLabel(`${who} ${value}`, names);
    if (!isUnknown(label)) return isOwn(label, who) ? { kind: "label", label } : { message: ENTRY };
    return { message: label.part === "verb" || label.part === "document" ? unknownMessage(label) : ENTRY };
  }
  const [entry, ...more] = Object.entries(mapOf(value));
  const isWait = entry?.[0] === "wait" && more.length === 0 && typeof entry[1] === "string";
  return isWait ? readWait(String(entry[1])) : { message: ENTRY };
}

/** Reads one step, as a file of scenarios spells it. */
export function readStep(value: unknown, names: Names): ReadAs {
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

function readWait(words: string): ReadAs {
  const time = readTime(words);
  if (time !== null && (time.days > MOST_TIME || time.hours > MOST_TIME))
    return {
      message: msg`\`${short(words)}\` is too long: a step waits for at most ${MOST_TIME} days and ${MOST_TIME} hours.`,
    };
  return time === null
    ? { message: msg`\`${short(words)}\` is no time to wait: write \`3 days\`, \`5 hours\` or \`3 days 5 hours\`.` }
    : { kind: "wait", ...time };
}

function readProlong(words: string): ReadAs {
  const time = readTime(words);
  if (time !== null && time.days > MOST_TIME)
    return { message: msg`\`${short(words)}\` is too long: a flow is prolonged by at most ${MOST_TIME} days at once.` };
  return time === null || time.hours > 0 || time.days === 0
    ? { message: msg`A flow is prolonged by whole days: write \`prolong: 3 days\`.` }
    : { kind: "prolong", days: time.days };
}

/** `3 days`, `5 hours`, or both; null: not a time. */
function readTime(words: string): { readonly days: number; readonly hours: number } | null {
  const [, days, hours] = /^\s*(?:(\d+) days?)?\s*(?:\b(\d+) hours?)?\s*$/.exec(words) ?? [];
  if (days === undefined && hours === undefined) return null;
  return { days: Number(days ?? 0), hours: Number(hours ?? 0) };
}

function readFact(words: string, names: Names): ReadAs {
  const not = words.startsWith("not ");
  const fact = readHappening(not ? words.slice(4) : words, names);
  return isUnknown(fact) ? { message: unknownMessage(fact) } : { kind: "expect", fact, not };
}
