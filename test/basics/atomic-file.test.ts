import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeFileAtomically } from "../../src-main/basics/index.ts";
import { countersign } from "../harness/command.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";

const PIPE = "it is a device, a pipe or a socket. Name an ordinary file.";
const LOOP = "it is a link that leads back to itself. Name the file itself.";

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder("atomic-file");
  execFileSync("mkfifo", [at("pipe")]);
  symlinkSync("pipe", at("linked-pipe"));
  mkdirSync(at("folder"));
  symlinkSync("loop", at("loop"));
});
afterEach(() => folder.remove());

const at = (name: string) => path.join(folder.path, name);

// A pipe stands for all of them: as root, a rename would replace /dev/null itself.
describe.skipIf(process.platform === "win32")("a file that is written whole", () => {
  test.each([
    ["a pipe", "pipe", PIPE],
    ["a link to a pipe", "linked-pipe", PIPE],
    ["a folder", "folder", "it is a folder. Name the file in it."],
    ["a link that leads back to itself", "loop", LOOP],
  ])("never takes the place of %s", async (_what, name, message) => {
    const before = lstatSync(at(name));
    const names = readdirSync(folder.path);
    await expect(writeFileAtomically(at(name), Buffer.from("new"))).rejects.toMatchObject({ message });
    expect(lstatSync(at(name))).toMatchObject({ ino: before.ino, mode: before.mode });
    expect(readdirSync(folder.path)).toEqual(names);
  });

  test("takes the place of an ordinary file, or of none", async () => {
    writeFileSync(at("old"), "old");
    for (const name of ["old", "new"]) {
      await writeFileAtomically(at(name), Buffer.from("new"));
      expect(readFileSync(at(name), "utf8")).toBe("new");
    }
  });

  test("run --bundle says so before anybody is played", async () => {
    const flow = path.join(EXAMPLES, "nda/nda.flow.yaml");
    for (const [name, message] of [
      ["pipe", PIPE],
      ["folder", "it is a folder. Name the file in it."],
      ["gone/x.asice", `there is no folder ${at("gone")}. Make it, or choose another place.`],
    ] as const)
      expect(await countersign(["run", flow, "--bundle", at(name)])).toEqual({
        code: 2,
        out: "",
        err: `The evidence was not written to ${at(name)}: ${message}\n`,
      });
  });
});
