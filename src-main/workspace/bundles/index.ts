export { evidenceUseCases, unused } from "./all-evidence.ts";
export { checkPageIn } from "./check-page.ts";
export { exportBundle } from "./export-bundle.ts";
