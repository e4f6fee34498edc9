import { hasBit, isEmpty, type Program } from "../flow/index.ts";
import { endsWithout, pendingAfter, runTo, wholeRun } from "./findings/lemma.ts";
import type { Ending, EndStatus } from "./graph/endings.ts";
import type { Graph } from "./graph/explore.ts";
import { type Label, type Step, stepOf } from "./graph/labels.ts";

/** One way in which the flow can end, with a shortest run to it. */
export interface Outcome {
  readonly status: EndStatus;
  /** Name of the stage in which it ends. */
  readonly stage: string;
  readonly trace: readonly Step[];
}

/** Ordered by an author's first questions: does it complete, who can end it, when does time run out. */
const STATUSES: readonly EndStatus[] = ["completed", "failed", "timed_out", "canceled"];

/** A run to each of a thousand stages takes millions of steps. */
const MOST_TIME_OUTS = 50;

interface Way extends Pick<Ending, "status" | "label" | "stage"> {
  readonly run: () => readonly Label[];
}

/**
 * One for each status, each person who rejects in the flow's order, and each of the first stages in which time can run
 * out. For parts that an incomplete graph has not reached, the stage lemma adds the rest (decision 0801).
 */
export function outcomesOf(graph: Graph): readonly Outcome[] {
  const { endings, runTo: runToState, program, whole } = graph;
  const seen = endings.map(
    ({ from, ...ending }): Way => ({
      ...ending,
      run: () => (ending.label === null ? [] : [...runToState(from), ending.label]),
    }),
  );
  const reported = new Set<string>();
  const placeOf = (way: Way) => program.participantIndex.get(whoIn(way) ?? "") ?? program.participants.length;
  const chosen = [...seen, ...(whole ? [] : waysByStages(program))].filter((way) => {
    const key = `${way.status} ${way.status === "timed_out" ? way.stage : (whoIn(way) ?? "")}`;
    return !reported.has(key) && reported.add(key);
  });
  const ordered = chosen.toSorted(
    (a, b) => STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status) || placeOf(a) - placeOf(b),
  );
  const [first, last] = [ordered.findIndex(isTimeOut), ordered.findLastIndex(isTimeOut)];
  return ordered
    .filter((_, at) => at < first + MOST_TIME_OUTS || at > last)
    .map(({ status, stage, run }) => ({ status, stage, trace: run().map(stepOf) }));
}

/** Completion, and for each reached stage that waits: the time-out, and a rejection by each person it waits for. */
function waysByStages(program: Program): readonly Way[] {
  const ways: Way[] = [];
  const asked = new Set<number>();
  for (const [index, stage] of program.stages.entries()) {
    const add = (status: EndStatus, label: Label) =>
      ways.push({ status, label, stage: stage.name, run: () => [...(runTo(program, index) ?? []), label] });
    const pending = pendingAfter(stage, []);
    if (!isEmpty(pending)) add("timed_out", { kind: "time_out" });
    for (const [slot, { participant, document }] of stage.slots.entries()) {
      // People asked for the first time have signed nothing yet, so they may reject it [G6].
      if (!hasBit(pending, slot) || asked.has(participant)) continue;
      asked.add(participant);
      const [who = "", what = ""] = [program.participants[participant], program.documents[document]];
      add("failed", { kind: "reject", who, document: what });
    }
    if (!endsWithout(stage, () => false)) return ways;
  }
  const run = wholeRun(program);
  const stage = program.stages.at(-1)?.name ?? "";
  return [...ways, { status: "completed", label: run.at(-1) ?? null, stage, run: () => run }];
}

function whoIn({ status, label }: Way): string | null {
  return status === "failed" && label !== null && "who" in label ? label.who : null;
}

function isTimeOut({ status }: Way): boolean {
  return status === "timed_out";
}
