import path from "node:path";
import { defineConfig } from "vitest/config";

/** Set by scripts/test.ts, which counts what the report says. */
const report = process.env.COUNTERSIGN_TEST_REPORT;

// For the tests' own processes, and the workers and programs that they start.
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, ".cache/compile");

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/e2e/**", "test/desktop/**"],
    environment: "node",
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    pool: "forks",
    maxWorkers: 2,
    // Limits against a hang, far from what any test takes: no test asserts a time, however busy the machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
