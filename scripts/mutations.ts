import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { MUTATIONS, type Mutation } from "../test/foresight/mutations.ts";
import { at } from "./places.ts";
import { runCommand } from "./run-command.ts";

/**
 * `npm run mutations [-- --only WORD] [--jobs N]`: makes each listed error in a throw-away copy and runs the tests that must
 * notice it. Exit code 0 only if each of them did.
 */

/** Milliseconds for one mutation: an error that never ends has been noticed. */
const LIMIT = 10 * 60_000;

/** Without a workspace that the test run makes first; one process, so that all of it can be killed; the first failure is enough. */
const CONFIG = `export default {
  test: { pool: "threads", maxWorkers: 1, isolate: false, testTimeout: ${LIMIT}, bail: 1, setupFiles: "./test/first-failure.ts" },
};
`;
const FIRST_FAILURE = `import fc from "fast-check";
fc.configureGlobal({ endOnFailure: true });
`;

/** A copy of what the tests read. */
class Copy {
  readonly dir = mkdtempSync(path.join(tmpdir(), "countersign-mutations-"));

  constructor() {
    for (const part of ["src-shared", "src-main", "test", "resources", "package.json"])
      cpSync(at(part), path.join(this.dir, part), { recursive: true });
    // They name rooms that are not here, and types are not what is tested.
    for (const part of ["test", "src-shared", "src-main"]) rmSync(path.join(this.dir, part, "tsconfig.json"));
    symlinkSync(at("node_modules"), path.join(this.dir, "node_modules"));
    writeFileSync(path.join(this.dir, "vitest.config.ts"), CONFIG);
    writeFileSync(path.join(this.dir, "test/first-failure.ts"), FIRST_FAILURE);
  }

  /** Whether these tests pass. */
  async passes([file, titles]: Mutation["tests"]): Promise<boolean> {
    const args = ["run", "--root", this.dir, file, ...(titles === "" ? [] : ["-t", titles])];
    const began = performance.now();
    const { code, output } = await runCommand(at("node_modules/.bin/vitest"), args, { timeLimit: LIMIT });
    if (performance.now() - began >= LIMIT) return false;
    // Neither a file that cannot be read nor a pattern that fits no title says anything.
    const ran = /^ *Tests +.*(passed|failed)/m.test(output);
    if (!ran) throw new Error(`No test of ${file} ran, titles ${titles}:\n${output}`);
    return code === 0;
  }

  /** Whether the tests notice the error; null where its snippet does not stand in the file exactly once. */
  async notices({ file, find, put, tests }: Mutation): Promise<boolean | null> {
    const place = path.join(this.dir, file);
    if (!existsSync(place)) return null;
    const text = readFileSync(place, "utf8");
    const [before, after, ...more] = text.split(find);
    if (before === undefined || after === undefined || more.length > 0) return null;
    writeFileSync(place, before + put + after);
    try {
      return !(await this.passes(tests));
    } finally {
      writeFileSync(place, text);
    }
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Takes from one list until it is empty. */
async function work<T>(list: T[], one: (item: T) => Promise<void>): Promise<void> {
  for (let item = list.shift(); item !== undefined; item = list.shift()) await one(item);
}

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, jobs: { type: "string", default: "1" } },
});
const chosen = MUTATIONS.filter(({ what, file }) => `${file} ${what}`.includes(values.only));
const copies = Array.from({ length: Math.max(1, Number(values.jobs)) }, () => new Copy());
const counts = { red: 0, GREEN: 0, STALE: 0, untrue: 0 };

try {
  // What is red without an error would notice nothing.
  const suites = [...new Map(chosen.map(({ tests }) => [tests.join("\n"), tests])).values()];
  await Promise.all(
    copies.map((copy) =>
      work(suites, async (tests) => {
        if (await copy.passes(tests)) return;
        counts.untrue += 1;
        say(`FAILS WITHOUT ANY ERROR  ${tests.join(" ")}`);
      }),
    ),
  );
  const left = [...chosen];
  await Promise.all(
    copies.map((copy) =>
      work(left, async (mutation) => {
        const noticed = await copy.notices(mutation);
        const outcome = noticed === null ? "STALE" : noticed ? "red" : "GREEN";
        counts[outcome] += 1;
        say(`${outcome.padEnd(6)}${mutation.file}: ${mutation.what}`);
        if (outcome === "STALE") say(`      Its snippet does not stand there exactly once: ${mutation.find}`);
      }),
    ),
  );
} finally {
  for (const copy of copies) copy.remove();
}
say(`\n${counts.red} noticed, ${counts.GREEN} not noticed, ${counts.STALE} out of date, of ${chosen.length}.`);
process.exitCode = counts.red === chosen.length && counts.untrue === 0 && chosen.length > 0 ? 0 : 1;
