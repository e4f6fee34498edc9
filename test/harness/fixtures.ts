import { test as base } from "@playwright/test";
import { firstWorkspace, type RunningApp, startApp } from "./app.ts";
import { makeSealCertificate } from "./seal-certificate.ts";

/** Playwright's test with the app running: a process and workspace of its own per test, and its log with every failure. */
export const test = base.extend<{ app: RunningApp }, { first: string }>({
  first: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from this pattern
    async ({}, use) => {
      using folder = await firstWorkspace();
      // What seals for the first time would make it, test by test.
      await makeSealCertificate(folder.path, "e2e");
      await use(folder.path);
    },
    { scope: "worker" },
  ],
  app: async ({ first }, use, info) => {
    const app = await startApp({ copyOf: first });
    await use(app);
    if (info.status !== info.expectedStatus) await info.attach("log of countersign open", { body: app.log() });
    await app.stop();
  },
});

export { expect } from "@playwright/test";
