import { describeChanges } from "../../src-shared/changes/index.ts";
import { type BehaviourReport, compareBehaviours, DEFAULT_BUDGET } from "../../src-shared/foresight/index.ts";
import { type Analysis, analyse, whyUnread } from "../../src-shared/language/index.ts";
import { draftIn } from "./draft-in.ts";
import { DONE, FOUND, NOT_DONE } from "./exit-codes.ts";
import { readTextOf } from "./read-text.ts";
import { asJson, plural, printable } from "./terminal-text.ts";

export interface DiffOptions {
  readonly format: "text" | "json";
  /** Compares what people can do. */
  readonly behaviour?: true;
  /** Most states to explore. */
  readonly budget?: number;
}

/**
 * `countersign diff A B`: what B changes in the flow of A, in sentences. Exit 0 no change, 1 changes, 2 a file
 * that could not be read completely: then nothing is reported as different or equal.
 */
export async function diff(before: string, after: string, options: DiffOptions): Promise<number> {
  const [old, now] = [await readFlow(before), await readFlow(after)];
  if (old === null || now === null) return NOT_DONE;
  if (options.behaviour) return diffBehaviour([before, old], [after, now], options);
  const changes = describeChanges(old, now);
  if (options.format === "json") process.stdout.write(asJson({ before, after, changes }));
  else
    process.stdout.write(
      changes.length === 0 ? "No change of the flow\n" : printable(changes.map(({ text }) => `${text}\n`).join("")),
    );
  return changes.length === 0 ? DONE : FOUND;
}

/** `--behaviour`: what people can do in one version and not in the other. Exit 2 where a flow has errors. */
function diffBehaviour(
  old: readonly [string, Analysis],
  now: readonly [string, Analysis],
  options: DiffOptions,
): number {
  const [before, after] = [old, now].map(([file, flow]) => draftIn(file, flow, "its behaviour cannot be compared"));
  if (!before || !after) return NOT_DONE;
  const report = compareBehaviours(before, after, { budget: options.budget ?? DEFAULT_BUDGET });
  const { whole, states, renames, differences } = report;
  if (options.format === "json") {
    const verdict = whole ? "compared" : "not_decided";
    process.stdout.write(asJson({ before: old[0], after: now[0], verdict, states, renames, differences }));
  } else process.stdout.write(printable(`${behaviourLines(report).join("\n")}\n`));
  return differences.length === 0 && whole ? DONE : FOUND;
}

function behaviourLines({ differences, whole, states, renames }: BehaviourReport): readonly string[] {
  const described = differences.flatMap(({ message, trace }) => [
    message,
    ...(trace.length === 0 ? [] : [`    run: ${trace.map(({ label }) => label).join(", then ")}`]),
  ]);
  const lines = [...renames.map(({ kind, before, after }) => `Same ${kind}: ${before}, now ${after}`), ...described];
  const size = plural(states, "common state");
  if (!whole) return [...lines, `NOT DECIDED: the budget did not last (${size} compared); --budget takes more`];
  return differences.length === 0 ? [...lines, `People can do the same in both (${size} compared)`] : lines;
}

/** Null, with a message on stderr, if it could not be read completely. */
async function readFlow(file: string): Promise<Analysis | null> {
  const text = await readTextOf("flow", file);
  if (text === null) return null;
  const analysis = analyse(text);
  const unread = whyUnread(text, analysis);
  if (unread === null) return analysis;
  const { rule, line, message } = unread;
  process.stderr.write(
    printable(`${file}:${line}: not compared, since it cannot be read as a whole: ${rule}: ${message}\n`),
  );
  return null;
}
