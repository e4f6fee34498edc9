import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Host } from "../../src-main/host/types.ts";
import { CERTIFICATE_FILE } from "../../src-main/store/index.ts";
import { poppler, textOf } from "../documents/poppler.ts";
import { drawnSignature, vastPicture } from "../fixtures/pdfs.ts";
import { AT, DAY, playAll, smallFlow, startSmall, startTwoDocuments, uploadPdf } from "../fixtures/small-flow.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

/** Nothing can be sealed until the returned function is called. */
async function spoilCertificate({ dir }: TestWorkspace): Promise<() => Promise<void>> {
  const file = path.join(dir, CERTIFICATE_FILE);
  const certificate = await readFile(file);
  await writeFile(file, "spoilt");
  return () => writeFile(file, certificate);
}

test("G5: a seal that cannot be made is retried after 1, 10 and 60 s of wall time, then the flow fails with the reason", async () => {
  let now = AT;
  const workspace = await testWorkspace({ clockNow: () => now });
  try {
    const { host } = workspace;
    const { id } = await startSmall(host, {}, { clock: { virtual: "new", at: AT } });
    const seals = () => must(host.instances.due(id)).filter(({ kind }) => kind === "seal");
    const reported = new Set<number>();
    host.changes((change) => {
      if (change.kind === "instance") for (const { attempt } of seals()) reported.add(attempt);
    });
    await spoilCertificate(workspace);
    const act = { instanceId: id, document: "contract" };
    must(await host.participants.sign({ ...act, participant: "alice" }));
    must(await host.participants.sign({ ...act, participant: "bob" }));

    for (const [index, wait] of [1_000, 10_000, 60_000].entries()) {
      await until(() => seals().some(({ at }) => at === now + wait));
      expect(seals()).toMatchObject([{ document: "contract", attempt: index + 2, wall: true }]);
      // No move of the run's clock brings it, so it is no run's next due item, in a list or alone [C6].
      const next = must(host.instances.due(id)).find(({ wall }) => !wall)?.at ?? null;
      expect([host.instances.list({}).items[0]?.nextDueAt, must(host.instances.get(id)).nextDueAt]).toEqual([
        next,
        next,
      ]);
      now += wait;
      // Any commit makes the host look at its clock again; this one is refused and changes nothing.
      mustFail(await host.participants.sign({ ...act, participant: "alice" }));
    }
    await host.idle();

    expect([...reported]).toEqual([1, 2, 3, 4]);
    const failed = must(host.instances.get(id));
    expect(failed).toMatchObject({ status: "failed", documents: [{ state: "failed" }] });
    const event = must(host.instances.history(id)).items.find(({ event: { type } }) => type === "failed")?.event;
    // A history travels: which folder of this machine is meant stands in the log alone.
    const message = "The workspace's seal certificate cannot be used.";
    expect(event).toMatchObject({ reason: "sealing", document: "contract", message });
    expect(JSON.stringify(must(host.instances.history(id)))).not.toContain(workspace.dir);
    expect(workspace.log.map((entry) => entry.message)).toEqual([
      expect.stringContaining(path.join(workspace.dir, CERTIFICATE_FILE)),
    ]);
    expect(host.callbacks.list({ instanceId: id }).items.map(({ body }) => body.reason)).toContain("sealing");
  } finally {
    await workspace.dispose();
  }
});

test.each([
  ["seen at once: for what was left of it", false, 1_000],
  ["and the workspace is opened again: for a minute at most", true, 60_000],
])("G5: a retry in a run on a virtual clock waits, when the machine's clock goes back, %s", async (_, again, wait) => {
  let now = AT;
  const workspace = await testWorkspace({ clockNow: () => now });
  onTestFinished(() => workspace.dispose());
  const { id } = await startSmall(workspace.host, {}, { clock: { virtual: "new", at: AT } });
  const repair = await spoilCertificate(workspace);
  const act = { instanceId: id, document: "contract" };
  for (const participant of ["alice", "bob"]) must(await workspace.host.participants.sign({ ...act, participant }));
  await until(() => must(workspace.host.instances.due(id)).some(({ kind, wall }) => kind === "seal" && wall));
  await repair();

  const set = async (to: number) => {
    now = to;
    mustFail(await workspace.host.participants.sign({ ...act, participant: "alice" }));
  };
  await set(AT - 3_600_000);
  if (again) await workspace.reopen();
  await set(AT - 3_600_000 + wait);
  await workspace.host.idle();
  expect(must(workspace.host.instances.get(id)).status).toBe("completed");
});

test.each(["sign", "approve"] as const)(
  "G5: what the first seal would wait for is made after the first act: %s",
  async (act) => {
    const { host, dispose } = await testWorkspace();
    onTestFinished(dispose);
    must(await host.seal.reset());
    const asked = act === "sign" ? "signed-by" : "approved-by";
    const text = smallFlow({ documentId: await uploadPdf(host) }).replace("signed-by", asked);
    const { id } = must(await host.drafts.start(must(await host.drafts.createFromText({ text })).id));
    expect(must(await host.seal.certificate())).toBeNull();
    must(await host.participants[act]({ instanceId: id, document: "contract", participant: "alice" }));
    await hasCertificate(host);
    expect(must(host.instances.get(id)).documents).toMatchObject([{ state: "in_progress" }]);
  },
);

test("G5: what the first seal would wait for is made once somebody has opened a page", async () => {
  const { host, dispose } = await testWorkspace();
  onTestFinished(dispose);
  must(await host.seal.reset());
  const { id } = await startSmall(host);
  expect(must(await host.seal.certificate())).toBeNull();
  const [participantId = "", secret = ""] = must(host.instances.accessLinks(id)).alice?.split("/").slice(-2) ?? [];
  must(host.participants.openLink(id, participantId, secret));
  await hasCertificate(host);
});

const hasCertificate = (host: Host) =>
  expect.poll(async () => must(await host.seal.certificate()), { timeout: 20_000 }).not.toBeNull();

test("C6: an advance first waits for a seal that is under way, whose retry waits in wall time", async () => {
  let now = AT;
  const workspace = await testWorkspace({ clockNow: () => now });
  onTestFinished(() => workspace.dispose());
  const { host } = workspace;
  const { id, clockId } = await startSmall(host, {}, { clock: { virtual: "new", at: AT } });
  const repair = await spoilCertificate(workspace);
  const act = { instanceId: id, document: "contract" };
  for (const participant of ["alice", "bob"]) must(await host.participants.sign({ ...act, participant }));
  await until(() => must(host.instances.due(id)).some(({ kind, wall }) => kind === "seal" && wall));
  await repair();

  const advancing = host.clocks.advance(clockId, { by: "P40D" });
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(must(host.clocks.now(clockId))).toBe(AT);
  now += 1_000;
  mustFail(await host.participants.sign({ ...act, participant: "alice" }));
  expect(must(await advancing).now).toBeGreaterThan(AT + 39 * DAY);
  const ended = must(host.instances.history(id)).items.find(({ event }) => event.type === "completed");
  expect(ended?.at).toBe(AT);
});

test("G5: a seal that comes after the flow was canceled is thrown away, and its file with it", async () => {
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  const { host } = workspace;
  const { id } = await startTwoDocuments(host);
  const blobs = path.join(workspace.dir, "blobs");
  const files = () =>
    readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  const before = files();
  must(await host.participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
  expect(must(host.instances.due(id)).map(({ kind }) => kind)).toContain("seal");
  must(await host.instances.cancel(id));
  await host.idle();
  expect(must(host.instances.get(id))).toMatchObject({
    status: "canceled",
    documents: [{ state: "canceled" }, { state: "canceled" }],
  });
  expect(files()).toBe(before);
});

test("U5: the seal says of each authentication that it was simulated", async () => {
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  const { host } = workspace;
  const { id } = await startSmall(host, { authToSign: "{ provider: se_eid }" });
  await playAll(host, id);
  const [document] = must(host.instances.get(id)).documents;
  const { bytes } = must(await host.documents.content(document?.documentId ?? ""));
  expect((await textOf(bytes, 2)).replace(/\s+/g, " ")).toMatch(
    // The cells' lines lie side by side.
    /bob, bob@example\.test, Signed [-+:\d ]{20,30}To sign: a Swedish electronic \+46701740605 ID \(simulated\)/,
  );
});

test("G5, law 9: the seal shows what each drew or typed, also in a fork of the run", async () => {
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  const { host } = workspace;
  const { id } = await startSmall(host, {}, { clock: { virtual: "new", at: AT } });
  const drawn = { kind: "drawn", bytes: drawnSignature() } as const;
  const typed = { kind: "typed", bytes: new TextEncoder().encode("Bob B. the Builder") } as const;
  const act = { document: "contract" };
  must(await host.participants.sign({ ...act, instanceId: id, participant: "alice", signature: drawn }));
  const { lastSeq } = must(host.instances.row(id));
  const fork = must(await host.instances.fork(id, lastSeq)).id;
  for (const instanceId of [id, fork]) {
    must(await host.participants.sign({ ...act, instanceId, participant: "bob", signature: typed }));
    await host.idle();
    const [document] = must(host.instances.get(instanceId)).documents;
    const pdf = must(await host.documents.content(document?.documentId ?? "")).bytes;
    expect(await textOf(pdf, 2)).toContain("Bob B. the Builder");
    // The picture, and its transparency.
    expect(await poppler("pdfimages", pdf, "-list")).toMatch(/ image +90 +30 [\s\S]* smask +90 +30 /);
  }
});

test("G5: the documents of one run are sealed in the order in which they were asked for, however long each takes", async () => {
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  const { host } = workspace;
  const { id } = await startTwoDocuments(host);
  const signature = { kind: "image", bytes: vastPicture(2_400, 7) } as const;
  must(await host.participants.sign({ instanceId: id, document: "contract", participant: "alice", signature }));
  must(await host.participants.approve({ instanceId: id, document: "annex", participant: "bob" }));
  await host.idle();
  const history = must(host.instances.history(id)).items.map(({ event }) => event);
  const of = (type: string) =>
    history.flatMap((event) => (event.type === type && "document" in event ? [event.document] : []));
  expect(of("seal_requested")).toEqual(["contract", "annex"]);
  expect(of("document_sealed")).toEqual(["contract", "annex"]);
});

/** Turns of the loop until something holds; the test's own time limit is the only clock. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
