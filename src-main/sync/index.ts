/** The sync room's front door: what an author does with remote accounts. */
export { holdAfterCopy } from "./copied-workspace.ts";
export { askAboutCreates, closeUnanswered } from "./unanswered.ts";
export { syncUseCases } from "./use-cases.ts";
