import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { playAll } from "../fixtures/small-flow.ts";
import { testBridge } from "../harness/bridge.ts";
import { must, mustFail } from "../harness/workspace.ts";
import { EMPTY, REMOTES, type Rig } from "./rig.ts";
import { withFlow, withRun } from "./scene.ts";

const runs = (rig: Rig) => rig.host.sync.runs;
/** The runs there, newest first. */
const runsThere = (rig: Rig) => rig.remote.host.instances.list({}).items;
const askedFor = (rig: Rig, pattern: RegExp) => rig.proxy.asked.filter((asked) => pattern.test(asked));
const DAY = 86_400_000;
/** Every file of a folder. */
const bytesOf = (dir: string) =>
  globSync("**/*", { cwd: dir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "latin1"));

const linkOf = (rig: Rig, key: string) =>
  must(runs(rig).links("Bank", key)).find(({ name }) => name === "alice")?.url ?? "";

describe.each(REMOTES)("on the remote %s", (name) => {
  test("Y10: a start uploads its documents anew, names them, and is known by its id", async () => {
    const { rig, id } = await withFlow({ name });
    expect(must(runs(rig).recipients(id)).people).toEqual([
      { name: "alice", email: "alice@example.test", phone: null },
      { name: "bob", email: "bob@example.test", phone: null },
    ]);
    for (let times = 1; times <= 2; times += 1) {
      const report = must(await runs(rig).start("Bank", id));
      expect(report).toMatchObject({ ...EMPTY, done: ["start: run “Small”"] });
      expect(runsThere(rig).length).toBe(times);
    }
    const [second, first] = runsThere(rig).map(({ id: there }) => must(rig.remote.host.instances.get(there)));
    const used = [first, second].map((run) => run?.documents.map(({ documentId }) => documentId));
    expect(new Set(used.flat()).size).toBe(2);
    expect(rig.run()).toMatchObject({ id: second?.id, title: "Small", state: "up_to_date", changes: [], files: [] });
    expect(rig.run().seen).toMatchObject({ status: "in_progress", participants: [{ name: "alice" }, { name: "bob" }] });
    expect(must(runs(rig).links("Bank", rig.run().key))).toEqual(
      ["alice", "bob"].map((who) => ({ name: who, url: expect.stringContaining("/flow/overview/"), isOwn: true })),
    );
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test("Y12: what happens there is told with the interval between two looks, and sealed documents are fetched and verified", async () => {
    const { rig, id } = await withRun({ name });
    const from = rig.run().wallLooked ?? 0;
    rig.ahead += 5 * 60_000;
    await playAll(rig.remote.host, id);
    const report = await rig.sync();
    expect(report).toMatchObject({ ...EMPTY, runs: [rig.run().key] });
    const run = rig.run();
    expect(run.seen?.status).toBe("completed");
    const status = run.changes.find(({ what }) => what === "status");
    expect(status).toMatchObject({ before: "in_progress", after: "completed", from });
    expect((status?.to ?? 0) - from).toBeGreaterThanOrEqual(5 * 60_000);
    const [file] = run.files;
    expect(file).toMatchObject({ valid: true, signer: expect.any(String), reason: null });
    const { bytes } = must(await runs(rig).sealed(run.key, 0));
    expect([bytes.length, Buffer.from(bytes.subarray(0, 5)).toString()]).toEqual([file?.size, "%PDF-"]);
    await rig.workspace.reopen();
    expect(must(await runs(rig).sealed(run.key, 0)).bytes).toEqual(bytes);
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test("Y13: a run that has ended is asked once a day", async () => {
    const { rig, id } = await withRun({ name });
    must(await rig.remote.host.instances.cancel(id));
    await rig.sync();
    rig.ahead += 3_000;
    await rig.sync();
    const before = askedFor(rig, /cases|flow\/instances/).length;
    rig.ahead += DAY / 2;
    await rig.sync();
    expect(askedFor(rig, /cases|flow\/instances/).length).toBe(before);
    rig.ahead += DAY;
    await rig.sync();
    expect(askedFor(rig, /cases|flow\/instances/).length).toBe(before + 1);
  });

  test("Y12: what is trashed there is found in the trash, and what is deleted there is gone after a second look", async () => {
    const { rig, id } = await withRun({ name });
    must(await rig.remote.host.instances.cancel(id));
    must(await rig.remote.host.instances.trash(id));
    await rig.sync();
    expect(rig.run().seen).toMatchObject({ status: "canceled", trashed: true });
    must(await rig.remote.host.instances.remove(id));
    rig.ahead += 2 * DAY;
    await rig.sync();
    expect(rig.run()).toMatchObject({ state: "deleted_there", seen: { status: "canceled" } });
    expect(rig.run().changes.at(-1)?.what).toBe("gone");
    expect(must(runs(rig).links("Bank", id))).toEqual([]);
  });

  test("Y12: a check that its author asks for finds a run that was deleted there gone, also once it has ended", async () => {
    const { rig, id } = await withRun({ name });
    must(await rig.remote.host.instances.cancel(id));
    await rig.sync();
    must(await rig.remote.host.instances.trash(id));
    must(await rig.remote.host.instances.remove(id));
    expect(must(await runs(rig).adopt("Bank", id))).toMatchObject({ state: "deleted_there" });
    expect(rig.run().changes.at(-1)?.what).toBe("gone");
    expect(must(await runs(rig).adopt("Bank", id))).toMatchObject({ state: "deleted_there" });
    expect(rig.run().changes.filter(({ what }) => what === "gone").length).toBe(1);
  });

  test("Y10, Y12: a run is adopted by its id or an access link", async () => {
    const { rig, key, id } = await withRun({ name });
    const link = linkOf(rig, key);
    must(await runs(rig).forget("Bank", key));
    expect(must(runs(rig).list("Bank"))).toEqual([]);
    const byName = link.replace("//127.0.0.1", "//localhost");
    for (const given of [id, link, ` ${link} `, byName])
      expect(must(await runs(rig).adopt("Bank", given))).toMatchObject({ id, draft: null, title: "Small" });
    expect(must(runs(rig).list("Bank")).length).toBe(1);
    expect(mustFail(await runs(rig).adopt("Bank", `${rig.proxy.url}/x/y`)).message).toMatch(/neither an id nor/);
    const otherPort = link.replace(/:\d+/, ":9");
    expect(mustFail(await runs(rig).adopt("Bank", otherPort)).message).toMatch(/leads to 127.0.0.1:9, and the/);
    const elsewhere = link.replace(/^http:..[^/]+/, "https://elsewhere.example");
    expect(mustFail(await runs(rig).adopt("Bank", elsewhere)).message).toMatch(/leads to elsewhere.example, and the/);
    expect(mustFail(await runs(rig).adopt("Bank", "00000000-0000-7000-8000-000000000000")).message).toMatch(
      /has no run/,
    );
  });

  test("Y11: each command is done there, once, and what is there already is not sent", async () => {
    const { rig, id } = await withRun({ name });
    const timeout = must(rig.remote.host.instances.get(id)).timeoutAt;
    const participants = rig.run().seen?.participants.map((one) => one.id) ?? [];
    const command = async (given: Parameters<ReturnType<typeof runs>["command"]>[2]) =>
      must(await runs(rig).command("Bank", id, given));
    const mails = () =>
      rig.remote.host.mailbox.list({ instanceId: id }).items.filter(({ kind }) => kind === "reminder");

    expect(await command({ kind: "remind", participants })).toMatchObject({
      done: [expect.stringMatching(/^remind participants/)],
    });
    expect(mails().length).toBe(2);
    await command({ kind: "prolong", days: 3 });
    expect(must(rig.remote.host.instances.get(id)).timeoutAt).toBe(timeout + 3 * DAY);
    await command({ kind: "cancel" });
    expect(rig.run().seen?.status).toBe("canceled");
    expect(await command({ kind: "remind", participants })).toMatchObject({
      refused: [{ why: expect.stringMatching(/is canceled/) }],
    });
    await command({ kind: "trash" });
    await command({ kind: "restore" });
    expect(must(rig.remote.host.instances.get(id)).trashed).toBe(false);
    const asked = askedFor(rig, /^POST .*\/(cancel|restore)$/).length;
    expect(await command({ kind: "cancel" })).toMatchObject({
      ...EMPTY,
      done: [expect.stringMatching(/^cancel: run/)],
    });
    expect(await command({ kind: "restore" })).toMatchObject({
      ...EMPTY,
      done: [expect.stringMatching(/^take out of the trash: run/)],
    });
    expect(askedFor(rig, /^POST .*\/(cancel|restore)$/).length).toBe(asked);
    expect(await command({ kind: "delete" })).toMatchObject({
      refused: [{ why: expect.stringMatching(/not in the trash/) }],
    });
    await command({ kind: "trash" });
    await command({ kind: "delete" });
    expect(runsThere(rig)).toEqual([]);
    expect(rig.run()).toMatchObject({ state: "deleted_there" });
    expect(rig.run().commands.map(({ state }) => state)).toEqual([
      ...["done", "done", "done", "refused", "done", "done", "done", "done", "refused", "done", "done"],
    ]);
    expect(must(await runs(rig).clear("Bank", id)).commands).toEqual([]);
  });

  test("Y11: an extension is sent where somebody else extended the deadline since the last look, and refused where they canceled", async () => {
    const { rig, id } = await withRun({ name });
    const { instances } = rig.remote.host;
    const timeout = must(instances.get(id)).timeoutAt;
    must(await instances.prolong(id, 5));
    const extend = async () => must(await runs(rig).command("Bank", id, { kind: "prolong", days: 3 }));
    expect(await extend()).toMatchObject({ done: [expect.anything()] });
    expect(must(instances.get(id)).timeoutAt).toBe(timeout + 8 * DAY);
    must(await instances.prolong(id, 5));
    must(await instances.cancel(id));
    expect(await extend()).toMatchObject({ done: [], refused: [{ why: expect.stringMatching(/is canceled/) }] });
  });

  test("Y11: a command that the service refuses, as the run has moved on since the look, says how the run is", async () => {
    const { rig, id } = await withRun({ name });
    rig.proxy.before = async ({ path }) => {
      if (/\/(prolong|extension)$/.test(path)) must(await rig.remote.host.instances.cancel(id));
    };
    expect(must(await runs(rig).command("Bank", id, { kind: "prolong", days: 3 }))).toMatchObject({
      refused: [{ why: "The run is canceled: it cannot be prolonged any more." }],
    });
    expect(rig.run().commands).toMatchObject([{ why: "The run is canceled: it cannot be prolonged any more." }]);
  });

  test("Y11: commands wait while the service is away, in order, also over a restart", async () => {
    const { rig, id } = await withRun({ name });
    rig.proxy.fault = () => "drop";
    for (const kind of ["cancel", "trash"] as const)
      expect(must(await runs(rig).command("Bank", id, { kind })).unreachable).not.toBeNull();
    await rig.workspace.reopen();
    expect(rig.run().commands.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
    rig.proxy.fault = () => null;
    expect(await rig.sync()).toMatchObject({
      ...EMPTY,
      runs: [rig.run().key],
      done: [expect.stringMatching(/^cancel/), expect.stringMatching(/^put into the trash: run/)],
    });
    expect(must(rig.remote.host.instances.get(id))).toMatchObject({ status: "canceled", trashed: true });
  });

  test("Y16: a dry run of a start or a command lists each request, and sends none that changes anything", async () => {
    const { rig, id } = await withRun({ name });
    const { id: draft } = await rig.flow("Other");
    const before = askedFor(rig, /^(POST|PUT|DELETE|PATCH)/).length;
    const start = must(await runs(rig).start("Bank", draft, { dryRun: true }));
    expect(start.planned.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^upload a document: /),
      expect.stringMatching(/^start a (run|draft): “Other”$/),
    ]);
    const cancel = must(await runs(rig).command("Bank", id, { kind: "cancel" }, { dryRun: true }));
    expect(cancel.planned).toMatchObject([{ method: "POST", path: expect.stringContaining(`${id}/cancel`) }]);
    const prolong = must(await runs(rig).command("Bank", id, { kind: "prolong", days: 3 }, { dryRun: true }));
    expect(prolong.planned).toMatchObject([{ what: "extend the deadline by 3 days: run “Small”", days: 3 }]);
    expect(rig.run().commands).toEqual([]);
    expect(askedFor(rig, /^(POST|PUT|DELETE|PATCH)/).length).toBe(before);
  });
});

test("Y10: a start to more than three people asks for their number", async () => {
  const { rig, id } = await withFlow();
  const names = ["carl", "dora"];
  const users = names.map((one) => `    ${one}: { id_type: email, id: ${one}@example.test }\n`).join("");
  const text = rig
    .textOf(id)
    .replaceAll("[alice, bob]", "[alice, bob, carl, dora]")
    .replace("    alice: {", `${users}    alice: {`);
  must(await rig.host.drafts.saveText(id, text));
  for (const given of [{}, { recipients: 3 }])
    expect(mustFail(await runs(rig).start("Bank", id, given)).message).toMatch(/^4 people will really get mail/);
  expect(runsThere(rig)).toEqual([]);
  expect(must(await runs(rig).start("Bank", id, { recipients: 4 }))).toMatchObject({ done: [{}] });
});

test("Y10: what cannot be started is refused in words, and nothing is sent", async () => {
  const { rig, id } = await withFlow();
  const before = rig.proxy.asked.length;
  must(await rig.host.drafts.saveText(id, rig.textOf(id).replace("[alice, bob]", "[alice, nobody]")));
  expect(mustFail(await runs(rig).start("Bank", id)).message).toMatch(/has problems and cannot be started/);
  expect(rig.proxy.asked.length).toBe(before);
});

test("Y10: a service that starts drafts only starts none that differs from the one here", async () => {
  const { rig, id } = await withFlow({ name: "sparse" });
  must(await rig.host.drafts.patch(id, { duration: 99 }));
  expect(must(await runs(rig).start("Bank", id))).toMatchObject({
    done: [],
    refused: [{ why: expect.stringMatching(/sync first/) }],
  });
  await rig.sync();
  const there = rig.there().get("Small") ?? "";
  must(await rig.remote.host.drafts.patch(there, { duration: 100 }));
  expect(must(await runs(rig).start("Bank", id))).toMatchObject({
    done: [],
    refused: [{ why: expect.stringMatching(/sync first/) }],
  });
  expect(runsThere(rig)).toEqual([]);
});

test("Y12, Y14: access links and a callback's password rest encrypted, and go with the account", async () => {
  const { rig, id } = await withFlow();
  must(await rig.host.settings.setSecret("hook", "very-secret-word"));
  must(
    await rig.host.drafts.saveText(
      id,
      `${rig.textOf(id)}\ncallback: { url: "https://hook.example/x", auth: { type: basic, username: u, password_ref: hook } }\n`,
    ),
  );
  expect(must(await runs(rig).start("Bank", id))).toMatchObject({ done: [{}] });
  const run = rig.run();
  const link = linkOf(rig, run.key);
  const secret = link.split("/").at(-1) ?? "";
  expect(secret.length).toBeGreaterThan(20);
  expect(JSON.stringify(run)).not.toContain(secret);
  expect(JSON.stringify(rig.host.ledger.outbound({ limit: 500 }))).not.toContain(secret);
  await rig.host.close();
  const bytes = bytesOf(rig.workspace.dir);
  for (const one of [secret, "very-secret-word"]) expect(bytes.some((text) => text.includes(one))).toBe(false);
  await rig.workspace.reopen();
  must(await rig.host.sync.remove("Bank", "keep"));
  expect(rig.host.sync.accounts()).toEqual([]);
});

test("Y11: what of runs waits, or was refused, is listed of the whole account, and leaves the list when it is taken off", async () => {
  const { rig, key } = await withRun();
  const bridge = testBridge(rig.host);
  const listed = async () => (await bridge.call("sync.commands.list", { name: "Bank" })).items;
  expect(await listed()).toEqual([]);
  rig.proxy.fault = () => "drop";
  const asked = { name: "Bank", run: key, command: { kind: "prolong", days: 5 } } as const;
  const { outcome } = await bridge.call("sync.outcome.get", await bridge.call("sync.runs.command", asked));
  expect(outcome?.waits).toMatch(/\S/);
  expect(await listed()).toMatchObject([
    { key, title: "Small", command: { kind: "prolong", days: 5, state: "waiting" } },
  ]);
  rig.proxy.fault = ({ method }) => (method === "GET" ? null : { status: 400 });
  const { refused } = await bridge.call("sync.run", { name: "Bank", dryRun: false });
  expect(refused).toMatchObject([{ about: { kind: "run" } }]);
  const [found] = await listed();
  expect(found).toMatchObject({ key, command: { state: "refused", why: expect.any(String) } });
  await bridge.call("sync.runs.clear", { name: "Bank", run: key, command: found?.command?.key ?? "" });
  expect(await listed()).toEqual([]);
});

test("Y11: what waits is not asked for twice, is taken back on its own, and a cleared list loses nothing that waits", async () => {
  const { rig, key } = await withRun();
  const remind = { kind: "remind", participants: rig.run().seen?.participants.map(({ id }) => id) ?? [] } as const;
  rig.proxy.fault = () => "drop";
  must(await runs(rig).command("Bank", key, remind));
  expect(mustFail(await runs(rig).command("Bank", key, remind)).message).toContain("is waiting already");
  must(await runs(rig).command("Bank", key, { kind: "cancel" }));
  must(await runs(rig).clear("Bank", key));
  expect(rig.run().commands.map(({ command: { kind }, state }) => `${kind} ${state}`)).toEqual([
    "remind waiting",
    "cancel waiting",
  ]);
  expect(rig.host.sync.accounts()[0]?.state).toBe("offline");
  must(await runs(rig).clear("Bank", key, rig.run().commands[1]?.key));
  rig.proxy.fault = () => null;
  await rig.sync();
  expect(rig.run()).toMatchObject({ seen: { status: "in_progress" }, commands: [{ state: "done" }] });
  expect(rig.proxy.asked.filter((asked) => asked.endsWith("/remind")).length).toBe(1);
});

test("Y11: whoever commands a run hears of their own command, and not that an earlier one, which waited, was refused", async () => {
  const { rig, key } = await withRun();
  rig.proxy.fault = () => "drop";
  must(await runs(rig).command("Bank", key, { kind: "prolong", days: 5 }));
  rig.proxy.fault = ({ path: at }) => (at.endsWith("/prolong") ? { status: 400 } : null);
  expect(must(await runs(rig).command("Bank", key, { kind: "cancel" }))).toMatchObject({
    done: [expect.stringMatching(/^cancel/)],
    refused: [{ what: expect.stringMatching(/^extend/), about: { kind: "run" } }],
  });
  expect(rig.run().commands.map(({ state }) => state)).toEqual(["refused", "done"]);
});

test("Y11: whoever commands a run hears that their own command waits, and why, where an earlier one was done", async () => {
  const { rig, key } = await withRun();
  rig.proxy.fault = () => "drop";
  const extended = must(await runs(rig).command("Bank", key, { kind: "prolong", days: 5 }));
  expect(extended).toMatchObject({ done: [], waits: extended.unreachable });
  let isAway = false;
  rig.proxy.fault = ({ path: at }) => {
    if (isAway) return "drop";
    isAway = at.endsWith("/prolong");
    return null;
  };
  expect(must(await runs(rig).command("Bank", key, { kind: "cancel" }))).toMatchObject({
    done: [expect.stringMatching(/^extend/)],
    waits: expect.stringContaining("broke off the connection"),
  });
  rig.proxy.fault = () => null;
  expect(must(await runs(rig).command("Bank", key, { kind: "prolong", days: 1 }))).toMatchObject({ waits: null });
});

test("Y11: whoever commands a run hears that their own command waits behind an earlier one that got no answer", async () => {
  const { rig, key } = await withRun();
  rig.proxy.fault = ({ path: at }) => (at.endsWith("/prolong") ? "drop" : null);
  expect(must(await runs(rig).command("Bank", key, { kind: "prolong", days: 5 }))).toMatchObject({ waits: null });
  expect(must(await runs(rig).command("Bank", key, { kind: "cancel" }))).toMatchObject({
    ...{ done: [], unreachable: null },
    waits: expect.stringMatching(/^An earlier command of this run got no answer/),
  });
  expect(rig.run().commands.map(({ state }) => state)).toEqual(["sending", "waiting"]);
});

test("Y11: a command that is done says when it was sent, and its run when it was started or adopted", async () => {
  const { rig, key, id } = await withRun();
  const bridge = testBridge(rig.host);
  const shown = () => bridge.call("sync.runs.get", { name: "Bank", run: key });
  rig.proxy.fault = () => "drop";
  const asked = { name: "Bank", run: key, command: { kind: "prolong", days: 5 } } as const;
  const { outcome } = await bridge.call("sync.outcome.get", await bridge.call("sync.runs.command", asked));
  expect(outcome?.waits).toMatch(/\S/);
  rig.proxy.fault = () => null;
  rig.ahead += DAY;
  await rig.sync();
  const { wallCreated, adopted, commands } = await shown();
  expect(adopted).toBe(false);
  const [done] = commands;
  expect(done?.state).toBe("done");
  expect(done?.wallCreated).toBeGreaterThan(wallCreated);
  expect(done?.wallSent).toBeGreaterThanOrEqual((done?.wallCreated ?? 0) + DAY);
  must(await runs(rig).forget("Bank", key));
  must(await runs(rig).adopt("Bank", id));
  const { items } = await bridge.call("sync.runs.list", { name: "Bank" });
  expect(items).toMatchObject([{ id, adopted: true }]);
  expect(items[0]?.wallCreated).toBeGreaterThan(wallCreated);
});

test("Y11: an extension is not sent on top of one that came while it waited, also behind a sync that began with it", async () => {
  const { rig, id } = await withRun();
  const { instances } = rig.remote.host;
  const timeout = must(instances.get(id)).timeoutAt;
  const extending = runs(rig).command("Bank", id, { kind: "prolong", days: 3 });
  const syncing = rig.sync();
  let meanwhile: Promise<unknown> | null = null;
  let tries = 0;
  rig.proxy.fault = () => {
    meanwhile ??= instances.prolong(id, 3);
    tries += 1;
    return tries <= 4 ? "drop" : null;
  };
  expect((await syncing).unreachable).not.toBeNull();
  await meanwhile;
  expect(must(await extending)).toMatchObject({ carriedOut: [{ found: "already" }] });
  expect(must(instances.get(id)).timeoutAt).toBe(timeout + 3 * DAY);
});
