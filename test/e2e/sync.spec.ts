import { startService } from "../../src-main/service/index.ts";
import { must, testWorkspace } from "../harness/workspace.ts";
import { nothingCovered } from "./covered.ts";
import { test as base, expect } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { Sync } from "./pages/sync.ts";

/** Another Countersign, as the service of a bank would be. */
async function openBank() {
  const workspace = await testWorkspace();
  const { host } = workspace;
  const service = await startService({ host, port: 0, log: () => undefined });
  const credentials = must(await host.accounts.credentials(host.accounts.defaultId));
  return {
    host,
    url: service.baseUrl,
    credentials: JSON.stringify(credentials),
    secret: credentials.accesssecret,
    titles: () => host.drafts.list({}).items.map(({ title }) => title),
    /** Somebody else changes a flow there. */
    async edit(title: string, fields: Readonly<Record<string, unknown>>) {
      const id = host.drafts.list({ search: title }).items[0]?.id ?? "";
      must(await host.drafts.patch(id, fields));
    },
    fields: (title: string) =>
      must(host.drafts.get(host.drafts.list({ search: title }).items[0]?.id ?? "")).fields as Readonly<
        Record<string, unknown>
      >,
    async close() {
      await service.close();
      await workspace.dispose();
    },
  };
}

const test = base.extend<{ readonly bank: Awaited<ReturnType<typeof openBank>>; readonly sync: Sync }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  bank: async ({}, use) => {
    const bank = await openBank();
    await use(bank);
    await bank.close();
  },
  sync: async ({ shell }, use) => use(new Sync(shell.page)),
});

test("Y3, Y6, Y14, Y16, Y17, Y18: an account is added, seen through before its first sync, kept the same, settled, and removed", async ({
  bank,
  sync,
  shell,
  flows,
  page,
}) => {
  test.slow();
  await test.step("Y14: what does not do is told beside its field, and an account that can be used is added", async () => {
    await shell.go("Sync");
    await inspect(page, "sync-empty", page.getByText("No account yet"));
    await page.getByRole("button", { name: "Add account" }).first().click();
    const credentials = "JSON with apitoken, apisecret, accesstoken and accesssecret";
    await sync.fill({ Name: "Bank", Address: `${bank.url}/elsewhere`, [credentials]: bank.credentials });
    await expect(sync.dialog.getByRole("alert").filter({ hasText: "does not have the interface" })).toBeVisible();
    await inspect(page, "sync-add", sync.dialog);
    await sync.dialog.getByText(/^Keep all 4 in sync/).click();
    await sync.fill({ Address: bank.url });
    await expect(sync.account("Bank")).toContainText("Not synced yet");
    await expect(page.getByText(bank.secret)).toHaveCount(0);
  });

  await test.step("Y16: nothing is sent before what would be sent was shown; a flow is taken out", async () => {
    await page.getByRole("button", { name: "Review first sync" }).click();
    const row = (title: string) => sync.dialog.getByRole("row").filter({ hasText: `Create flow “${title}”` });
    await expect(row(EXAMPLE.nda)).toContainText("POST /flow/drafts");
    await row(EXAMPLE.loan).getByRole("checkbox").uncheck();
    await expect(sync.dialog).toContainText("1 is held back");
    await inspect(page, "sync-plan", row(EXAMPLE.nda));
    expect(bank.titles()).toEqual([]);
    await sync.dialog.getByRole("button", { name: "Sync now" }).click();
    await expect.poll(() => bank.titles().length, { timeout: 30_000 }).toBe(3);
    expect(bank.titles()).not.toContain(EXAMPLE.loan);
    await sync.synced("Held back");
    const requests = page.getByRole("region", { name: "Requests to accounts" });
    await expect(requests).toContainText("POST");
    await expect(requests).toContainText("GET");
    await page.getByRole("button", { name: "Only changes" }).press("Space");
    await expect(requests).not.toContainText("GET");
    await expect(requests).toContainText("POST");
    await inspect(page, "sync", sync.account("Bank"));
  });

  await test.step("Y17: each flow says how it stands; what both change is a conflict", async () => {
    await shell.go("Flows");
    await expect(flows.row(EXAMPLE.loan)).toContainText("Held back");
    await expect(flows.row(EXAMPLE.nda)).toContainText("Up to date");
    await inspect(page, "sync-flows", flows.row(EXAMPLE.nda));
    await nothingCovered(page);
    await bank.edit(EXAMPLE.nda, { title: "NDA of the bank", duration: 60 });
    const authoring = await flows.open(EXAMPLE.nda);
    await authoring.cursorAfter("title:");
    await page.keyboard.type(" Our");
    // By itself, once typing rests.
    const chip = page.getByRole("main").getByRole("link", { name: "Conflict" });
    await expect(chip).toBeVisible({ timeout: 30_000 });
    await expect(sync.status).toHaveText("1 conflict");
    await chip.click();
    await expect(page.getByRole("heading", { level: 1, name: /^Conflict in/ })).toBeFocused();
  });

  await test.step("Y6: a conflict is settled by one key, undone, edited, and sent", async () => {
    const part = sync.part("title");
    const mine = part.getByRole("button", { name: "Keep yours" });
    await expect(part).toContainText("NDA of the bank");
    await mine.focus();
    await page.keyboard.press("t");
    await expect(part.getByRole("button", { name: "Take theirs" })).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("button", { name: "Undo choice" }).click();
    await expect(page.getByText("0 of 1 settled")).toBeVisible();
    await mine.focus();
    await page.keyboard.press("e");
    await page.getByRole("textbox", { name: "Your words for title" }).fill("NDA of both");
    await inspect(page, "sync-conflict", page.getByText("1 of 1 settled"));
    const whole = page.getByText("Settle the whole flow", { exact: true });
    await whole.click();
    await inspect(page, "sync-conflict-whole", page.getByRole("button", { name: "Take all theirs" }));
    await whole.click();
    await page.getByRole("radio", { name: "Whole texts" }).check({ force: true });
    await expect(page.getByRole("region", { name: "There", exact: true })).toContainText("duration: 60");
    await inspect(page, "sync-conflict-texts", page.getByRole("region", { name: "There", exact: true }));
    const settle = page.getByRole("button", { name: "Settle and sync" });
    await settle.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Sync" })).toBeFocused();
    await sync.synced("Held back");
    await expect.poll(() => bank.titles(), { timeout: 30_000 }).toContain("NDA of both");
    expect(bank.fields("NDA of both").duration).toBe(60);
    await shell.go("Flows");
    await expect(flows.row("NDA of both")).toContainText("Up to date");
  });

  await test.step("Y7: a flow that is deleted here can stay there", async () => {
    await flows.choose(EXAMPLE.board, "Archive");
    await page.getByRole("button", { name: "Show archived" }).click();
    await flows.choose(EXAMPLE.board, "Delete…");
    await expect(sync.dialog).toContainText("“Bank” has this flow too");
    await inspect(page, "sync-delete", sync.dialog);
    await sync.dialog.getByRole("radio", { name: /^Keep it there/ }).check();
    await sync.dialog.getByRole("button", { name: "Delete" }).click();
    await expect(flows.row(EXAMPLE.board)).toHaveCount(0);
    await shell.go("Sync");
    await page.getByRole("button", { name: "Sync now" }).click();
    await sync.synced("Held back");
    expect(bank.titles()).toContain(EXAMPLE.board);
  });

  await test.step("Y18: removing an account asks what becomes of its flows, and deletes nothing there", async () => {
    await sync.choose("Bank", "Remove account…");
    await expect(sync.dialog).toContainText("Everything on the service stays there");
    await inspect(page, "sync-remove", sync.dialog);
    await sync.dialog.getByRole("button", { name: "Remove account" }).click();
    await expect(page.getByText("No account yet")).toBeVisible();
    await expect(sync.status).toHaveCount(0);
    expect(bank.titles()).toHaveLength(3);
    await shell.go("Flows");
    await expect(flows.row("NDA of both")).toBeVisible();
  });
});
