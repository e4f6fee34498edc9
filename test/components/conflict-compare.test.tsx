import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import type { Conflict } from "../../src-renderer/syncing/conflict/choices.ts";
import { ConflictPage } from "../../src-renderer/syncing/conflict/conflict-page.tsx";
import { DAYS, sides, TITLE } from "./some-conflicts.ts";

await startI18n("en");
beforeEach(() => localStorage.clear());

test("Y6: what comes of the choices so far can be compared before they are settled", async () => {
  const whole = { ...sides([TITLE, DAYS]), base: "title: Loan\n", proposal: "title: Mine\n" };
  const asked = vi.spyOn(host, "call").mockImplementation((async (name: string, input: { chosen?: unknown }) => {
    if (name !== "sync.conflict.get") return { ok: true, value: { items: [] } };
    const proposal = input.chosen === undefined ? whole.proposal : "title: What comes of it\n";
    return { ok: true, value: { conflict: { ...whole, proposal } } };
  }) as never);
  const screen = await render(<ConflictPage draft="k" account="Bank" />);
  await userEvent.click(screen.getByText("Proposal", { exact: true }).last());
  await expect.element(screen.getByText("title: Mine")).toBeVisible();
  await userEvent.keyboard("t");
  await expect.element(screen.getByText("title: What comes of it")).toBeVisible();
  await expect.element(screen.getByText("Result", { exact: true })).toBeVisible();
  const chosen = [{ path: ["title"], kind: "changed", take: "theirs" }];
  expect(asked.mock.calls).toContainEqual(["sync.conflict.get", { name: "Bank", key: "k", chosen }]);
});

test("Y6: of a flow that was never synced, nothing is known from before: the two sides are compared", async () => {
  const days: Conflict = { ...DAYS, base: undefined };
  const conflict = {
    ...sides([days]),
    base: null,
    mine: "duration: 30\n",
    theirs: "duration: 60\n",
    proposal: "duration: 30\n",
  };
  vi.spyOn(host, "call").mockImplementation((async (name: string) =>
    name === "sync.conflict.get" ? { ok: true, value: { conflict } } : { ok: true, value: { items: [] } }) as never);
  const screen = await render(<ConflictPage draft="k" account="Bank" />);
  const card = screen.getByRole("listitem", { name: "Days until it times out" });
  await expect.element(card.getByText("Nothing is known from before.")).toBeVisible();
  await expect.element(card.getByText("Differs", { exact: true })).toBeVisible();
  expect([...card.element().querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["30", "60"]);
  await expect
    .element(screen.getByText(/^Nothing is known of this flow from before it was found in “Bank”/))
    .toBeVisible();
  await expect.element(screen.getByText("What changed here")).not.toBeInTheDocument();
  await expect.element(screen.getByText("What differs there", { exact: true })).toBeVisible();
  expect(screen.container.querySelector(".conflict-compare")?.textContent).toMatch(/duration: 30.*duration: 60/s);
  await userEvent.click(screen.getByText("Whole texts", { exact: true }));
  await expect.element(screen.getByRole("region", { name: "Before" })).not.toBeInTheDocument();
});
