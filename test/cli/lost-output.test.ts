import { once } from "node:events";
import { closeSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { ensureRenderer } from "../../scripts/build-renderer.ts";
import { startSmall } from "../fixtures/small-flow.ts";
import { command, countersign, finished, startCommand } from "../harness/command.ts";
import { programEnv, spawnProgram } from "../harness/programs.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES, testWorkspace } from "../harness/workspace.ts";

const FLOW = path.join(EXAMPLES, "loan/loan.flow.yaml");

/** The command with a full disk, as /dev/full is one, for what it writes there. */
function withFull(stream: "stdout" | "stderr", args: readonly string[]) {
  const full = openSync("/dev/full", "w");
  const child = spawnProgram("bin/countersign.mjs", args, {
    stdio: ["ignore", stream === "stdout" ? full : "pipe", stream === "stderr" ? full : "pipe"],
    env: programEnv(),
  });
  closeSync(full);
  return finished(child);
}

test.skipIf(process.platform !== "linux").each([[["lint", FLOW]], [["check", "--json", FLOW]], [["--help"]]])(
  "%j: an output that cannot be written is exit 2 and a sentence",
  async (args) => {
    expect(await withFull("stdout", args)).toEqual({
      code: 2,
      out: "",
      err: "The output was not written (ENOSPC: no space left on device, write). Free some space there, or write it elsewhere, then try again.\n",
    });
  },
);

test.skipIf(process.platform !== "linux")("messages that cannot be written leave the exit code as it is", async () => {
  expect(await withFull("stderr", ["lint", "no-such.flow.yaml"])).toMatchObject({ code: 2 });
});

/** What a command that nobody reads from any more comes to. */
async function unread(args: readonly string[]) {
  const child = startCommand(args);
  child.stdout?.destroy();
  if (child.stderr === null) throw new Error("The command's messages are not piped.");
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, err };
}

test.each<[string, number, readonly string[]]>([
  ["lint", 1, []],
  ["check", 1, []],
  ["format", 1, ["--check"]],
  ["diff", 1, [FLOW]],
])("%s: whoever stops reading, as `head` does, gets the exit code all the same", async (name, code, more) => {
  const folder = temporaryFolder("lost-output");
  onTestFinished(() => folder.remove());
  const wrong = path.join(folder.path, "wrong.flow.yaml");
  writeFileSync(
    wrong,
    readFileSync(FLOW, "utf8")
      .replace("dsl-version: ", "dsl-version:    ")
      .replace(/^title:.*$/m, "titel: Loan"),
  );
  expect(await unread([name, ...more, wrong])).toEqual({ code, err: "" });
});

test("history: whoever stops reading, as `head` does, is told of no error", async () => {
  const workspace = await testWorkspace();
  onTestFinished(() => workspace.dispose());
  const { id } = await startSmall(workspace.host);
  expect(await unread(["history", workspace.dir, id])).toEqual({ code: 0, err: "" });
  expect(await unread(["history", workspace.dir])).toEqual({ code: 0, err: "" });
});

test("serve: whoever stops reading before it is ready ends it", { timeout: 120_000 }, async () => {
  await ensureRenderer();
  const folder = temporaryFolder("lost-output");
  onTestFinished(() => folder.remove());
  expect(await unread(["serve", "--workspace", path.join(folder.path, "w"), "--port", "0"])).toMatchObject({ code: 0 });
});

test("whoever stops reading the messages gets the exit code all the same", async () => {
  const names = Array.from({ length: 200 }, (_, index) => `no-such-${index}.flow.yaml`);
  const child = spawnProgram("bin/countersign.mjs", ["lint", ...names], {
    stdio: ["ignore", "pipe", "pipe"],
    env: programEnv(),
  });
  child.stderr?.destroy();
  expect(await once(child, "exit")).toEqual([2, null]);
});

test.skipIf(process.platform === "win32")(
  "verify of a path that the system refuses is exit 2 and a sentence",
  async () => {
    const folder = temporaryFolder("lost-output");
    onTestFinished(() => folder.remove());
    const loop = path.join(folder.path, "loop");
    symlinkSync("loop", loop);
    const long = path.join(folder.path, "a".repeat(300));
    expect(await countersign(["verify", loop])).toEqual({
      code: 2,
      out: "",
      err: `${loop} was not read: it is a link that leads back to itself. Name the file itself.\n`,
    });
    expect(await countersign(["verify", long])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(/ was not read: the system refuses it \(ENAMETOOLONG: .+\)\. Check the path\.\n$/),
    });
  },
);

test("the help of every command fits 80 columns", async () => {
  const { out } = await command(["--help"]);
  const names = [...out.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name ?? "");
  expect(names).toContain("verify");
  for (const args of [[], ...names.map((name) => [name])]) {
    const help = await countersign([...args, "--help"]);
    for (const line of help.out.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
  }
});
