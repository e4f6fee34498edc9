import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** bin/countersign.mjs in its own copy of the package, whose command line only prints how it was started. */

const ROOT = path.resolve(import.meta.dirname, "../..");
const CLI = `
export async function main(args: readonly string[]): Promise<number> {
  if (args[0] === "wait") {
    process.once("SIGTERM", () => process.stdout.write(", stopped", () => process.exit(7)));
    process.stdout.write("ready");
    await new Promise((resolve) => setInterval(resolve, 1 << 30));
  }
  if (args[0] === "stall") await new Promise(() => {});
  if (args[0] === "die") process.kill(process.pid, "SIGKILL");
  process.stdout.write(JSON.stringify({ args, node: process.versions.node }));
  return args.length;
}
`;

const PINNED = `node_modules/node-${process.platform}-${process.arch}/bin`;

let folder = "";
/** Loaded first, it makes the running Node claim to be version 20. */
let pretendOld = "";

function house(name: string, options: { pinned: boolean }): string {
  const root = path.join(folder, name);
  for (const dir of ["bin", "src-main/cli", PINNED]) {
    mkdirSync(path.join(root, dir), { recursive: true });
  }
  copyFileSync(path.join(ROOT, "bin/countersign.mjs"), path.join(root, "bin/countersign.mjs"));
  writeFileSync(path.join(root, "package.json"), '{"type":"module"}');
  writeFileSync(path.join(root, "src-main/cli/main.ts"), CLI);
  // The launcher compares real paths; a relay of another path stands for the pinned Node.
  if (options.pinned) {
    const relay = path.join(root, PINNED, "node");
    writeFileSync(relay, `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
  }
  return root;
}

function launch(root: string, args: readonly string[], options: { old: boolean }): ChildProcess {
  const preload = options.old ? ["--require", pretendOld] : [];
  return spawn(process.execPath, [...preload, path.join(root, "bin/countersign.mjs"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function finish(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  const read = (stream: NodeJS.ReadableStream | null) => (stream === null ? "" : text(stream));
  const [out, err, [code]] = await Promise.all([read(child.stdout), read(child.stderr), once(child, "exit")]);
  return { code: typeof code === "number" ? code : null, out, err };
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-launcher-"));
  pretendOld = path.join(folder, "old.cjs");
  writeFileSync(
    pretendOld,
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });\n',
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("on a recent Node", () => {
  test("passes the arguments on and answers with the command's exit code", async () => {
    const result = await finish(launch(house("recent", { pinned: false }), ["lint", "a b.yaml"], { old: false }));
    expect(JSON.parse(result.out)).toEqual({ args: ["lint", "a b.yaml"], node: process.versions.node });
    expect(result.code).toBe(2);
  });

  test("works through the link that npm makes of it", async () => {
    const root = house("linked", { pinned: false });
    mkdirSync(path.join(root, "node_modules/.bin"));
    const link = path.join(root, "node_modules/.bin/countersign");
    symlinkSync("../../bin/countersign.mjs", link);
    const child = spawn(process.execPath, [link, "lint"], { stdio: ["ignore", "pipe", "pipe"] });
    expect((await finish(child)).code).toBe(1);
  });

  test("a command that ends before it is done is no success", async () => {
    const result = await finish(launch(house("stalled", { pinned: false }), ["stall"], { old: false }));
    expect(result).toEqual({
      code: 1,
      out: "",
      err: "Countersign met a fault of its own: it stopped before the command had ended.\n",
    });
  });

  test("says in one sentence that the packages are not installed", async () => {
    const root = house("bare", { pinned: false });
    writeFileSync(path.join(root, "src-main/cli/main.ts"), 'import "zod";\n');
    const result = await finish(launch(root, ["lint"], { old: false }));
    expect(result).toEqual({
      code: 2,
      out: "",
      err: `Countersign's packages are not installed: run \`npm ci\` in ${root} first.\n`,
    });
  });
});

/** As npx starts a command: under a shell of its own, which ends at a SIGTERM and hands it on to nobody. */
async function orphan(root: string, options: { old: boolean; env: Readonly<Record<string, string>> }) {
  const preload = options.old ? `--require ${pretendOld}` : "";
  const line = `"${process.execPath}" ${preload} "${path.join(root, "bin/countersign.mjs")}" wait; true`;
  const env = { ...process.env, ...options.env };
  const shell = spawn("/bin/sh", ["-c", line], { stdio: ["ignore", "pipe", "inherit"], env, detached: true });
  if (shell.stdout === null || shell.pid === undefined) throw new Error("the shell has no output to read");
  const group = -shell.pid;
  const output = text(shell.stdout);
  await once(shell.stdout, "readable");
  shell.kill("SIGTERM");
  await once(shell, "exit");
  return { output, end: () => process.kill(group, "SIGKILL") };
}

describe.each([{ old: false }, { old: true }])("a clean stop under npx, old Node: $old", ({ old }) => {
  test("a command whose npx was ended ends as if it had been asked itself", async () => {
    const { output } = await orphan(house(`npx-${old}`, { pinned: true }), { old, env: { npm_command: "exec" } });
    // Its output ends when it does; SIGTERM was its reason.
    expect(await output).toBe("ready, stopped");
  });
});

test("a command that somebody else started outlives them, as every program does", async () => {
  const { output, end } = await orphan(house("nohup", { pinned: false }), { old: false, env: { npm_command: "" } });
  end();
  expect(await output).toBe("ready");
});

describe("on an old Node", () => {
  test("runs under the pinned Node with the same arguments and exit code", async () => {
    const result = await finish(launch(house("old", { pinned: true }), ["run", "x", "y"], { old: true }));
    expect(JSON.parse(result.out)).toEqual({ args: ["run", "x", "y"], node: process.versions.node });
    expect(result.code).toBe(3);
  });

  test("hands SIGTERM to the command and answers with its exit code", async () => {
    const child = launch(house("signal", { pinned: true }), ["wait"], { old: true });
    if (child.stdout === null) throw new Error("the launcher has no output to read");
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect((await finish(child)).code).toBe(7);
  });

  test("answers 128 + n when a signal ended the command", async () => {
    const result = await finish(launch(house("killed", { pinned: true }), ["die"], { old: true }));
    expect(result.code).toBe(137);
  });

  test("without a pinned Node, says in one sentence what to do", async () => {
    const root = house("stranded", { pinned: false });
    const result = await finish(launch(root, ["lint"], { old: true }));
    expect(result.code).toBe(2);
    expect(result.err).toBe(
      `Countersign needs Node 22.19 or later and this is Node 20.20.2: run \`npm ci\` in ${root}, ` +
        "which brings the right one along, or install Node 24.\n",
    );
  });
});
