import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

const MODULE = path.resolve(import.meta.dirname, "../../scripts/memory-folder.ts");

/** What a test run of its own gets, and prints before it ends. */
function folderOf(script: string, env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: undefined }): string {
  const code = `import { memoryFolder } from ${JSON.stringify(MODULE)};const folder=memoryFolder();console.log(folder);${script}`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", code], { env, encoding: "utf8" }).stdout.trim();
}

const here = folderOf("") !== "null";

test.skipIf(!here)(
  "a test run's folder in memory goes with it, and one that was killed leaves its own to the next",
  () => {
    const gone = folderOf("");
    expect(gone).toMatch(/^\/dev\/shm\/countersign-tests-\d+-/);
    expect(existsSync(gone)).toBe(false);
    const left = folderOf('process.kill(process.pid,"SIGKILL");await new Promise(()=>{})');
    expect(existsSync(left)).toBe(true);
    const alive = `/dev/shm/countersign-tests-${process.pid}-test`;
    mkdirSync(alive);
    onTestFinished(() => rmdirSync(alive));
    folderOf("");
    expect([existsSync(left), existsSync(alive)]).toEqual([false, true]);
  },
);

test("who names a temporary folder gets none in memory", () => {
  expect(folderOf("", { ...process.env, TMPDIR: "/tmp" })).toBe("null");
});
