/** The list of flows, and the ways to get one more. */
export { FileDrop } from "./file-drop.tsx";
export { FlowsPage } from "./flows-page.tsx";
export { HomePage } from "./home-page.tsx";
