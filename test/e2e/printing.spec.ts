import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { Settings } from "./pages/settings.ts";

/** What of the page stays out of sight below its own edge, by class, and whether what only a screen needs is left out. */
const cutOnPaper = (page: Page) =>
  page.evaluate(() => ({
    cut: [...document.querySelectorAll<HTMLElement>(".shell, .shell-main, .shell-content, .page, .page *")]
      .filter((each) => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY === "auto")
      .map(({ className }) => className),
    isWhole: document.documentElement.scrollHeight > innerHeight,
    isBare: [...document.querySelectorAll(".nav, .status-bar")].every((each) => !each.checkVisibility()),
  }));

test("a page that is longer than the window is printed whole, without the navigation", async ({
  page,
  shell,
  flows,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const whole = { cut: [], isWhole: true, isBare: true };
  await test.step("Settings", async () => {
    await shell.go("Settings");
    await expect(new Settings(page).row("Version")).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => cutOnPaper(page)).toEqual(whole);
    await page.emulateMedia({ media: "screen" });
    await expect.poll(() => cutOnPaper(page)).toMatchObject({ isWhole: false, isBare: false });
  });
  await test.step("a run", async () => {
    await shell.go("Flows");
    await flows.open("Mutual NDA with Halvorsen & Lind");
    await page.getByRole("button", { name: "Run on a virtual clock" }).click();
    await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => cutOnPaper(page)).toEqual(whole);
  });
});
