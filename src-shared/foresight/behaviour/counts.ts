import { listed, msg, short, type Translatable } from "../../basics/index.ts";
import { compile, type Program } from "../../flow/index.ts";
import type { ActCondition, CheckedDraft } from "../../language/index.ts";
import { completing, labelOf, runTo, stageOf } from "../findings/lemma.ts";
import type { Label } from "../graph/labels.ts";

/** A stage that asks the same people for the same acts, but needs fewer or more of them to go on. */
export interface CountChange {
  /** `gained`: fewer are enough now. */
  readonly direction: "gained" | "lost";
  readonly message: Translatable;
  /** A run through the stage in the version that needs fewer; the other version still waits there. */
  readonly run: readonly Label[];
}

/** Stages where two versions need different numbers of a group. A comparison of acts would report these one by one. */
export function countChanges(before: CheckedDraft, after: CheckedDraft): readonly CountChange[] {
  const programs = { gained: programOf(after), lost: programOf(before) };
  const old = new Map(before.process.stages.map((stage, at) => [stage.name, { ...stage, at }]));
  return after.process.stages.flatMap((stage, at) => {
    const known = old.get(stage.name);
    if (known === undefined) return [];
    return stage.conditions.flatMap((condition): readonly CountChange[] => {
      const same = known.conditions.filter((one) => groupOf(one) === groupOf(condition));
      const [was] = same;
      // The same group occurs twice, so its counterpart is ambiguous.
      if (was === undefined || same.length > 1 || neededOf(was) === neededOf(condition)) return [];
      const direction = neededOf(condition) < neededOf(was) ? "gained" : "lost";
      const run = runThrough(programs[direction], direction === "gained" ? at : known.at);
      const people = listed(condition.users);
      const message = msg`Stage \`${short(stage.name)}\` goes on with ${neededOf(condition)} of ${people}, instead of ${neededOf(was)}.`;
      return [{ direction, message, run }];
    });
  });
}

function programOf({ process, parameters }: CheckedDraft): Program {
  const people = parameters.participants.map(({ name }) => name);
  return compile(process, people, Object.keys(parameters.documents));
}

function neededOf({ count, users }: ActCondition): number {
  return count ?? users.length;
}

/** Equal for conditions that ask the same people for the same acts. */
function groupOf({ verb, users, documents }: ActCondition): string {
  return JSON.stringify([verb, users.toSorted(), documents.toSorted()]);
}

function runThrough(program: Program, at: number): readonly Label[] {
  const acts = (completing(stageOf(program, at)) ?? []).map((slot) => labelOf(program, at, slot));
  return [...(runTo(program, at) ?? []), ...acts];
}
