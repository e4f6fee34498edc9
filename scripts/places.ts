import path from "node:path";

/** The checkout. Every script works from here, wherever it was started. */
export const ROOT = path.dirname(import.meta.dirname);

/** A path inside the checkout. */
export const at = (...parts: readonly string[]): string => path.join(ROOT, ...parts);
