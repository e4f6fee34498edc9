import { defineConfig } from "@playwright/test";
import { at } from "./scripts/places.ts";
import { browserOptions } from "./test/harness/browser.ts";

// Workers, which start after this, find compiled what an earlier run compiled.
process.env.NODE_COMPILE_CACHE ??= at(".cache/compile");

/** Set by scripts/test.ts, which counts what the report says. */
const report = process.env.COUNTERSIGN_TEST_REPORT;
/** A trace of every step costs the browser as much as the test itself: it is for who looks into a failure. */
const trace = process.env.COUNTERSIGN_TEST_TRACE === undefined ? "off" : "retain-on-failure";

/** End to end: the headless shell in a real browser, and the same pages under Electron where its runtime is. */
export default defineConfig({
  reporter: report === undefined ? "list" : [["list"], ["json", { outputFile: report }]],
  // Node strips the types of what is tested, in a tenth of the time that Playwright's own translation takes.
  build: { external: ["**/src-*/**", "**/scripts/**", "**/test/**/!(*.spec).ts"] },
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // One more than the cores of a small machine: much of what a test takes is waiting.
  workers: 3,
  retries: 0,
  // Against tests that hang, not against slow machines.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    trace,
    screenshot: "only-on-failure",
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/Stockholm",
    launchOptions: browserOptions(),
  },
  projects: [
    { name: "e2e", testDir: "test/e2e", outputDir: ".cache/test/e2e", testMatch: "**/*.spec.ts" },
    {
      name: "desktop",
      testDir: "test/desktop",
      outputDir: ".cache/test/desktop",
      testMatch: "**/*.spec.ts",
      workers: 1,
    },
  ],
});
