/** Measures the named row and sends its outcome to the parent process. */
import { measured } from "./measure.ts";
import { ROWS } from "./rows.ts";

const row = ROWS.find(({ name }) => name === process.argv[2]);
if (row === undefined || process.send === undefined) throw new Error("This is started by scripts/bench.ts.");
process.send(await measured(row), () => process.exit());
