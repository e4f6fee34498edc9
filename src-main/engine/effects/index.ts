export * from "./effects.ts";
export * from "./queue-mail.ts";
