import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { FormDialog } from "../../src-renderer/components/index.ts";

await startI18n("en");

const shown = async (height: number) => {
  const screen = await render(
    <FormDialog title="Lease" done="Save" onSubmit={vi.fn()} onClose={vi.fn()}>
      <div data-testid="content" style={{ height }} />
    </FormDialog>,
  );
  const dialog = screen.getByRole("dialog").last();
  await expect.element(dialog).toBeVisible();
  const box = (selector: string) => {
    const found = dialog.element().querySelector(selector);
    if (found === null) throw new Error(`The dialog has no ${selector}.`);
    return found.getBoundingClientRect();
  };
  return { dialog: dialog.element(), content: () => box("[data-testid=content]"), foot: () => box(".dialog-foot") };
};

test("the buttons of a dialog stand below its content, and cover none of it", async () => {
  const { dialog, content, foot } = await shown(100);
  await expect.poll(() => content().bottom <= foot().top).toBe(true);
  expect(Math.abs(dialog.getBoundingClientRect().bottom - foot().bottom)).toBeLessThan(3);
  expect(dialog.scrollHeight).toBe(dialog.clientHeight);
});

test("the buttons of a dialog longer than the window stay in sight, and its end can be seen", async () => {
  const { dialog, content, foot } = await shown(3000);
  await expect.poll(() => foot().bottom <= window.innerHeight).toBe(true);
  dialog.scrollTop = dialog.scrollHeight;
  await expect.poll(() => content().bottom <= foot().top).toBe(true);
});

test("the buttons of a dialog have an edge while there is more behind them, and none at its end or in a short one", async () => {
  const { dialog } = await shown(3000);
  const edge = (within: Element) => {
    const foot = within.querySelector(".dialog-foot");
    return foot === null ? null : Number(getComputedStyle(foot, "::before").opacity);
  };
  await expect.poll(() => edge(dialog)).toBe(1);
  dialog.scrollTop = (dialog.scrollHeight - dialog.clientHeight) / 2;
  await expect.poll(() => edge(dialog)).toBe(1);
  dialog.scrollTop = dialog.scrollHeight;
  await expect.poll(() => edge(dialog)).toBe(0);
  const short = await shown(100);
  await expect.poll(() => edge(short.dialog)).toBe(0);
});

test.each([
  ["blocks it, once it was tried", { blocked: "The file takes no key `url`." }],
  ["is wrong", { problem: "The file takes no key `url`." }],
  ["it will do", { note: "The file takes no key `url`." }],
])("names in what a dialog says of what %s are in the type of names", async (_what, said) => {
  const screen = await render(
    <FormDialog title="Lease" done="Save" {...said} onSubmit={vi.fn()} onClose={vi.fn()}>
      <input aria-label="Title" />
    </FormDialog>,
  );
  await userEvent.click(screen.getByLabelText("Title"));
  await userEvent.keyboard("{Enter}");
  const foot = screen.getByText("The file takes no key url.");
  await expect.element(foot).toBeVisible();
  expect(foot.element().querySelector("code")?.textContent).toBe("url");
});
