import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import en from "../../resources/locales/app.en.json" with { type: "json" };
import { playAll, smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { countersign } from "../harness/command.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must, testWorkspace } from "../harness/workspace.ts";
import { openService, type TestService } from "../service/harness.ts";
import type { Asked } from "./fault-proxy.ts";
import { openRig, type Rig, TEXT } from "./rig.ts";
import { withRun } from "./scene.ts";

let to: TestService;
beforeAll(async () => {
  to = await openService();
});
afterAll(() => to.close());

test("Y10-Y12, Y16: a run is started, shown, commanded and fetched on the command line", async () => {
  using folder = temporaryFolder("remote");
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  const { dir } = workspace;
  const text = smallFlow({ documentId: await uploadPdf(workspace.host) });
  must(await workspace.host.drafts.createFromText({ text }));
  const many = ["carl", "dora"].map((name) => `    ${name}: { id_type: email, id: ${name}@example.test }\n`).join("");
  const documentId = await uploadPdf(workspace.host);
  must(
    await workspace.host.drafts.createFromText({
      text: smallFlow({ documentId })
        .replace("title: Small", "title: Many")
        .replaceAll("[alice, bob]", "[alice, bob, carl, dora]")
        .replace("    alice: {", `${many}    alice: {`),
    }),
  );
  await workspace.host.close();
  const file = path.join(folder.path, "credentials.json");
  writeFileSync(file, JSON.stringify(to.credentials), { mode: 0o600 });
  const run = (...args: string[]) => countersign([...args, "--workspace", dir]);
  const remote = (...args: string[]) => run("remote", ...args, "--account", "Bank");
  await run("account", "add", "Bank", "--url", to.baseUrl, "--credentials", file);

  const dry = await remote("start", "Small", "--dry-run");
  expect(dry).toMatchObject({ code: 0, err: expect.stringContaining("The service writes to 2 people:") });
  expect(dry.err).toContain("  alice: mail to alice@example.test\n");
  expect(dry.out).toMatch(/Would send: start a run: “Small” \(POST \/flow\/instances\)/);
  expect(to.host.instances.list({}).items).toEqual([]);
  expect(await remote("start", "Nothing")).toMatchObject({
    code: 2,
    err: expect.stringContaining("There is no draft"),
  });
  const nobody = await run("remote", "start", "Small", "--account", "Other");
  expect([nobody.code, nobody.err]).toEqual([2, expect.stringMatching(/^There is no remote account “Other”/)]);
  expect(await remote("start", "Many")).toMatchObject({ code: 2, err: expect.stringContaining("Use --recipients") });
  expect(await remote("start", "Many", "--recipients", "4")).toMatchObject({ code: 0 });
  const started = await remote("start", "Small");
  expect(started).toMatchObject({ code: 0, out: expect.stringContaining("Done: start: run “Small”") });

  const [small] = to.host.instances.list({}).items;
  const id = small?.id ?? "";
  const opened = await workspace.reopen();
  const listed = await run("remote", "list");
  expect(listed.out).toContain("Bank: 2 runs\n");
  expect(listed.out).toContain(`  ${id}  Small: in progress\n`);
  const shown = await remote("show", id);
  expect(shown.out).toContain("  Asked: alice to sign contract\n");
  expect(shown.out).not.toContain("/flow/overview/");
  expect((await remote("show", id, "--links")).out).toMatch(/Page of alice: http:\S+\/flow\/overview\//);
  expect((await run("account", "list")).out).toContain("Bank: http");
  expect((await remote("report", id)).err).toContain("was not compared");
  expect((await remote("documents", id, "--out", path.join(folder.path, "none"))).err).toContain("No sealed document");
  expect(await run("account", "retention", "Bank")).toMatchObject({ code: 0 });
  expect((await run("account", "retention", "Bank", "--completed", "9")).err).toContain("already open");
  expect(await remote("forget", id)).toMatchObject({ code: 2, err: expect.stringContaining("already open") });
  await opened.close();

  expect((await remote("remind", id, "--participant", "nobody")).code).toBe(2);
  expect((await remote("remind", id, "--participant", "alice")).out).toContain(
    "Done: remind participants: run “Small”",
  );
  expect((await remote("extend", id, "--days", "7")).out).toContain("Done: extend the deadline");
  await playAll(to.host, id);
  const synced = await run("sync", "--json");
  expect(synced.code).toBe(0);
  expect(JSON.parse(synced.out)).toMatchObject({ runs: [expect.any(String)], done: [], perhaps: [] });
  const after = await remote("show", id);
  expect(after.out).toMatch(/Status: in progress → completed, between \S+Z and \S+Z\n/);
  expect(after.out).toMatch(/Sealed document contract \(\d+\): sealed by .+, valid, \d+ bytes/);
  const out = path.join(folder.path, "sealed");
  const open = await workspace.reopen();
  expect(await remote("documents", id, "--out", out)).toMatchObject({
    code: 0,
    out: `1 document written to ${out}.\n`,
  });
  const again = path.join(folder.path, "again");
  const json = await remote("documents", id, "--out", again, "--json");
  const [sealedId] = readdirSync(again).map((name) => path.basename(name, ".pdf"));
  expect([json.code, JSON.parse(json.out)]).toEqual([
    0,
    {
      folder: again,
      files: [{ documentId: sealedId, name: "contract", file: `${sealedId}.pdf`, valid: true, reason: null }],
    },
  ]);
  await open.close();
  const refused = await remote("cancel", id, "--json");
  expect(refused.code).toBe(4);
  expect(JSON.parse(refused.out)).toMatchObject({ refused: [{ why: expect.stringContaining("is completed") }] });
  expect((await remote("clear", id)).out).not.toContain("Command");
  expect((await remote("forget", id)).code).toBe(0);
  const unknown = {
    code: 2,
    err: expect.stringMatching(/^No run \S+ of “Bank” is known here, so .*: look for its id in /),
  };
  expect([await remote("forget", id), await remote("clear", id)]).toMatchObject([unknown, unknown]);
  expect((await remote("adopt", id)).out).toContain("Small: completed");
  const forgotten = await remote("forget", id, "--json");
  expect(JSON.parse(forgotten.out)).toEqual({ run: expect.stringMatching(/./), remoteId: id, state: "up_to_date" });
  expect(await countersign(["verify", dir])).toMatchObject({ code: 0 });
});

test("Y1, Y11: data retention and publishing, by the command line", async () => {
  const to = await openService();
  onTestFinished(() => to.close());
  using folder = temporaryFolder("sync-retention-cli");
  const [file, spelled] = ["credentials.json", "dialect.json"].map((name) => path.join(folder.path, name));
  const calls = { drafts: null, draft: null, changeDraft: null };
  writeFileSync(file ?? "", JSON.stringify(to.credentials), { mode: 0o600 });
  writeFileSync(spelled ?? "", JSON.stringify({ name: "publish", calls }));
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  must(await workspace.host.drafts.createFromText({ text: TEXT }));
  await workspace.host.close();
  const run = (...args: string[]) => countersign([...args, "--workspace", workspace.dir]);
  const retention = (...args: string[]) => run("account", "retention", "Bank", ...args);
  await run("account", "add", "Bank", "--url", to.baseUrl, "--credentials", file ?? "", "--dialect", spelled ?? "");

  expect((await retention()).out).toBe(
    "Bank: Runs are not trashed automatically. What is in the trash is deleted 30 days later.\n",
  );
  expect(await retention("--completed", "ninety")).toMatchObject({
    code: 2,
    err: expect.stringContaining("1 to 3650"),
  });
  expect(await retention("--completed", "90", "--timed-out", "1", "--trashed", "7")).toMatchObject({
    code: 0,
    out: "Bank: Completed runs go to the trash after 90 days. Runs that timed out go to the trash after 1 day. What is in the trash is deleted 7 days later.\n",
  });
  const wrong = async (words: string, ...args: string[]) =>
    expect(await retention(...args)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(words) });
  await wrong("from 1 to 3650, or default for the service's own number", "--trashed", "never");
  await wrong("from 1 to 3650, or never", "--completed", "default");
  await wrong("--discard takes back the whole change that waits", "--discard", "--failed", "1");
  expect(must(to.host.folders.get("home")).retention).toMatchObject({ trash_completed: 90, delete_trashed: 7 });
  expect((await retention("--completed", "never", "--json")).code).toBe(0);
  expect(must(to.host.folders.get("home")).retention).toMatchObject({ trash_completed: null, delete_trashed: 7 });
  expect(await run("account", "retention", "Other")).toMatchObject({ code: 2 });

  const publish = (...args: string[]) => run("remote", "publish", "Loan", "--account", "Bank", ...args);
  expect((await publish("--dry-run")).out).toContain("Would send: create a draft");
  expect(to.host.drafts.list({}).items).toEqual([]);
  const published = await publish();
  const [there] = to.host.drafts.list({}).items;
  expect(there).toMatchObject({ title: "Loan" });
  expect(published).toMatchObject({ code: 0, out: expect.stringContaining(`  Published “Loan” as ${there?.id}\n`) });
});

test("Y9: on the command line, a lost publish is listed by each sync until its author says what became of it", async () => {
  const rig = await openRig({ dialect: { name: "publish", calls: { drafts: null, draft: null, changeDraft: null } } });
  await rig.draft(TEXT);
  const loses = (now: boolean) => {
    const isCreate = ({ method, path: asked }: Asked) => method === "POST" && asked === "/flow/drafts";
    rig.proxy.fault = (asked) => (now && isCreate(asked) ? "lose" : null);
  };
  loses(true);
  await rig.host.close();
  const run = (...args: string[]) => countersign([...args, "--workspace", rig.workspace.dir]);
  const remote = (...args: string[]) => run("remote", ...args, "--account", "Bank");
  const lost = await remote("publish", "Loan");
  expect(lost).toMatchObject({ code: 4, out: expect.stringContaining("Perhaps sent: “Loan”") });
  loses(false);
  const synced = await run("sync", "--json");
  expect(synced.code).toBe(4);
  expect(JSON.parse(synced.out)).toMatchObject({ pushed: [], perhaps: [{ what: "“Loan”" }] });

  const refused = async (words: string, ...args: string[]) =>
    expect(await remote("resolve", ...args)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
  await refused("--not-there", "Loan");
  await refused("--not-there", "Loan", "--id", "1", "--not-there");
  await refused("There is no draft", "Other", "--not-there");
  await refused("is not a valid id", "Loan", "--id", "../1");
  const not = await remote("resolve", "Loan", "--not-there");
  expect(not).toMatchObject({ code: 0, out: "“Loan” is not there, and is sent again by the next publish.\n" });
  expect((await run("sync")).code).toBe(0);

  loses(true);
  await remote("publish", "Loan");
  loses(false);
  const id = rig.there().get("Loan") ?? "";
  expect(await remote("resolve", "Loan", "--id", id)).toMatchObject({
    ...{ code: 0, out: `“Loan” is ${id} there. This could not be checked: the service shows no drafts.\n` },
  });
  expect((await run("sync")).code).toBe(0);
  await refused("waits for an answer", "Loan", "--not-there");
});

test("Y11: a command that was perhaps sent is listed by each sync on the command line until it is cleared", async () => {
  const { rig, key } = await withRun();
  rig.proxy.fault = ({ path: asked }) => (asked.endsWith("/remind") ? "lose" : null);
  must(
    await rig.host.sync.runs.command("Bank", key, {
      kind: "remind",
      participants: [...(rig.run().seen?.participants ?? [])].map(({ id }) => id),
    }),
  );
  expect(rig.run().commands).toMatchObject([{ state: "perhaps_sent" }]);
  await rig.host.close();
  const run = (...args: string[]) => countersign([...args, "--workspace", rig.workspace.dir]);
  const synced = await run("sync", "--json");
  expect(synced.code).toBe(4);
  const what = expect.stringMatching(/remind .*`countersign remote clear \S+` takes it off the list/);
  expect(JSON.parse(synced.out)).toMatchObject({ perhaps: [{ what, why: expect.stringMatching(/./) }] });
  expect((await run("remote", "clear", key, "--account", "Bank")).code).toBe(0);
  const last = await run("sync");
  expect(last).toMatchObject({ code: 0, out: expect.not.stringContaining("Perhaps sent") });
});

describe("Y11, Y12: on the command line,", () => {
  const here =
    (rig: Rig) =>
    (remote: string, run: string, ...args: string[]) =>
      countersign(["remote", remote, run, ...args, "--account", "Bank", "--workspace", rig.workspace.dir]);

  test("what is so already is told as that, and not as done", async () => {
    const { rig, id } = await withRun();
    await rig.host.close();
    const restored = await here(rig)("restore", id);
    expect(restored.code).toBe(0);
    expect(restored.out).toContain("  Is so already: take out of the trash: run “Small”\n");
    expect(restored.out).not.toContain("Done");
    const { done, carriedOut } = JSON.parse((await here(rig)("restore", id, "--json")).out);
    expect([done.length, carriedOut]).toEqual([1, [expect.objectContaining({ found: "already" })]]);
  });

  test("a command whose answer was lost is told as found there by the sync that finds it, also in a dry run", async () => {
    const { rig, key } = await withRun();
    let isSent = false;
    rig.proxy.fault = ({ path: asked }) => {
      if (isSent) return "drop";
      isSent = asked.endsWith("/prolong");
      return isSent ? "lose" : null;
    };
    must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 3 }));
    rig.proxy.fault = () => null;
    await rig.host.close();
    for (const more of [["--dry-run"], []]) {
      const { out } = await countersign(["sync", "--workspace", rig.workspace.dir, ...more]);
      expect(out).toContain("  Found there: extend the deadline by 3 days: run “Small”\n");
      expect(out).not.toContain("Done");
    }
  });

  test("what a command prints with --json is JSON alone", async () => {
    const { rig, id } = await withRun();
    await rig.host.close();
    const commands = [
      ["remote", "start", "Small"],
      ["remote", "show", id, "--links"],
      ["remote", "adopt", id],
      ["remote", "remind", id],
      ["remote", "extend", id, "--days", "2"],
      ...["cancel", "trash", "restore", "trash", "delete", "clear", "forget"].map((name) => ["remote", name, id]),
      ["remote", "list"],
      ["account", "retention", "Bank", "--completed", "9"],
      ["account", "retention", "Bank"],
    ];
    for (const [group, ...rest] of commands) {
      const of = group === "remote" ? ["--account", "Bank"] : [];
      const given = [group ?? "", ...rest, ...of, "--json", "--workspace", rig.workspace.dir];
      const { code, out } = await countersign(given);
      expect([rest[0], code, typeof JSON.parse(out)]).toEqual([rest[0], 0, "object"]);
    }
  });

  test("a run that was deleted there is forgotten with these words", async () => {
    const { rig, id } = await withRun();
    await rig.host.close();
    for (const command of ["cancel", "trash", "delete"]) expect((await here(rig)(command, id)).code).toBe(0);
    const { out } = await here(rig)("forget", id);
    expect(out).toBe(`The run ${id} is forgotten here. It is not on the service any more.\n`);
  });
});

test("Y9, Y10: a flow that is perhaps on a service without a list is not started, and what to do first is told", async () => {
  const rig = await openRig({ name: "sparse" });
  await rig.draft(smallFlow({ documentId: await uploadPdf(rig.host) }));
  rig.proxy.fault = ({ method, path: asked }) => (method === "POST" && asked.endsWith("/templates") ? "lose" : null);
  await rig.sync();
  rig.proxy.fault = () => null;
  await rig.host.close();
  const started = await countersign([
    "remote",
    "start",
    "Small",
    "--account",
    "Bank",
    "--workspace",
    rig.workspace.dir,
  ]);
  expect(started.code).toBe(4);
  expect(started.out).toMatch(/Refused: .*may be on the service already.* Then sync, and start it\.\n/);
  expect(started.out).toContain("`remote resolve`");
  expect(started.out).not.toContain("make the draft the account's");
});

test.each([
  [
    { calls: { removeDraft: { method: "DELETE", path: "/flow/drafts" } } },
    "calls.removeDraft.path must have {id} where",
  ],
  [{ calls: { instance: { method: "GET", path: "/flow/instances/{id}?all" } }, more: 1 }, "it has no part called more"],
  [{ calls: { drafts: { method: "FETCH", path: "/x" } } }, "calls.drafts.method must be one of"],
  [{ fields: { duration: "title" } }, "fields.duration must not have the same name as title."],
  ['{ "name": ', "is not a valid dialect (docs/sync.md): it is not valid JSON."],
])("Y14: a dialect with wrong values is refused, with what is wrong: %j", async (values, why) => {
  using folder = temporaryFolder("wrong-dialect");
  const [credentials, dialect] = ["c.json", "d.json"].map((name) => path.join(folder.path, name)) as [string, string];
  const four = { apitoken: "a", apisecret: "b", accesstoken: "c", accesssecret: "d" };
  writeFileSync(credentials, JSON.stringify(four), { mode: 0o600 });
  writeFileSync(dialect, typeof values === "string" ? values : JSON.stringify({ name: "theirs", ...values }));
  const to = ["--url", "http://127.0.0.1:9", "--credentials", credentials, "--dialect", dialect];
  const added = await countersign(["account", "add", "Bank", ...to, "--workspace", path.join(folder.path, "w")]);
  expect(added).toMatchObject({ code: 2, err: expect.stringContaining(why) });
});

test("Y18: on the command line, an account that is removed names what it never got, in the app's words", async () => {
  const { rig, key, id } = await withRun({ name: "sparse" });
  const { state, commandIs, removeUnsent } = en.sync;
  await rig.draft(TEXT);
  rig.proxy.fault = ({ method, path: asked }) => (method === "POST" && asked.endsWith("/templates") ? "lose" : null);
  await rig.sync();
  rig.proxy.fault = () => "drop";
  const participants = rig.run().seen?.participants.map(({ id }) => id) ?? [];
  must(await rig.host.sync.runs.command("Bank", key, { kind: "prolong", days: 5 }));
  must(await rig.host.sync.runs.command("Bank", key, { kind: "remind", participants }));
  await rig.host.close();
  const { code, out } = await countersign(["account", "remove", "Bank", "--workspace", rig.workspace.dir]);
  expect(code).toBe(0);
  expect(out.slice(out.indexOf(removeUnsent)).split("\n")).toEqual([
    removeUnsent,
    `  Loan: ${state.perhaps_sent}`,
    `  Small (${id}): ${en.remoteRuns.extendBy_other.replace("{{count}}", "5")}, ${commandIs.waiting}`,
    `  Small (${id}): ${en.remoteRuns.command.remind}: alice, bob, ${commandIs.waiting}`,
    "Commands that waited are never sent.",
    "",
  ]);
});

test.each([
  ["account", "list"],
  ["account", "check", "Bank"],
  ["account", "remove", "Bank"],
  ["sync", "--dry-run"],
  ["remote", "list"],
])("Y14: a mistyped folder becomes no workspace: %s %s", async (...args) => {
  using folder = temporaryFolder("mistyped");
  const mistyped = path.join(folder.path, "w");
  const refused = await countersign([...args.filter((arg) => typeof arg === "string"), "--workspace", mistyped]);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(`There is no workspace in ${mistyped}`) });
  expect(existsSync(mistyped)).toBe(false);
});

test.each(["0", "366", "1.5", "x"])(
  "Y11: by how many days a deadline can be extended is told at once: %s",
  async (days) => {
    const { code, err } = await countersign(["remote", "extend", "run", "--account", "Bank", "--days", days]);
    expect([code, err]).toEqual([2, expect.stringContaining("Give a whole number of days from 1 to 365.")]);
  },
);
