import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defaultWorkspace } from "../../src-main/cli/paths.ts";
import { command, countersign } from "../harness/command.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder("hostile-arguments");
});
afterEach(() => folder.remove());

const input = readFileSync(path.join(EXAMPLES, "loan/loan.flow.yaml"), "utf8");

test.each([[["diff", "-", "-"]], [["lint", "-", "-"]], [["check", "-", "-"]], [["format", "-", "-"]]])(
  "%j: standard input is read once, and never taken for empty",
  async (args) => {
    const { code, err } = await countersign(args, { input });
    expect(code).toBe(2);
    expect(err).toContain("-: standard input was read already. Name it once, and other files by their names.\n");
  },
);

test.each(["lint", "check", "format", "test", "run", "verify"])("%s: an empty name is no folder", async (name) => {
  expect(await countersign([name, ""])).toEqual({
    code: 2,
    out: "",
    err: expect.stringMatching(
      /^error: command-argument value '' is invalid .+ Name (?:a file|the workspace's folder)\./,
    ),
  });
});

test.each([
  ["run", []],
  ["open", ["--no-browser", "--port", "0"]],
])("%s: a flow file that is not there leaves no new workspace", async (name, options) => {
  const [file, workspace] = [path.join(folder.path, "gone.flow.yaml"), path.join(folder.path, "new")];
  expect(await command([name, file, "--workspace", workspace, ...options])).toEqual({
    code: 2,
    out: "",
    err: `The flow file ${file} cannot be read: there is no such file. Check the path.\n`,
  });
  expect(existsSync(workspace)).toBe(false);
});

test("a home folder that is not known is that of the user, never the current folder", () => {
  const { HOME } = process.env;
  process.env.HOME = "";
  try {
    expect(path.isAbsolute(defaultWorkspace())).toBe(true);
  } finally {
    if (HOME === undefined) delete process.env.HOME;
    else process.env.HOME = HOME;
  }
  expect(path.basename(defaultWorkspace())).toBe("Countersign");
});

/** Root may do everything: another user has to ask. */
describe.skipIf(process.getuid?.() !== 0)("what somebody may not read or write", () => {
  const NOBODY = { uid: 65_534 };
  beforeEach(() => chmodSync(folder.path, 0o755));

  test.each(["verify", "history"])("%s: a workspace is told as one that may not be read", async (name) => {
    const workspace = path.join(folder.path, "workspace");
    mkdirSync(workspace, { mode: 0o700 });
    writeFileSync(path.join(workspace, "countersign.db"), "");
    expect(await command([name, workspace], NOBODY)).toEqual({
      code: 2,
      out: "",
      err: `${workspace}/countersign.db may not be read by you (EACCES): ask its owner for the right, or run Countersign as a user who may.\n`,
    });
  });

  test("format: a folder is told as one that may not be written, and no file that nobody knows is named", async () => {
    const file = path.join(folder.path, "ugly.flow.yaml");
    writeFileSync(file, "process:   {dsl-version: 0.3.0,   stages: []}\n");
    expect(await command(["format", file], NOBODY)).toEqual({
      code: 2,
      out: "",
      err: `You may not write in the folder ${folder.path} (EACCES): choose a place that you may write to.\n`,
    });
  });
});
