export { checkPageIn } from "./check-page.ts";
export { exportBundle } from "./export-bundle.ts";
