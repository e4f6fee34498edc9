import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { browserOptions } from "./test/harness/browser.ts";

/** Set by scripts/test.ts, which counts what the report says. */
const report = process.env.COUNTERSIGN_TEST_REPORT;

/** Components by themselves, in the browser that the end-to-end tests use. */
export default defineConfig({
  plugins: [react()],
  // Everything that the pages need is prepared before the first test: what is found later reloads the page under a test.
  optimizeDeps: { entries: ["src-renderer/**/*.{ts,tsx}", "test/components/**"] },
  test: {
    include: ["test/components/**/*.test.tsx"],
    setupFiles: ["test/components/setup.ts"],
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    // One page would leave the second core of a small machine idle.
    maxWorkers: 2,
    // Limits against a hang: no test asserts a time.
    testTimeout: 20_000,
    expect: { poll: { timeout: 15_000 } },
    restoreMocks: true,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1024, height: 700 },
      provider: playwright({ launchOptions: browserOptions(), contextOptions: { locale: "en-GB" } }),
      instances: [{ browser: "chromium" }],
    },
  },
});
