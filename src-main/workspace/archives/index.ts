export * from "./export.ts";
export * from "./flow-archive.ts";
export * from "./flow-documents.ts";
export * from "./import.ts";
export * from "./unzip.ts";
export * from "./zip-directory.ts";
