/** Writes THIRD-PARTY-NOTICES.txt from the lock file. Run with `npm run notices`. */
import { writeFileSync } from "node:fs";
import { noticesPage } from "./notices-page.ts";
import { at } from "./places.ts";

writeFileSync(at("THIRD-PARTY-NOTICES.txt"), noticesPage());
console.log("THIRD-PARTY-NOTICES.txt is up to date");
