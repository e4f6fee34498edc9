import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { LogEntry } from "../../../src-main/host/types.ts";
import { openWorkspace } from "../../../src-main/host.ts";
import { startSmall } from "../../fixtures/small-flow.ts";
import { must } from "../../harness/workspace.ts";

/**
 * Deletes a run in the workspace named on the command line, as a user whom permission bits bind. `killed`: the process dies
 * as the deletion is told of, between its commit and the removal of the run's files. `refused`: the folders of the files are
 * read-only, a second run is deleted by its retention, and what came of both is said on stdout.
 */
const [dir = "", how = ""] = process.argv.slice(2);
const NOBODY = 65_534;
if (process.getuid?.() === 0) process.setuid?.(NOBODY);

const log: LogEntry[] = [];
const host = await openWorkspace({ dir, log: (entry) => log.push(entry) });
const blobs = join(dir, "blobs");

async function trashedRun() {
  const run = await startSmall(host, {}, { clock: { virtual: "new" } });
  must(await host.instances.cancel(run.id));
  must(await host.instances.trash(run.id));
  await host.idle();
  return run;
}

function setMode(mode: number): void {
  for (const name of existsSync(blobs) ? readdirSync(blobs) : []) chmodSync(join(blobs, name), mode);
}

const first = await trashedRun();
if (how === "killed") {
  host.changes(({ kind, id }) => {
    if (kind === "instance" && id === first.id) process.kill(process.pid, "SIGKILL");
  });
  await host.instances.remove(first.id);
} else {
  const second = await trashedRun();
  setMode(0o555);
  const deleted = await host.instances.remove(first.id);
  const moved = await host.clocks.advance(second.clockId, { by: "P60D" });
  await host.idle();
  const left = host.instances.count();
  const reported = log.map(({ message }) => message);
  setMode(0o755);
  await host.close();
  process.stdout.write(JSON.stringify({ deleted: deleted.ok, moved: moved.ok, left, reported }));
}
