import { readFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { limitGarbage } from "../../../src-main/cli/limit-garbage.ts";

/**
 * Syncs the account “Bank” of the workspace named on the command line once, as `countersign sync` does, and prints the report
 * with the most memory that the process has had.
 */
limitGarbage();
const { openWorkspace } = await import("../../../src-main/host.ts");
const { must } = await import("../../harness/workspace.ts");
const host = await openWorkspace({ dir: process.argv[2] ?? "" });
flushCompileCache();
const report = must(await host.sync.run("Bank"));
await host.close();
process.stdout.write(JSON.stringify({ report, mebibytes: most() / 1024 }));

/** KiB. What the system counts with `maxRSS` begins with the program that started this one. */
function most(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
}
