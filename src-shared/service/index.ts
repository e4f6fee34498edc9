/** The service room's front door: the wire interface of the workflow service. */
export * from "./author.ts";
export * from "./common.ts";
export * from "./errors.ts";
export * from "./events.ts";
export * from "./job-kinds.ts";
export * as local from "./local.ts";
export * from "./next-document.ts";
export * from "./oauth.ts";
export * from "./participant.ts";
export * from "./participant-frame.ts";
export * from "./participant-page.ts";
export * from "./signature-limits.ts";
export * from "./typed-signature.ts";
