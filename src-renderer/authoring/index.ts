/** One flow as text, drawing, outline and forms; and the parts that the list of flows needs. */
import { lazy } from "react";

/** The editor and the canvas are half of the app's code, so the first view loads without them. */
export const loadAuthoring = () => import("./authoring-page.tsx");
export const AuthoringPage = lazy(() => loadAuthoring().then((module) => ({ default: module.AuthoringPage })));
const loadChanges = () => import("./versions/text-changes.tsx");
export const TextChanges = lazy(() => loadChanges().then((module) => ({ default: module.TextChanges })));
export { exportFlow } from "./bars/export-flow.ts";
export { analyseOnce, askLanguage } from "./language/ask-language.ts";
export { isTooLong, mebibytes } from "./session/text-limit.ts";
