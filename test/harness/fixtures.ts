import { test as base } from "@playwright/test";
import { type RunningApp, startApp } from "./app.ts";

/** Playwright's test with the app running: a fresh process and workspace per test, and its log with every failure. */
export const test = base.extend<{ app: RunningApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from this pattern
  app: async ({}, use, info) => {
    const app = await startApp();
    await use(app);
    if (info.status !== info.expectedStatus) await info.attach("log of countersign open", { body: app.log() });
    await app.stop();
  },
});

export { expect } from "@playwright/test";
