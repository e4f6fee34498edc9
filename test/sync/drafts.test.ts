import { describe, expect, test } from "vitest";
import { uploadPdf } from "../fixtures/small-flow.ts";
import { testBridge } from "../harness/bridge.ts";
import { countersign } from "../harness/command.ts";
import { must, mustFail } from "../harness/workspace.ts";
import { EMAIL, smallPdf, value } from "../service/harness.ts";
import { EMPTY, openRig, REMOTES, type Rig, TEXT } from "./rig.ts";

const idThere = (rig: Rig, title: string): string => {
  const id = rig.there().get(title);
  if (id === undefined) throw new Error(`There is no “${title}” there.`);
  return id;
};
/** The other hand: somebody who edits on the service meanwhile. */
const editThere = async (rig: Rig, title: string, fields: Readonly<Record<string, unknown>>) =>
  must(await rig.remote.host.drafts.patch(idThere(rig, title), fields));
const here = (rig: Rig, id: string) => must(rig.host.drafts.get(id)).fields;
const save = async (rig: Rig, id: string, change: (text: string) => string) =>
  must(await rig.host.drafts.saveText(id, change(rig.textOf(id))));

describe.each(REMOTES)("on the remote %s", (name) => {
  test("Y1, Y2: a draft is created there once, and what means the same is never sent", async () => {
    const rig = await openRig({ name });
    const { id, key } = await rig.draft(TEXT);
    expect(await rig.sync()).toMatchObject({ ...EMPTY, account: "Bank", pushed: [key] });
    expect(rig.state(key)).toBe("up_to_date");
    await save(
      rig,
      id,
      (text) => `${text.replace("# The loan of a flat", "# Another word").replace("duration: 14\n", "")}duration: 14\n`,
    );
    expect(await rig.sync()).toMatchObject(EMPTY);
    expect(rig.there().size).toBe(1);
  });

  test("Y3: what changed here goes there, and what changed there comes here as an edit that names the account", async () => {
    const rig = await openRig({ name });
    const { id, key } = await rig.draft(TEXT);
    await rig.sync();
    await save(rig, id, (text) => text.replace("duration: 14", "duration: 20"));
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [key] });
    expect(must(rig.remote.host.drafts.get(idThere(rig, "Loan"))).fields.duration).toBe(20);
    await editThere(rig, "Loan", { title: "House loan" });
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pulled: [key] });
    expect(rig.textOf(id)).toBe(
      TEXT.replace("title: Loan", "title: House loan").replace("duration: 14", "duration: 20"),
    );
    expect(must(rig.host.drafts.versions(id, {})).items[0]).toMatchObject({ origin: "synced", source: "Bank" });
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test("Y3: a text that does not parse takes nothing until it does", async () => {
    const rig = await openRig({ name });
    const { id, key } = await rig.draft(TEXT);
    await rig.sync();
    await save(rig, id, (text) => `${text}  broken: [`);
    await editThere(rig, "Loan", { title: "Flat" });
    for (let again = 0; again < 2; again += 1)
      expect(await rig.sync()).toMatchObject({
        pulled: [],
        refused: [{ why: expect.stringContaining("does not parse") }],
      });
    expect(rig.state(key)).toBe("changed_there");
    await save(rig, id, () => TEXT);
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pulled: [key] });
    expect(here(rig, id).title).toBe("Flat");
  });

  test("Y4: what both changed in different places is merged, and ends on both sides", async () => {
    const rig = await openRig({ name });
    const { id, key } = await rig.draft(TEXT);
    await rig.sync();
    await save(rig, id, (text) => text.replace("duration: 14", "duration: 30"));
    await editThere(rig, "Loan", { title: "Flat" });
    expect(await rig.sync()).toMatchObject({ ...EMPTY, merged: [key], pushed: [key] });
    expect(rig.textOf(id)).toBe(TEXT.replace("title: Loan", "title: Flat").replace("duration: 14", "duration: 30"));
    expect(must(rig.remote.host.drafts.get(idThere(rig, "Flat"))).fields.duration).toBe(30);
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test.each(["mine", "theirs"] as const)(
    "Y6: a conflict overwrites neither side until it is settled: %s",
    async (how) => {
      const rig = await openRig({ name });
      const { id, key } = await rig.draft(TEXT);
      await rig.sync();
      await save(rig, id, (text) => text.replace("duration: 14", "duration: 30"));
      await editThere(rig, "Loan", { duration: 60, title: "Flat" });
      const conflict = { draft: key, path: ["duration"], base: 14, mine: 30, theirs: 60 };
      for (let again = 0; again < 2; again += 1)
        expect(await rig.sync()).toMatchObject({ ...EMPTY, conflicts: [conflict] });
      expect(rig.textOf(id)).toContain("duration: 30");
      expect(must(rig.remote.host.drafts.get(idThere(rig, "Flat"))).fields.duration).toBe(60);
      const kept = must(rig.host.drafts.versions(id, {})).items.map(({ origin, source }) => `${origin}: ${source}`);
      expect(kept.slice(0, 2)).toEqual(["restored: Bank", "synced: Bank"]);
      must(await rig.host.sync.settle("Bank", key, how));
      await rig.sync();
      const days = how === "mine" ? 30 : 60;
      expect([here(rig, id).title, here(rig, id).duration]).toEqual(["Flat", days]);
      expect(must(rig.remote.host.drafts.get(idThere(rig, "Flat"))).fields.duration).toBe(days);
      expect(await rig.sync()).toMatchObject(EMPTY);
    },
  );

  test("Y6: each conflict is settled on its own, and the settled draft is merged with what is there by then", async () => {
    const rig = await openRig({ name });
    const { id, key } = await rig.draft(TEXT);
    await rig.sync();
    await save(rig, id, (text) => text.replace("duration: 14", "duration: 30").replace("Please sign.", "Sign."));
    const parameters = here(rig, id).process_parameters as object;
    const theirs = { ...parameters, messages: { invitation: "Kindly sign." } };
    await editThere(rig, "Loan", { duration: 60, process_parameters: theirs });
    await rig.sync();
    const conflict = must(rig.host.sync.conflict("Bank", key));
    expect(conflict?.conflicts.map(({ path }) => path.at(-1))).toEqual(["invitation", "duration"]);
    expect([conflict?.base, conflict?.mine, conflict?.theirs, conflict?.proposal]).toEqual([
      expect.stringContaining("duration: 14"),
      expect.stringContaining("duration: 30"),
      expect.stringContaining("Kindly sign."),
      expect.stringContaining("duration: 30"),
    ]);
    const days = { path: ["duration"], kind: "changed", take: "theirs" } as const;
    const half = mustFail<unknown>(await rig.host.sync.settle("Bank", key, [days]));
    expect(half.message).toContain("The conflicts have changed meanwhile");
    const path = ["process_parameters", "messages", "invitation"];
    const words = { path, kind: "changed", take: "value", value: "Sign, please." } as const;
    must(await rig.host.sync.settle("Bank", key, [days, words]));
    await editThere(rig, "Loan", { title: "Flat" });
    expect(await rig.sync()).toMatchObject({ ...EMPTY, merged: [key], pushed: [key] });
    expect(rig.textOf(id)).toBe(
      TEXT.replace("title: Loan", "title: Flat")
        .replace("duration: 14", "duration: 60")
        .replace("Please sign.", "Sign, please."),
    );
    expect(must(rig.remote.host.drafts.get(idThere(rig, "Flat"))).fields).toMatchObject({
      duration: 60,
      process_parameters: { messages: { invitation: "Sign, please." } },
    });
    expect(must(rig.host.sync.conflict("Bank", key))).toBeNull();
  });

  test("Y5: what is chosen may not bring in an error that neither side has", async () => {
    const rig = await openRig({ name });
    const bob = "    bob: { id_type: email, id: bob@example.test }\n";
    const { id, key } = await rig.draft(TEXT.replaceAll("[alice, bob]", "[alice]"));
    await rig.sync();
    await save(rig, id, (text) =>
      text.replace("users: [alice], documents", "users: [alice, bob], documents").replace("bob@", "b@"),
    );
    const parameters = must(rig.remote.host.drafts.get(idThere(rig, "Loan"))).fields.process_parameters as {
      users: object;
    };
    const { bob: _gone, ...users } = parameters.users as Record<string, unknown>;
    await editThere(rig, "Loan", { process_parameters: { ...parameters, users } });
    await rig.sync();
    const [gone] = must(rig.host.sync.conflict("Bank", key))?.conflicts ?? [];
    expect(gone).toMatchObject({ kind: "removed", path: ["process_parameters", "users", "bob"] });
    const choice = { path: gone?.path ?? [], kind: "removed" } as const;
    const refused = mustFail<unknown>(await rig.host.sync.settle("Bank", key, [{ ...choice, take: "theirs" }]));
    expect(refused.message).toContain("an error that neither side has");
    must(await rig.host.sync.settle("Bank", key, [{ ...choice, take: "mine" }]));
    expect(rig.textOf(id)).toContain(bob.replace("bob@", "b@").trim());
  });

  test("Y5: a merge that would break the draft is a conflict", async () => {
    const rig = await openRig({ name });
    const { id, key } = await rig.draft(
      TEXT.replace("users: [alice, bob], documents", "users: [alice], documents").replace(
        "users: [alice, bob], methods",
        "users: [alice], methods",
      ),
    );
    await rig.sync();
    await save(rig, id, (text) => text.replace("users: [alice], documents", "users: [alice, bob], documents"));
    const parameters = must(rig.remote.host.drafts.get(idThere(rig, "Loan"))).fields.process_parameters as {
      users: object;
    };
    const { bob: _gone, ...users } = parameters.users as Record<string, unknown>;
    await editThere(rig, "Loan", { process_parameters: { ...parameters, users } });
    expect(await rig.sync()).toMatchObject({ ...EMPTY, conflicts: [{ draft: key }] });
  });

  test("Y7: gone there is archived here, and deleted here is deleted there", async () => {
    const rig = await openRig({ name });
    const { id } = await rig.draft(TEXT);
    const other = await rig.draft(TEXT.replace("title: Loan", "title: Other"));
    await rig.sync();
    must(await rig.remote.host.drafts.remove(idThere(rig, "Loan")));
    const gone = await rig.sync();
    expect(gone.archived.length).toBe(1);
    expect(must(rig.host.drafts.get(id)).archived).toBe(true);
    must(await rig.host.drafts.remove(other.id));
    expect(must(rig.host.sync.open("Bank"))).toMatchObject([
      { draft: other.key, title: "Other", state: "deleted_here" },
    ]);
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [other.key] });
    expect(rig.there().size).toBe(0);
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test("Y7: deleted on one side and changed on the other is a conflict", async () => {
    const rig = await openRig({ name });
    const { id, key } = await rig.draft(TEXT);
    const other = await rig.draft(TEXT.replace("title: Loan", "title: Other"));
    await rig.sync();
    must(await rig.remote.host.drafts.remove(idThere(rig, "Loan")));
    await save(rig, id, (text) => text.replace("duration: 14", "duration: 30"));
    must(await rig.host.drafts.remove(other.id));
    await editThere(rig, "Other", { duration: 3 });
    const { conflicts } = await rig.sync();
    expect(conflicts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ draft: key, path: [], theirs: null }),
        expect.objectContaining({ draft: other.key, path: [], mine: null }),
      ]),
    );
    const page = testBridge(rig.host);
    for (const [of, title] of [
      [key, "Loan"],
      [other.key, "Other"],
    ] as const)
      expect(await page.call("sync.conflict.get", { name: "Bank", key: of })).toMatchObject({ conflict: { title } });
    must(await rig.host.sync.settle("Bank", key, "mine"));
    must(await rig.host.sync.settle("Bank", other.key, "mine"));
    await rig.sync();
    expect([...rig.there().keys()]).toEqual(["Loan"]);
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test("Y8: somebody who writes between our look and our write loses nothing", async () => {
    const rig = await openRig({ name });
    const { id } = await rig.draft(TEXT);
    await rig.sync();
    await save(rig, id, (text) => text.replace("duration: 14", "duration: 30"));
    let done = false;
    rig.proxy.meanwhile = async ({ method, path }) => {
      if (done || method !== "GET" || !/drafts\/|templates\//.test(path)) return;
      done = true;
      await editThere(rig, "Loan", { title: "Flat" });
    };
    if (name === "countersign")
      await editThere(rig, "Loan", { title: "First" }).then(() => editThere(rig, "First", { title: "Loan" }));
    await rig.sync();
    rig.proxy.meanwhile = async () => undefined;
    await rig.sync();
    expect(done).toBe(true);
    expect([here(rig, id).title, here(rig, id).duration]).toEqual(["Flat", 30]);
    expect(must(rig.remote.host.drafts.get(idThere(rig, "Flat"))).fields.duration).toBe(30);
  });

  test("Y9: a create without an answer is not repeated blindly", async () => {
    const rig = await openRig({ name });
    const { key } = await rig.draft(TEXT);
    rig.proxy.fault = ({ method, path }) => (method === "POST" && /drafts|templates/.test(path) ? "lose" : null);
    expect(await rig.sync()).toMatchObject({ pushed: [], perhaps: [{ what: "“Loan”" }] });
    rig.proxy.fault = () => null;
    expect(rig.state(key)).toBe("perhaps_sent");
    rig.ahead += 120_000;
    const next = await rig.sync();
    if (name === "sparse") {
      expect(next.perhaps.length).toBe(1);
      must(await rig.host.sync.resolve("Bank", key, `d_${idThere(rig, "Loan")}`));
      await rig.sync();
    }
    expect(rig.state(key)).toBe("up_to_date");
    expect(rig.there().size).toBe(1);
    expect(await rig.sync()).toMatchObject(EMPTY);
  });

  test("documents go there once for each draft and content, and come here where the service gives them", async () => {
    const rig = await openRig({ name });
    const paper = await uploadPdf(rig.host);
    const { id, key } = await rig.draft(TEXT.replace("documents: {}", `documents: { contract: "${paper}" }`));
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [key] });
    await save(rig, id, (text) => text.replace("duration: 14", "duration: 15"));
    await rig.sync();
    expect(rig.remote.host.documents.list({}).items.length).toBe(1);
    const there = value(
      await rig.remote.host.documents.upload({ bytes: await smallPdf("Annex"), fileName: "annex.pdf" }),
    );
    const { process_parameters } = must(rig.remote.host.drafts.get(idThere(rig, "Loan"))).fields;
    const parameters = process_parameters as { documents: Record<string, string> };
    await editThere(rig, "Loan", {
      process_parameters: { ...parameters, documents: { ...parameters.documents, annex: there.id } },
    });
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pulled: [key] });
    const documents = (here(rig, id).process_parameters as { documents: Record<string, string> }).documents;
    expect(documents.contract).toBe(paper);
    expect(must(rig.host.documents.get(documents.annex ?? "")).pages).toBe(1);
    expect(await rig.sync()).toMatchObject(EMPTY);
    expect(rig.remote.host.documents.list({}).items.length).toBe(2);
  });

  test("Y15: a callback's password goes out once, and never comes in", async () => {
    const rig = await openRig({ name });
    must(await rig.host.settings.setSecret("hook", "hook-secret"));
    const callback =
      "callback: { url: 'http://localhost:9/x', auth: { type: basic, username: me, password_ref: hook } }\n";
    const { id } = await rig.draft(TEXT + callback);
    const sent: string[] = [];
    rig.proxy.fault = ({ body }) => {
      if (body.includes("hook-secret")) sent.push(body.toString());
      return null;
    };
    await rig.sync();
    await save(rig, id, (text) => text.replace("duration: 14", "duration: 15").replace("/x'", "/y'"));
    expect((await rig.sync()).refused).toEqual([]);
    expect(sent.length).toBe(1);
    must(await rig.host.settings.setSecret("hook", "hook-secret-2"));
    await rig.sync();
    expect(sent.length).toBe(2);
    await editThere(rig, "Loan", {
      callback: { url: "http://localhost:8/x", auth: { type: "basic", username: "me", password: "theirs" } },
    });
    await rig.sync();
    expect(rig.textOf(id)).toContain("localhost:8");
    expect(rig.textOf(id)).not.toMatch(/password/);
  });

  test("Y16: a dry run sends nothing and changes nothing, and lists what would be sent", async () => {
    const rig = await openRig({ name });
    const { key } = await rig.draft(TEXT);
    const before = rig.proxy.asked.length;
    const report = await rig.sync({ dryRun: true });
    expect(report).toMatchObject({ pushed: [key], planned: [{ what: "create a draft: “Loan”", method: "POST" }] });
    expect(rig.proxy.asked.slice(before).every((line) => line.startsWith("GET "))).toBe(true);
    expect([rig.there().size, rig.state(key)]).toEqual([0, "only_here"]);
    const listed = rig.host.ledger.outbound({ limit: 500 }).items.filter(({ kind }) => kind === "account");
    expect(listed.length).toBe(rig.proxy.asked.length);
  });

  test("Y16: a dry run names what would come in, be merged, archived or in conflict, and sends no merge unlisted", async () => {
    const rig = await openRig({ name });
    const other = await rig.draft(TEXT.replace("title: Loan", "title: Other"));
    const both = await rig.draft(TEXT.replace("title: Loan", "title: Both"));
    const gone = await rig.draft(TEXT.replace("title: Loan", "title: Gone"));
    const odd = await rig.draft(TEXT.replace("title: Loan", "title: Odd"));
    await rig.sync();
    await editThere(rig, "Other", { duration: 3 });
    await editThere(rig, "Both", { duration: 3 });
    await editThere(rig, "Odd", { duration: 3 });
    await save(rig, both.id, (text) => text.replace("title: Both", "title: Both here"));
    await save(rig, odd.id, (text) => text.replace("duration: 14", "duration: 5"));
    must(await rig.remote.host.drafts.remove(idThere(rig, "Gone")));
    if (name === "countersign") must(await rig.remote.host.drafts.createFromText({ text: TEXT }));
    const report = await rig.sync({ dryRun: true });
    const fresh = { how: "new", title: "Loan", draft: expect.any(String) };
    const found = [
      { how: "changed", draft: other.key, title: "Other" },
      { how: "merged", draft: both.key, title: "Both here" },
      { how: "archived", draft: gone.key, title: "Gone" },
      { how: "conflict", draft: odd.key, title: "Odd" },
      ...(name === "countersign" ? [fresh] : []),
    ];
    expect(report.incoming.length).toBe(found.length);
    expect(report.incoming).toEqual(expect.arrayContaining(found));
    expect(report.planned).toMatchObject([{ kind: "changeDraft", title: "“Both here”", draft: both.key }]);
    expect((await rig.sync()).incoming).toEqual([]);
  });

  test("Y14: credentials that are no longer taken stop the account until it is checked", async () => {
    const rig = await openRig({ name });
    await rig.draft(TEXT);
    rig.proxy.fault = ({ method }) => (method === "POST" ? { status: 401 } : null);
    expect((await rig.sync()).refused).toMatchObject([{ what: "Bank", why: expect.stringContaining("401") }]);
    rig.proxy.fault = () => null;
    const asked = rig.proxy.asked.length;
    expect(await rig.sync()).toMatchObject({ requests: 0, refused: [{ what: "Bank", about: { kind: "account" } }] });
    expect(rig.proxy.asked.length).toBe(asked);
    must(await rig.host.sync.check("Bank"));
    expect(await rig.sync()).toMatchObject({ refused: [], pushed: [expect.any(String)] });
  });
});

test("Y8: a field that the service does not keep is told by name, and stays here", async () => {
  const rig = await openRig({ name: "sparse" });
  const { id } = await rig.draft(`${TEXT}process_settings: { automatic_document_redirects: never }\n`);
  expect((await rig.sync()).refused).toMatchObject([{ what: "“Loan”, process_settings" }]);
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(rig.textOf(id)).toContain("automatic_document_redirects: never");
});

test("Y1, Y2: drafts of the account come in, with their folders; a sync without changes only lists", async () => {
  const rig = await openRig();
  const folder = must(await rig.remote.host.folders.create({ name: "Loans" }));
  must(await rig.remote.host.drafts.createFromText({ text: TEXT, folderId: folder.id }));
  expect((await rig.sync()).pulled.length).toBe(1);
  const [draft] = rig.host.drafts.list({}).items;
  const own = rig.host.folders.list().find(({ name }) => name === "Loans");
  expect([draft?.title, draft?.folderId]).toEqual(["Loan", own?.id]);
  const before = rig.proxy.asked.length;
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(rig.proxy.asked.slice(before).filter((line) => line.includes("/flow/drafts/"))).toEqual([]);
  must(await rig.host.drafts.patch(draft?.id ?? "", { folder_id: null }));
  await rig.sync();
  const there = rig.remote.host.drafts.list({}).items[0];
  const home = must(rig.remote.host.folders.get("home"));
  expect([null, home.id]).toContain(there?.folderId);
  expect(must(rig.remote.host.accounts.get("1")).email).toBe(EMAIL);
});

test("a service that is not there is said once", async () => {
  const rig = await openRig();
  for (const name of ["A", "B", "C"]) await rig.draft(`title: ${name}\nprocess: {}\n`);
  await rig.proxy.close();
  expect(await rig.sync()).toMatchObject({ ...EMPTY, unreachable: expect.stringContaining("Nothing listens") });
});

test("the command line: sync says what it did, as text and JSON, with its exit codes", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(TEXT);
  const { dir } = rig.workspace;
  const run = async (...args: string[]) => {
    await rig.host.close();
    const done = await countersign(["sync", "--workspace", dir, ...args]);
    await rig.workspace.reopen();
    return done;
  };
  const json = async (...args: string[]) => {
    const { code, out, err } = await run("--json", ...args);
    return { code, err, report: JSON.parse(out) as unknown };
  };
  const { unreachable: _reached, ...lists } = EMPTY;
  expect((await run("--dry-run")).out).toContain("Would send: create a draft: “Loan” (POST /flow/drafts)");
  const requests = expect.any(Number);
  expect(await json()).toEqual({
    code: 0,
    err: "",
    report: { ...lists, bound: [], heldBack: [], carriedOut: [], account: "Bank", pushed: [key], requests },
  });
  const { host } = rig.workspace;
  must(await host.drafts.saveText(id, TEXT.replace("14", "30")));
  await editThere(rig, "Loan", { duration: 60 });
  const conflict = { draft: key, path: ["duration"], base: 14, mine: 30, theirs: 60 };
  expect(await json()).toMatchObject({ code: 3, report: { ...lists, conflicts: [conflict] } });
  expect((await run()).out).toContain("Settle conflicts in the app, in its view Sync.");
  rig.proxy.fault = () => ({ status: 401 });
  expect(await json()).toMatchObject({ code: 4, report: { refused: [{ what: "Bank" }] } });
  must(await rig.workspace.host.sync.remove("Bank", "keep"));
  expect(await run()).toMatchObject({ code: 2, err: expect.stringContaining("account add") });
});

test("the command line: a service that is not there is exit code 5", async () => {
  const rig = await openRig();
  await rig.proxy.close();
  await rig.host.close();
  const done = await countersign(["sync", "--workspace", rig.workspace.dir]);
  expect(done).toMatchObject({ code: 5, out: expect.stringContaining("Nothing listens") });
});

test("an account that can only create and start is sent nothing by itself, and nothing of it is read", async () => {
  const rig = await openRig({
    dialect: { name: "publisher", calls: { drafts: null, draft: null, changeDraft: null } },
  });
  const { key } = await rig.draft(TEXT);
  expect(rig.host.sync.accounts()[0]?.level).toBe("publish");
  expect(await rig.sync()).toMatchObject({ ...EMPTY, requests: 1 });
  expect([rig.state(key), rig.there().size]).toEqual(["only_here", 0]);
});

test("Y2: a list that changes while it is read is read again", async () => {
  const rig = await openRig();
  must(await rig.remote.host.drafts.createFromText({ text: TEXT }));
  let lists = 0;
  rig.proxy.meanwhile = async ({ path }) => {
    if (!path.startsWith("/flow/drafts?") || ++lists > 2) return;
    must(await rig.remote.host.drafts.createFromText({ text: TEXT.replace("Loan", `New ${lists}`) }));
  };
  expect((await rig.sync()).pulled.length).toBe(3);
  expect(lists).toBe(4);
});

test("Y1: a draft belongs to one account at most", async () => {
  const rig = await openRig();
  const { id } = await rig.draft(TEXT);
  const { credentials } = rig.remote;
  must(await rig.host.sync.add({ name: "Other", url: rig.remote.baseUrl, credentials, bind: "all" }));
  expect(rig.host.sync.accounts().map(({ name, drafts }) => [name, drafts])).toEqual([
    ["Bank", 1],
    ["Other", 0],
  ]);
  expect(await rig.host.sync.bind("Other", id)).toMatchObject({ ok: false, error: { code: "conflict_error" } });
});

test("Y16, Y17: a title that no service takes is told before it is sent, and goes once it is shorter", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(TEXT);
  await rig.sync();
  const long = TEXT.replace("title: Loan", `title: ${"L".repeat(501)}`);
  await save(rig, id, () => long);
  const { key: other } = await rig.draft(long);
  const before = rig.proxy.asked.length;
  const why = "Its title has 501 characters, and may have 500: shorten it here, and the next sync sends it.";
  expect(await rig.sync()).toMatchObject({ pushed: [], refused: [{ why }, { why }] });
  expect(rig.proxy.asked.slice(before).filter((asked) => !asked.startsWith("GET"))).toEqual([]);
  expect([rig.state(key), rig.state(other)]).toEqual(["refused", "refused"]);
  await save(rig, id, (text) => text.replace("L".repeat(501), "L".repeat(500)));
  expect(await rig.sync()).toMatchObject({ pushed: [key], refused: [{ why }] });
});
