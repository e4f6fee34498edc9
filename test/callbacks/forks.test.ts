import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AT, startSmall } from "../fixtures/small-flow.ts";
import { type Receiver, startReceiver } from "../harness/receiver.ts";
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

  test("let go, those go out too that early versions listed as not configured although they have an address", async () => {
    await reject();
    const held = states().length;
    await workspace.host.close();
    const db = new Database(path.join(workspace.dir, "countersign.db"));
    db.prepare("UPDATE callbacks SET state = 'not_configured' WHERE instanceId = ? AND sequence % 2 = 0").run(fork);
    db.close();
    const host = await workspace.reopen();
    expect(states()).toContain("not_configured");
    expect(host.callbacks.heldCount(fork)).toBe(held);
    must(await host.callbacks.setHeld(fork, false));
    await host.idle();
    expect(ofFork().map(({ body }) => JSON.parse(body).sequence)).toHaveLength(held);
    expect(new Set(states())).toEqual(new Set(["delivered"]));
    expect(host.callbacks.heldCount(fork)).toBe(0);
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

describe("C5, law 9: a fork takes the secrets that it needs, and no others", () => {
  const AUTH = { type: "basic", username: "flow", password: "geheim-77" };
  const HEADER = `Basic ${Buffer.from("flow:geheim-77").toString("base64")}`;

  /** By reference, as the database holds them; `instance` stands for the id. */
  function secretsOf(instanceId: string): readonly string[] {
    const db = new Database(path.join(workspace.dir, "countersign.db"), { readonly: true });
    const refs = db.prepare("SELECT ref FROM secrets WHERE instanceId = ?").pluck().all(instanceId);
    db.close();
    return refs.map((ref) => String(ref).replace(instanceId, "instance")).sort();
  }

  /** Bob has asked for a code and not entered it yet, alice has drawn her name; and a fork of all that. */
  async function forkOfSigned(): Promise<{ readonly from: string; readonly to: string }> {
    const { host } = workspace;
    const base = await startSmall(host, { actions: ACTIONS, authToSign: "{ provider: sms_otp }" });
    const fields = {
      ...{ title: "With secrets", process: base.process },
      process_parameters: {
        ...base.processParameters,
        documents: { contract: base.documents[0]?.documentId },
      },
      callback: { url: receiver.url, version: 1, auth: AUTH },
    };
    const draft = must(await host.drafts.createFromFields({ fields }));
    const from = must(await host.drafts.start(draft.id, { copies: true, clock: { virtual: "new", at: AT } })).id;
    const drawn = { kind: "drawn", bytes: new Uint8Array([1, 2, 3]) } as const;
    must(
      await host.participants.sign({ instanceId: from, participant: "alice", document: "contract", signature: drawn }),
    );
    const asked = { instanceId: from, participant: "bob", kind: "sign", documents: ["contract"] } as const;
    must(await host.participants.startAuthentication(asked));
    await host.idle();
    const { lastSeq } = must(host.instances.row(from));
    const to = must(await host.instances.fork(from, lastSeq)).id;
    await host.idle();
    return { from, to };
  }

  test("the drawn signature and the callback's password come along, and the code that is open", async () => {
    const { host } = workspace;
    const heard = receiver.received().length;
    const { from, to } = await forkOfSigned();
    const signed = expect.stringMatching(/^signature:instance:/);
    expect(secretsOf(from)).toEqual(["callback-password:instance", expect.stringMatching(/^code:/), signed]);
    expect(secretsOf(to)).toEqual(secretsOf(from));
    expect(host.mailbox.list({ instanceId: to }).items.filter(({ kind }) => kind === "code")).toHaveLength(1);
    // All that was heard meanwhile is the source's.
    const since = receiver.received().slice(heard);
    expect(new Set(since.map(({ body }) => JSON.parse(body).flow_instance_id))).toEqual(new Set([from]));
  });

  test("its own copy stays when its source is deleted: let go, its callbacks carry the password", async () => {
    const { host } = workspace;
    const { from, to } = await forkOfSigned();
    must(await host.instances.cancel(from));
    must(await host.instances.trash(from));
    must(await host.instances.remove(from));
    expect(secretsOf(from)).toEqual([]);
    must(await host.callbacks.setHeld(to, false));
    must(await host.instances.cancel(to));
    await host.idle();
    const own = receiver.received().filter(({ body }) => JSON.parse(body).flow_instance_id === to);
    expect(new Set(own.map(({ headers }) => headers.authorization))).toEqual(new Set([HEADER]));
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
