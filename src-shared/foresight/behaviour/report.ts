import { msg, short, type Translatable, type Translation, toItsEnd, translated } from "../../basics/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import type { MessageKind } from "../../mail/index.ts";
import { type Label, labelSaid, labelText, type Step, stepOf } from "../graph/labels.ts";
import { type Comparison, comparing, type Difference } from "./compare.ts";
import { countChanges } from "./counts.ts";
import { renamed, renamesBetween } from "./renames.ts";

/** A difference, formatted for people and programs. */
export interface ReportedDifference {
  readonly direction: Difference["direction"];
  /** The participant concerned; null: the flow. */
  readonly who: string | null;
  readonly message: string;
  /** A run whose last step only one version allows or shows. */
  readonly trace: readonly Step[];
}

export interface BehaviourReport extends Omit<Comparison, "differences"> {
  /** Renames that count as the same thing; the report uses the names of the second version. */
  readonly renames: readonly Renamed[];
  /** Grouped by person in the flow's order; differences of the flow itself come first. */
  readonly differences: readonly ReportedDifference[];
}

export interface Renamed {
  readonly kind: "participant" | "document" | "stage";
  readonly before: string;
  readonly after: string;
}

interface CompareOptions {
  /** Most pairs of states. */
  readonly budget: number;
  readonly translation?: Translation;
}

/** What people can do in only one of two versions of a flow, each with a shortest run. */
export function compareBehaviours(before: CheckedDraft, after: CheckedDraft, options: CompareOptions): BehaviourReport {
  return toItsEnd(comparingBehaviours(before, after, options));
}

/** As `compareBehaviours`; yields regularly, so that a caller can cancel. */
export function* comparingBehaviours(
  old: CheckedDraft,
  after: CheckedDraft,
  { budget, translation }: CompareOptions,
): Generator<number, BehaviourReport> {
  const renames = renamesBetween(old, after);
  const before = renamed(old, renames);
  const { differences, ...rest } = yield* comparing(before, after, budget);
  const people = [...after.parameters.participants, ...before.parameters.participants].map(({ name }) => name);
  const say = (label: Label) => translated(labelSaid(label), translation);
  const found = differences.map((difference): ReportedDifference => {
    const known = actsOf(difference.direction === "gained" ? before : after);
    return {
      direction: difference.direction,
      who: whoIn(difference),
      message: translated(sentenceOf(difference, known, say), translation),
      trace: runOf(difference).map(stepOf),
    };
  });
  const counts = countChanges(before, after).map(({ direction, message, run }): ReportedDifference => {
    return { direction, who: null, message: translated(message, translation), trace: run.map(stepOf) };
  });
  const renamedOf = (kind: Renamed["kind"], names: ReadonlyMap<string, string>): readonly Renamed[] =>
    [...names].map(([was, is]) => ({ kind, before: was, after: is }));
  const { participants, documents, stages } = renames;
  return {
    ...rest,
    renames: [
      ...renamedOf("participant", participants),
      ...renamedOf("document", documents),
      ...renamedOf("stage", stages),
    ],
    differences: [...counts, ...found].toSorted((a, b) => orderOf(a, people) - orderOf(b, people)),
  };
}

function orderOf({ who }: ReportedDifference, people: readonly string[]): number {
  return who === null ? -1 : people.indexOf(who);
}

function whoIn({ what }: Difference): string | null {
  if (what.kind === "message") return what.who;
  return what.kind === "step" && "who" in what.label ? what.label.who : null;
}

function runOf({ what, run }: Difference): readonly Label[] {
  return what.kind === "step" ? [...run, what.label] : run;
}

/** All acts that a version ever asks for, in words. */
function actsOf({ process }: CheckedDraft): ReadonlySet<string> {
  return new Set(
    process.stages.flatMap(({ conditions }) =>
      conditions.flatMap(({ verb, users, documents }) =>
        users.flatMap((who) =>
          documents.map((document) => `${who} ${verb === "sign" ? "signs" : "approves"} ${document}`),
        ),
      ),
    ),
  );
}

const MESSAGES: Readonly<Record<MessageKind, (method: Translatable) => Translatable>> = {
  invitation: (method) => msg`an invitation by ${method}`,
  reminder: (method) => msg`a reminder by ${method}`,
  confirmation: (method) => msg`a confirmation by ${method}`,
};

function sentenceOf(
  { direction, what, run }: Difference,
  known: ReadonlySet<string>,
  say: (label: Label) => string,
): Translatable {
  const gained = direction === "gained";
  const where = run.length === 0 ? msg`at the start` : msg`after ${short(run.map(say).join(", "), 300)}`;
  switch (what.kind) {
    case "completes":
      return gained ? msg`Now completes ${where}.` : msg`No longer completes ${where}.`;
    case "message": {
      const who = short(what.who);
      const which = MESSAGES[what.message](what.method === "email" ? msg`e-mail` : msg`SMS`);
      return gained ? msg`\`${who}\` now gets ${which} ${where}.` : msg`\`${who}\` no longer gets ${which} ${where}.`;
    }
    case "step": {
      const words = short(say(what.label), 200);
      // An act that the other version never asks for needs no situation.
      if (what.label.kind === "act" && !known.has(labelText(what.label)))
        return gained ? msg`New: \`${words}\`.` : msg`Gone: \`${words}\`.`;
      return gained ? msg`Now possible ${where}: \`${words}\`.` : msg`No longer possible ${where}: \`${words}\`.`;
    }
  }
}
