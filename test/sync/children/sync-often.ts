import { readFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";
import { limitGarbage } from "../../../src-main/cli/limit-garbage.ts";

/**
 * Syncs the account “Bank” of the workspace named on the command line as often as a line comes in, as `countersign sync` does,
 * and prints each report with the most memory that the process has had until then.
 */
limitGarbage({ yields: true });
const { openWorkspace } = await import("../../../src-main/host.ts");
const { must } = await import("../../harness/workspace.ts");
let ahead = 0;
const host = await openWorkspace({ dir: process.argv[2] ?? "", clockNow: () => Date.now() + ahead });
flushCompileCache();
for await (const _ of createInterface({ input: process.stdin })) {
  const report = must(await host.sync.run("Bank"));
  process.stdout.write(`${JSON.stringify({ report, mebibytes: most() / 1024 })}\n`);
  // What was refused, or not reached, is asked again.
  ahead += 120_000;
}
await host.close();

/** KiB. What the system counts with `maxRSS` begins with the program that started this one. */
function most(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
}
