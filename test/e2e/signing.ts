import { readFile } from "node:fs/promises";
import path from "node:path";
import { type BrowserContext, test as base, type Page } from "@playwright/test";
import { ensureRenderer } from "../../scripts/build-renderer.ts";
import type { Host } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { startService } from "../../src-main/service/index.ts";
import { latestCode } from "../fixtures/small-flow.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES, must } from "../harness/workspace.ts";
import { bothSchemes } from "./inspect.ts";

/** Where the virtual clock of every test stands at first. */
const START = Date.parse("2026-03-02T09:00:00.000Z");

/** A running flow, seen by its participants. */
export interface Signing {
  readonly id: string;
  readonly host: Host;
  /** Opens a participant's access link in a tab. */
  visit(name: string, context?: BrowserContext): Promise<Page>;
  link(name: string): string;
  /** The code of the newest SMS to the participant. */
  code(name: string): Promise<string>;
  advanceTo(instant: string): Promise<void>;
}

interface Fixtures {
  /** Starts a flow; `$nda` and `$loan` in its text stand for documents of its own, `$given` for `pdf`. */
  readonly begin: (text: string, pdf?: Uint8Array) => Promise<Signing>;
  /** Faults and console errors of all tabs. Empty at the end of every test; a test that causes some takes them out. */
  readonly faults: string[];
}

/** What a worker's tests share: their flows have nothing in common but the host. */
interface Served {
  readonly host: Host;
  /** What host and service complained of. */
  readonly complaints: string[];
}

/** The real service on a workspace of the worker's own, without the app in front of it. */
export const test = base.extend<Fixtures, { served: Served }>({
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from this pattern
    async ({}, use) => {
      using folder = temporaryFolder("signing");
      const complaints: string[] = [];
      const log = (entry: { readonly message: string }) => complaints.push(entry.message);
      const host = await openWorkspace({ dir: folder.path, log });
      const rendererDir = await ensureRenderer();
      const service = await startService({ host, port: 0, rendererDir, log });
      await use({ host, complaints });
      await service.close();
      await host.close();
      base.expect(complaints, "what host and service complained of").toEqual([]);
    },
    { scope: "worker" },
  ],
  faults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on("weberror", (fault) => faults.push(fault.error().message));
      context.on("console", (message) => {
        if (message.type() === "error") faults.push(message.text());
      });
      await use(faults);
      base.expect(faults, "what the pages complained of").toEqual([]);
    },
    { auto: true },
  ],
  begin: async ({ context, served: { host, complaints } }, use) => {
    complaints.length = 0;
    // The host's own work is named and limited: a test that only runs out of time does not say what it waited for.
    await use((text, pdf) => base.step("a flow starts", () => begin(host, context, text, pdf), { timeout: 60_000 }));
    // A page that follows its run would go on doing so beside the next test.
    for (const page of context.pages()) await page.close();
    base.expect(complaints, "what host and service complained of").toEqual([]);
  },
});
export { expect } from "@playwright/test";

/** One signer on one document, with more of their parameters or of the stage. */
export const oneSigner = (maja = "", expect = "") => `
title: Agreement
process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions: []
        expect:
          signed-by: { users: [Maja], documents: [nda] }
${expect}
process_parameters:
  documents: { nda: $nda }
  users:
    Maja: { id_type: email, id: maja@example.test, phone_number: "+46701740605"${maja} }
`;

/** Resolves once the buttons have faded to the colours of the theme. */
async function settledColours(): Promise<void> {
  await new Promise(requestAnimationFrame);
  const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  // A fade that a newer one replaced ends by being canceled, which is as well.
  await Promise.allSettled(fading.map(({ finished }) => finished));
}

/** Serious or not: axe finds nothing (promise 3). */
export async function accessible(page: Page): Promise<void> {
  await bothSchemes(page, async (look, colorScheme) => {
    await page.evaluate(settledColours);
    base.expect(await look(page, [".textLayer"]), `in ${colorScheme} at ${page.url()}`).toEqual([]);
  });
}

async function begin(host: Host, context: BrowserContext, text: string, pdf?: Uint8Array): Promise<Signing> {
  const take = async (bytes: Uint8Array, fileName: string) => must(await host.documents.upload({ bytes, fileName })).id;
  const upload = async (file: string, fileName: string) => take(await readFile(path.join(EXAMPLES, file)), fileName);
  const nda = await upload("nda/Mutual Non-Disclosure Agreement.pdf", "Mutual Non-Disclosure Agreement.pdf");
  const loan = await upload("loan/Loan Agreement.pdf", "Loan Agreement.pdf");
  const given = pdf === undefined ? "" : await take(pdf, "Given.pdf");
  const filled = text
    .replaceAll("$nda", `"${nda}"`)
    .replaceAll("$loan", `"${loan}"`)
    .replaceAll("$given", `"${given}"`);
  const draft = must(await host.drafts.createFromText({ text: filled }));
  const clock = must(await host.clocks.create({ name: "signing", at: START }));
  const { id } = must(await host.drafts.start(draft.id, { clock: { virtual: clock.id } }));
  const link = (name: string): string => {
    const found = must(host.instances.accessLinks(id))[name];
    if (found === undefined) throw new Error(`The flow has no participant ${name}.`);
    return found;
  };
  return {
    id,
    host,
    link,
    async visit(name, into = context) {
      const page = await into.newPage();
      await page.goto(link(name));
      return page;
    },
    async code(name) {
      await host.idle();
      return latestCode(host, id, name);
    },
    advanceTo: (instant) =>
      base.step(
        `the clock moves to ${instant}`,
        async () => {
          must(await host.clocks.advance(clock.id, { to: Date.parse(instant) }));
        },
        { timeout: 60_000 },
      ),
  };
}
