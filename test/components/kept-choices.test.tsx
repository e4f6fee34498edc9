import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import type { Conflict } from "../../src-renderer/syncing/conflict/choices.ts";
import { SettleEach } from "../../src-renderer/syncing/conflict/settle-each.tsx";
import { DAYS, TITLE } from "./some-conflicts.ts";

await startI18n("en");
beforeEach(() => localStorage.clear());

const page = (conflicts: readonly Conflict[]) => <SettleEach draft="k" account="Bank" conflicts={conflicts} />;

/** Takes theirs of the days, types a title, and leaves the page. */
async function chosen() {
  const screen = await render(page([DAYS, TITLE]));
  await userEvent.keyboard("te");
  await userEvent.fill(screen.getByRole("textbox"), "Car loan");
  await expect.element(screen.getByText("2 of 2 settled")).toBeVisible();
  await screen.unmount();
}

test("Y6: what was chosen and typed is there when its page is left, or loaded anew, and can be undone", async () => {
  await chosen();
  const screen = await render(page([DAYS, TITLE]));
  await expect.element(screen.getByRole("textbox")).toHaveValue("Car loan");
  await expect.element(screen.getByText("2 of 2 settled")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Undo choice" }));
  await expect.element(screen.getByText("0 of 2 settled")).toBeVisible();
});

test("Y6: a conflict whose side a sync has changed meanwhile is a new question", async () => {
  await chosen();
  const screen = await render(page([{ ...DAYS, theirs: 90 }, TITLE]));
  await expect.element(screen.getByText("1 of 2 settled")).toBeVisible();
  await expect.element(screen.getByRole("textbox")).toHaveValue("Car loan");
});

test("Y6: what is settled is kept no longer", async () => {
  await chosen();
  const screen = await render(page([DAYS, TITLE]));
  const call = vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { conflicts: [] } } as never);
  await userEvent.click(screen.getByRole("button", { name: "Settle and sync" }));
  await expect.poll(() => call.mock.calls[0]?.[0]).toBe("sync.settle");
  await expect.poll(() => localStorage.length).toBe(0);
});
