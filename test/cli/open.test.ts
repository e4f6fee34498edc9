import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ensureRenderer } from "../../scripts/build-renderer.ts";
import type { Host } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { type RunningApp, startApp } from "../harness/app.ts";
import { command, countersign } from "../harness/command.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let folder: TemporaryFolder;
/** A closed workspace; each test damages a copy of it. */
let sound: TestWorkspace;
beforeAll(async () => {
  await ensureRenderer();
  sound = await testWorkspace();
  await sound.host.close();
}, 120_000);
afterAll(() => sound.dispose());
beforeEach(() => {
  folder = temporaryFolder("cli-open");
});
afterEach(() => folder.remove());

/** The app on the test's folder, which has been a workspace before; a test that fails half-way leaves no process behind. */
async function startedApp(): Promise<RunningApp> {
  if (readdirSync(folder.path).length === 0) cpSync(sound.dir, folder.path, { recursive: true });
  const app = await startApp({ workspace: folder.path });
  onTestFinished(app.kill);
  return app;
}

const argsOf = (workspace: string, port = 0) => [
  ...["open", "--no-browser", "--workspace", workspace, "--port", String(port)],
];
const open = (workspace: string, port = 0) => countersign(argsOf(workspace, port));
/** As the current user, or as another one. */
const openByItself = (workspace: string, options: Parameters<typeof command>[1] = {}) =>
  command(argsOf(workspace), options);

/** One line, on stderr, and no more than the exit code: 2, and 1 where damage was found. */
function sentenceOf({ code, out, err }: Awaited<ReturnType<typeof command>>, expected = 2): string {
  expect({ code, out }).toEqual({ code: expected, out: "" });
  expect(err.trimEnd().split("\n")).toHaveLength(1);
  return err;
}

const nobody = 65_534;

test("law 7, promise 1: a workspace that the command line has filled gets no examples, also once it is empty", async () => {
  cpSync(sound.dir, folder.path, { recursive: true });
  const using = async <T>(work: (host: Host) => T | Promise<T>): Promise<T> => {
    const host = await openWorkspace({ dir: folder.path });
    return Promise.resolve(work(host)).finally(() => host.close());
  };
  const ids = (host: Host) => host.drafts.list({}).items.map((draft) => draft.id);
  const { id } = await using(async ({ drafts }) => must(await drafts.createFromText({ text: "{}" })));
  await (await startedApp()).stop();
  expect(await using(ids)).toEqual([id]);
  await using(async ({ drafts }) => must(await drafts.remove(id)));
  await (await startedApp()).stop();
  expect(await using(ids)).toEqual([]);
});

describe("countersign open on something that it cannot use: one sentence, exit 2, nothing changed", () => {
  test("a workspace that is open already: says in which process; the first goes on", async () => {
    const first = await startedApp();
    const sentence = sentenceOf(await openByItself(folder.path));
    expect(sentence).toBe(
      `The workspace ${folder.path} is open in another Countersign (process ${first.pid}). ` +
        "Close that one first, or open a different workspace folder.\n",
    );
    expect((await fetch(first.url)).status).toBe(200);
    await first.stop();
    const again = await startedApp();
    await again.stop();
  });

  test("a port that another program has, for open and for serve", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => holder.once("listening", resolve));
    const address = holder.address();
    if (address === null || typeof address === "string") throw new Error("the holder has no port");
    const { port } = address;
    const output = `Port ${port} on 127.0.0.1 is in use by another program: choose another with --port, or leave --port out.\n`;
    expect(sentenceOf(await open(folder.path, port))).toBe(output);
    expect(sentenceOf(await countersign(["serve", "--workspace", folder.path, "--port", String(port)]))).toBe(output);
    await new Promise((resolve) => holder.close(resolve));
  });

  test.skipIf(process.getuid?.() !== 0)("a folder that this user may not write", async () => {
    chmodSync(folder.path, 0o755);
    const sentence = sentenceOf(await openByItself(folder.path, { uid: nobody }));
    expect(sentence).toMatch(/cannot be opened for writing .*Give your user the right to write the workspace folder/);
    expect(sentence).toContain(folder.path);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)("a folder that this user may not make", async () => {
    chmodSync(folder.path, 0o755);
    const wanted = path.join(folder.path, "mine");
    const sentence = sentenceOf(await openByItself(wanted, { uid: nobody }));
    expect(sentence).toMatch(/could not be made .*Choose a place that you may write to/);
    expect(existsSync(wanted)).toBe(false);
  });

  test.skipIf(process.platform !== "linux")("a folder where none can be made, in one that is missing too", async () => {
    for (const wanted of ["/proc/mine", "/proc/mine/too"]) {
      const { code, err } = await countersign(["serve", "--workspace", wanted, "--port", "0"]);
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(/could not be made .*Choose a place that you may write to/),
      ]);
    }
  });

  test("a file in the folder's place", async () => {
    const file = path.join(folder.path, "workspace");
    writeFileSync(file, "mine");
    expect(sentenceOf(await open(file))).toBe(
      `${file} is a file, and a workspace needs a folder. Choose another one.\n`,
    );
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  test("a folder that holds other things is refused with what to do, and nothing is put into it", async () => {
    writeFileSync(path.join(folder.path, "taxes.txt"), "mine");
    expect(sentenceOf(await open(folder.path))).toMatch(
      /^The folder \S+ is not a workspace and holds other things \(such as taxes\.txt\)\. .*Choose an empty folder/,
    );
    expect(readdirSync(folder.path)).toEqual(["taxes.txt"]);
  });

  test.each([
    ["run", "--workspace", "", "flow.yaml"],
    ["serve", "--workspace", ""],
    ["open", "--workspace", " ", "--no-browser"],
    ["verify", ""],
  ])("a workspace without a name is a usage error: %s %s", async (...args) => {
    const { code, out, err } = await countersign(args, { cwd: folder.path });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("Name the workspace's folder.");
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test.each([
    ["overwritten from its beginning", () => Buffer.from("garbage".repeat(700))],
    ["cut in the middle", (bytes: Buffer) => bytes.subarray(0, 3 * 4096)],
    ["with noise in its schema", (bytes: Buffer) => Buffer.from(bytes).fill(0xa5, 100, 4096)],
    ["gone", () => null],
  ])("a database %s is left as it is", async (_, damage) => {
    cpSync(sound.dir, folder.path, { recursive: true });
    const file = path.join(folder.path, "countersign.db");
    const damaged = damage(readFileSync(file));
    if (damaged === null) rmSync(file);
    else writeFileSync(file, damaged);
    for (const _attempt of ["once", "and again"]) {
      const sentence = sentenceOf(await open(folder.path), 1);
      expect(sentence).toContain(file);
      // Only an upgrade makes a folder of copies, and this workspace had none.
      expect(sentence).toMatch(/from your own backup/);
      expect(sentence).not.toMatch(/backups/);
    }
    expect(existsSync(file) ? hash(readFileSync(file)) : null).toBe(damaged === null ? null : hash(damaged));
  });
});

const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
