import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { ClockBar } from "../../src-renderer/monitoring/clock/clock-bar.tsx";
import { shownRun } from "../fixtures/shown-run.ts";

await startI18n("en");

const clockAt = (instant: string) => ({ ...shownRun().clock, virtual: true, now: Date.parse(instant) });

test("a long name of whoever is reminded next stays within the bar", async () => {
  const run = shownRun();
  const due = {
    ...{ id: "r", kind: "reminder" as const, at: run.clock.now + 3_600_000, wall: false, waits: null },
    ...{ participant: "A".repeat(200), event: null, callbackName: null, document: null, action: null, attempt: 1 },
  };
  const screen = await render(<ClockBar instance={shownRun({ due: [due] })} />);
  const bar = screen.getByRole("region", { name: "Clock" }).element();
  expect(bar.textContent).toContain("A".repeat(200));
  expect(bar.scrollWidth).toBe(bar.clientWidth);
});

test("C6: a time that the clocks skip is said to move forward, before the clock goes there", async () => {
  const instance = shownRun({ timeZone: "Europe/Stockholm", clock: clockAt("2027-03-01T12:00:00Z") });
  const screen = await render(<ClockBar instance={instance} />);
  await screen.getByRole("button", { name: /^To a date/ }).click();
  const field = screen.getByRole("textbox", { name: "Date and time" });
  const said = screen.getByText("Clocks go forward then, and skip 2027-03-28 02:30. This goes to 2027-03-28 03:30.");
  for (const typed of ["2027-03-28 02:30", "2027-03-28T02:30"]) {
    await userEvent.fill(field, typed);
    await expect.element(said).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "Go there" })).not.toHaveAttribute("aria-disabled", "true");
    await userEvent.fill(field, "2027-03-28 03:30");
    await expect.element(said).not.toBeInTheDocument();
  }
});
