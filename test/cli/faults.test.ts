import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { ensureRenderer } from "../../scripts/build-renderer.ts";
import { countersign, startCommand } from "../harness/command.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { there } from "../service/harness.ts";

/** The last safety net: what comes although no code caught it (docs/decisions/0700). */

let folder: TemporaryFolder;
beforeAll(async () => {
  await ensureRenderer();
}, 120_000);
beforeEach(() => {
  folder = temporaryFolder("faults");
});
afterEach(() => folder.remove());

const COMMANDS = {
  serve: ["serve", "--port", "0"],
  open: ["open", "--port", "0", "--no-browser"],
} as const;
const readyLine = z.object({ base_url: z.url() });

/** A host in which SIGUSR2 runs `fault`. */
async function startWith(fault: string, name: keyof typeof COMMANDS = "serve") {
  const preload = `import net from "node:net";process.on("SIGUSR2",()=>{${fault}});`;
  const child = startCommand([...COMMANDS[name], "--workspace", path.join(folder.path, "workspace")], {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` },
  });
  // A test that fails half-way leaves no process behind.
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = there(child.stderr).setEncoding("utf8");
  let log = "";
  output.on("data", (chunk: string) => {
    log += chunk;
  });
  const exit = once(child, "close");
  const [first] = (await once(createInterface({ input: there(child.stdout) }), "line")) as [string];
  return {
    child,
    exit,
    log: () => log,
    baseUrl: () => readyLine.parse(JSON.parse(first)).base_url,
    /** Resolves when the log contains this. */
    heard: (words: string) =>
      new Promise<void>((resolve) =>
        output.on("data", () => {
          if (log.includes(words)) resolve();
        }),
      ),
  };
}

test("a connection that is reset without anybody listening is logged, and the host goes on", async () => {
  const lost = `net.createServer((c)=>c.resume()).listen(0,"127.0.0.1",function(){const c=net.connect(this.address().port,"127.0.0.1",()=>{c.write("x");c.resetAndDestroy()})}).unref()`;
  const { child, exit, log, heard, baseUrl } = await startWith(lost);
  const reported = Promise.race([heard("A connection was lost"), exit]);
  child.kill("SIGUSR2");
  await reported;
  expect((await fetch(`${baseUrl()}/flow/version`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
  expect(log()).toContain("ECONNRESET");
});

test.each([
  ["serve", "an exception", `throw new TypeError("boom")`],
  ["serve", "a rejection that nobody awaits", `Promise.reject(new TypeError("boom"))`],
  ["open", "an exception", `throw new TypeError("boom")`],
] as const)("%s: %s is logged, the workspace is closed, and the exit code is 1", async (name, _what, fault) => {
  const { child, exit, log } = await startWith(fault, name);
  child.kill("SIGUSR2");
  expect(await exit).toEqual([1, null]);
  const output = log();
  expect(output).toContain("Countersign met a fault of its own and closes. Nothing that was answered is lost");
  expect(output).toContain("TypeError: boom");
  expect((await countersign(["verify", path.join(folder.path, "workspace")])).code).toBe(0);
});

test("a fault after which closing never ends: the process ends with exit code 1 all the same", async () => {
  const { child, exit } = await startWith(`net.Server.prototype.close=()=>{};throw new TypeError("boom")`);
  child.kill("SIGUSR2");
  expect(await exit).toEqual([1, null]);
});

test("a stop after which closing never ends: the process ends all the same, and says so", async () => {
  const soon = `const t=setTimeout;globalThis.setTimeout=(f,ms,...a)=>t(f,ms===10000?50:ms,...a);`;
  const never = `net.Server.prototype.close=()=>{};process.kill(process.pid,"SIGTERM")`;
  const { child, exit, log } = await startWith(`${soon}${never}`);
  child.kill("SIGUSR2");
  expect(await exit).toEqual([1, null]);
  expect(log()).toContain("Closing takes too long");
});

test("a log that nobody reads any more ends nothing", async () => {
  const { child, exit, baseUrl } = await startWith(`process.stderr.write("x");process.stderr.write("x")`);
  child.stderr?.destroy();
  for (let time = 0; time < 5; time += 1) {
    child.kill("SIGUSR2");
    expect((await fetch(`${baseUrl()}/flow/version`)).status).toBe(200);
  }
  child.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
});
