import { type CDPSession, chromium, type Page } from "@playwright/test";
import { firstWorkspace, startApp } from "../harness/app.ts";
import { browserOptions } from "../harness/browser.ts";
import { longFlow } from "./long-flow.ts";
import type { Row } from "./row.ts";

/** No key waits longer for its letter, in milliseconds. */
const CEILING_MS = 50;
const STAGES = 1_000;
/** Between two keys, in milliseconds: eleven in a second, faster than most people type. */
const GAP_MS = 90;

const shown = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 3 });

/** The real page with a flow in it, text and canvas side by side, and the cursor behind the middle stage's comment. */
async function openPage(stages: number) {
  using folder = await firstWorkspace();
  const app = await startApp({ copyOf: folder.path });
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "en-GB" });
  await page.goto(app.url);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import…" }).click();
  const buffer = Buffer.from(longFlow(stages));
  await (await chooser).setFiles({ name: "many.flow.yaml", mimeType: "text/yaml", buffer });
  await page.getByRole("button", { name: /^Problems/ }).waitFor();
  await page.locator(".react-flow__node").first().waitFor();
  await page.getByRole("textbox", { name: "Text of the flow" }).click();
  await page.keyboard.press("ControlOrMeta+KeyF");
  await page.keyboard.type(`step ${stages >> 1} of`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
  const close = async (): Promise<void> => {
    await browser.close();
    await app.stop();
  };
  return { page, keys: await page.context().newCDPSession(page), close };
}

/** Notes for each key how long it took from the key to the frame that follows its letter; times are the browser's own. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const waits: number[] = [];
    Object.assign(window, { waits });
    window.addEventListener(
      "keydown",
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => waits.push(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      },
      true,
    );
  });

/** Keys at their own times, whether or not the page has answered the one before. */
async function type(keys: CDPSession, times: number): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (let at = 0; at < times; at += 1) {
    const pause = new Promise((resolve) => setTimeout(resolve, GAP_MS));
    const key = "words of many ".charAt(at % 14);
    sent.push(keys.send("Input.dispatchKeyEvent", { type: "keyDown", key, text: key }));
    sent.push(keys.send("Input.dispatchKeyEvent", { type: "keyUp", key }));
    await pause;
  }
  await Promise.all(sent);
}

const waitsOf = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => (window as unknown as { readonly waits: readonly number[] }).waits);

export const typing1000: Row = {
  name: "typing-to-paint-1000-stages",
  unit: "keys/s",
  // What is asked of the page is that it keeps up; the ceiling is on the wait for each key, told below.
  target: { of: "ours", atLeast: 1_000 / (GAP_MS + CEILING_MS) },
  unlike: `Both are the same page: ours with ${STAGES} stages and the canvas open, the peer with 20.`,
  peers: [],
  pace: { rounds: 3, roundMs: 5_000 },
  async open() {
    const [long, short] = [await openPage(STAGES), await openPage(20)];
    await Promise.all([watch(long.page), watch(short.page)]);
    let told = "";
    const side = ({ page, keys }: typeof long, title: string) => ({
      title,
      async run(times: number) {
        await page.bringToFront();
        await type(keys, times);
        if (page !== long.page) return;
        const waits = [...(await waitsOf(page))].sort((a, b) => a - b);
        const [p50, p95] = [0.5, 0.95].map((share) => waits[Math.floor(waits.length * share)] ?? Number.NaN);
        told = `From key to paint: median ${shown(p50 ?? 0)} ms, p95 ${shown(p95 ?? 0)} ms (wanted: under ${CEILING_MS} ms), worst ${shown(waits.at(-1) ?? 0)} ms, of ${waits.length}.`;
      },
    });
    return {
      ours: side(long, `${STAGES} stages`),
      peer: side(short, "20 stages"),
      note: () => told,
      close: async () => void (await Promise.all([long.close(), short.close()])),
    };
  },
};
