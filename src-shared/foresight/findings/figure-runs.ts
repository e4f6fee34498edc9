import type { Program } from "../../flow/index.ts";
import type { Facts, Person, Split } from "./facts.ts";
import type { FigureRun, Finding, MessageCounts } from "./finding.ts";
import { completing, labelOf, runTo, wholeRun } from "./lemma.ts";
import { splitFor } from "./reminder-days.ts";

type Runs = Pick<Finding, "figureRuns">;

/** The runs that show the earliest and latest end of a flow. */
export function dayRuns(program: Program): Runs {
  const waiting = program.stages.findIndex(({ slots }) => slots.length > 0);
  return {
    figureRuns: [
      { shows: "earliest", steps: () => wholeRun(program) },
      {
        shows: "latest",
        steps: () => (waiting < 0 ? wholeRun(program) : [...(runTo(program, waiting) ?? []), { kind: "time_out" }]),
      },
    ],
  };
}

/** The runs that show the fewest and most messages that somebody can get; one run if the number is constant. */
export function messageRuns(facts: Facts, person: Person): Runs {
  const [email, sms] = [splitFor(facts, person, "email"), splitFor(facts, person, "sms")];
  const least: FigureRun = { shows: "least", steps: () => wholeRun(facts.program) };
  const most = (shows: FigureRun["shows"], { days }: Split): FigureRun[] =>
    // For very many stages the table has no split.
    days.length > person.stages.length ? [] : [{ shows, steps: () => waitingRun(facts.program, person, days) }];
  const both = [email, sms].find((split) => isMost(split, { email, sms }));
  if (both !== undefined) return { figureRuns: [least, ...(both.most === 0 ? [] : most("most", both))] };
  return { figureRuns: [least, ...most("mostEmail", email), ...most("mostSms", sms)] };
}

/** Whether one split of the days gives the maximum for both methods. */
function isMost({ days }: Split, splits: Readonly<Record<keyof MessageCounts, Split>>): boolean {
  return Object.values(splits).every(
    ({ most, within }) => days.reduce((count, spent) => count + (within[spent] ?? 0), 0) === most,
  );
}

/** A complete run that waits the given number of days in each of somebody's stages. */
function waitingRun(program: Program, person: Person, days: readonly number[]) {
  return program.stages.flatMap((stage, index) => {
    const wait = days[person.stages.indexOf(index)] ?? 0;
    const acts = (completing(stage) ?? []).map((slot) => labelOf(program, index, slot));
    return wait === 0 ? acts : [{ kind: "wait", days: wait } as const, ...acts];
  });
}
