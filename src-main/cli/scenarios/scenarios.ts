import path from "node:path";
import { type Diagnostic, lineIndex, positionAt, translated } from "../../../src-shared/basics/index.ts";
import {
  type Coverage,
  coverageOf,
  type Failure,
  labelText,
  namesOf,
  type PlacedScenario,
  type Played,
  playScenario,
  readScenarios,
  unusedName,
} from "../../../src-shared/foresight/index.ts";
import { analyse, type CheckedDraft } from "../../../src-shared/language/index.ts";
import { draftIn } from "../draft-in.ts";
import { DONE, FOUND, NOT_DONE } from "../exit-codes.ts";
import { namedIn, readNamedText, readTextOf } from "../read-text.ts";
import { canWrite, type PlayedFile, writeMissing } from "./missing.ts";
import { type Outcome, type Reporter, reporters, type TestedFile } from "./reporters.ts";

export interface TestOptions {
  readonly reporter: Reporter;
  readonly coverage?: true;
  /** A new file for scenarios of the outcomes that the tested ones do not reach. */
  readonly writeMissing?: string;
}

/**
 * `countersign test FILE…` (docs/scenarios.md): plays each scenario with the engine's own decisions. Exit 1 if one
 * fails or cannot be read; 2 if a file, or the flow that it names, cannot be read.
 */
export async function testScenarios(files: readonly string[], options: TestOptions): Promise<number> {
  if (options.coverage && (options.reporter === "tap" || options.reporter === "junit")) {
    process.stderr.write(
      "Only the reporters pretty and json show coverage: leave out --coverage, or choose one of them.\n",
    );
    return NOT_DONE;
  }
  if (options.writeMissing !== undefined && !canWrite(options.writeMissing)) return NOT_DONE;
  const played: TestedFile[] = [];
  let unread = false;
  const kept: (PlayedFile & { readonly file: string })[] = [];
  for (const file of files) {
    const result = await testedFile(file, (one) => kept.push({ ...one, file }));
    if (result === null) unread = true;
    else played.push(result);
  }
  const tested = options.coverage ? withCoverage(played, kept) : played;
  if (tested.length > 0) process.stdout.write(reporters[options.reporter](tested));
  if (unread) return NOT_DONE;
  if (options.writeMissing !== undefined && !(await writeMissing(options.writeMissing, files, kept))) return NOT_DONE;
  const passed = tested.every(
    ({ outcomes, problems }) => problems.length === 0 && outcomes.every(({ failure }) => failure === null),
  );
  return passed ? DONE : FOUND;
}

/** Files of one flow share its coverage. */
function withCoverage(
  tested: readonly TestedFile[],
  kept: readonly (PlayedFile & { readonly file: string })[],
): readonly TestedFile[] {
  const covered = new Map<string, Coverage>();
  for (const [flow, files] of Map.groupBy(kept, (one) => one.flow)) {
    const [first] = files;
    const all = files.flatMap(({ played }) => played);
    if (first !== undefined) covered.set(flow, coverageOf(first.draft, all));
  }
  const flows = new Map(kept.map(({ file, flow }) => [file, flow]));
  return tested.map((one) => ({ ...one, coverage: covered.get(flows.get(one.file) ?? "") ?? null }));
}

/** Null, after an error on stderr, if the file or its flow cannot be read. */
async function testedFile(file: string, keep: (played: PlayedFile) => void): Promise<TestedFile | null> {
  const text = await readTextOf("scenarios", file);
  if (text === null) return null;
  const read = readScenarios(text);
  const lines = lineIndex(text);
  const problemsOf = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.map(({ rule, message, range }) => ({ at: positionAt(lines, range.from), rule, message }));
  const nothing = { file, outcomes: [], coverage: null };
  if (!read.file.sound) return { ...nothing, problems: problemsOf(read.file.diagnostics([])) };
  if (read.flow === null) return { ...nothing, problems: [{ at: TOP, rule: "X301", message: NO_FLOW }] };
  const draft = await flowOf(read.flow, file);
  if (draft === null) return null;
  const { scenarios, problems } = read.scenarios(namesOf(draft));
  if (scenarios.length === 0 && problems.length === 0)
    return { ...nothing, problems: [{ at: TOP, rule: "X301", message: NO_SCENARIO }] };
  const placeOf = (place: PlacedPath) => positionAt(lines, read.file.placeOf(place).range.from);
  const played: Played[] = [];
  const names = new Set<string>();
  const outcomes = scenarios.map((scenario): Outcome => {
    // Reports identify scenarios by their names.
    const name = unusedName(scenario.name, names);
    names.add(name);
    // An unreadable step fails only its own scenario.
    const unread = problems.find((problem) => isWithin(problem, scenario));
    if (unread !== undefined) return { name, at: placeOf(unread.path), failure: translated(unread.message) };
    const one = playScenario(draft, scenario);
    played.push(one);
    if (one.failed === null) return { name, at: null, failure: null };
    return { name, at: placeOf(one.failed.step.path), failure: failureOf(one.failed, one.status) };
  });
  keep({ flow: path.resolve(path.dirname(file), read.flow), draft, played });
  const loose = problems.filter((problem) => !scenarios.some((scenario) => isWithin(problem, scenario)));
  return {
    file,
    outcomes,
    problems: problemsOf(read.file.diagnostics(loose)),
    coverage: null,
  };
}

type PlacedPath = PlacedScenario["path"];

/** Whether the problem lies in the scenario: in its item of the list, or, for the one at the file's top, outside of the list. */
function isWithin({ path: at }: { readonly path: PlacedPath }, { path: scenario }: PlacedScenario): boolean {
  return scenario.length === 0 ? at[0] !== "scenarios" : scenario.every((part, index) => at[index] === part);
}

const TOP = { line: 1, column: 1 };
const NO_FLOW = "The file names no flow: write `flow:` with the flow's file.";
const NO_SCENARIO = "The file has no scenario: write `scenario:` and `steps:`, or a list below `scenarios:`.";

function failureOf({ message, waits }: Failure, status: Played["status"]): string {
  const ended = status !== "in_progress" && status !== "finalising";
  const stands = ended
    ? `The run has ended by then: ${status.replace("_", " ")}.`
    : `The run waits for ${waits.map(labelText).join(", ") || "nobody"}.`;
  return `${translated(message)} ${stands}`;
}

async function flowOf(file: string, namedBy: string): Promise<CheckedDraft | null> {
  const text = await readNamedText(file, namedBy);
  return text === null ? null : draftIn(namedIn(namedBy, file), analyse(text), "its scenarios cannot be played");
}
