import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";
import { simpleParser } from "mailparser";
import { expect, onTestFinished, test } from "vitest";
import { nodeCrypto } from "../../src-main/documents/index.ts";
import type { Host } from "../../src-main/host/types.ts";
import { checkBundle, sourceOf } from "../../src-shared/evidence/index.ts";
import { escapeHtml } from "../../src-shared/mail/index.ts";
import { uploadPdf } from "../fixtures/small-flow.ts";
import { checkSeal } from "../harness/check-seal.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must, testWorkspace } from "../harness/workspace.ts";

/** Markup, a script, an address of a script, a formula, quotes, an entity; what a name may hold. */
const HOSTILE = `=cmd|'/C calc'!A0 <script>alert(1)</script><img src=x onerror="alert(1)"> ' " & &lt; javascript:alert(1)`;
/** A person's words may turn the text around, break lines, and have any length. */
const WORDS = `${HOSTILE}\u202E\u2066\r\nBcc: evil@example.test\r\n\r\n${"long ".repeat(300)}`;

const flow = (documentId: string, message: string) => `
title: ${JSON.stringify(HOSTILE)}
process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions: [{ notify: { users: [alice, bob], methods: { email: { message: invitation } } } }]
        expect: { signed-by: { users: [alice, bob], documents: [contract] } }
    - closing:
        actions: [{ notify: { users: [alice], kind: confirmation, methods: { email: { message: invitation } } } }]
        expect: {}
process_parameters:
  documents: { contract: "${documentId}" }
  users:
    alice: { id_type: email, id: alice@example.test }
    bob: { id_type: full_name, id: ${JSON.stringify(HOSTILE)}, email: bob@example.test }
  messages: { invitation: ${JSON.stringify(message)} }
`;

async function started(host: Host): Promise<string> {
  const documentId = await uploadPdf(host);
  const draft = must(await host.drafts.createFromText({ text: flow(documentId, HOSTILE) }));
  return must(await host.drafts.start(draft.id, { clock: { virtual: "new" } })).id;
}

async function bundleOf(host: Host, id: string) {
  const pieces: Uint8Array[] = [];
  for await (const piece of must(await host.instances.exportBundle(id)).pieces()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(await checkBundle(sourceOf(bytes), nodeCrypto, checkSeal)).toMatchObject({ whole: true, problems: [] });
  return unzipSync(bytes);
}

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("utf8");

/** No element, attribute or address of a page but those that Countersign writes. */
function expectNoMarkupOf(html: string): void {
  expect(html).not.toMatch(/<script>alert|<img|\son\w+=["']?alert|(?:href|src)="?javascript:/i);
}

test("texts of strangers stay texts in report, history, messages and sealed PDF of a completed run", async () => {
  const { host, dispose } = await testWorkspace();
  onTestFinished(() => dispose());
  host.setBaseUrl("http://127.0.0.1:4711");
  const id = await started(host);
  for (const participant of ["alice", "bob"])
    must(await host.participants.sign({ instanceId: id, participant, document: "contract" }));
  await host.idle();
  const files = await bundleOf(host, id);

  const report = text(files["report.html"]);
  expect(report).toContain(`<title>${escapeHtml(HOSTILE)}`);
  expectNoMarkupOf(report);
  expect(JSON.parse(text(files["run.json"]))).toMatchObject({ title: HOSTILE });

  for (const { id: mailId } of host.mailbox.list({ instanceId: id }).items) {
    const mail = await simpleParser(Buffer.from(must(await host.mailbox.eml(mailId)).bytes));
    expect(mail.subject).toContain("<script>alert(1)</script>");
    expect([mail.cc, mail.bcc, mail.replyTo]).toEqual([undefined, undefined, undefined]);
    expectNoMarkupOf(mail.html || "");
  }

  const folder = temporaryFolder("hostile");
  onTestFinished(() => folder.remove());
  const pdf = path.join(folder.path, "sealed.pdf");
  const sealed = Object.keys(files).find((name) => name.endsWith(".pdf"));
  writeFileSync(pdf, files[sealed ?? ""] ?? "");
  execFileSync("pdftotext", [pdf, path.join(folder.path, "sealed.txt")]);
  expect(readFileSync(path.join(folder.path, "sealed.txt"), "utf8").replaceAll(/\s+/g, "")).toContain(
    "<script>alert(1)</script>",
  );
});

test("the words of whoever declines stay words: in report, CSV and messages, however long or turned around", async () => {
  const { host, dispose } = await testWorkspace();
  onTestFinished(() => dispose());
  const id = await started(host);
  const declined = await host.participants.rejectInstance({ instanceId: id, participant: "bob", message: WORDS });
  expect(declined).toMatchObject({ ok: true });
  await host.idle();
  const report = text((await bundleOf(host, id))["report.html"]);
  expectNoMarkupOf(report);
  // What would turn the text around, and our own words with it, is shown.
  expect(report).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  expect(report).toContain("\\u202e");
  const csv = [...must(host.instances.exportHistory(id, "csv")).pieces()].join("");
  expect(csv).toContain("evil@example.test");
  expect(csv).not.toMatch(/(?:^|,)"?\s*[=+@](?!\d)/m);
});
