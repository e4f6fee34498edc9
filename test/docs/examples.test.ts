import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EMAIL, openService, PASSWORD, type TestService } from "../service/harness.ts";

/** The examples of docs/integration.md are programs of their own, run as a reader would run them. */

const EXAMPLES = path.resolve(import.meta.dirname, "../../docs/examples");
const PDF = path.resolve(import.meta.dirname, "../../resources/examples/nda/Mutual Non-Disclosure Agreement.pdf");

let to: TestService;
beforeAll(async () => {
  to = await openService();
});
afterAll(() => to.close());

async function run(program: string, ...args: readonly string[]) {
  const env = { ...process.env, BASE_URL: to.baseUrl, EMAIL, PASSWORD };
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { lines: out.trim().split("\n"), err, code };
}

const has = (program: string): boolean => spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;

const PLAYED = [
  expect.stringMatching(/^started [0-9a-f-]{36}$/),
  "reminders 2",
  "signed alice",
  "signed bob",
  "status completed",
];

describe("the examples of docs/integration.md play a flow to its end", () => {
  test.skipIf(!has("curl") || !has("bash"))("curl (skipped where this machine has no curl or no bash)", async () => {
    const done = await run("bash", path.join(EXAMPLES, "play-a-flow.sh"), PDF);
    expect(done).toEqual({ lines: [...PLAYED, "callbacks 1 completed"], err: "", code: 0 });
  });

  test("TypeScript", async () => {
    const done = await run(process.execPath, path.join(EXAMPLES, "play-a-flow.ts"), PDF);
    expect(done).toEqual({ lines: [...PLAYED, "callbacks completed"], err: "", code: 0 });
  });

  test.skipIf(!has("python3"))("Python (skipped where this machine has no python3)", async () => {
    const done = await run("python3", path.join(EXAMPLES, "play_a_flow.py"), PDF);
    expect(done).toEqual({ lines: [...PLAYED, "callbacks completed"], err: "", code: 0 });
  });
});

test("nothing of it was an error of the service", () => {
  expect(to.log.filter(({ level }) => level === "error")).toEqual([]);
});
