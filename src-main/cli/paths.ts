import path from "node:path";

/** The folder that holds package.json and resources: two above this file. */
export const ROOT = path.resolve(import.meta.dirname, "..", "..");
export const EXAMPLES = path.join(ROOT, "resources", "examples");
export const RENDERER = path.join(ROOT, "out", "renderer");
