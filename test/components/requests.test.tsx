import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { Requests } from "../../src-renderer/syncing/requests.tsx";

await startI18n("en");

test("Y16: the list of requests has milliseconds, and its button asks for those alone that change something", async () => {
  const line = { kind: "account", target: "GET https://bank.example/flow/drafts", result: "200, 9 bytes, 8 ms" };
  const wallAt = Date.parse("2026-11-24T09:00:12.045Z");
  const write = { ...line, wallAt, target: "POST https://bank.example/flow/drafts" };
  const call = vi.spyOn(host, "call").mockImplementation(async (_name: string, asked: unknown) => {
    const items = (asked as { writes?: boolean }).writes === true ? [write] : [write, { ...line, wallAt }];
    return { ok: true, value: { items, next: null } } as never;
  });
  const screen = await render(<Requests />);
  await expect.element(screen.getByText("2026-11-24 09:00:12.045").first()).toBeVisible();
  await expect.element(screen.getByText(line.target)).toBeVisible();
  const only = screen.getByRole("button", { name: "Only changes" });
  await expect.element(only).toHaveAttribute("aria-pressed", "false");
  (only.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(only).toHaveAttribute("aria-pressed", "true");
  await expect.element(screen.getByText(line.target)).not.toBeInTheDocument();
  await expect.element(screen.getByText(write.target)).toBeVisible();
  expect(call.mock.lastCall).toMatchObject(["ledger.outbound", { kind: "account", writes: true, cursor: null }]);
  call.mockResolvedValue({ ok: true, value: { items: [], next: null } } as never);
  await userEvent.keyboard("  ");
  await expect.element(screen.getByText("No request has changed anything yet.")).toBeVisible();
});
