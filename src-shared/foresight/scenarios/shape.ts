import { field, filledText, list, type ObjectShape, object, type Shape } from "../../language/index.ts";
import { happenings, type Names } from "../expectations/index.ts";
import { labelWords } from "./read-label.ts";

/**
 * The shape of a flow's scenarios: the checker, completion and hover read it.
 * @param names absent: the reader checks steps, with better messages than a shape has
 */
export function scenariosShape(names?: Names): ObjectShape {
  const step: Shape = names === undefined ? { kind: "checkedByRule" } : stepShape(names);
  const steps = field(list(step), "What happens, step by step.", "steps:\n  - borrower signs loan");
  const scenario = field(filledText, "What the scenario is about.", "scenario: The guarantor is late");
  const one = object({ scenario: { ...scenario, required: true }, steps: { ...steps, required: true } });
  return object({
    // Kept with a draft, the scenarios are its own.
    flow: field(filledText, "The flow's file, from this file's folder.", "flow: ./loan.flow.yaml"),
    scenario,
    steps,
    scenarios: field(list(one), "Several scenarios of one flow.", "scenarios:\n  - scenario: All sign"),
  });
}

function stepShape(names: Names): Shape {
  const time = (...offers: readonly string[]): Shape => ({ kind: "checkedByRule", offers: () => offers });
  const facts = () => {
    const past = happenings(names, "past");
    return [...past, ...past.map((fact) => `not ${fact}`)];
  };
  const keyed = object({
    expect: field(
      { kind: "checkedByRule", offers: facts },
      "Something has happened by now or, with `not`, has not.",
      "expect: lender got email",
    ),
    wait: field(
      time("1 hour", "1 day", "3 days", "7 days"),
      "What falls due meanwhile happens: reminders, the time-out.",
      "wait: 3 days",
    ),
    prolong: field(time("7 days", "30 days"), "The author moves the time-out.", "prolong: 30 days"),
  });
  const words: Shape = { kind: "checkedByRule", offers: () => labelWords(names) };
  return { kind: "either", text: words, list: { kind: "checkedByRule" }, object: keyed };
}
