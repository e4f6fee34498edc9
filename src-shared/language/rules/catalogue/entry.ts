import type { Severity } from "../../diagnostics.ts";
import type { Example } from "./example.ts";

/** What a rule says and why, with a flow that breaks it and one that does not. Data: docs/rules.md is made of it. */
export interface RuleEntry {
  readonly id: string;
  readonly severity: Severity;
  /** One sentence: what must hold. */
  readonly what: string;
  /** Breaks this rule and no other. */
  readonly fails: Example;
  /** Breaks no rule at all. */
  readonly passes: Example;
  /** `api_version` of the service that both are checked for. */
  readonly targetApiVersion?: string;
}
