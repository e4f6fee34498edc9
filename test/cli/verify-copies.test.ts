import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyWorkspace } from "../../src-main/verification/index.ts";
import { command } from "../harness/command.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";

/** Played once; each test damages a copy of it. */
let folder: TemporaryFolder;
let dir: string;
let copies: string;
let id: string;

beforeAll(async () => {
  folder = temporaryFolder("cli-verify-copies");
  const played = path.join(folder.path, "played");
  const { code } = await command(["run", "--workspace", played, path.join(EXAMPLES, "nda/nda.flow.yaml")]);
  expect(code).toBe(0);
});
afterAll(() => folder.remove());
beforeEach(() => {
  dir = path.join(folder.path, "looked");
  rmSync(dir, { recursive: true, force: true });
  cpSync(path.join(folder.path, "played"), dir, { recursive: true });
  const sealed = path.join(dir, "sealed");
  [id = ""] = readdirSync(sealed);
  copies = path.join(sealed, id);
});

const found = async () =>
  (await verifyWorkspace(dir)).problems.map(({ kind, instance, document, message }) => ({
    ...{ kind, instance, document, message },
  }));

test("law 3: copies of documents that `run` made are whole, and whatever else lies beside them is nobody's", async () => {
  expect(await found()).toEqual([]);
  writeFileSync(path.join(copies, "notes.txt"), "mine");
  mkdirSync(path.join(dir, "sealed", "mine"));
  expect(await found()).toEqual([]);
});

test("law 3: a copy that was changed, or is gone, is found and named", async () => {
  const shown = path.join("sealed", id, "nda.pdf");
  const where = { kind: "document", instance: id, document: "nda" };
  appendFileSync(path.join(copies, "nda.pdf"), "\n");
  expect(await found()).toEqual([
    {
      ...where,
      message: `The copy ${shown} was changed: it is no longer the document that the run ended with. Remove it, and save the document anew from the page of the run.`,
    },
  ]);
  rmSync(path.join(copies, "nda.pdf"));
  expect(await found()).toEqual([
    {
      ...where,
      message: `The copy ${shown} is missing. The workspace keeps the document itself: save it anew from the page of the run, or remove the run's folder of copies.`,
    },
  ]);
  rmSync(copies, { recursive: true });
  expect(await found()).toEqual([]);
});
