import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE } from "./pages/flows.ts";

async function saved(page: Page, press: () => Promise<void>): Promise<readonly string[]> {
  const download = page.waitForEvent("download");
  await press();
  const text = readFileSync(await (await download).path(), "utf8");
  return text.trimEnd().split("\r\n");
}

test("[Tables] the mailbox is saved as CSV as it is filtered, sorted by time, its columns are hidden and remembered, and beside a message it is cards; clocks and what left this machine are tables with columns to choose", async ({
  flows,
  mailbox,
  shell,
  page,
}) => {
  test.slow();
  await flows.begin(EXAMPLE.nda);
  await shell.go("Mailbox");
  await expect(mailbox.mails("asa").first()).toBeVisible();
  const all = await mailbox.mails().count();
  const csv = () =>
    saved(page, async () => {
      await page.getByRole("button", { name: "Columns and sorting" }).click();
      await page.getByRole("menuitem", { name: "Save as CSV" }).click();
    });
  const whole = await csv();
  expect(whole[0]).toMatch(/^\uFEFFSubject,Person,To,Kind,Run,Status,When \([\w/]+\)$/);
  expect(whole).toHaveLength(all + 1);
  await page.getByRole("combobox", { name: "Person" }).selectOption("asa");
  await expect(mailbox.mails("lukasz")).toHaveCount(0);
  const ofAsa = await csv();
  expect(ofAsa.length).toBeLessThan(whole.length);
  expect(ofAsa.slice(1).every((line) => line.includes(",asa,") && line.includes(EXAMPLE.nda))).toBe(true);
  await page.getByRole("combobox", { name: "Person" }).selectOption({ index: 0 });
  await expect(mailbox.mails()).toHaveCount(all);

  const whom = () => mailbox.list.getByRole("row").nth(1).textContent();
  const [newest, when] = [await whom(), mailbox.list.getByRole("columnheader", { name: "When" })];
  await when.getByRole("button").click();
  await expect(when).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(whom).not.toBe(newest);
  await page.getByRole("button", { name: "Columns and sorting" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Run" }).click();
  await page.keyboard.press("Escape");
  const run = mailbox.list.getByRole("columnheader", { name: "Run" });
  await expect(run).toBeHidden();
  await page.reload();
  await expect(when).toHaveAttribute("aria-sort", "ascending");
  await expect(run).toBeHidden();
  await inspect(page, "mailbox-table", mailbox.list);

  await mailbox.read("asa");
  await expect(when).toHaveCount(0);
  await expect(mailbox.mails("asa")).toContainText("Invitation");
  await page.keyboard.press("Escape");
  await expect(mailbox.message).toBeHidden();
  await expect(mailbox.mails("asa")).toBeFocused();
  await mailbox.read("asa");
  await mailbox.message.getByRole("link", { name: "Close" }).click();
  await expect(when).toBeVisible();

  await shell.go("Settings");
  const clocks = page.locator(".settings-section").filter({ hasText: "Virtual clocks" });
  await expect(clocks.getByRole("columnheader", { name: "Current time" })).toBeVisible();
  await inspect(page, "settings-clocks-table", clocks.getByRole("table"));
  await clocks.getByRole("button", { name: "Columns and sorting" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Current time" }).click();
  await page.keyboard.press("Escape");
  await expect(clocks.getByRole("columnheader", { name: "Current time" })).toBeHidden();
  await page.reload();
  await expect(clocks.getByRole("table")).toBeVisible();
  await expect(clocks.getByRole("columnheader", { name: "Current time" })).toBeHidden();
});

test("[Tables] within a run, mails and callbacks are told in the run's zone, without a column for the run", async ({
  flows,
  mailbox,
}) => {
  const run = await flows.start(EXAMPLE.loan);
  const now = (await run.clock.textContent())?.match(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/)?.[0] ?? "no time";
  await run.tab("Mail");
  await expect(mailbox.mails("borrower", now)).toHaveCount(2);
  await expect(mailbox.list.getByRole("columnheader", { name: "Run" })).toHaveCount(0);
  await mailbox.read("borrower");
  await expect(mailbox.message).toContainText(now);
});

test("[Tables] runs are sorted by what is due next, and then say when that is", async ({ flows, shell, page }) => {
  for (const title of [EXAMPLE.nda, EXAMPLE.loan, EXAMPLE.board]) await flows.begin(title);
  await shell.go("Runs");
  const table = page.getByRole("table", { name: "Runs" });
  await expect(table.locator("a.row-link")).toHaveCount(3);
  const due = table.getByRole("columnheader", { name: "Next due" });
  const times = () =>
    table
      .getByRole("row")
      .evaluateAll((rows) => rows.flatMap((row) => row.textContent?.match(/\d{4}-\d\d-\d\d \d\d:\d\d/) ?? []));
  await due.getByRole("button").click();
  await expect(due).toHaveAttribute("aria-sort", "ascending");
  // Of each row, the first time: what is due next.
  const inOrder = async () => {
    const seen = await times();
    return seen.length === 3 && seen.join() === seen.toSorted().join();
  };
  // The rows stay until they come in the new order.
  await expect.poll(inOrder).toBe(true);
  const ascending = await times();
  await inspect(page, "runs-by-due", table);
  await due.getByRole("button").press("Enter");
  await expect(due).toHaveAttribute("aria-sort", "descending");
  await expect.poll(times).toEqual(ascending.toReversed());
  await expect(due.getByRole("button")).toBeFocused();
});
