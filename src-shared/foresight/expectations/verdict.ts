import { msg, short, type Translatable } from "../../basics/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import { messageCounts } from "../findings/calendar.ts";
import { factsOf } from "../findings/facts.ts";
import { wholeRunOf } from "../findings/lemma.ts";
import type { Label } from "../graph/labels.ts";
import type { Expectation } from "./expectation.ts";
import { type Happening, happeningText } from "./happenings.ts";
import type { Answer, Question, SearchOptions } from "./question.ts";
import { searching } from "./search.ts";

/** Whether every run keeps to an expectation. */
export interface Verdict {
  readonly verdict: "holds" | "fails" | "not_decided";
  readonly message: Translatable;
  /** A run that breaks it or, for `possible`, one that shows it; null: there is none. */
  readonly run: readonly Label[] | null;
  /** It holds trivially: no run reaches the situation that it is about. */
  readonly untested: boolean;
}

type Deciding = Generator<number, Verdict>;

/** Decides one expectation of a draft without errors; yields regularly, so that callers can cancel. */
export function* deciding(draft: CheckedDraft, expectation: Expectation, options: SearchOptions): Deciding {
  switch (expectation.kind) {
    case "before":
    case "always":
      return yield* before(draft, expectation, options);
    case "never":
      return yield* never(draft, expectation.what, options);
    case "possible":
      return yield* possible(draft, expectation, options);
    case "at-most":
      return atMost(draft, expectation);
    case "within":
      return yield* within(draft, expectation, options);
  }
}

/** Whenever the first happens, each of the others has happened before. */
function* before(
  draft: CheckedDraft,
  expectation: Extract<Expectation, { kind: "before" | "always" }>,
  options: SearchOptions,
): Deciding {
  const [first, then] =
    expectation.kind === "before" ? [[expectation.first], expectation.then] : [expectation.that, expectation.when];
  let undecided: Answer | null = null;
  for (const happening of first) {
    const answer = yield* searching(draft, { sought: [then], avoided: [happening] }, options);
    if (answer.verdict === "not_decided") undecided = answer;
    if (answer.verdict !== "found") continue;
    const [early, missing] = [textOf(then), textOf(happening)];
    const message =
      expectation.kind === "before"
        ? msg`\`${early}\` can happen before \`${missing}\`.`
        : msg`A run can come to \`${early}\` without \`${missing}\`.`;
    return fails(shownBy(message, answer.run), answer.run);
  }
  if (undecided !== null) return notDecided(undecided);
  const reached = yield* searching(draft, { sought: [then] }, options);
  if (reached.verdict === "never")
    return { ...holds(msg`\`${textOf(then)}\` never happens, so this is never tested.`), untested: true };
  const words = short(first.map((one) => happeningText(one)).join(", "), 200);
  return holds(msg`\`${textOf(then)}\` happens only after \`${words}\`.`);
}

function* never(draft: CheckedDraft, what: Happening, options: SearchOptions): Deciding {
  const answer = yield* searching(draft, { sought: [what] }, options);
  if (answer.verdict === "not_decided") return notDecided(answer);
  return answer.verdict === "found"
    ? fails(shownBy(msg`\`${textOf(what)}\` can happen.`, answer.run), answer.run)
    : holds(msg`\`${textOf(what)}\` never happens.`);
}

function* possible(
  draft: CheckedDraft,
  { reach, without }: Extract<Expectation, { kind: "possible" }>,
  options: SearchOptions,
): Deciding {
  const question: Question = { sought: [reach], absent: new Set(without) };
  const answer = yield* searching(draft, question, options);
  if (answer.verdict === "not_decided") return notDecided(answer);
  const people = short(without.join(", "), 200);
  if (answer.verdict === "found") {
    const message =
      without.length === 0
        ? msg`\`${textOf(reach)}\` can happen.`
        : msg`\`${textOf(reach)}\` can happen without any act of ${people}.`;
    return { ...holds(message), run: answer.run };
  }
  const message =
    without.length === 0
      ? msg`\`${textOf(reach)}\` never happens.`
      : msg`\`${textOf(reach)}\` never happens without an act of ${people}.`;
  return fails(message, null);
}

function atMost(draft: CheckedDraft, { most, who, method }: Extract<Expectation, { kind: "at-most" }>): Verdict {
  const facts = factsOf(draft);
  const person = facts.people.find(({ name }) => name === who);
  if (person === undefined) throw new RangeError(`The flow has no participant ${who}.`);
  const { email, sms } = messageCounts(facts, person).most;
  const count = method === null ? email + sms : method === "email" ? email : sms;
  const name = short(who);
  const message =
    method === null
      ? msg`\`${name}\` can get up to ${count} messages, codes aside; expected are at most ${most}.`
      : method === "email"
        ? msg`\`${name}\` can get up to ${count} e-mails; expected are at most ${most}.`
        : msg`\`${name}\` can get up to ${count} SMS, codes aside; expected are at most ${most}.`;
  return count > most ? fails(message, wholeRunOf(facts.program, person.index, "all")) : holds(message);
}

/** Days are counted from the start: each stage takes as long as its people do [C1], and the time-out comes first [C3]. */
function* within(
  draft: CheckedDraft,
  { days, reach, actsWithin }: Extract<Expectation, { kind: "within" }>,
  options: SearchOptions,
): Deciding {
  const { program } = factsOf(draft);
  const reached = reach.kind === "begins" ? program.stages.findIndex(({ name }) => name === reach.stage) : -1;
  const before = reached < 0 ? program.stages : program.stages.slice(0, reached);
  const latest = before.filter(({ slots }) => slots.length > 0).length * actsWithin;
  const answer = yield* searching(draft, { sought: [reach] }, options);
  if (answer.verdict === "not_decided") return notDecided(answer);
  if (answer.verdict === "never") return fails(msg`\`${textOf(reach)}\` never happens.`, null);
  if (latest >= draft.duration && latest > 0)
    return fails(
      msg`It can take ${latest} days to come to \`${textOf(reach)}\`, and the flow times out after ${draft.duration}.`,
      answer.run,
    );
  const message = msg`It takes at most ${latest} days to come to \`${textOf(reach)}\`.`;
  return latest > days ? fails(message, answer.run) : holds(message);
}

function textOf(happening: Happening): string {
  return short(happeningText(happening), 120);
}

/** What a run shows. A run without steps lists nothing: the message says where it holds. */
function shownBy(message: Translatable, run: readonly Label[]): Translatable {
  return run.length === 0 ? msg`${message} It is so at the start, before anybody acts.` : message;
}

function holds(message: Translatable): Verdict {
  return { verdict: "holds", message, run: null, untested: false };
}

function fails(message: Translatable, run: readonly Label[] | null): Verdict {
  return { verdict: "fails", message, run, untested: false };
}

function notDecided(answer: Answer): Verdict {
  const states = answer.verdict === "not_decided" ? answer.states : 0;
  const message = msg`Not decided: more than ${states} states would have to be looked at. Looking at more may decide it.`;
  return { verdict: "not_decided", message, run: null, untested: false };
}
