import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "@playwright/test";
import { browserOptions } from "../harness/browser.ts";
import { REPORT, watchFrames } from "./watched-frames.ts";

/** A page with a button and empty frames, which ask for a number when they are told that it has changed. */
const PAGE = (count: number) => `<!doctype html><button>Act</button>
${'<iframe src="/frame"></iframe>'.repeat(count)}
<script type="module">
  document.querySelector("button").addEventListener("click", async ({ timeStamp }) => {
    ${REPORT}(performance.timeOrigin + timeStamp);
    await fetch("/act", { method: "POST" });
    for (const { contentWindow } of document.querySelectorAll("iframe")) contentWindow.postMessage("changed", "*");
  });
</script>`;
const FRAME = `<!doctype html><p>0</p>
<script type="module">
  window.addEventListener("message", async () => {
    document.querySelector("p").textContent = await (await fetch("/state", { cache: "no-store" })).text();
    ${REPORT}(performance.timeOrigin + performance.now());
  });
</script>`;

/** The least wall: bare frames that are told of one change, and ask the service for it. */
export async function openBareWall(count: number) {
  let acts = 0;
  const server = createServer((request, response) => {
    if (request.method === "POST") acts += 1;
    const bodies: Readonly<Record<string, string>> = { "/": PAGE(count), "/frame": FRAME };
    const body = bodies[request.url ?? ""];
    response.setHeader("content-type", body === undefined ? "text/plain" : "text/html").end(body ?? String(acts));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch(browserOptions());
  const page = await browser.newPage({ viewport: { width: 2560, height: 1440 } });
  const shownEverywhere = await watchFrames(page);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const close = async (): Promise<void> => {
    await browser.close();
    server.close();
  };
  return { page, frames, shownEverywhere, close };
}
