import { homedir, userInfo } from "node:os";
import path from "node:path";

/** The folder that holds package.json and resources: two above this file. */
export const ROOT = path.resolve(import.meta.dirname, "..", "..");
export const EXAMPLES = path.join(ROOT, "resources", "examples");
export const RENDERER = path.join(ROOT, "out", "renderer");

/** The default folder for work. Without HOME it is the system's home folder for the user, never the current folder. */
export const defaultWorkspace = (): string => path.join(homedir() || userInfo().homedir, "Countersign");
