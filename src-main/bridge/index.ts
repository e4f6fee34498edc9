/** The bridge room's front door: the handlers, and how a browser or the desktop window reaches them. */

export { type AppKeys, createAppKeys } from "./app-keys.ts";
export { type Examples, loadExamples } from "./examples.ts";
export { importArchive } from "./handlers/drafts.ts";
export { type AppInfo, createHandlers } from "./handlers/index.ts";
export { viewDocuments } from "./handlers/instances.ts";
export { answer } from "./handlers/shared.ts";
export { type FaultLog, serveProcedure } from "./serve.ts";
export { findFile } from "./served-files.ts";
export type { TakeUpload } from "./uploads.ts";
export {
  type FoundFile,
  fileHeaders,
  NO_FILE,
  policyOf,
  startWebShell,
  type WebShell,
  type WebShellOptions,
} from "./web.ts";
