import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { copyFile, lstat, readdir, readFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Host } from "../../src-main/host/types.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES, must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let folder: TemporaryFolder;
let file: string;
beforeEach(async () => {
  workspace = await testWorkspace();
  folder = temporaryFolder("draft-files");
  file = join(folder.path, "nda.flow.yaml");
  await copyFile(join(EXAMPLES, "nda/nda.flow.yaml"), file);
  await copyFile(
    join(EXAMPLES, "nda/Mutual Non-Disclosure Agreement.pdf"),
    join(folder.path, "Mutual Non-Disclosure Agreement.pdf"),
  );
});
afterEach(async () => {
  await workspace.dispose();
  folder.remove();
});

const parametersOf = (host: Host, id: string) =>
  must(host.drafts.get(id)).fields.process_parameters as { documents: { nda: string } };
const documentOf = (host: Host, id: string) => parametersOf(host, id).documents.nda;
/** The next notice about a draft. */
const reported = (host: Host, id: string) =>
  new Promise<void>((resolve) => {
    const end = host.changes((change) => {
      if (change.kind !== "draft" || change.id !== id) return;
      end();
      resolve();
    });
  });
async function inFile(change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, "utf8")));
}
const retitled = (title: string) => (text: string) => text.replace(/^title: .*$/m, `title: ${title}`);

describe("promise 2: a draft that was opened from a file", () => {
  test("is opened once, and knows where it came from after a restart", async () => {
    const { draftFiles, drafts } = workspace.host;
    const { id } = must(await draftFiles.open(file));
    expect(must(await draftFiles.open(file)).id).toBe(id);
    expect(must(await draftFiles.state(id))).toEqual({ path: file, name: "nda.flow.yaml", on: "same", ahead: false });
    const other = must(await drafts.createFromText({ text: "title: T\n" }));
    expect(must(await draftFiles.state(other.id))).toBeNull();
    expect(mustFail(await draftFiles.save(other.id)).code).toBe("resource_not_found");
    const host = await workspace.reopen();
    expect(must(await host.draftFiles.state(id))).toMatchObject({ path: file, on: "same" });
    expect(mustFail(await host.draftFiles.open(join(folder.path, "none.yaml"))).message).toMatch(/no such file/);
  });

  test.each<[string, () => Promise<void>]>([
    ["written", () => inFile(retitled("Elsewhere"))],
    [
      "replaced",
      async () => {
        const text = retitled("Elsewhere")(await readFile(file, "utf8"));
        await writeFile(`${file}.new`, text);
        await rename(`${file}.new`, file);
      },
    ],
  ])("tells when the file is %s by another program; taking it keeps what stood before", async (_, change) => {
    const { draftFiles, drafts } = workspace.host;
    const draft = must(await draftFiles.open(file));
    must(await drafts.saveText(draft.id, retitled("Mine")(draft.text)));
    must(await draftFiles.state(draft.id));
    const notice = reported(workspace.host, draft.id);
    await change();
    await notice;
    expect(must(await draftFiles.state(draft.id))).toMatchObject({ on: "changed", ahead: true });
    expect(must(drafts.get(draft.id)).title).toBe("Mine");
    expect(must(await draftFiles.texts(draft.id)).text).toBe(retitled("Elsewhere")(draft.text));

    expect(mustFail(await draftFiles.take(draft.id, 1)).code).toBe("precondition_failed");
    const taken = must(await draftFiles.take(draft.id, 2));
    expect(taken.title).toBe("Elsewhere");
    // The PDF is the same, and so is its document.
    expect(documentOf(workspace.host, draft.id)).toBe(
      (draft.fields.process_parameters as { documents: { nda: string } }).documents.nda,
    );
    expect(must(await draftFiles.state(draft.id))).toMatchObject({ on: "same", ahead: false });
    const kept = must(drafts.versions(draft.id, {})).items.map(({ revision, origin }) => [revision, origin]);
    expect(kept).toEqual([
      [3, "taken"],
      [2, "edited"],
      [1, "created"],
    ]);
  });

  test("is written to the file on demand alone, with paths for documents, and never over a change unseen", async () => {
    const { draftFiles, drafts } = workspace.host;
    const draft = must(await draftFiles.open(file));
    const before = await readFile(file, "utf8");
    must(await drafts.saveText(draft.id, retitled("Mine")(draft.text)));
    expect(await readFile(file, "utf8")).toBe(before);
    await inFile((text) => `${text}# theirs\n`);
    expect(mustFail(await draftFiles.save(draft.id))).toMatchObject({
      code: "conflict_error",
      message: expect.stringContaining("was changed by another program"),
    });
    expect(await readFile(file, "utf8")).toBe(`${before}# theirs\n`);
    must(await draftFiles.keep(draft.id));
    expect(must(await draftFiles.state(draft.id))).toMatchObject({ on: "same", ahead: true });
    must(await draftFiles.save(draft.id));
    expect(await readFile(file, "utf8")).toBe(retitled("Mine")(before));
    expect(must(await draftFiles.state(draft.id))).toMatchObject({ on: "same", ahead: false });
    expect((await readdir(folder.path)).sort()).toEqual(["Mutual Non-Disclosure Agreement.pdf", "nda.flow.yaml"]);
  });

  test("puts a PDF that is new to the file beside it, and overwrites none", async () => {
    const { draftFiles, drafts, documents } = workspace.host;
    const draft = must(await draftFiles.open(file));
    const bytes = await readFile(join(EXAMPLES, "loan/Guarantee Undertaking.pdf"));
    const { id } = must(await documents.upload({ bytes, fileName: "Mutual Non-Disclosure Agreement.pdf" }));
    const old = documentOf(workspace.host, draft.id);
    must(await drafts.saveText(draft.id, draft.text.replace(new RegExp(`nda: "?${old}"?`), `nda: "${id}"`)));
    must(await draftFiles.save(draft.id));
    expect(await readFile(file, "utf8")).toMatch(/nda: "?\.\/Mutual Non-Disclosure Agreement-2\.pdf"?/);
    expect(await readFile(join(folder.path, "Mutual Non-Disclosure Agreement-2.pdf"))).toEqual(bytes);
    expect(await readFile(join(folder.path, "Mutual Non-Disclosure Agreement.pdf"))).toEqual(
      await readFile(join(EXAMPLES, "nda/Mutual Non-Disclosure Agreement.pdf")),
    );
    expect(must(await draftFiles.state(draft.id))).toMatchObject({ on: "same", ahead: false });
  });

  test("an id that the file brings along binds to no document here, is told (R002), and is written back as it was", async () => {
    const { draftFiles, drafts, documents } = workspace.host;
    const bytes = await readFile(join(EXAMPLES, "loan/Guarantee Undertaking.pdf"));
    const { id: here } = must(await documents.upload({ bytes, fileName: "ours.pdf" }));
    await inFile((text) => text.replace("./Mutual Non-Disclosure Agreement.pdf", `"${here}"`));
    const before = await readFile(file, "utf8");
    const draft = must(await draftFiles.open(file));
    expect(draft.diagnostics).toEqual([
      expect.objectContaining({ rule: "R002", pointer: "/process_parameters/documents/nda" }),
    ]);
    const message = expect.stringContaining(`has the id ${here} of another workspace`);
    expect(mustFail(await drafts.start(draft.id))).toMatchObject({ message });
    expect(must(await draftFiles.texts(draft.id)).text).toBe(draft.text);
    must(await drafts.saveText(draft.id, retitled("Mine")(draft.text)));
    must(await draftFiles.save(draft.id));
    expect(await readFile(file, "utf8")).toBe(retitled("Mine")(before));
    expect((await readdir(folder.path)).sort()).toEqual(["Mutual Non-Disclosure Agreement.pdf", "nda.flow.yaml"]);

    // One that the author chose here is theirs, and stays chosen.
    must(
      await drafts.patch(draft.id, {
        process_parameters: { ...parametersOf(workspace.host, draft.id), documents: { nda: here } },
      }),
    );
    expect(must(drafts.get(draft.id)).diagnostics).toEqual([]);
    must(await draftFiles.save(draft.id));
    expect(await readFile(file, "utf8")).toMatch(/nda: "?\.\/ours\.pdf"?/);
  });

  test("an id in a zip or a dropped file binds to no document here", async () => {
    const { drafts, documents } = workspace.host;
    const bytes = await readFile(join(EXAMPLES, "loan/Guarantee Undertaking.pdf"));
    const { id: here } = must(await documents.upload({ bytes, fileName: "ours.pdf" }));
    const text = (await readFile(file, "utf8")).replace("./Mutual Non-Disclosure Agreement.pdf", `"${here}"`);
    const archive = zipSync({ "nda.flow.yaml": new TextEncoder().encode(text) });
    for (const source of [
      { archive, fileName: "nda.zip" },
      { text, fileName: "nda.flow.yaml", files: {} },
    ]) {
      const draft = must(await drafts.importFlowFile(source));
      expect(draft.diagnostics.map(({ rule }) => rule)).toEqual(["R002"]);
      // It goes out as it came in.
      const out = must(await drafts.exportFlow(draft.id, { pdfs: false }));
      expect(new TextDecoder().decode(out.bytes)).toMatch(new RegExp(`nda: "${here}"`));
    }
  });

  test.skipIf(process.platform === "win32").each<[string, () => unknown, RegExp]>([
    ["a pipe", () => execFileSync("mkfifo", [file]), /it is a device, a pipe or a socket/],
    ["a device", () => symlink("/dev/zero", file), /it is a device, a pipe or a socket/],
    ["a file of 20 GiB", () => writeFile(file, "").then(() => truncate(file, 20 * 1024 ** 3)), /at most 1 MiB/i],
  ])("is neither read nor written over where %s has its name", async (_, put, why) => {
    const { draftFiles } = workspace.host;
    const { id } = must(await draftFiles.open(file));
    await rm(file);
    await put();
    const found = await lstat(file);
    expect(must(await draftFiles.state(id))).toMatchObject({ on: "changed" });
    expect(mustFail(await draftFiles.texts(id)).message).toMatch(why);
    expect(mustFail(await draftFiles.take(id, 1)).message).toMatch(why);
    expect(mustFail(await draftFiles.keep(id)).message).toMatch(why);
    expect(mustFail(await draftFiles.save(id)).code).toBe("conflict_error");
    expect(await lstat(file)).toMatchObject({ ino: found.ino, size: found.size });
    const elsewhere = join(folder.path, "elsewhere.flow.yaml");
    await rename(file, elsewhere);
    expect(mustFail(await draftFiles.open(elsewhere)).message).toMatch(why);
  });

  test("R007: a document out of the file's folder is refused at its place, and nothing is kept", async () => {
    const { host, dir } = workspace;
    await rm(join(folder.path, "Mutual Non-Disclosure Agreement.pdf"));
    await symlink(
      join(EXAMPLES, "nda/Mutual Non-Disclosure Agreement.pdf"),
      join(folder.path, "Mutual Non-Disclosure Agreement.pdf"),
    );
    const refused = mustFail(await host.draftFiles.open(file));
    expect(refused.message).toMatch(
      /, line 30: the document "nda" .* leads out of the folder of the file that names it.* \[R007\]$/,
    );
    expect(refused.details).toMatchObject({ rule: "R007", line: 30, path: "./Mutual Non-Disclosure Agreement.pdf" });
    expect(host.drafts.list({}).items).toEqual([]);
    expect(readdirSync(join(dir, "blobs"))).toEqual([".opened"]);
  });

  test("stays when the file is gone, and can be written there again", async () => {
    const { draftFiles } = workspace.host;
    const { id } = must(await draftFiles.open(file));
    await rm(file);
    expect(must(await draftFiles.state(id))).toMatchObject({ on: "missing" });
    expect(mustFail(await draftFiles.take(id, 1)).message).toMatch(/no such file/);
    expect(mustFail(await draftFiles.texts(id)).message).toMatch(/could not be used .* stays as it is here/);
    must(await draftFiles.save(id));
    expect(must(await draftFiles.state(id))).toMatchObject({ on: "same", ahead: false });
  });
});
