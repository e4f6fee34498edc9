import type { Program } from "../../flow/index.ts";
import { completing, labelOf } from "../findings/lemma.ts";
import type { Label } from "../graph/labels.ts";
import type { Happening } from "./happenings.ts";
import type { Answer, Question } from "./question.ts";

/**
 * Answers by the stage lemma, without a search, whether an act, a stage or the end can come before some acts: every
 * stage before it must end without them. Null: the question is about something else, such as mail.
 */
export function decideQuickly(program: Program, { sought, avoided = [], absent = new Set() }: Question): Answer | null {
  const [goal, ...more] = sought;
  if (goal === undefined || more.length > 0 || avoided.some(({ kind }) => kind !== "act")) return null;
  if (goal.kind !== "act" && goal.kind !== "begins" && !(goal.kind === "ends" && goal.status === "completed"))
    return null;
  const run: Label[] = [];
  for (const [index, stage] of program.stages.entries()) {
    if (goal.kind === "begins" && goal.stage === stage.name) return { verdict: "found", run };
    const acts = stage.slots.map((_, slot) => labelOf(program, index, slot));
    // When it begins, a stage waits for each of its acts [E001].
    const reached = acts.find((act) => isSame(act, goal) && !isOf(act, absent));
    if (reached !== undefined) return { verdict: "found", run: [...run, reached] };
    const barred = acts.map((act) => isOf(act, absent) || avoided.some((happening) => isSame(act, happening)));
    const closing = completing(stage, { without: (slot) => barred[slot] === true });
    if (closing === null) return { verdict: "never" };
    for (const slot of closing) run.push(labelOf(program, index, slot));
  }
  return goal.kind === "ends" ? { verdict: "found", run } : { verdict: "never" };
}

function isOf(act: Label, people: ReadonlySet<string>): boolean {
  return act.kind === "act" && people.has(act.who);
}

function isSame(act: Label, happening: Happening): boolean {
  if (act.kind !== "act" || happening.kind !== "act") return false;
  return act.who === happening.who && act.does === happening.does && act.document === happening.document;
}
