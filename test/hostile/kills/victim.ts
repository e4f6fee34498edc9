import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { createInterface } from "node:readline";
import { inspect } from "node:util";
import type { Host, LogEntry } from "../../../src-main/host/types.ts";
import { openWorkspace } from "../../../src-main/host.ts";
import { startService } from "../../../src-main/service/index.ts";
import { verifyWorkspace } from "../../../src-main/verification/index.ts";
import { must } from "../../harness/workspace.ts";
import { checkHost } from "./check.ts";
import { passing } from "./crash-points.ts";
import type { Order, VictimMessage } from "./protocol.ts";

/**
 * The host and the service on a real workspace, in a process that is killed at any instant. It checks at its opening what
 * the one before it has left.
 */

/** Written to the pipe before it returns. */
function say(message: VictimMessage): void {
  writeSync(1, `${JSON.stringify(message)}\n`);
}

function log({ level, message, error }: LogEntry): void {
  if (level === "error")
    say({ event: "fault", message: error === undefined ? message : `${message}\n${inspect(error)}` });
}

const words = ({ kind, instance, message }: { kind: string; instance: string | null; message: string }) =>
  `verify: ${kind} of ${instance ?? "the workspace"}: ${message}`;

async function problemsOnDisk(dir: string): Promise<readonly string[]> {
  return (await verifyWorkspace(dir)).problems.map(words);
}

async function virtualClock(host: Host): Promise<string> {
  const known = host.clocks.list().find(({ virtual }) => virtual);
  return known?.id ?? must(await host.clocks.create({ name: "default", at: Date.UTC(2026, 2, 2, 9) })).id;
}

async function live(): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const order: Order = JSON.parse((await lines.next()).value ?? "");
  say({ event: "loaded" });
  const problems = order.verify ? await problemsOnDisk(order.dir) : [];
  const host = await openWorkspace({ dir: order.dir, log });
  const clockId = await virtualClock(host);
  const service = await startService({
    host,
    port: 0,
    log,
    clock: order.clock === "real" ? "real" : { virtual: clockId },
    build: { date: "2026-03-02", commit: "hostile" },
  });
  const credentials = must(await host.accounts.credentials(host.accounts.defaultId));
  say({ event: "open", baseUrl: service.baseUrl, clockId, credentials });
  const checked = await checkHost(host, order.expected, order.settle);
  // A process that is killed writes none: the next ones would compile everything again.
  flushCompileCache();
  say({ event: "checked", problems: [...problems, ...checked.problems], callbacks: checked.callbacks });
  // Either the driver asks for the end, or it brings it about.
  await lines.next();
  await service.close();
  passing("closing");
  await host.close();
  say({ event: "closed", problems: order.verify ? await problemsOnDisk(order.dir) : [] });
  process.exit(0);
}

live().catch((error: unknown) => {
  process.stderr.write(`${inspect(error)}\n`);
  process.exit(1);
});
