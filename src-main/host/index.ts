/** The host room's front door: what an open workspace offers, and its errors. */
export * from "./app-session.ts";
export * from "./app-version.ts";
export * from "./document-title.ts";
export * from "./errors.ts";
export type * from "./types.ts";
