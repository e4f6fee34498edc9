/** Writes the pictures of flows in docs/images. Run with `npm run drawings`. */
import { writeFileSync } from "node:fs";
import { drawnFlows } from "./drawn-flows.ts";
import { at } from "./places.ts";

for (const [file, svg] of drawnFlows()) writeFileSync(at(file), svg);
console.log("The drawings in docs/images are up to date");
