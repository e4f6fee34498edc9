import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createBlobStore } from "../../src-main/documents/index.ts";
import { startSmall, uploadPdf } from "../fixtures/small-flow.ts";
import { EXAMPLES, must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

async function workspaceToCrash(): Promise<TestWorkspace> {
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  await workspace.host.idle();
  return workspace;
}

const blobsOf = ({ dir }: TestWorkspace) => createBlobStore(path.join(dir, "blobs"));
const bytes = (text: string) => new TextEncoder().encode(text);

/** Everything in the folder but the database's own files, by name. */
function filesIn({ dir }: TestWorkspace): readonly string[] {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) => name).filter((name) => !/^(countersign|lock)/.test(name));
}

test("Crash and limits: what a crash left half-written or unrecorded is gone after the next opening, and nothing else", async () => {
  const workspace = await workspaceToCrash();
  const { id, documents } = await startSmall(workspace.host);
  const free = must(workspace.host.documents.get(await uploadPdf(workspace.host)));
  const before = filesIn(workspace);
  // As between the writing of a document and its row, and in the midst of writing.
  const orphan = await blobsOf(workspace).put(bytes("written, and never recorded"));
  const half = [
    path.join(workspace.dir, "blobs", orphan.slice(0, 2), `.${randomUUID()}.tmp`),
    path.join(workspace.dir, `.${randomUUID()}.tmp`),
    path.join(workspace.dir, `secret.key.${randomUUID()}.tmp`),
    path.join(await workspace.host.uploadFolder(), "document.pdf"),
  ];
  for (const file of half) writeFileSync(file, "half");
  const own = path.join(workspace.dir, "blobs", "notes.txt");
  writeFileSync(own, "somebody's own");

  const host = await workspace.reopen();
  await host.idle();
  expect(await blobsOf(workspace).has(orphan)).toBe(false);
  expect(half.filter((file) => existsSync(file))).toEqual([]);
  expect(new Set(filesIn(workspace))).toEqual(new Set([...before, "notes.txt"]));
  for (const participant of ["alice", "bob"])
    must(await host.participants.sign({ instanceId: id, participant, document: "contract" }));
  await host.idle();
  expect(must(host.instances.get(id)).status).toBe("completed");
  for (const { documentId } of documents) must(await host.documents.content(documentId));
  must(await host.documents.content(free.id));

  await (await workspace.reopen()).idle();
  must(await workspace.host.documents.content(must(workspace.host.instances.get(id)).documents[0]?.documentId ?? ""));
});

test("Crash and limits: beside a database that was put back from a backup no document is removed", async () => {
  const workspace = await workspaceToCrash();
  const database = path.join(workspace.dir, "countersign.db");
  const backup = `${workspace.dir}-backup.db`;
  await workspace.reopen();
  await workspace.host.close();
  copyFileSync(database, backup);
  const host = await workspace.reopen();
  await host.idle();
  const { sha256 } = must(host.documents.get(await uploadPdf(host)));
  await host.close();
  const newest = `${workspace.dir}-newest.db`;
  copyFileSync(database, newest);

  copyFileSync(backup, database);
  await (await workspace.reopen()).idle();
  expect(await blobsOf(workspace).has(sha256)).toBe(true);
  await (await workspace.reopen()).idle();
  expect(await blobsOf(workspace).has(sha256)).toBe(true);
});

test("Crash and limits: a document that is taken in while its left-over file is cleared stays", async () => {
  const workspace = await workspaceToCrash();
  const pdf = await readFile(path.join(EXAMPLES, "nda/Mutual Non-Disclosure Agreement.pdf"));
  const kept = await blobsOf(workspace).put(pdf);
  for (let n = 0; n < 300; n += 1) await blobsOf(workspace).put(bytes(`left ${n}`));
  const host = await workspace.reopen();
  const { id, sha256 } = must(await host.documents.upload({ bytes: pdf, fileName: "nda.pdf" }));
  expect(sha256).toBe(kept);
  await host.idle();
  must(await host.documents.content(id));
  const left = filesIn(workspace).filter((name) => name.length === 64);
  expect(left).toEqual([kept]);
});

test("Crash and limits: an opening that cannot be marked clears nothing and says so, and the next one does", async () => {
  const workspace = await workspaceToCrash();
  const orphan = await blobsOf(workspace).put(bytes("never recorded"));
  await workspace.host.close();
  const mark = path.join(workspace.dir, "blobs", ".opening");
  mkdirSync(mark);
  const host = await workspace.reopen();
  await host.idle();
  expect(workspace.log.map(({ message }) => message)).toContainEqual(expect.stringMatching(/crash .* next opening/));
  expect(await blobsOf(workspace).has(orphan)).toBe(true);
});

test("Crash and limits: files of another age than the last run's are left alone", async () => {
  const workspace = await workspaceToCrash();
  const old = await blobsOf(workspace).put(bytes("of long ago"));
  const file = blobsOf(workspace).path(old);
  utimesSync(file, new Date(0), new Date(0));
  await (await workspace.reopen()).idle();
  expect(existsSync(file)).toBe(true);
});

test("an opening without the folder of the documents' files says so, and what to do", async () => {
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  await uploadPdf(workspace.host);
  await workspace.host.close();
  rmSync(path.join(workspace.dir, "blobs"), { recursive: true });
  const before = workspace.log.length;
  await workspace.reopen();
  expect(workspace.log.slice(before).map(({ level, message }) => [level, message])).toEqual([
    ["warn", expect.stringMatching(/blobs with the files of all documents is missing\. .* put it back/)],
  ]);
});
