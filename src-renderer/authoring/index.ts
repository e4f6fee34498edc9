/** One flow as text, drawing, outline and forms; and what the list of flows needs of it. */
export { AuthoringPage } from "./authoring-page.tsx";
export { exportFlow } from "./bars/export-flow.ts";
export { LONGEST_TITLE } from "./bars/flow-title.tsx";
export { analyseOnce, askLanguage } from "./language/ask-language.ts";
export { isTooLong, mebibytes } from "./session/text-limit.ts";
