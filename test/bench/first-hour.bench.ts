import { randomFillSync } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { CATALOG, handmadePdf, PAGES, page as pdfPage } from "../fixtures/pdfs.ts";
import { firstWorkspace, startApp } from "../harness/app.ts";
import { browserOptions } from "../harness/browser.ts";
import { fill, instanceId } from "./filled-workspace.ts";
import { benchFolder, removeFolder } from "./folder.ts";
import { longHistory } from "./long-histories.bench.ts";
import { waitsInWords } from "./measure.ts";
import type { Row } from "./row.ts";

const VIEWPORT = { width: 1440, height: 900 };
const load = () => `Load ${loadavg()[0]?.toFixed(1)}.`;

/** Once the page has painted what it shows now, and its thread is free. */
const painted = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
          port2.postMessage(null);
        });
      }),
  );

/** Opens a run. Milliseconds until the first lines of its history and what fills the window are painted, and until all is. */
const openRun = (page: Page, hash: string): Promise<{ readonly first: number; readonly all: number }> =>
  page.evaluate(async (to) => {
    const begun = performance.now();
    const there = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector(".timeline-text") === null) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    location.hash = to;
    await there;
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      });
    });
    const first = performance.now() - begun;
    await new Promise((resolve) => requestIdleCallback(resolve));
    return { first, all: performance.now() - begun };
  }, hash);

/** A page whose run has a history of so many events, and the way to it from the list. */
async function openRuns(events: number) {
  const dir = benchFolder();
  await fill(dir, "long", 1, longHistory(events));
  const app = await startApp({ workspace: dir });
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage({ viewport: VIEWPORT, locale: "en-GB" });
  await page.goto(`${app.url}&view=${encodeURIComponent("/instances")}`);
  const table = page.getByRole("table", { name: "Runs" });
  await table.getByRole("link").first().waitFor();
  const waits = { first: [] as number[], all: [] as number[] };
  return {
    waits,
    async run(times: number) {
      await page.bringToFront();
      for (let count = 0; count < times; count += 1) {
        await page.evaluate(() => {
          location.hash = "#/instances";
        });
        await table.getByRole("link").first().waitFor();
        const { first, all } = await openRun(page, `#/instances/${instanceId("long", 0)}`);
        waits.first.push(first);
        waits.all.push(all);
      }
    },
    close: async () => {
      await browser.close();
      await app.stop();
      removeFolder(dir);
    },
  };
}

const EVENTS = 10_000;

export const runPage10000: Row = {
  name: "run-page-10000-events",
  unit: "openings/s",
  atLeast: 0.5,
  unlike: `Both are the same page, opened from the list of runs until what fills the window and the history's first lines are painted: ours of a run with ${EVENTS} events, the peer of one with 100.`,
  peers: [],
  pace: { rounds: 3, roundMs: 4_000 },
  async open() {
    const [long, short] = [await openRuns(EVENTS), await openRuns(100)];
    return {
      ours: { title: `${EVENTS} events`, run: long.run },
      peer: { title: "100 events", run: short.run },
      note: () =>
        `From the click until it is painted: ${waitsInWords(long.waits.first)}; wanted: 150 ms. With what is below the window: ${waitsInWords(long.waits.all)}. With 100 events ${waitsInWords(short.waits.first)}. ${load()}`,
      close: async () => void (await Promise.all([long.close(), short.close()])),
    };
  },
};

/** What the first view may load, compressed. */
const SCRIPTS = 400 * 1024;

/** A page that loads nothing but one compressed script of so many bytes, and says when it ran. */
async function openBarePage(bytes: number) {
  // Random text: it is as hard to compress as the app's own, and stands in a comment, which is nothing to run.
  const noise = Buffer.alloc(Math.round((bytes * 3) / 4));
  const script = gzipSync(`/*${randomFillSync(noise).toString("base64")}*/document.body.append("ready")`);
  const server = createServer((request, response) => {
    if (request.url === "/app.js")
      response.setHeader("content-type", "text/javascript").setHeader("content-encoding", "gzip").end(script);
    else response.setHeader("content-type", "text/html").end('<!doctype html><body><script src="/app.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

/** Opens an address in the page without its cache, until something of it is painted. */
async function firstView(page: Page, url: string, shown: string): Promise<number> {
  await page.goto("about:blank");
  const begun = Date.now();
  await page.goto(url);
  await page.getByText(shown).first().waitFor();
  return (await painted(page)) - begun;
}

export const firstViewInteractive: Row = {
  name: "first-view",
  unit: "openings/s",
  atLeast: 0.05,
  unlike:
    "Both load a page and its compressed scripts without a cache until it is painted and its thread is free: ours is the home, drawn from what the app answers; the peer's script has the most bytes that the app's may have, and does nothing.",
  peers: [],
  pace: { rounds: 3, roundMs: 4_000 },
  async open() {
    using folder = await firstWorkspace();
    const app = await startApp({ copyOf: folder.path });
    const browser: Browser = await chromium.launch(browserOptions());
    const page = await browser.newPage({ viewport: VIEWPORT, locale: "en-GB" });
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.setCacheDisabled", { cacheDisabled: true });
    await page.goto(app.url);
    await page.getByRole("button", { name: "Run the NDA now" }).waitFor();
    const home = new URL("/#/home", page.url()).href;
    const bare = await openBarePage(SCRIPTS);
    const waits = { ours: [] as number[], bare: [] as number[] };
    const side = (title: string, url: string, shown: string, into: number[]) => ({
      title,
      async run(times: number) {
        for (let count = 0; count < times; count += 1) into.push(await firstView(page, url, shown));
      },
    });
    return {
      ours: side("the home", home, "Run the NDA now", waits.ours),
      peer: side("a bare page", bare.url, "ready", waits.bare),
      note: () =>
        `Until it can be used: ${waitsInWords(waits.ours)}; wanted: 1,500 ms. Bare ${waitsInWords(waits.bare)}. ${load()}`,
      async close() {
        bare.close();
        await browser.close();
        await app.stop();
      },
    };
  },
};

const FILES = 20;
/** As a quick typist does, milliseconds from key to key. */
const TYPING = { delay: 100 };
/** Pixels of a square picture in three colours: 5 MB. */
const SIDE = 1_291;

/** PDFs of one picture each, of noise that nothing compresses. */
function writePdfs(dir: string): readonly string[] {
  return Array.from({ length: FILES }, (_, at) => {
    const pixels = randomFillSync(Buffer.alloc(SIDE * SIDE * 3));
    const head = `<< /Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Length ${pixels.length} >>\nstream\n`;
    const picture = Buffer.concat([Buffer.from(head), pixels, Buffer.from("\nendstream")]);
    const file = path.join(dir, `Annex ${at + 1}.pdf`);
    writeFileSync(file, handmadePdf([CATALOG, PAGES, pdfPage("/Resources << /XObject << /I 4 0 R >> >>"), picture]));
    return file;
  });
}

export const dropPdfs: Row = {
  name: "drop-20-pdfs",
  unit: "files/s",
  each: FILES,
  atLeast: 0.1,
  unlike: `Ours takes ${FILES} PDFs of 5 MB that are dropped on the list of flows, until the flow of them is shown, without the time in which its author types a name and an address, ten keys a second; the PDFs come in meanwhile; the peer sends the same bytes to a program that reads and drops them.`,
  peers: [],
  pace: { rounds: 3, roundMs: 4_000 },
  async open() {
    using folder = await firstWorkspace();
    const dir = benchFolder();
    const files = writePdfs(dir);
    const app = await startApp({ copyOf: folder.path });
    const browser = await chromium.launch(browserOptions());
    const page = await browser.newPage({ viewport: VIEWPORT, locale: "en-GB" });
    await page.goto(`${app.url}&view=${encodeURIComponent("/flows")}`);
    const waits: number[] = [];
    const sink = createServer((request, response) => request.resume().on("end", () => response.end()));
    await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`;
    async function drop(): Promise<number> {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Flows" }).click();
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Import…" }).click();
      const picker = await chooser;
      const begun = Date.now();
      await picker.setFiles([...files]);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("group", { name: "Participant 1" }).waitFor();
      const asked = Date.now();
      await dialog
        .getByRole("group", { name: "Participant 1" })
        .getByLabel("Name")
        .pressSequentially("Mira Holm", TYPING);
      await dialog.getByLabel("E-mail or mobile number").first().pressSequentially("mira@example.test", TYPING);
      const answered = Date.now();
      await page.keyboard.press("Enter");
      await page.getByRole("textbox", { name: "Text of the flow" }).waitFor();
      await painted(page);
      return asked - begun + Date.now() - answered;
    }
    return {
      ours: {
        title: "a flow of PDFs",
        async run(times) {
          for (let count = 0; count < times; count += 1) waits.push(await drop());
        },
      },
      peer: {
        title: "sent and dropped",
        async run(times) {
          for (let count = 0; count < times; count += 1)
            for (const file of readdirSync(dir))
              await fetch(address, { method: "POST", body: readFileSync(path.join(dir, file)) });
        },
      },
      note: () => `Until the flow is shown: ${waitsInWords(waits)}; wanted: 2,000 ms. ${load()}`,
      async close() {
        await browser.close();
        await app.stop();
        sink.close();
        removeFolder(dir);
      },
    };
  },
};
