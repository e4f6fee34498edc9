import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { LogEntry } from "../../src-main/host/types.ts";
import { openWorkspace, openWorkspaceReadOnly } from "../../src-main/host.ts";
import { openStoreReadOnly } from "../../src-main/store/index.ts";
import { CATALOG, handmadePdf, PAGES, page } from "../fixtures/pdfs.ts";
import { AT, smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { textIn } from "../harness/files.ts";
import { programEnv, programFile } from "../harness/programs.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { must, testWorkspace } from "../harness/workspace.ts";

/** A folder that every user may write, with what the child did in it. */
function deletedBy(how: "killed" | "refused") {
  const child = programFile("test/workspace/children/delete-run.ts");
  const folder = temporaryFolder("blobs");
  onTestFinished(() => folder.remove());
  chmodSync(folder.path, 0o777);
  const dir = join(folder.path, "workspace");
  const { signal, stdout, stderr } = spawnSync(process.execPath, [child, dir, how], {
    encoding: "utf8",
    env: programEnv(),
  });
  return { dir, signal, stdout, stderr };
}

function files(dir: string): readonly string[] {
  const blobs = join(dir, "blobs");
  if (!existsSync(blobs)) return [];
  return readdirSync(blobs, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("."));
}

function listed(dir: string): readonly string[] {
  const { read, close } = openStoreReadOnly(dir);
  const keys = read.documents.leavingBlobs();
  close();
  return keys;
}

test("G11: a crash between a deletion's commit and the removal of its files leaves them to the next opening", async () => {
  const { dir, signal } = deletedBy("killed");
  expect(signal).toBe("SIGKILL");
  expect(files(dir)).toHaveLength(1);
  expect(listed(dir)).toEqual(files(dir));

  // Whoever only looks removes nothing.
  await openWorkspaceReadOnly({ dir }).close();
  expect(files(dir)).toHaveLength(1);

  const host = await openWorkspace({ dir });
  expect(host.instances.count()).toBe(0);
  await host.idle();
  await host.close();
  expect([files(dir), listed(dir)]).toEqual([[], []]);
});

test("G11, C4: files that cannot be removed fail neither the deletion nor the clock's move, and go at the next opening", async () => {
  const { dir, stdout, stderr } = deletedBy("refused");
  const [sha256 = ""] = files(dir);
  const path = join(dir, "blobs", sha256.slice(0, 2), sha256);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({
    ...{ deleted: true, moved: true, left: 0 },
    reported: [
      `The file (${path}) of a deleted document could not be removed: EACCES: permission denied, unlink '${path}'. The next opening of the workspace tries again.`,
    ],
  });
  expect(listed(dir)).toEqual([sha256]);

  const log: LogEntry[] = [];
  const host = await openWorkspace({ dir, log: (entry) => log.push(entry) });
  await host.idle();
  await host.close();
  expect([files(dir), listed(dir), log]).toEqual([[], [], []]);
});

test("G11: a file that a new document has come to need meanwhile stays, and is on the list no longer", async () => {
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  const { host, dir } = workspace;
  const document = await uploadPdf(host);
  const { path } = must(await host.documents.blobPath(document));
  const [sha256 = ""] = files(dir);
  // What stands in the file's place cannot be removed like a file, by root neither.
  rmSync(path);
  mkdirSync(path);
  must(await host.documents.remove(document));
  // The cause of the removal itself, and not of a second way that is tried after it.
  const cause = expect.stringMatching(/could not be removed: E(ISDIR|PERM): .*, unlink '/);
  expect(workspace.log.map(({ message }) => message)).toEqual([cause]);
  expect(workspace.log[0]?.message).toContain(path);
  expect(listed(dir)).toEqual([sha256]);
  rmdirSync(path);
  await uploadPdf(host);
  await (await workspace.reopen()).idle();
  expect([files(dir), listed(dir)]).toEqual([[sha256], []]);
});

test("G11, C4: of a run that is deleted by hand, one that retention deletes, and their draft no word is left in the folder", async () => {
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  const { host, dir } = workspace;
  const words = smallFlow({ documentId: await uploadPdf(host) })
    .replace("title: Small", "title: Quokkaville merger")
    .replaceAll("alice", "zebrafinch")
    .replace("Please sign", "Wombatoid please sign");
  const draft = must(await host.drafts.createFromText({ text: words }));
  const begun = async () => {
    const run = must(await host.drafts.start(draft.id, { clock: { virtual: "new", at: AT } }));
    const message = "Marsupialis no";
    must(await host.participants.rejectInstance({ instanceId: run.id, participant: "zebrafinch", message }));
    must(await host.instances.trash(run.id));
    return run;
  };
  const [byHand, byRetention] = [await begun(), await begun()];
  const secret = /quokkaville|zebrafinch|wombatoid|marsupialis/gi;
  expect(textIn(dir).match(secret)).not.toBeNull();
  must(await host.instances.remove(byHand.id));
  must(await host.clocks.advance(byRetention.clockId, { by: "P60D" }));
  must(await host.drafts.remove(draft.id));
  expect(host.instances.count()).toBe(0);
  await host.close();
  expect(textIn(dir).match(secret)).toBeNull();
});

test("G11: a deletion waits for nobody's PDF that takes long to look through", async () => {
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  const { host, dir } = workspace;
  const document = await uploadPdf(host);
  const objects = Array.from({ length: 60_000 }, () => "<< /A [<< /B (x) >>] >>");
  const bytes = handmadePdf([CATALOG, PAGES, page(), ...objects]);
  let upload = "under way";
  const uploaded = host.documents.upload({ bytes, fileName: "long.pdf" }).then(() => {
    upload = "done";
  });
  must(await host.documents.remove(document));
  expect([files(dir), upload]).toEqual([[], "under way"]);
  await uploaded;
});
