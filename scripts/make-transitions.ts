import { writeFileSync } from "node:fs";
import { at } from "./places.ts";
import { transitionsPage } from "./transitions-page.ts";

/** Writes docs/transitions.md anew. */
writeFileSync(at("docs/transitions.md"), transitionsPage());
