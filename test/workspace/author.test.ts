import { createHash, createHmac } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  AT,
  DAY,
  latestCode,
  playAll,
  smallFlow,
  startSmall,
  startTwoDocuments,
  uploadPdf,
} from "../fixtures/small-flow.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await testWorkspace();
});
afterEach(() => workspace.dispose());

const virtual = { clock: { virtual: "new", at: AT } } as const;

describe("trash, restore, delete", () => {
  test("G11: deleting leaves a tombstone, and takes documents, blobs, mail, links and callbacks with it", async () => {
    const { host } = workspace;
    const { id, documents } = await startSmall(host, {}, virtual);
    expect(must(host.instances.operations(id))).toMatchObject({
      cancel: null,
      remind: null,
      trash: expect.any(String),
    });
    await playAll(host, id);
    const documentId = documents[0]?.documentId ?? "";
    const sealed = must(await host.documents.blobPath(documentId)).path;
    expect(mustFail(await host.instances.remove(id)).code).toBe("instance_state_error");
    must(await host.instances.trash(id));
    expect(must(host.instances.operations(id))).toMatchObject({
      restore: null,
      delete: null,
      trash: expect.any(String),
    });
    expect(must(host.participants.view(id, "alice")).open).toBe(false);
    must(await host.instances.remove(id));

    expect(mustFail(host.instances.get(id)).code).toBe("resource_not_found");
    expect(mustFail(host.documents.get(documentId)).code).toBe("resource_not_found");
    expect(host.mailbox.list({ instanceId: id }).items).toEqual([]);
    expect(host.callbacks.list({ instanceId: id }).items).toEqual([]);
    expect(existsSync(sealed)).toBe(false);
  });

  test("G11: deleting one run keeps the blob that another run still needs", async () => {
    const { host } = workspace;
    const first = await startSmall(host, {}, virtual);
    const second = await startSmall(host, {}, virtual);
    must(await host.instances.cancel(first.id));
    must(await host.instances.trash(first.id));
    must(await host.instances.remove(first.id));
    await playAll(host, second.id);
    expect(must(host.instances.get(second.id)).status).toBe("completed");
  });
});

describe("C4: retention", () => {
  test("C4: the folder's policy trashes and deletes on the instance's clock, counted from the end", async () => {
    const { host } = workspace;
    must(await host.folders.setRetention("home", { trash_completed: 10 }));
    const { id, clockId } = await startSmall(host, {}, virtual);
    await playAll(host, id);
    const { ran } = must(await host.clocks.advance(clockId, { by: "P39D" }));
    expect(ran.filter(({ kind }) => kind === "retention").map(({ at }) => (at - AT) / DAY)).toEqual([10]);
    expect(must(host.instances.get(id)).trashed).toBe(true);
    must(await host.clocks.advance(clockId, { by: "P1D" }));
    expect(mustFail(host.instances.get(id)).code).toBe("resource_not_found");
  });

  test("C4: a restore counts anew, and a changed policy re-plans what rests already", async () => {
    const { host } = workspace;
    const { id, clockId } = await startSmall(host, {}, virtual);
    must(await host.instances.cancel(id));
    must(await host.clocks.advance(clockId, { by: "P5D" }));
    must(await host.instances.trash(id));
    must(await host.instances.restore(id));
    must(await host.folders.setRetention("home", { trash_failed: 2 }));
    const [planned] = must(host.instances.due(id));
    expect(planned).toMatchObject({ kind: "retention", at: AT + 7 * DAY });
    must(await host.folders.setRetention("home", { trash_failed: null }));
    expect(must(host.instances.due(id))).toEqual([]);
    expect(mustFail(await host.folders.setRetention("home", { trash_failed: 0 })).code).toBe(
      "request_parameters_invalid",
    );
  });

  test.each([
    ["the trash of timed-out runs is given up", { trash_timed_out: 1, trash_failed: null }, []],
    ["the trash of failed runs takes over", { trash_timed_out: null, trash_failed: 2 }, [AT + 3 * DAY]],
  ])("C4: of a run that is canceled at the very instant it timed out, %s", async (_, policy, planned) => {
    const { host } = workspace;
    must(await host.folders.setRetention("home", policy));
    const { id, clockId } = await startSmall(host, { duration: 1 }, virtual);
    must(await host.clocks.advance(clockId, { toNextDue: true }));
    expect(must(host.instances.get(id)).status).toBe("timed_out");
    must(await host.instances.cancel(id));
    expect(must(host.instances.due(id)).map(({ at }) => at)).toEqual(planned);
  });

  test("C4: each folder has its own policy, for its own instances", async () => {
    const { host } = workspace;
    const { id: folderId } = must(await host.folders.create({ name: "Leases" }));
    const starting = async (folder?: string) => {
      const text = smallFlow({ documentId: await uploadPdf(host) });
      const draft = must(await host.drafts.createFromText({ text, ...(folder && { folderId: folder }) }));
      const { id, clockId } = must(await host.drafts.start(draft.id, virtual));
      must(await host.instances.cancel(id));
      must(await host.clocks.advance(clockId, { by: "P1D" }));
      return id;
    };
    const [lying, home] = [await starting(folderId), await starting()];
    must(await host.folders.setRetention(folderId, { trash_failed: 3 }));
    must(await host.folders.setRetention("home", { trash_failed: 5 }));
    const planned = (id: string) => must(host.instances.due(id)).map(({ at }) => (at - AT) / DAY);
    expect([planned(lying), planned(home)]).toEqual([[3], [5]]);
    for (const folder of [folderId, "home"])
      expect(must(await host.folders.previewRetention(folder, { trash_failed: 1 }))).toEqual({ trash: 1, remove: 0 });
  });

  test("C4: the preview says beforehand what a policy would do on the real clock", async () => {
    const { host } = workspace;
    const { id } = await startSmall(host);
    must(await host.instances.cancel(id));
    expect(must(await host.folders.previewRetention("home", { trash_failed: 1 }))).toEqual({ trash: 0, remove: 0 });
  });
});

describe("C4: the preview of a policy", () => {
  test("C4: what it counts is what the change then does, on the real clock and on virtual ones", async () => {
    let now = AT;
    const own = await testWorkspace({ clockNow: () => now });
    try {
      const { host } = own;
      /** A failed run that ended when its clock, or the machine's, stood at AT. */
      const failed = async (options = {}) => {
        const run = await startSmall(host, {}, options);
        must(await host.participants.rejectInstance({ instanceId: run.id, participant: "bob" }));
        return run;
      };
      await failed();
      const resting = await failed(virtual);
      const trashedLongAgo = await failed(virtual);
      const inTheTrash = await failed(virtual);
      must(await host.instances.trash(inTheTrash.id));
      now = AT + 5 * DAY;
      must(await host.clocks.advance(resting.clockId, { by: "P5D" }));
      must(await host.clocks.advance(trashedLongAgo.clockId, { by: "P50D" }));
      must(await host.clocks.advance(inTheTrash.clockId, { by: "P15D" }));
      const running = await startSmall(host, {}, virtual);
      await host.idle();

      const policy = { trash_failed: 3, delete_trashed: 14 };
      expect(must(await host.folders.previewRetention("home", policy))).toEqual({ trash: 2, remove: 2 });
      must(await host.folders.setRetention("home", policy));
      await host.idle();
      const left = host.instances.list({}).items;
      expect(left.filter(({ trashed }) => trashed)).toHaveLength(2);
      expect(left.map(({ id }) => id)).not.toContain(trashedLongAgo.id);
      expect(left.map(({ id }) => id)).not.toContain(inTheTrash.id);
      expect(left).toHaveLength(3);
      expect(must(host.instances.get(running.id)).status).toBe("in_progress");
      expect(must(await host.folders.previewRetention("home", policy))).toEqual({ trash: 0, remove: 0 });
    } finally {
      await own.dispose();
    }
  });
});

test("G16: a participant's page lists the documents they act on, and no others", async () => {
  const { id } = await startTwoDocuments(workspace.host);
  const shown = (name: string) => must(workspace.host.participants.view(id, name)).documents.map((it) => it.name);
  expect([shown("alice"), shown("bob")]).toEqual([["contract"], ["annex"]]);
});

describe("C5: a fork", () => {
  test.each(["by hand", "by its retention"])("C5: deleted %s takes its own clock along, and no other", async (how) => {
    const { host } = workspace;
    const named = must(await host.clocks.create({ name: "named", at: AT }));
    const source = await startSmall(host, {}, { clock: { virtual: named.id } });
    const forked = must(await host.instances.fork(source.id, 1));
    for (const { id } of [source, forked]) {
      must(await host.instances.cancel(id));
      must(await host.instances.trash(id));
    }
    if (how === "by hand") must(await host.instances.remove(forked.id));
    else must(await host.clocks.advance(forked.clockId, { by: "P60D" }));
    must(await host.instances.remove(source.id));
    expect(host.instances.count()).toBe(0);
    expect(host.clocks.list().map(({ id }) => id)).toEqual(["real", named.id]);
    expect(mustFail(host.clocks.now(forked.clockId)).code).toBe("resource_not_found");
  });

  test("C5: begins at an event, on a clock of its own, and ends otherwise than its source", async () => {
    const { host } = workspace;
    const source = await startSmall(host, {}, virtual);
    await playAll(host, source.id);
    const acted = must(host.instances.history(source.id)).items.find(({ event }) => event.type === "acted");
    const forked = must(await host.instances.fork(source.id, acted?.seq ?? 0));
    await host.idle();

    expect(forked).toMatchObject({
      status: "in_progress",
      forkOf: { instanceId: source.id, seq: acted?.seq },
      now: AT,
    });
    expect(forked.clockId).not.toBe(source.clockId);
    expect(forked.documents[0]?.documentId).not.toBe(source.documents[0]?.documentId);
    expect(must(host.instances.verifyHistory(forked.id)).brokenAt).toBeNull();
    must(await host.participants.rejectInstance({ instanceId: forked.id, participant: "bob", message: "No" }));
    expect(must(host.instances.get(forked.id)).status).toBe("failed");
    expect(must(host.instances.get(source.id)).status).toBe("completed");
    expect(mustFail(await host.instances.fork(source.id, 999)).code).toBe("request_parameters_invalid");
  });

  test("C5: from every event of a history a fork goes on to the end, as its source did", async () => {
    const { host } = workspace;
    const source = await startSmall(host, {}, virtual);
    await playAll(host, source.id);
    const { items } = must(host.instances.history(source.id));
    for (const { seq } of items) {
      const { id, forkOf } = must(await host.instances.fork(source.id, seq));
      expect(forkOf?.seq).toBeGreaterThanOrEqual(seq);
      await playAll(host, id);
      expect([seq, must(host.instances.get(id)).status]).toEqual([seq, "completed"]);
    }
  });

  test("C5: a fork in which nobody does anything else is told to be the same, also from within one instant", async () => {
    const { host } = workspace;
    const reminders = `  automatic-reminders:
    - methods: { email: invitation, sms: invitation }
      date: { type: relative, days_delay: 3, repeat: periodically }`;
    const source = await startSmall(host, { reminders }, virtual);
    must(await host.clocks.advance(source.clockId, { by: "P4D" }));
    const everybody = source.participants.map(({ participantId }) => participantId);
    must(await host.instances.remind(source.id, everybody));
    await host.idle();
    const { items } = must(host.instances.history(source.id));
    expect(items.filter(({ event }) => event.type === "notification_queued")).toHaveLength(8);
    for (const { seq } of items) {
      const { id, clockId, forkOf } = must(await host.instances.fork(source.id, seq));
      const end = forkOf?.seq ?? 0;
      const last = items.find((item) => item.seq === end);
      expect(must(host.clocks.now(clockId))).toBe(last?.at);
      must(await host.clocks.advance(clockId, { to: AT + 4 * DAY }));
      if (!items.slice(0, end).some(({ by, at }) => by === "author" && at === AT + 4 * DAY))
        must(
          await host.instances.remind(
            id,
            must(host.instances.get(id)).participants.map(({ participantId }) => participantId),
          ),
        );
      await host.idle();
      expect([seq, must(host.instances.compare(source.id, id)).first]).toEqual([seq, null]);
      // What nobody could be sent to is given up where it is decided, and makes no message.
      const reported = items
        .slice(end)
        .filter(({ by, event }) => by === "effect" && event.type === "notification_status_changed");
      expect([seq, host.mailbox.list({ instanceId: id }).items.length]).toEqual([seq, reported.length]);
    }
  });

  test("C5: what was decided apart at one instant is apart in the fork of a fork too", async () => {
    let wall = AT;
    await workspace.dispose();
    workspace = await testWorkspace({ clockNow: () => wall });
    const { host } = workspace;
    // Else the delivery of one reminder stands between it and the next.
    must(await host.mailbox.setRules([{ address: "*", effect: { kind: "delay", minutes: 5 } }]));
    const source = await startSmall(host, {}, virtual);
    for (const { participantId } of source.participants) {
      wall += 1;
      must(await host.instances.remind(source.id, [participantId]));
    }
    const remindings = must(host.instances.history(source.id)).items.filter(
      ({ event }) => event.type === "notification_queued" && event.kind === "reminder",
    );
    expect(remindings).toHaveLength(2);
    const fork = must(await host.instances.fork(source.id, remindings.at(-1)?.seq ?? 0));
    for (const { seq } of remindings) {
      expect(must(await host.instances.fork(source.id, seq)).forkOf?.seq).toBe(seq);
      expect(must(await host.instances.fork(fork.id, seq)).forkOf?.seq).toBe(seq);
    }
  });

  test("C5: says of what it took over who did it", async () => {
    const { host } = workspace;
    const source = await startSmall(host, {}, virtual);
    await playAll(host, source.id);
    const who = (id: string) => must(host.instances.history(id)).items.map(({ by, event }) => [by, event.type]);
    const whole = who(source.id);
    expect(new Set(whole.map(([by]) => by))).toEqual(
      new Set(["author", "participant:alice", "participant:bob", "effect"]),
    );
    const forked = must(await host.instances.fork(source.id, whole.length));
    expect(who(forked.id)).toEqual(whole);
    expect(must(host.instances.verifyHistory(forked.id))).toEqual({ count: whole.length, brokenAt: null });
  });

  test("C5: what was under way at its event goes on in the fork", async () => {
    const { host } = workspace;
    const source = await startSmall(host, {}, virtual);
    await playAll(host, source.id);
    const asked = must(host.instances.history(source.id)).items.find(({ event }) => event.type === "finalising");
    const forked = must(await host.instances.fork(source.id, asked?.seq ?? 0));
    await host.idle();
    expect(must(host.instances.get(forked.id)).status).toBe("completed");
  });
});

describe("authentication", () => {
  const sms = "{ provider: sms_otp, max_failures: 2, attempts_per_sms: 2 }";

  test("U1, U4: a code from the mailbox opens the signing; a wrong one does not, and rests only as a hash", async () => {
    const { host } = workspace;
    const { id } = await startSmall(host, { authToSign: sms }, virtual);
    const act = { instanceId: id, participant: "bob", document: "contract" };
    expect(mustFail(await host.participants.sign(act)).code).toBe("authentication_required");
    const request = { instanceId: id, participant: "bob" };
    const { transactionId } = must(
      await host.participants.startAuthentication({ ...request, kind: "sign", documents: ["contract"] }),
    );
    await host.idle();
    const code = latestCode(host, id, "bob");
    const wrong = code === "000000" ? "000001" : "000000";
    expect(must(await host.participants.checkAuthentication({ ...request, transactionId, code: wrong })).status).toBe(
      "pending",
    );
    expect(
      mustFail(await host.participants.checkAuthentication({ ...request, participant: "alice", transactionId, code }))
        .code,
    ).toBe("resource_not_found");
    expect(must(await host.participants.checkAuthentication({ ...request, transactionId, code })).status).toBe(
      "success",
    );
    expect(must(host.participants.view(id, "bob")).signAuthentication?.covered).toEqual(["contract"]);
    must(await host.participants.sign(act));
    expect(JSON.stringify(must(host.instances.history(id)))).not.toContain(code);
    // A million codes are soon tried: without the workspace's key their hash reveals nothing.
    const sent = must(host.instances.history(id)).items.flatMap(({ event }) =>
      event.type === "sms_code_sent" ? [event.codeHash] : [],
    );
    const guessed = [code, `${transactionId}:${code}`].flatMap((text) => [
      createHash("sha256").update(text).digest("hex"),
      createHmac("sha256", "").update(text).digest("hex"),
    ]);
    expect(sent).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(guessed).not.toContain(sent[0]);
    expect(JSON.stringify(host.mailbox.list({ instanceId: id }))).not.toContain(code);
  });

  test("C5, U4: a fork taken while a code is open has the code in its own mailbox, and no earlier one", async () => {
    const { host } = workspace;
    const source = await startSmall(host, { authToSign: sms }, virtual);
    const asked = { participant: "bob", kind: "sign", documents: ["contract"] } as const;
    const { transactionId } = must(await host.participants.startAuthentication({ ...asked, instanceId: source.id }));
    must(await host.participants.sendNewCode({ instanceId: source.id, participant: "bob", transactionId }));
    await host.idle();
    const { id } = must(await host.instances.fork(source.id, must(host.instances.history(source.id)).items.length));
    await host.idle();
    const codes = host.mailbox.list({ instanceId: id }).items.filter(({ kind }) => kind === "code");
    expect(codes).toHaveLength(1);
    const code = latestCode(host, id, "bob");
    expect(code).toBe(latestCode(host, source.id, "bob"));
    const request = { instanceId: id, participant: "bob" };
    const checked = await host.participants.checkAuthentication({ ...request, transactionId, code });
    expect(must(checked).status).toBe("success");
    must(await host.participants.sign({ ...request, document: "contract" }));
    const later = must(await host.instances.fork(id, must(host.instances.history(id)).items.length));
    expect(host.mailbox.list({ instanceId: later.id }).items).toEqual([]);
  });

  test("U3, U4: spent codes lock the participant, and the author unlocks them", async () => {
    const { host } = workspace;
    const { id } = await startSmall(host, { authToSign: sms }, virtual);
    const request = { instanceId: id, participant: "bob" };
    const { transactionId } = must(
      await host.participants.startAuthentication({ ...request, kind: "sign", documents: ["contract"] }),
    );
    const enter = async () =>
      must(await host.participants.checkAuthentication({ ...request, transactionId, code: "x" }));
    await enter();
    expect((await enter()).codeNeeded).toBe(true);
    must(await host.participants.sendNewCode({ ...request, transactionId }));
    await enter();
    expect((await enter()).status).toBe("failure");
    expect(must(host.instances.get(id)).participants.find(({ name }) => name === "bob")?.locked).toBe(true);
    must(await host.participants.unlock(id, "bob"));
    expect(must(host.instances.get(id)).participants.find(({ name }) => name === "bob")?.locked).toBe(false);
  });

  test("U5: scripted outcomes of a simulated provider are played in order", async () => {
    const { host } = workspace;
    const { id } = await startSmall(host, { authToSign: "{ provider: se_eid }" }, virtual);
    must(
      await host.participants.scriptOutcomes(id, "bob", [
        { outcome: "failure", reason: "canceled" },
        { outcome: "success" },
      ]),
    );
    const seen: string[] = [];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const request = { instanceId: id, participant: "bob" };
      const { transactionId } = must(
        await host.participants.startAuthentication({ ...request, kind: "sign", documents: ["contract"] }),
      );
      seen.push(must(await host.participants.checkAuthentication({ ...request, transactionId })).status);
    }
    expect(seen).toEqual(["failure", "success"]);
    const request = { instanceId: id, participant: "bob" };
    const third = must(
      await host.participants.startAuthentication({ ...request, kind: "sign", documents: ["contract"] }),
    );
    const { transactionId } = third;
    expect(must(await host.participants.checkAuthentication({ ...request, transactionId })).status).toBe("pending");
  });
});

describe("accounts", () => {
  test("passwords and credentials are checked, and rest hashed or encrypted", async () => {
    const { host, dir } = workspace;
    const { accounts } = host;
    const account = must(
      await accounts.create({ email: "second@example.test", name: "Second", password: "correct horse" }),
    );
    expect(must(await accounts.checkPassword("second@example.test", "correct horse")).id).toBe(account.id);
    for (const [email, password] of [
      ["second@example.test", "wrong"],
      ["nobody@example.test", "correct horse"],
    ] as const) {
      expect(mustFail(await accounts.checkPassword(email, password)).code).toBe("invalid_authorisation");
    }
    const credentials = must(await accounts.credentials(account.id));
    expect(must(await accounts.credentials(account.id))).toEqual(credentials);
    expect(must(accounts.authenticate(credentials)).id).toBe(account.id);
    expect(mustFail(accounts.authenticate({ ...credentials, accesssecret: "x" })).code).toBe("invalid_authorisation");
    const database = ["countersign.db", "countersign.db-wal"]
      .map((file) => readFileSync(join(dir, file)).toString("latin1"))
      .join("");
    for (const secret of [credentials.apisecret, credentials.accesssecret, "correct horse"])
      expect(database).not.toContain(secret);
  });

  test("a session opens with its token until it expires", async () => {
    const { accounts } = workspace.host;
    const { token, session } = await accounts.createSession({
      wallExpires: Date.now() + 60_000,
      accountId: accounts.defaultId,
    });
    expect(accounts.session(token)).toEqual(session);
    await accounts.removeSession(token);
    expect(accounts.session(token)).toBeNull();
    const expired = await accounts.createSession({ wallExpires: Date.now() - 1, accountId: accounts.defaultId });
    expect(accounts.session(expired.token)).toBeNull();
  });

  test("a login that was checked with the old password opens nothing after the change", async () => {
    const { accounts } = workspace.host;
    const account = must(await accounts.create({ email: "race@example.test", name: "Race", password: "old password" }));
    const checked = must(await accounts.checkPassword("race@example.test", "old password"));
    const later = Date.now() + 60_000;
    expect(must(await accounts.logIn(checked, later)).session.accountId).toBe(account.id);
    must(await accounts.setPassword(account.id, "new password"));
    expect(mustFail(await accounts.logIn(checked, later)).code).toBe("invalid_authorisation");
    const again = must(await accounts.checkPassword("race@example.test", "new password"));
    must(await accounts.logIn(again, later));
  });
});
