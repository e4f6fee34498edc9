import { writeFileSync } from "node:fs";
import { at } from "./places.ts";
import { transitionsPage } from "./transitions-page.ts";

/** Regenerates docs/transitions.md. */
writeFileSync(at("docs/transitions.md"), transitionsPage());
