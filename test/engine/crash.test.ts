import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWorkspace } from "../../src-main/host.ts";
import { playAll } from "../fixtures/small-flow.ts";
import { spawnProgram } from "../harness/programs.ts";
import { type Receiver, startReceiver } from "../harness/receiver.ts";
import { type ClosedWorkspace, closedWorkspace, must } from "../harness/workspace.ts";

interface Translatable {
  readonly event: "open" | "started" | "signed" | "idle";
  readonly id?: string;
  readonly participant?: string;
}

let workspace: ClosedWorkspace;
let dir: string;
let receiver: Receiver;
beforeEach(async () => {
  workspace = await closedWorkspace(process.env.COUNTERSIGN_TEST_TEMPLATE ?? null);
  dir = workspace.dir;
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await workspace.dispose();
});

/** Runs the child until it has printed `lines` lines and done a little more work, then kills it. */
async function runAndKill(lines: number, extraTurns: number): Promise<readonly Translatable[]> {
  const child: ChildProcess = spawnProgram("test/engine/children/run-host.ts", [dir, receiver.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once("exit", (_code, signal) => resolve(signal)),
  );
  const messages: Translatable[] = [];
  if (child.stdout === null) throw new Error("The child has no stdout.");
  for await (const line of createInterface({ input: child.stdout })) {
    messages.push(JSON.parse(line));
    if (messages.length < lines) continue;
    // Turns of this process's own loop: another instant of the child's work each time, without a clock.
    for (let turn = 0; turn < extraTurns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    child.kill("SIGKILL");
    break;
  }
  expect(await exited).toBe("SIGKILL");
  return messages;
}

// Each pair is another instant in the life of a flow: before, between and after its acts, its seal and its mail.
test.each([
  [2, 0],
  [3, 400],
  [4, 0],
  [4, 2_000],
  [4, 20_000],
  [7, 3_000],
])(
  "Crash: killed after %i answers and %i turns, no acknowledged act is lost and every flow goes on to its end",
  async (lines, turns) => {
    const messages = await runAndKill(lines, turns);
    const host = await openWorkspace({ dir });
    try {
      await host.idle();
      for (const { event, id = "", participant } of messages) {
        if (event === "open") continue;
        const detail = must(host.instances.get(id));
        if (event !== "signed") continue;
        const acts = detail.participants.find(({ name }) => name === participant)?.acts ?? [];
        expect(acts).toHaveLength(1);
      }
      for (const { id } of host.instances.list({}).items) {
        await playAll(host, id);
        expect(must(host.instances.get(id)).status).toBe("completed");
        expect(must(host.instances.verifyHistory(id)).brokenAt).toBeNull();
        expect(must(host.instances.due(id))).toEqual([]);
        expectOneDeliveryEach(host.callbacks.list({ instanceId: id }).items.map(({ eventId }) => eventId));
      }
    } finally {
      await host.close();
    }
  },
  60_000,
);

/** At least once: the receiver knows every event, and doubles carry the same id and body. */
function expectOneDeliveryEach(eventIds: readonly string[]): void {
  for (const eventId of eventIds) {
    const got = receiver.received().filter(({ headers }) => headers["webhook-id"] === eventId);
    expect(got.length).toBeGreaterThan(0);
    expect(new Set(got.map(({ body }) => body)).size).toBe(1);
  }
}
