/** The sync room's front door: what an author does with remote accounts. */
export { syncUseCases } from "./use-cases.ts";
