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

test("hits stay while a newer search is out, and Enter takes none of them that is not meant", async () => {
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
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  expect(location.hash).toBe("#/home");
  later.resolve();
  await expect.element(screen.getByText("Lease", { exact: true })).toBeVisible();
  await expect.element(loan).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => location.hash).toBe("#/flows/2");
});
