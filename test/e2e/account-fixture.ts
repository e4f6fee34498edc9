import { startApp } from "../harness/app.ts";
import { test as base } from "./fixtures.ts";

/** What a test opens around the app: a closed workspace of the author's, and what its account talks to. */
export interface Remote {
  readonly dir: string;
  close(): Promise<void>;
}

/** The app on a copy of a workspace that has an account, whose service `open` starts for each test. */
export const testWithAccount = <T extends Remote>(open: () => Promise<T>) =>
  base.extend<{ readonly remote: T }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    remote: async ({}, use) => {
      const remote = await open();
      await use(remote);
      await remote.close();
    },
    app: async ({ remote }, use) => {
      const app = await startApp({ copyOf: remote.dir });
      await use(app);
      await app.stop();
    },
  });
