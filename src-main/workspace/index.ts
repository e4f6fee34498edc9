/** The workspace room's front door: the use cases, and what mail, callbacks and verification share with them. */
export * from "./accounts/index.ts";
export * from "./archives/index.ts";
export * from "./blob-removal.ts";
export { checkPageIn, evidenceUseCases, unused } from "./bundles/index.ts";
export * from "./clocks/index.ts";
export * from "./documents/index.ts";
export * from "./drafts/index.ts";
export * from "./due-work/index.ts";
export * from "./instances/index.ts";
export * from "./participants/index.ts";
export * from "./plays/index.ts";
export * from "./seal.ts";
export * from "./search.ts";
export * from "./secrets/index.ts";
export { createSentTimes } from "./sent-times.ts";
export * from "./settings.ts";
export { readTexts } from "./texts/index.ts";
export * from "./workspace.ts";
