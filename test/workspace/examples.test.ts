import { join } from "node:path";
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocuments, type Documents } from "../../src-main/documents/index.ts";
import { openSecretBox } from "../../src-main/store/files/secret-box.ts";
import { textOf } from "../documents/poppler.ts";
import { AT, playAll } from "../fixtures/small-flow.ts";
import { EXAMPLES, must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let documents: Documents;

beforeAll(async () => {
  workspace = await testWorkspace();
  documents = createDocuments({ dir: workspace.dir, secretBox: openSecretBox(join(workspace.dir, "secret.key")) });
});
afterAll(async () => {
  await documents.close();
  await workspace.dispose();
});

test.each(["nda", "employment", "board", "loan", "lease", "purchase", "consent", "supplier"])(
  "G1, G5: the example %s runs to completed with seals that verify",
  async (name) => {
    const { host } = workspace;
    const draft = must(await host.drafts.importFlowFile({ path: join(EXAMPLES, name, `${name}.flow.yaml`) }));
    expect(draft.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const started = must(await host.drafts.start(draft.id, { clock: { virtual: "new", at: AT }, copies: true }));

    await playAll(host, started.id);

    const ended = must(host.instances.get(started.id));
    expect(ended.status).toBe("completed");
    expect(ended.documents.map(({ state }) => state)).toEqual(ended.documents.map(() => "sealed"));
    for (const { documentId } of ended.documents) {
      const { bytes, etag } = must(await host.documents.content(documentId));
      expect(await documents.verifySeal(bytes)).toMatchObject({ valid: true, coversWholeDocument: true });
      expect(etag).not.toBe(must(await host.documents.content(documentId, { original: true })).etag);
    }
    expect(must(host.instances.verifyHistory(started.id)).brokenAt).toBeNull();
    const confirmations = host.mailbox
      .list({ instanceId: started.id })
      .items.filter(({ kind }) => kind === "confirmation");
    expect(confirmations.length).toBeGreaterThan(0);
    expect(confirmations.every(({ status }) => status === "delivered")).toBe(true);
    expect(workspace.log).toEqual([]);
  },
);

test("G5: the evidence of a document tells nothing of the other documents, and names acts and providers for people", async () => {
  const { host } = workspace;
  const draft = must(await host.drafts.importFlowFile({ path: join(EXAMPLES, "loan/loan.flow.yaml") }));
  const started = must(await host.drafts.start(draft.id, { clock: { virtual: "new", at: AT }, copies: true }));
  await playAll(host, started.id);

  const evidenceOf = async (name: string): Promise<string> => {
    const id = must(host.instances.get(started.id)).documents.find((document) => document.name === name)?.documentId;
    const original = must(await host.documents.content(id ?? "", { original: true })).bytes;
    const { bytes } = must(await host.documents.content(id ?? ""));
    const pages = (await PDFDocument.load(original)).getPageCount();
    return (await textOf(bytes, pages + 1)).replace(/\s+/g, " ");
  };
  const loan = await evidenceOf("loan");
  expect(loan).toContain("borrower signed loan");
  expect(loan).toContain("began to authenticate with a code by SMS, to sign loan");
  expect(loan).toContain("guarantor approved loan");
  expect(loan).toContain("guarantor began to authenticate with a code by SMS, to approve loan");
  expect(loan).toContain("The stage “");
  expect(loan).not.toMatch(/(signed|to sign) guarantee|guarantee (is being|was) sealed/);
  expect(loan).not.toContain("sms_otp");
  const guarantee = await evidenceOf("guarantee");
  expect(guarantee).toContain("guarantor signed guarantee");
  expect(guarantee).not.toMatch(/(signed|approved|to sign|to approve) loan|loan is being sealed|loan was sealed/);
});

test("law 6: one draft can be run again and again, each run on its own copies", async () => {
  const { host } = workspace;
  const draft = must(await host.drafts.importFlowFile({ path: join(EXAMPLES, "nda/nda.flow.yaml") }));
  const runs = await Promise.all(
    Array.from({ length: 20 }, () => host.drafts.start(draft.id, { clock: { virtual: "new" }, copies: true })),
  );
  const ids = runs.map((run) => must(run).documents[0]?.documentId);
  expect(new Set(ids).size).toBe(20);
});
