import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../src-main/callbacks/index.ts";
import { AT, startSmall } from "../harness/flows.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

const ACTIONS = `          - callback: { callback-name: first }
          - callback: { callback-name: second }`;

let workspace: TestWorkspace;
let receiver: Receiver;
/** A run whose callbacks were delivered, and a fork of its beginning. */
let source: string;
let fork: string;
beforeEach(async () => {
  workspace = await testWorkspace();
  receiver = await startReceiver();
  const { host } = workspace;
  const flow = { callbackUrl: receiver.url, actions: ACTIONS };
  source = (await startSmall(host, flow, { clock: { virtual: "new", at: AT } })).id;
  await host.idle();
  fork = must(await host.instances.fork(source, 1)).id;
  await host.idle();
});
afterEach(async () => {
  await workspace.dispose();
  await receiver.close();
});

const ofFork = () => receiver.received().filter(({ body }) => JSON.parse(body).flow_instance_id === fork);
const states = () => workspace.host.callbacks.list({ instanceId: fork }).items.map(({ state }) => state);

async function reject(): Promise<void> {
  must(await workspace.host.participants.rejectInstance({ instanceId: fork, participant: "bob", message: "No" }));
  await workspace.host.idle();
}

describe("C5, law 8: a fork's callbacks stay here until the author lets them go", () => {
  test("they are held, with their sequence and body, and nothing is sent or in the ledger", async () => {
    const sent = workspace.host.ledger.outbound({}).items.length;
    await reject();
    expect(new Set(states())).toEqual(new Set(["held"]));
    expect(ofFork()).toEqual([]);
    expect(workspace.host.ledger.outbound({}).items).toHaveLength(sent);
    const [held] = workspace.host.callbacks.list({ instanceId: fork }).items;
    expect(mustFail(await workspace.host.callbacks.replay(held?.eventId ?? "")).message).toMatch(/held/);
  });

  test("let go, they go out in order, with those that come later", async () => {
    await reject();
    const held = states().length;
    must(await workspace.host.callbacks.setHeld(fork, false));
    await workspace.host.idle();
    must(await workspace.host.instances.trash(fork));
    const sequences = ofFork().map(({ body }) => JSON.parse(body).sequence as number);
    expect(sequences).toHaveLength(held);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(new Set(states())).toEqual(new Set(["delivered"]));
  });

  test("held again, a retry that falls due is not sent; the choice survives a restart", async () => {
    receiver.reply({ status: 500 }, { status: 500 }, { status: 500 });
    must(await workspace.host.callbacks.setHeld(fork, false));
    await reject();
    expect(states()).toContain("retrying");
    const before = ofFork().length;
    must(await workspace.host.callbacks.setHeld(fork, true));
    const host = await workspace.reopen();
    const { clockId } = must(host.instances.get(fork));
    must(await host.clocks.advance(clockId, { by: "P1D" }));
    expect(ofFork()).toHaveLength(before);
    expect(host.callbacks.held(fork)).toBe(true);
  });

  test("a run that is no fork is never held", async () => {
    expect(workspace.host.callbacks.held(source)).toBe(false);
    expect(mustFail(await workspace.host.callbacks.setHeld(source, true)).code).toBe("conflict_error");
    expect(mustFail(await workspace.host.callbacks.setHeld("0", true)).code).toBe("resource_not_found");
  });
});

test("C5: two runs are told apart: where they part, and what it came to", async () => {
  const { host } = workspace;
  const before = must(host.instances.get(fork)).forkOf?.seq ?? 0;
  must(await host.participants.sign({ instanceId: source, participant: "alice", document: "contract" }));
  await reject();
  const { common, first, outcome } = must(host.instances.compare(source, fork));
  expect(common).toBeGreaterThanOrEqual(before);
  expect([first?.a?.sentence.key, first?.b?.sentence.key]).toEqual(["acted.sign", "instance_rejected.message"]);
  expect(outcome).toMatchObject({
    ...{ same: false, status: { a: "in_progress", b: "failed" } },
    documents: [{ name: "contract", a: "in_progress", b: "canceled" }],
    onlyA: [{ participant: "alice", verb: "sign", document: "contract" }],
    onlyB: [],
  });
  expect(mustFail(host.instances.compare(source, "0")).code).toBe("resource_not_found");
});
