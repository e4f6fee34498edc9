import type { Page } from "@playwright/test";
import { startListener } from "../harness/listener.ts";
import { expect, test } from "./fixtures.ts";
import { Shell } from "./pages/shell.ts";

const EXPIRED = "Open the newest link that Countersign printed.";

/** All that a page can tell of how it was reached, or keeps for its origin. */
const traces = (page: Page) =>
  page.evaluate(() => ({
    addresses: [...performance.getEntries().map(({ name }) => name), window.location.href, document.referrer].join(" "),
    history: window.history.length,
    cookie: document.cookie,
  }));

test("a link's code is nowhere once the app is shown: not in the address, the history, the entries or a cookie", async ({
  app,
  page,
  context,
}) => {
  const link = app.url;
  const code = new URLSearchParams(new URL(link).hash.slice(1)).get("code") ?? "";
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  await new Shell(page).open(link);
  const seen = await traces(page);
  expect(code).toMatch(/^[\w-]{43}$/);
  expect(seen.addresses).not.toContain(code);
  expect(asked.join("\n")).not.toContain(code);
  expect(seen.cookie).toBe("");
  expect(await context.cookies()).toEqual([]);
  // The blank page of the tab, and the app.
  expect(seen.history).toBe(2);
  await page.goBack();
  expect(page.url()).toBe("about:blank");
});

test("another program's server on this machine gets nothing that opens the app", async ({ app, shell, faults }) => {
  const { page } = shell;
  const { origin } = new URL(app.url);
  const other = await startListener();
  try {
    await page.evaluate((url) => window.location.assign(url), other.url);
    await expect(page).toHaveTitle("another program");
    expect(other.heard.length).toBeGreaterThan(0);
    for (const { headers, path } of other.heard) {
      expect(headers.cookie).toBeUndefined();
      // Its page's own icon names that page.
      expect([undefined, other.url]).toContain(headers.referer);
      expect(path).not.toContain("code");
    }
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    // What its page asks of the app itself is refused, with all that this browser sends along.
    const status = await page.evaluate(async (url) => {
      const sent = await fetch(url, { method: "POST", body: "guess", mode: "no-cors", credentials: "include" });
      return sent.type;
    }, `${origin}/bridge/session`);
    expect(status).toBe("opaque");
    await page.goto(`${origin}/bridge/files/documents/1001.pdf`);
    await expect(page.getByText("Session expired.")).toBeVisible();
  } finally {
    await other.close();
  }
  // The refusals that it asked for.
  faults.splice(0, faults.length);
});

test("a link opens the app once: elsewhere it is refused, here a reload and the link itself go on", async ({
  app,
  shell,
  browser,
}) => {
  const { page } = shell;
  const used = await page.evaluate(() => localStorage.getItem("countersign.session"));
  expect(used).not.toBeNull();
  await page.reload();
  await expect(shell.connected).toBeVisible();

  const elsewhere = await browser.newContext();
  try {
    const second = new Shell(await elsewhere.newPage());
    const link = app.url;
    await second.open(link);
    const next = await app.linkAfter(link);
    const third = await browser.newContext();
    const tab = await third.newPage();
    await tab.goto(link);
    await expect(tab.getByRole("heading", { name: "Session expired" })).toBeVisible();
    await expect(tab.getByRole("alert")).toHaveText(EXPIRED);
    await second.open(link);
    await new Shell(tab).open(next);
    await third.close();
  } finally {
    await elsewhere.close();
  }
});

test("a tab whose session ended goes on as soon as another tab of the browser has a new one", async ({
  app,
  shell,
  page,
  context,
  faults,
}) => {
  await page.evaluate(() => localStorage.setItem("countersign.session", "A".repeat(43)));
  await page.reload();
  await expect(page.getByRole("alert")).toHaveText(EXPIRED);
  const tab = await context.newPage();
  await new Shell(tab).open(app.url);
  await expect(shell.connected).toBeVisible();
  faults.splice(0, faults.length);
});
