import { readFileSync } from "node:fs";
import { checkText } from "./yaml-ajv.ts";

/** One file, one process: what `countersign lint` is measured beside. */
const file = process.argv[2];
if (file === undefined) throw new Error("Name a file");
const began = performance.now();
const errors = checkText(readFileSync(file, "utf8"));
process.stdout.write(JSON.stringify({ ms: performance.now() - began, errors }));
