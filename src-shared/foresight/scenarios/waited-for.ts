import { pendingActs, type State } from "../../flow/index.ts";
import type { Happening } from "../expectations/index.ts";
import type { Label } from "../graph/labels.ts";
import { actLabel } from "../graph/steps.ts";
import type { ScenarioStep } from "./scenario.ts";

/**
 * What a flow waits for instead of a step that went differently. Only what matters for that step: the act itself, else
 * other acts of the named person, or acts of all on the document where a seal decides; else everybody's. Empty once the
 * flow has ended, or if something happened that should not have.
 */
export function waitedFor(state: State, step: ScenarioStep): readonly Label[] {
  if (step.kind === "expect" && step.not) return [];
  const acts = pendingActs(state).map((act) => ({
    ...act,
    label: actLabel(act.participant, act.verb, act.document),
  }));
  const { who, document } = namedBy(step);
  const ofPerson = acts.filter(({ participant }) => participant === who);
  const tried = [
    ofPerson.filter((act) => act.document === document),
    ofPerson,
    who === null ? acts.filter((act) => act.document === document) : [],
    acts,
  ];
  return (tried.find((some) => some.length > 0) ?? []).map(({ label }) => label);
}

interface Named {
  readonly who: string | null;
  readonly document: string | null;
}

function namedBy(step: ScenarioStep): Named {
  if (step.kind === "label") return partsOf(step.label);
  return step.kind === "expect" ? namedByFact(step.fact) : partsOf({});
}

/** A copy comes with the seal, and its recipient does nothing for it; what somebody sees comes with a stage. */
function namedByFact(fact: Happening): Named {
  switch (fact.kind) {
    case "gets-copy":
      return { who: null, document: fact.document };
    case "sees":
    case "gets-message":
      return partsOf({});
    default:
      return partsOf(fact);
  }
}

const partsOf = (named: Label | Happening | object): Named => ({
  who: "who" in named ? named.who : null,
  document: "document" in named ? named.document : null,
});
