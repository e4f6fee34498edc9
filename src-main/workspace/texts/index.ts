export * from "./callback-password.ts";
export * from "./draft-text.ts";
export * from "./read-texts.ts";
