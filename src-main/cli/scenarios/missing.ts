import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { applyEdits } from "../../../src-shared/basics/index.ts";
import { addScenarios, missingScenarios, type Played } from "../../../src-shared/foresight/index.ts";
import { type CheckedDraft, flowYaml } from "../../../src-shared/language/index.ts";
import { plural, printable } from "../terminal-text.ts";

/** The scenarios that ran, and their flow. */
export interface PlayedFile {
  /** Absolute path of the flow's file. */
  readonly flow: string;
  readonly draft: CheckedDraft;
  readonly played: readonly Played[];
}

/** Whether a new file can be created there; false, after an error on stderr. */
export function canWrite(file: string): boolean {
  const folder = path.dirname(path.resolve(file));
  if (existsSync(file)) return refuse(file, THERE);
  if (existsSync(folder)) return true;
  return refuse(file, `since there is no folder ${path.dirname(file)}. Make it, or name another file.`);
}

const THERE = "since it is there already. Name a new file.";

function refuse(file: string, why: string): false {
  process.stderr.write(printable(`${file}: not written, ${why}\n`));
  return false;
}

/**
 * Writes a new file with scenarios for the outcomes that the played ones do not reach.
 * @param files the given scenario files
 * @returns false, after an error on stderr, if it cannot be written
 */
export async function writeMissing(
  file: string,
  files: readonly string[],
  tested: readonly PlayedFile[],
): Promise<boolean> {
  const [first] = tested;
  if (first === undefined || tested.length < files.length)
    return refuse(file, "since not all scenarios could be read.");
  if (tested.some(({ flow }) => flow !== first.flow))
    return refuse(file, "since these scenarios are of several flows. Name those of one.");
  const flow = path
    .relative(path.dirname(path.resolve(file)), first.flow)
    .split(path.sep)
    .join("/");
  if (flow.startsWith("..") || path.isAbsolute(flow))
    return refuse(file, "since a scenario's flow lies in its folder or below. Name a file beside the flow.");
  const { scenarios, left } = missingScenarios(
    first.draft,
    tested.flatMap(({ played }) => played),
  );
  if (scenarios.length === 0) {
    process.stderr.write(printable(`${file}: not written, since nothing is missing\n`));
    return true;
  }
  const head = `flow: ${flowYaml(`./${flow}`)}\n`;
  try {
    // x: never overwrites an existing file.
    await writeFile(file, applyEdits(head, addScenarios(head, scenarios)), { flag: "wx" });
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause)) throw cause;
    return refuse(
      file,
      cause.code === "EEXIST" ? THERE : `since it cannot be made (${cause.message}). Name another file.`,
    );
  }
  const rest = left === 0 ? "" : `; ${plural(left, "step")} more would need too many`;
  process.stderr.write(printable(`${file}: ${plural(scenarios.length, "scenario")} written${rest}\n`));
  return true;
}
