/** The basics room's front door. */
export * from "./atomic-file.ts";
export * from "./input-words.ts";
export * from "./keyed-mutex.ts";
export * from "./let-go.ts";
export * from "./named-file.ts";
export * from "./node-http.ts";
export * from "./pieces.ts";
export * from "./present.ts";
export * from "./scratch-folder.ts";
