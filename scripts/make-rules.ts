/** Writes docs/rules.md from the rules of the flow language. Run with `npm run rules`. */
import { writeFileSync } from "node:fs";
import { at } from "./places.ts";
import { rulesPage } from "./rules-page.ts";

writeFileSync(at("docs/rules.md"), rulesPage());
console.log("docs/rules.md is up to date");
