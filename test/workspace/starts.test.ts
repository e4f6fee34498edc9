import { readFileSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleText } from "../../src-shared/language/index.ts";
import { AT, smallFlow, startSmall, uploadPdf } from "../fixtures/small-flow.ts";
import { EXAMPLES, must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

async function blobFiles(dir: string): Promise<readonly string[]> {
  const entries = await readdir(join(dir, "blobs"), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
}

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await testWorkspace();
});
afterAll(() => workspace.dispose());

describe("drafts", () => {
  test("law 5: the text is kept as written, and the fields are views of it", async () => {
    const { host } = workspace;
    const text = `# Ours\ntitle: Loan   # the name\nduration: 12\n`;
    const draft = must(await host.drafts.createFromText({ text }));
    expect(draft).toMatchObject({ text, title: "Loan", revision: 1, fields: { title: "Loan", duration: 12 } });
    const patched = must(await host.drafts.patch(draft.id, { duration: 30 }));
    expect(patched.text).toBe(`# Ours\ntitle: Loan   # the name\nduration: 30\n`);
  });

  test("patches at the same time all hold, each on the text that the one before it left", async () => {
    const { host } = workspace;
    const draft = must(await host.drafts.createFromText({ text: "# Ours\n" }));
    const fields = [{ title: "Loan" }, { duration: 7 }, { flow_kind: "micro_api" }] as const;
    const patched = await Promise.all(fields.map((one) => host.drafts.patch(draft.id, one)));
    expect(patched.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(must(host.drafts.get(draft.id)).fields).toMatchObject(Object.assign({}, ...fields));
  });

  test("a patch that a text overtakes is made on that text", async () => {
    const { host } = workspace;
    const draft = must(await host.drafts.createFromText({ text: "# Ours\n" }));
    const [patched, saved] = await Promise.all([
      host.drafts.patch(draft.id, { title: "Loan", duration: 7, flow_kind: "micro_api" }),
      host.drafts.saveText(draft.id, "# Theirs\n"),
    ]);
    expect([must(saved).revision, must(patched).revision]).toEqual([2, 3]);
    expect(must(host.drafts.get(draft.id)).text).toBe("# Theirs\ntitle: Loan\nduration: 7\nflow_kind: micro_api\n");
  });

  test("law 9: a patched text and the password that it names are on disk together", async () => {
    const { host } = workspace;
    const draft = must(await host.drafts.createFromText({ text: "title: Loan\n" }));
    const disk = new Database(join(host.dir, "countersign.db"), { readonly: true });
    const kept: unknown[] = [];
    const stop = host.changes(() => {
      const name = /password_ref: (\S+)/.exec(must(host.drafts.get(draft.id)).text)?.[1];
      kept.push(disk.prepare("SELECT ref FROM secrets WHERE ref = ?").pluck().get(`named:${name}`));
    });
    const auth = { type: "basic", username: "u", password: "hush-hush" };
    must(await host.drafts.patch(draft.id, { callback: { url: "http://127.0.0.1:9/hook", auth } }));
    stop();
    disk.close();
    expect(kept).toEqual([expect.stringMatching(/^named:callback-/)]);
  });

  test("law 5: while the text does not parse the fields show the last version that did, and a patch is refused", async () => {
    const { host } = workspace;
    const draft = must(await host.drafts.createFromText({ text: "title: Loan\nduration: 12\n" }));
    const broken = must(await host.drafts.saveText(draft.id, "title: [Loan\n"));
    expect(broken).toMatchObject({ text: "title: [Loan\n", title: "Loan", fields: { title: "Loan", duration: 12 } });
    expect(mustFail(await host.drafts.patch(draft.id, { duration: 30 })).code).toBe("conflict_error");
    expect(mustFail(await host.drafts.start(draft.id)).code).toBe("request_parameters_invalid");
    expect(must(host.drafts.get(draft.id)).text).toBe("title: [Loan\n");
  });

  test("law 5: a flow that has never parsed is called by the title that can be read, until it parses and keeps its name", async () => {
    const { host } = workspace;
    const draft = must(await host.drafts.createFromText({ text: "title: x\n\tprocess: {\n" }));
    expect(draft.title).toBe("x");
    const titleAfter = async (text: string) => must(await host.drafts.saveText(draft.id, text)).title;
    expect(await titleAfter("title: Loan\nprocess: {\n")).toBe("Loan");
    expect(await titleAfter("title: Loan\n")).toBe("Loan");
    expect(await titleAfter("title: Lease\nprocess: {\n")).toBe("Loan");
  });

  test("R002: a document without its PDF is an error of the draft, and its start is refused for the same one", async () => {
    const { host } = workspace;
    const text = exampleText({}).replace(/contract: .*/, "contract: ./contract.pdf");
    const draft = must(await host.drafts.createFromText({ text }));
    expect(host.drafts.list({ limit: 500 }).items.find(({ id }) => id === draft.id)?.errors).toBe(1);
    const errors = draft.diagnostics.filter(({ severity }) => severity === "error");
    const refused = mustFail(await host.drafts.start(draft.id));
    expect(refused.details).toEqual({ diagnostics: errors });
    expect(refused.message).toContain("R002: The document `contract` has no PDF yet: choose one.");
  });

  test("a stale write is precondition_failed and changes nothing", async () => {
    const { host } = workspace;
    const { id, revision } = must(await host.drafts.createFromText({ text: "title: One\n" }));
    must(await host.drafts.saveText(id, "title: Two\n", revision));
    const stale = mustFail(await host.drafts.saveText(id, "title: Three\n", revision));
    expect(stale).toMatchObject({ code: "precondition_failed", details: { currentRevision: revision + 1 } });
    expect(mustFail(await host.drafts.remove(id, revision)).code).toBe("precondition_failed");
    expect(must(host.drafts.get(id)).text).toBe("title: Two\n");
    expect(must(host.drafts.versions(id, {})).items).toHaveLength(2);
  });

  test("title, duration, callback and flow kind are checked on every write; process and parameters are not", async () => {
    const { host } = workspace;
    expect(mustFail(await host.drafts.createFromFields({ fields: { duration: 400 } })).code).toBe(
      "request_parameters_invalid",
    );
    const draft = must(await host.drafts.createFromFields({ fields: { title: "Part", process: { stages: [] } } }));
    expect(draft.errors).toBeGreaterThan(0);
  });

  test("what is not there is resource_not_found", async () => {
    const { host } = workspace;
    const results = [
      host.drafts.get("99999"),
      await host.drafts.saveText("99999", "title: x\n"),
      await host.drafts.start("99999"),
      host.documents.get("99999"),
      host.instances.get("none"),
      await host.instances.cancel("none"),
      host.participants.view("none", "alice"),
      host.mailbox.get("none"),
      await host.callbacks.replay("none"),
    ];
    expect(results.map((result) => mustFail<unknown>(result).code)).toEqual(results.map(() => "resource_not_found"));
  });
});

describe("G1: a start", () => {
  test("G1: is refused with the diagnostics, and nothing is started", async () => {
    const { host } = workspace;
    const before = host.instances.count();
    const draft = must(
      await host.drafts.createFromText({
        text: smallFlow({ documentId: "4711" }).replace("alice, bob", "alice, carol"),
      }),
    );
    const refused = mustFail(await host.drafts.start(draft.id));
    expect(refused.code).toBe("request_parameters_invalid");
    expect(refused.details).toMatchObject({
      diagnostics: expect.arrayContaining([expect.objectContaining({ rule: "R001" })]),
    });
    expect(host.instances.count()).toBe(before);
  });

  test("G1: needs its documents to be there and free; copies leave them free", async () => {
    const { host } = workspace;
    const documentId = await uploadPdf(host);
    const draft = must(await host.drafts.createFromText({ text: smallFlow({ documentId }) }));
    const copied = must(await host.drafts.start(draft.id, { copies: true }));
    expect(copied.documents[0]?.documentId).not.toBe(documentId);
    expect(must(host.documents.get(documentId)).instanceId).toBeNull();

    const own = must(await host.drafts.start(draft.id));
    expect(own.documents[0]?.documentId).toBe(documentId);
    expect(must(host.documents.get(documentId))).toMatchObject({
      instanceId: own.id,
      name: "contract",
      state: "in_progress",
    });
    expect(mustFail(await host.drafts.start(draft.id)).code).toBe("document_state_error");
    expect(mustFail(await host.documents.remove(documentId)).code).toBe("document_state_error");

    const gone = must(await host.drafts.createFromText({ text: smallFlow({ documentId: "88888" }) }));
    expect(mustFail(await host.drafts.start(gone.id)).message).toContain("88888");
  });

  test("G1: a document of a run that ended is free again by a copy, unless it was sealed", async () => {
    const { host } = workspace;
    const start = async (sign: readonly string[]) => {
      const documentId = await uploadPdf(host);
      const draft = must(await host.drafts.createFromText({ text: smallFlow({ documentId }) }));
      const { id } = must(await host.drafts.start(draft.id));
      for (const participant of sign)
        must(await host.participants.sign({ instanceId: id, participant, document: "contract" }));
      if (sign.length === 0) must(await host.instances.cancel(id));
      await host.idle();
      return host.drafts.start(draft.id);
    };
    expect(must(await start([])).status).toBe("in_progress");
    expect(mustFail(await start(["alice", "bob"])).code).toBe("document_state_error");
  });

  test("G1: two starts at once cannot take one document", async () => {
    const { host } = workspace;
    const draft = must(await host.drafts.createFromText({ text: smallFlow({ documentId: await uploadPdf(host) }) }));
    const both = await Promise.all([host.drafts.start(draft.id), host.drafts.start(draft.id)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("a run of up to 60 stages has a drawing, one of more is a list", async () => {
    const { host } = workspace;
    const drawn = async (stages: number) => {
      const more = Array.from({ length: stages - 2 }, (_, n) => `    - more_${n}: { actions: [], expect: {} }\n`);
      const text = smallFlow({ documentId: await uploadPdf(host) }).replace(
        "    - done:",
        `${more.join("")}    - done:`,
      );
      const draft = must(await host.drafts.createFromText({ text }));
      return must(host.instances.drawing(must(await host.drafts.start(draft.id)).id));
    };
    expect((await drawn(60))?.stages).toHaveLength(60);
    expect(await drawn(61)).toBeNull();
  });

  test("G1: makes access links that open, and keeps their secrets out of history and text", async () => {
    const { host } = workspace;
    host.setBaseUrl("http://127.0.0.1:4711");
    const { id } = await startSmall(host);
    const links = must(host.instances.accessLinks(id));
    const [, participantId = "", secret = ""] = /\/flow\/overview\/[^/]+\/(\d+)\/(.+)$/.exec(links.alice ?? "") ?? [];
    expect(links.alice).toMatch(/^http:\/\/127\.0\.0\.1:4711\//);
    expect(must(host.participants.openLink(id, participantId, secret))).toEqual({ participant: "alice" });
    expect(mustFail(host.participants.openLink(id, participantId, `${secret}x`)).code).toBe("resource_not_found");
    expect(JSON.stringify(must(host.instances.history(id)))).not.toContain(secret);
  });

  test("a start may replace title, parameters and callback for this run only", async () => {
    const { host } = workspace;
    const draft = must(await host.drafts.createFromText({ text: smallFlow({ documentId: await uploadPdf(host) }) }));
    const run = must(
      await host.drafts.start(draft.id, { overrides: { title: "This once" }, clock: { virtual: "new", at: AT } }),
    );
    expect(run).toMatchObject({ title: "This once", startedAt: AT, draftId: draft.id });
    expect(must(host.drafts.get(draft.id)).title).toBe("Small");
  });

  test("a process starts without a draft, and comes back as the wire spells it", async () => {
    const { host } = workspace;
    const first = await startSmall(host);
    const documentId = await uploadPdf(host);
    const fields = {
      title: "Direct",
      process: first.process,
      process_parameters: { ...first.processParameters, documents: { contract: documentId } },
      process_settings: first.processSettings,
    };
    const direct = must(await host.instances.startProcess(fields));
    expect(direct).toMatchObject({ title: "Direct", draftId: null, process: first.process });
    expect(direct.processSettings).toEqual(first.processSettings);
    expect(direct.processParameters).toEqual(fields.process_parameters);
  });
});

describe("import", () => {
  test("one refused PDF refuses the file, names file, line and reason, and nothing is stored", async () => {
    const { host, dir } = workspace;
    const folder = join(dir, "import");
    await mkdir(folder);
    const text = readFileSync(join(EXAMPLES, "loan/loan.flow.yaml"), "utf8");
    await writeFile(join(folder, "loan.flow.yaml"), text);
    await writeFile(join(folder, "Loan Agreement.pdf"), readFileSync(join(EXAMPLES, "loan/Loan Agreement.pdf")));
    await writeFile(join(folder, "Guarantee Undertaking.pdf"), "not a pdf at all");
    const count = () => [
      host.documents.list({ limit: 500 }).items.length,
      host.drafts.list({ limit: 500 }).items.length,
    ];
    const before = count();
    const blobs = await blobFiles(dir);

    const refused = mustFail(await host.drafts.importFlowFile({ path: join(folder, "loan.flow.yaml") }));
    const line = text.split("\n").findIndex((one) => one.includes("./Guarantee Undertaking.pdf")) + 1;
    expect(refused.message).toContain(`loan.flow.yaml, line ${line}`);
    expect(refused.message).toContain('"guarantee"');
    expect(count()).toEqual(before);
    expect(await blobFiles(dir)).toEqual(blobs);
  });

  test("files that come with the text stand for its paths; comments stay, paths become ids", async () => {
    const { host } = workspace;
    const text = readFileSync(join(EXAMPLES, "nda/nda.flow.yaml"), "utf8");
    const bytes = new Uint8Array(readFileSync(join(EXAMPLES, "nda/Mutual Non-Disclosure Agreement.pdf")));
    const draft = must(
      await host.drafts.importFlowFile({
        text,
        fileName: "nda.flow.yaml",
        files: { "Mutual Non-Disclosure Agreement.pdf": bytes },
      }),
    );
    expect(draft.text).not.toContain("Mutual Non-Disclosure Agreement.pdf");
    expect(draft.text.split("\n").length).toBe(text.split("\n").length);
    expect(draft.errors).toBe(0);
    const missing = mustFail(await host.drafts.importFlowFile({ text, fileName: "nda.flow.yaml", files: {} }));
    expect(missing.message).toContain("did not come with");
    expect(mustFail(await host.drafts.importFlowFile({ path: "/nowhere/at/all.yaml" })).code).toBe(
      "resource_not_found",
    );
  });
});
