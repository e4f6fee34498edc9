import type { BrowserContext } from "@playwright/test";
import { test as base } from "../harness/fixtures.ts";
import { Flows } from "./pages/flows.ts";
import { Mailbox } from "./pages/mailbox.ts";
import { Shell } from "./pages/shell.ts";

export interface Models {
  readonly shell: Shell;
  readonly flows: Flows;
  readonly mailbox: Mailbox;
  /** Faults and console errors of all tabs. Empty at the end of every test; a test that causes some takes them out. */
  readonly faults: string[];
}

/** The app opened by its address, with its page models. No test passes while a page complained. */
export const test = base.extend<Models>({
  faults: [
    // The app outlives the check: pages that lose it would complain.
    async ({ context, app: _app }, use) => {
      const faults: string[] = [];
      listen(context, faults);
      await use(faults);
      base.expect(faults, "what the pages complained of").toEqual([]);
    },
    { auto: true },
  ],
  shell: async ({ app, page }, use) => {
    const shell = new Shell(page);
    await shell.open(`${app.url}&view=${encodeURIComponent("/flows")}`);
    await use(shell);
  },
  flows: async ({ shell }, use) => use(new Flows(shell.page)),
  mailbox: async ({ shell }, use) => use(new Mailbox(shell.page)),
});

/** The frame of a mail runs no script, not even the tests' own. */
const SANDBOX = "Blocked script execution in 'about:srcdoc'";

function listen(context: BrowserContext, faults: string[]): void {
  context.on("weberror", (fault) => faults.push(fault.error().message));
  context.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith(SANDBOX)) faults.push(message.text());
  });
}

/** Takes out what must be complained of when the app is gone for a while. */
export function allowConnectionErrors(faults: string[]): void {
  const others = faults.filter(
    (fault) => !/ERR_(?:CONNECTION|SOCKET_NOT_CONNECTED)|WebSocket connection|status of 401/.test(fault),
  );
  faults.splice(0, faults.length, ...others);
}

export { expect } from "@playwright/test";
