import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { openPalette, Palette } from "../../src-renderer/app/actions/palette.tsx";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";

await startI18n("en");

const hit = (id: string, name: string) => ({
  ...{ kind: "flow", id, name, detail: null, status: null, flow: null, instanceId: null },
  ...{ instanceTitle: null, forkNumber: null, at: null },
});

/** The palette, with a search for “l” that has found a loan and one for “lease” that is still out. */
async function withLateSearch() {
  const later = Promise.withResolvers<void>();
  vi.spyOn(host, "call").mockImplementation((async (_name: string, { typed }: { typed: string }) => {
    if (typed === "lease") await later.promise;
    return { ok: true, value: { items: [typed === "lease" ? hit("2", "Lease") : hit("1", "Loan")], alike: false } };
  }) as never);
  location.hash = "#/home";
  const screen = await render(<Palette />);
  openPalette();
  const [input, loan] = [screen.getByRole("combobox"), screen.getByText("Loan", { exact: true })];
  await userEvent.fill(input, "l");
  await expect.element(loan).toBeVisible();
  await userEvent.fill(input, "lease");
  await expect.poll(() => vi.mocked(host.call).mock.calls.at(-1)?.[1]).toMatchObject({ typed: "lease" });
  await expect.element(loan).toBeVisible();
  return { screen, loan, later };
}

test("hits stay while a newer search is out; an Enter that means none of them opens what that search finds", async () => {
  const { screen, later } = await withLateSearch();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  expect(location.hash).toBe("#/home");
  later.resolve();
  await expect.poll(() => location.hash).toBe("#/flows/2");
});

test("an Enter waits for no search if more is typed after it", async () => {
  const { screen, later } = await withLateSearch();
  await userEvent.keyboard("{Enter}");
  await userEvent.fill(screen.getByRole("combobox"), "loan");
  later.resolve();
  await expect.poll(() => vi.mocked(host.call).mock.calls.at(-1)?.[1]).toMatchObject({ typed: "loan" });
  await expect.element(screen.getByText("Loan", { exact: true })).toBeVisible();
  expect(location.hash).toBe("#/home");
});

test("a click on a hit takes it, also while a newer search is out", async () => {
  const { loan, later } = await withLateSearch();
  await loan.click();
  await expect.poll(() => location.hash).toBe("#/flows/1");
  later.resolve();
});
