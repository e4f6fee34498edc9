import type { StageProgram } from "../../flow/index.ts";
import { msg, short } from "../../language/index.ts";
import { cellsOf } from "../graph/cells.ts";
import { membersOf } from "./blocking.ts";
import type { Facts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { completing, labelOf, runTo } from "./lemma.ts";

/** X109: in a group, those who are faster decide whose act lapses; where groups share acts, also what is still needed. */
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
          message: shared
            ? msg`The first of ${short(names.join(", "))} to act decide who else is needed: this group shares acts with another one.`
            : msg`Only the first ${needed} of ${short(names.join(", "))} to act count: the others are no longer asked.`,
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
  return [...slots].some((slot) => completing(stage, { without: (other) => other === slot }) !== null);
}

/** Whether a group hangs together with others: its acts count for them too. */
export function sharesActs(stage: StageProgram, at: number): boolean {
  const own = stage.conditions[at]?.members.flat() ?? [];
  const cell = cellsOf(stage).find((slots) => slots.some((slot) => own.includes(slot))) ?? [];
  return cell.length > new Set(own).size;
}
