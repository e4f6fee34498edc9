export * from "./draft-files.ts";
export * from "./draft-versions.ts";
export * from "./drafts.ts";
export * from "./file-watch.ts";
export * from "./folder-removal.ts";
export * from "./recheck-drafts.ts";
export * from "./removed-drafts.ts";
export * from "./synced-drafts.ts";
