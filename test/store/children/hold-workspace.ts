import { writeSync } from "node:fs";
import { openStore } from "../../../src-main/store/index.ts";

/** Opens the workspace named by the first argument, says so, and holds it until it is killed. */
const store = openStore(process.argv[2] ?? "");
writeSync(1, "held\n");
// Nobody else refers to it: collected as garbage, it would let go of its lock.
setInterval(() => store.read, 1000);
