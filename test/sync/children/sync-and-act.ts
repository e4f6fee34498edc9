import { flushCompileCache } from "node:module";
import { openWorkspace } from "../../../src-main/host.ts";
import { must } from "../../harness/workspace.ts";

/**
 * Syncs the account “Bank” of the workspace named on the command line, on a clock that is ahead by so many milliseconds,
 * starts a draft there, commands a run there, and ends: what it does not come to is what its killer wanted.
 */
const [dir = "", draftId = "", run = "", ahead = "0"] = process.argv.slice(2);

const host = await openWorkspace({ dir, clockNow: () => Date.now() + Number(ahead) });
flushCompileCache();
const { sync } = host;
must(await sync.run("Bank"));
must(await sync.runs.start("Bank", draftId));
const participants = must(sync.runs.get("Bank", run)).seen?.participants.map(({ id }) => id) ?? [];
must(await sync.runs.command("Bank", run, { kind: "prolong", days: 3 }));
must(await sync.runs.command("Bank", run, { kind: "remind", participants }));
must(await sync.runs.command("Bank", run, { kind: "cancel" }));
must(await sync.runs.command("Bank", run, { kind: "trash" }));
must(await sync.run("Bank"));
await host.close();
