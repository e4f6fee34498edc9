import { writeSync } from "node:fs";
import { openStore } from "../../../src-main/store/index.ts";

/** Opens the workspace named by the first argument, says so, and holds it until it is killed. */
openStore(process.argv[2] ?? "");
writeSync(1, "held\n");
setInterval(() => undefined, 1000);
