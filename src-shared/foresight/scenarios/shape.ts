import {
  checkedByRule,
  field,
  filledText,
  list,
  type ObjectShape,
  object,
  offering,
  record,
  type Shape,
} from "../../language/index.ts";
import { happenings, type Names } from "../expectations/index.ts";
import { labelWords, ownLabels, ownWords } from "./read-label.ts";

/**
 * The shape of a flow's scenarios: the checker, completion and hover read it.
 * @param names absent: the reader checks steps, with better messages than a shape has
 */
export function scenariosShape(names?: Names): ObjectShape {
  const step: Shape = names === undefined ? checkedByRule : stepShape(names);
  const steps = list(step);
  const own = (who: string): Shape => (names === undefined ? step : entryShape(who, names));
  const script = (who: string) =>
    field(list(own(who)), "What this participant does, in order.", `${who}: [signs loan]`);
  const people: Shape =
    names === undefined
      ? record("participant", list(step))
      : object(Object.fromEntries(names.participants.map((who) => [who, script(who)])));
  const content = {
    steps: field(steps, "What happens, step by step.", "steps:\n  - borrower signs loan"),
    people: field(
      people,
      "What each does, in order; each goes on once the flow lets them.",
      "people:\n  borrower: [signs loan]\n  lender:\n    - wait: 2 days\n    - signs loan",
    ),
    // biome-ignore lint/suspicious/noThenProperty: a key of the file, awaited by nobody
    then: field(steps, "What follows once everybody is done.", "then:\n  - expect: completed"),
  };
  const scenario = field(filledText, "What the scenario is about.", "scenario: The guarantor is late");
  const one = object({ scenario: { ...scenario, required: true }, ...content });
  return object({
    // Kept with a draft, the scenarios belong to it.
    flow: field(filledText, "The flow's file, from this file's folder.", "flow: ./loan.flow.yaml"),
    scenario,
    ...content,
    scenarios: field(list(one), "Several scenarios of one flow.", "scenarios:\n  - scenario: All sign"),
  });
}

const waiting = (doc: string) =>
  field(
    offering(() => ["1 hour", "1 day", "3 days", "7 days"]),
    doc,
    "wait: 3 days",
  );

/** What somebody's own list may contain. */
function entryShape(who: string, names: Names): Shape {
  const words = offering(() => (ownLabels(names).get(who) ?? []).map((label) => ownWords(label, who)));
  return {
    kind: "either",
    text: words,
    list: checkedByRule,
    object: object({ wait: waiting("They wait, from when they can go on.") }),
  };
}

function stepShape(names: Names): Shape {
  const facts = () => {
    const past = happenings(names, "past");
    return [...past, ...past.map((fact) => `not ${fact}`)];
  };
  const keyed = object({
    expect: field(
      offering(facts),
      "Something has happened by now or, with `not`, has not.",
      "expect: lender got email",
    ),
    wait: waiting("What falls due meanwhile happens: reminders, the time-out."),
    prolong: field(
      offering(() => ["7 days", "30 days"]),
      "The author moves the time-out.",
      "prolong: 30 days",
    ),
  });
  const words = offering(() => labelWords(names));
  return { kind: "either", text: words, list: checkedByRule, object: keyed };
}
