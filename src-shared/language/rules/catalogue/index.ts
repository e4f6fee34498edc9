import type { RuleEntry } from "./entry.ts";
import { meaningEntries } from "./meaning.ts";
import { textEntries } from "./text.ts";

/** Every rule of the language, in the order of its page; made into docs/rules.md by scripts/make-rules.ts. */
export const ruleCatalogue: readonly RuleEntry[] = [...textEntries, ...meaningEntries];
export type { RuleEntry } from "./entry.ts";
export { type Example, exampleExcerpt, exampleText } from "./example.ts";
