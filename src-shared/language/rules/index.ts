import { actionRules } from "./actions.ts";
import { expectationRules } from "./expectations.ts";
import { flowRules } from "./flow.ts";
import { nameRules } from "./names.ts";
import { parameterRules } from "./parameters.ts";
import { referenceRules } from "./references.ts";
import type { Rule } from "./rule.ts";
import { serviceRules } from "./service.ts";
import { timeRules } from "./times.ts";
import { valueRules } from "./values.ts";
import { versionRules } from "./versions.ts";

/** Every rule beyond syntax and shape, one list. A new rule goes into the file of its group and nowhere else. */
export const rules: readonly Rule[] = [
  ...versionRules,
  ...nameRules,
  ...referenceRules,
  ...actionRules,
  ...expectationRules,
  ...timeRules,
  ...parameterRules,
  ...valueRules,
  ...serviceRules,
  // Last, since they wait for what the others say.
  ...flowRules,
];
