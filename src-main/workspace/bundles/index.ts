export { exportBundle } from "./export-bundle.ts";
