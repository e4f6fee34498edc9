import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Set by scripts/test.ts, which counts what the report says. */
const report = process.env.COUNTERSIGN_TEST_REPORT;

// For the tests' own processes, and the workers and programs that they start.
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, ".cache/compile");

/** Where the files that take longest lie. */
const LONG =
  /\/test\/((fuzz|hostile|crash|cli|documents)\/|(bridge|service)\/(web|uploads|abuse)|language\/long-|sync\/(kills|lies|drift|\w+-patience|reviewed|hangs))/;

/** Begins with the longest: the last of them would keep one worker alone. Vitest knows a size, and no time in a new checkout. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((long) => sorted.filter(({ moduleId }) => LONG.test(moduleId) === long));
  }
}

const OTHERS = ["**/node_modules/**", "test/e2e/**"];
/** The borders, and what starts processes, meets faults or goes on for long: the suite `system`. All else is `unit`. */
const SYSTEM = ["test/{bin,bridge,cli,clients,crash,documents,fuzz,hostile,service,sync}/**/*.test.ts"];
/** Measure their process or its workers: each has a process of its own. */
const ALONE = [
  "test/crash/**/*.test.ts",
  "test/documents/{intake,lanes}.test.ts",
  "test/hostile/*.test.ts",
  "test/service/{abuse,uploads}.test.ts",
  "test/bridge/uploads.test.ts",
];

/** Start programs that are built once for all of them. */
const PROGRAMS = ["test/hostile/*/*.test.ts"];

/** Import what Node cannot read without Vite: components, in .tsx files. */
const RENDERER = ["test/renderer/**/*.test.ts"];

/** Runs with an eighth of Node's own stack, so that a list that no call takes as its arguments has an eighth of the items. */
const SMALL_STACK = ["test/language/long-lists.test.ts"];

export default defineConfig({
  test: {
    globalSetup: "test/harness/template.ts",
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    // One more than the cores of a small machine: programs are awaited, and files, and clocks. With two more a run takes as long.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      // A third of the time went into loading the same modules for every file.
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: [...OTHERS, ...SYSTEM, ...SMALL_STACK, ...RENDERER],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "system", include: SYSTEM, exclude: [...OTHERS, ...ALONE, ...PROGRAMS], isolate: false },
      },
      {
        extends: true,
        test: { name: "renderer", include: RENDERER, isolate: false, experimental: { viteModuleRunner: true } },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
      { extends: true, test: { name: "hostile", include: PROGRAMS, globalSetup: "test/hostile/programs.ts" } },
      { extends: true, test: { name: "small-stack", include: SMALL_STACK, execArgv: ["--stack-size=123"] } },
    ],
    environment: "node",
    pool: "forks",
    // Node reads our TypeScript itself, as it does in the product: Vite's own imports take a tenth of the processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Limits against a hang, far from what any test takes: no test asserts a time, however busy the machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One second unless told, which a busy machine needs for a worker's end.
    expect: { poll: { timeout: 30_000 } },
    restoreMocks: true,
    unstubEnvs: true,
  },
});
