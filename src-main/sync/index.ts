/** The sync room's front door: what an author does with remote accounts. */
export { askAfterCopy } from "./copied.ts";
export { askAboutCreates, endUnanswered } from "./unanswered.ts";
export { syncUseCases } from "./use-cases.ts";
