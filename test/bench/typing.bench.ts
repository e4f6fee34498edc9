import { type CDPSession, chromium, type Page } from "@playwright/test";
import { firstWorkspace, startApp } from "../harness/app.ts";
import { browserOptions } from "../harness/browser.ts";
import { longFlow } from "./long-flow.ts";
import { waitsInWords } from "./measure.ts";
import type { Row } from "./row.ts";

const STAGES = 1_000;
/** Between two keys, in milliseconds: eleven in a second, faster than most people type. */
const GAP_MS = 90;

/** The real page with a flow in it, text and canvas side by side, and the cursor behind the middle stage's comment. */
async function openPage(stages: number) {
  using folder = await firstWorkspace();
  const app = await startApp({ copyOf: folder.path });
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "en-GB" });
  await page.goto(`${app.url}&view=${encodeURIComponent("/flows")}`);
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
  // The page keeps up with typing; the note says how long each key waits for its letter.
  atLeast: 0.9,
  unlike: `Both are the same page: ours with ${STAGES} stages and the canvas open, the peer with 20.`,
  peers: [],
  pace: { rounds: 3, roundMs: 5_000 },
  async open() {
    const [long, short] = [await openPage(STAGES), await openPage(20)];
    await Promise.all([watch(long.page), watch(short.page)]);
    const waits = new Map<Page, readonly number[]>();
    const side = ({ page, keys }: typeof long, title: string) => ({
      title,
      async run(times: number) {
        await page.bringToFront();
        await type(keys, times);
        waits.set(page, await waitsOf(page));
      },
    });
    const reported = ({ page }: typeof long) => waitsInWords(waits.get(page) ?? []);
    return {
      ours: side(long, `${STAGES} stages`),
      peer: side(short, "20 stages"),
      note: () => `From key to paint: ${reported(long)}; with 20 stages ${reported(short)}.`,
      close: async () => void (await Promise.all([long.close(), short.close()])),
    };
  },
};
