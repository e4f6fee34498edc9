import path from "node:path";

/** The page that checks evidence, in the folder of the built renderer. */
export const checkPageIn = (rendererDir: string): string => path.join(rendererDir, "check-evidence.html");
