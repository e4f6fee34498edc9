export * from "./effects.ts";
export * from "./job-payloads.ts";
export * from "./queue-mail.ts";
