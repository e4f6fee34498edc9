import { listed, msg } from "../../basics/index.ts";
import type { StageProgram } from "../../flow/index.ts";
import { membersOf } from "./blocking.ts";
import type { Facts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { completing, endsWithout, labelOf, runTo } from "./lemma.ts";

/**
 * X109: in a group, the faster members decide whose act lapses; if groups share acts, also which acts are still needed.
 */
export function races({ program }: Facts): readonly Finding[] {
  return program.stages.flatMap((stage, index) =>
    stage.conditions.flatMap((condition, at): Finding[] => {
      const { needed, members } = condition;
      const slots = new Set(members.flat());
      if (needed >= members.length || !canLapse(stage, slots)) return [];
      const names = membersOf(program, stage, members);
      const shared = sharesActs(stage, at);
      return [
        {
          id: "X109",
          severity: shared ? "hint" : "information",
          message: shared ? deciding(needed, names) : fastest(needed, names),
          place: { kind: "condition", stage: index, at },
          participants: names,
          run: () => {
            const acts = completing(stage, { rather: (slot) => slots.has(slot) });
            const run = runTo(program, index);
            return acts && run && [...run, ...acts.map((slot) => labelOf(program, index, slot))];
          },
        },
      ];
    }),
  );
}

/** Whether the stage can end without one of these acts. */
function canLapse(stage: StageProgram, slots: ReadonlySet<number>): boolean {
  return [...slots].some((slot) => endsWithout(stage, (other) => other === slot));
}

function deciding(needed: number, names: readonly string[]) {
  return needed === 1
    ? msg`The first of ${listed(names)} to act decides who else is needed: this group shares acts with another condition.`
    : msg`The first ${needed} of ${listed(names)} to act decide who else is needed: this group shares acts with another condition.`;
}

function fastest(needed: number, names: readonly string[]) {
  return needed === 1
    ? msg`Only the first of ${listed(names)} to finish counts: the others are no longer asked.`
    : msg`Only the first ${needed} of ${listed(names)} to finish count: the others are no longer asked.`;
}

/** Whether a group's acts count for other conditions too: some of its members may still be needed. */
export function sharesActs({ conditions }: StageProgram, at: number): boolean {
  const own = new Set(conditions[at]?.members.flat());
  return conditions.some(({ members }, other) => other !== at && members.flat().some((slot) => own.has(slot)));
}
