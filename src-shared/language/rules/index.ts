import { actionRules } from "./actions.ts";
import { expectationRules } from "./expectations.ts";
import { flowRules } from "./flow.ts";
import { nameRules } from "./names.ts";
import { parameterRules } from "./parameters.ts";
import { referenceRules } from "./references.ts";
import type { Rule } from "./rule.ts";
import { textRules } from "./text.ts";
import { timeRules } from "./times.ts";
import { versionRules } from "./versions.ts";

/**
 * Every rule of the language, in the order of docs/rules.md, which scripts/make-rules.ts writes. A new rule goes into the
 * file of its group and nowhere else.
 */
export const ruleCatalogue: readonly Rule[] = [
  ...textRules,
  ...versionRules,
  ...nameRules,
  ...referenceRules,
  ...actionRules,
  ...expectationRules,
  ...timeRules,
  ...parameterRules,
  // Last, since they wait for what the others say.
  ...flowRules,
];

const byId: ReadonlyMap<string, Rule> = new Map(ruleCatalogue.map((rule) => [rule.id, rule]));

/** The rule of an id; undefined where there is none. */
export function ruleOf(id: string): Rule | undefined {
  return byId.get(id);
}
