import type { CheckedDraft } from "../../language/index.ts";
import { messageCounts } from "../findings/calendar.ts";
import { type Facts, factsOf } from "../findings/facts.ts";
import { endsWithoutPeople } from "../findings/lemma.ts";
import { DEFAULT_ASSUMPTIONS } from "../graph/steps.ts";
import type { Expectation } from "./expectation.ts";
import type { Happening } from "./happenings.ts";
import { deciding } from "./verdict.ts";

/** States: anything that takes longer to decide is not suggested. */
const BUDGET = 2_000;
/** Most acts in one sentence. */
const MOST_ACTS = 4;
/** Days within which people usually act. */
const USUAL_DAYS = 3;

const COMPLETED: Happening = { kind: "ends", status: "completed" };

/**
 * Expectations that hold for a flow and are worth stating, one per kind, the most telling first. Yields as `deciding`
 * does.
 */
export function* suggesting(draft: CheckedDraft): Generator<number, readonly Expectation[]> {
  const suggestions: Expectation[] = [];
  for (const ideas of ideasFor(factsOf(draft))) {
    for (const idea of ideas) {
      const { verdict, untested } = yield* deciding(draft, idea, { assume: DEFAULT_ASSUMPTIONS, budget: BUDGET });
      if (verdict !== "holds" || untested) continue;
      suggestions.push(idea);
      break;
    }
  }
  return suggestions;
}

/** Candidate expectations of each kind: the first that holds is suggested. */
function ideasFor(facts: Facts): readonly (readonly Expectation[])[] {
  return [everybodyActs(facts), inTurn(facts), spared(facts), hidden(facts), fewMessages(facts), inTime(facts)];
}

/** No act is missing once the flow is completed: for all who must act, else for each alone. */
function everybodyActs({ program }: Facts): readonly Expectation[] {
  const needed = actsOf(program).filter(({ stage, participant }) => {
    const found = program.stages[stage];
    return found !== undefined && !endsWithoutPeople(found, new Set([participant]));
  });
  const that = needed.slice(0, MOST_ACTS).map(({ act }) => act);
  const all: readonly Expectation[] = that.length === 0 ? [] : [{ kind: "always", when: COMPLETED, that }];
  const alone = that.map((act): Expectation => ({ kind: "always", when: COMPLETED, that: [act] }));
  return [
    ...all,
    ...alone,
    ...stagesBegin(program).map((begins): Expectation => ({ kind: "always", when: COMPLETED, that: [begins] })),
  ];
}

/** Holds for any flow, so that the form is not empty. */
function stagesBegin({ stages }: Facts["program"]): readonly Happening[] {
  return stages.slice(-1).map(({ name: stage }) => ({ kind: "begins", stage }));
}

/** People of an earlier stage act before people of a later one. */
function inTurn({ program }: Facts): readonly Expectation[] {
  const acts = actsOf(program);
  const last = acts.at(-1)?.stage ?? 0;
  const later = acts.filter(({ stage }) => stage === last).slice(0, MOST_ACTS);
  const inTurn = later.flatMap(({ participant, act: then }) =>
    acts
      .filter((one) => one.stage < last && one.participant !== participant)
      .slice(-MOST_ACTS)
      .map(({ act: first }): Expectation => ({ kind: "before", first, then })),
  );
  const atLast = [...later.map(({ act }) => act), ...stagesBegin(program)];
  // biome-ignore lint/suspicious/noThenProperty: an expectation is awaited by nobody.
  return [...inTurn, ...atLast.map((first): Expectation => ({ kind: "before", first, then: COMPLETED }))];
}

/** The flow can complete without somebody who may act. */
function spared({ people }: Facts): readonly Expectation[] {
  return people
    .filter(({ stages }) => stages.length > 0)
    .slice(0, 2 * MOST_ACTS)
    .map(({ name }): Expectation => ({ kind: "possible", reach: COMPLETED, without: [name] }));
}

/** Somebody never sees a document that does not concern them, or gets no SMS. */
function hidden({ people, program }: Facts): readonly Expectation[] {
  const unseen = people.slice(0, 2 * MOST_ACTS).flatMap(({ name, index }) =>
    program.documents
      .filter((document) => !program.documentsOfParticipant[index]?.includes(document))
      .slice(0, MOST_ACTS)
      .map((document): Expectation => ({ kind: "never", what: { kind: "sees", who: name, document } })),
  );
  const untexted = people
    .slice(0, MOST_ACTS)
    .map(({ name }): Expectation => ({ kind: "never", what: { kind: "gets-message", who: name, method: "sms" } }));
  return [...unseen, ...untexted, ...neverAsked(program)];
}

/** A participant who signs does not approve, and the reverse. */
function neverAsked(program: Facts["program"]): readonly Expectation[] {
  const acts = actsOf(program).slice(0, MOST_ACTS);
  return acts.flatMap(({ act }): readonly Expectation[] =>
    act.kind === "act" ? [{ kind: "never", what: { ...act, does: act.does === "signs" ? "approves" : "signs" } }] : [],
  );
}

/** Caps e-mails at the most that anybody can get now. */
function fewMessages(facts: Facts): readonly Expectation[] {
  const counts = facts.people.map((person) => ({
    who: person.name,
    most: messageCounts(facts, person).most.email,
  }));
  const [busiest] = counts.toSorted((one, other) => other.most - one.most);
  return busiest === undefined || busiest.most === 0 ? [] : [{ kind: "at-most", ...busiest, method: "email" }];
}

function inTime({ program, draft }: Facts): readonly Expectation[] {
  const waiting = program.stages.filter(({ slots }) => slots.length > 0).length;
  // On the day of the time-out it is too late.
  const actsWithin = Math.min(USUAL_DAYS, Math.floor((draft.duration - 1) / Math.max(waiting, 1)));
  return [{ kind: "within", days: waiting * actsWithin, reach: COMPLETED, actsWithin }];
}

interface Acting {
  readonly stage: number;
  readonly participant: number;
  readonly document: number;
  readonly act: Happening;
}

/** Every act that a stage asks for, in order. */
function actsOf({ stages, participants, documents }: Facts["program"]): readonly Acting[] {
  return stages.flatMap(({ slots }, stage) =>
    slots.map(({ participant, document, verb }) => ({
      ...{ stage, participant, document },
      act: {
        kind: "act" as const,
        who: participants[participant] ?? "",
        does: verb === "sign" ? ("signs" as const) : ("approves" as const),
        document: documents[document] ?? "",
      },
    })),
  );
}
