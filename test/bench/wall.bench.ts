import { loadavg } from "node:os";
import { chromium, type Frame, type Page } from "@playwright/test";
import { openWorkspace } from "../../src-main/host.ts";
import { uploadPdf } from "../fixtures/small-flow.ts";
import { startApp } from "../harness/app.ts";
import { browserOptions } from "../harness/browser.ts";
import { must } from "../harness/workspace.ts";
import { openBareWall } from "./bare-wall.ts";
import { benchFolder, removeFolder } from "./folder.ts";
import { waitsInWords } from "./measure.ts";
import type { Row } from "./row.ts";
import { watchFrames } from "./watched-frames.ts";

const PEOPLE = 12;
const ACTS = 48;

/** A flow in which everybody approves every document, in any order. */
function approvals(people: readonly string[], documents: readonly (readonly [name: string, id: string])[]): string {
  return `
title: Everybody approves
process:
  dsl-version: "0.3.0"
  stages:
    - approval:
        actions: []
        expect: { approved-by: { users: [${people.join(", ")}], documents: [${documents.map(([name]) => name).join(", ")}] } }
process_parameters:
  documents: { ${documents.map(([name, id]) => `${name}: "${id}"`).join(", ")} }
  users: { ${people.map((name) => `${name}: { id_type: email, id: ${name}@example.test }`).join(", ")} }
`;
}

/** A run's wall with so many live participants, and the acts that are left to do on it. */
async function openWall(count: number) {
  const dir = benchFolder();
  const people = Array.from({ length: count }, (_, at) => `p${at}`);
  const names = Array.from({ length: Math.ceil(ACTS / count) }, (_, at) => `d${at}`);
  const host = await openWorkspace({ dir });
  const documents: (readonly [string, string])[] = [];
  for (const name of names) documents.push([name, await uploadPdf(host)]);
  const draft = must(await host.drafts.createFromText({ text: approvals(people, documents) }));
  const { id } = must(await host.drafts.start(draft.id, { clock: { virtual: "new" } }));
  await host.close();
  const app = await startApp({ workspace: dir });
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage({ viewport: { width: 2560, height: 1440 }, locale: "en-GB" });
  const shownEverywhere = await watchFrames(page);
  await page.goto(app.url);
  await page.getByText("Connected", { exact: true }).waitFor();
  await page.goto(new URL(`/#/instances/${id}`, page.url()).href);
  await page.getByText("Wall", { exact: true }).click();
  const frames = await liveFrames(page, people);
  const acts = names.flatMap((document) => people.map((person) => [person, document] as const));
  const close = async (): Promise<void> => {
    await browser.close();
    await app.stop();
    removeFolder(dir);
  };
  return { page, frames, shownEverywhere, acts: acts.slice(0, ACTS), close };
}

/** Every participant's page, which reports from now on when its list of people changes. */
async function liveFrames(page: Page, people: readonly string[]): Promise<readonly Frame[]> {
  await page.evaluate(() => {
    document.addEventListener(
      "click",
      ({ timeStamp }) => window.countersignReport(performance.timeOrigin + timeStamp),
      true,
    );
  });
  return Promise.all(
    people.map(async (name) => {
      const element = await page.locator(`iframe[title="Page of ${name}"]`).elementHandle();
      const frame = await element?.contentFrame();
      if (!frame) throw new Error(`The wall has no page of ${name}.`);
      await frame.locator(".people").waitFor();
      await frame.evaluate(() => {
        const list = document.querySelector(".people");
        if (list === null) throw new Error("The page lists no people.");
        new MutationObserver(() => window.countersignReport(performance.timeOrigin + performance.now())).observe(list, {
          ...{ subtree: true, childList: true, characterData: true },
        });
      });
      return frame;
    }),
  );
}

/** Acts as somebody, from the wall. */
async function act(page: Page, person: string, document: string): Promise<void> {
  await page
    .getByRole("button", { name: `Act as ${person}`, exact: true })
    .last()
    .click();
  await page.getByRole("menuitem", { name: `Approve ${document}`, exact: true }).click();
}

export const liveWall: Row = {
  name: `wall-of-${PEOPLE}`,
  unit: "acts/s",
  atLeast: 0.02,
  unlike: `Both click, and wait until ${PEOPLE} frames show it: the peer's have a number each, ours a participant's page, in an app that opens a menu first and keeps the act.`,
  peers: [],
  pace: { rounds: 3, roundMs: 4_000 },
  async open() {
    const [many, two, bare] = [await openWall(PEOPLE), await openWall(2), await openBareWall(PEOPLE)];
    const waits = { many: [] as number[], two: [] as number[], bare: [] as number[] };
    const side = ({ page, frames, shownEverywhere, acts }: typeof many, title: string, taken: number[]) => ({
      title,
      supply: ACTS,
      async run(times: number) {
        await page.bringToFront();
        for (const [person, document] of acts.splice(0, times))
          taken.push(await shownEverywhere(frames, () => act(page, person, document)));
      },
    });
    return {
      ours: side(many, `${PEOPLE} pages`, waits.many),
      beside: [side(two, "2 pages", waits.two)],
      peer: {
        title: `${PEOPLE} bare frames`,
        async run(times: number) {
          for (let count = 0; count < times; count += 1)
            waits.bare.push(await bare.shownEverywhere(bare.frames, () => bare.page.getByRole("button").click()));
        },
      },
      note: () =>
        `From act to the last page that shows it: ${waitsInWords(waits.many)}; wanted: p95 200 ms. ` +
        `With 2 pages ${waitsInWords(waits.two)}; bare frames ${waitsInWords(waits.bare)}. Load ${loadavg()[0]?.toFixed(1)}.`,
      close: async () => void (await Promise.all([many.close(), two.close(), bare.close()])),
    };
  },
};
