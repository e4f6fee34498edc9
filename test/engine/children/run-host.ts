import { flushCompileCache } from "node:module";
import { openWorkspace } from "../../../src-main/host.ts";
import { playAll, startSmall } from "../../fixtures/small-flow.ts";
import { must } from "../../harness/workspace.ts";

/**
 * Runs flow after flow in the workspace named on the command line, and says on stdout each act once it was acknowledged,
 * until it is killed.
 */
const [dir = "", callbackUrl = ""] = process.argv.slice(2);

function say(line: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const host = await openWorkspace({ dir });
// A process that is killed writes none: the next ones would compile everything again.
flushCompileCache();
say({ event: "open" });
for (;;) {
  const { id, participants } = await startSmall(host, { callbackUrl });
  say({ event: "started", id });
  for (const { name } of participants) {
    must(await host.participants.sign({ instanceId: id, participant: name, document: "contract" }));
    say({ event: "signed", id, participant: name });
  }
  await playAll(host, id);
  say({ event: "idle", id });
}
