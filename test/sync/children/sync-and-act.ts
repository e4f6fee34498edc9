import { flushCompileCache } from "node:module";
import { openWorkspace } from "../../../src-main/host.ts";
import { syncAndAct } from "../acts-there.ts";

/**
 * `syncAndAct` on the workspace named on the command line, on a clock that is ahead by so many milliseconds: what it does
 * not come to is what its killer wanted.
 */
const [dir = "", draftId = "", run = "", ahead = "0"] = process.argv.slice(2);

const host = await openWorkspace({ dir, clockNow: () => Date.now() + Number(ahead) });
flushCompileCache();
await syncAndAct(host, draftId, run);
await host.close();
