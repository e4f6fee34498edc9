import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { DueList } from "../../src-renderer/monitoring/clock/due-list.tsx";
import { shownRun } from "../fixtures/shown-run.ts";

await startI18n("en");

const letter = (n: number) => String.fromCharCode(96 + n);

/** A run with so many reminders due, an hour after one another. */
function waiting(count: number) {
  const run = shownRun();
  const due = Array.from({ length: count }, (_, n) => ({
    ...{
      id: `r${n}`,
      kind: "reminder" as const,
      at: run.clock.now + (count - n) * 3_600_000,
      wall: false,
      waits: null,
    },
    ...{
      participant: `person ${letter(count - n)}`,
      event: null,
      callbackName: null,
      document: null,
      action: null,
      attempt: 1,
    },
  }));
  return shownRun({ due });
}

test("what is due next shows its first eight rows, and the rest when asked; a single one more folds nothing", async () => {
  const screen = await render(<DueList instance={waiting(12)} />);
  const rows = screen.getByRole("list").getByRole("listitem");
  const names = () => rows.elements().map((row) => /person [a-z]/.exec(row.textContent ?? "")?.[0]);
  const first = (count: number) => Array.from({ length: count }, (_, n) => `person ${letter(n + 1)}`);
  await expect.poll(names).toEqual(first(8));
  await screen.getByRole("button", { name: "4 more" }).click();
  await expect.poll(names).toEqual(first(12));
  const fewer = screen.getByRole("button", { expanded: true });
  await fewer.click();
  await expect.poll(names).toEqual(first(8));
  await screen.rerender(<DueList instance={waiting(9)} />);
  await expect.poll(names).toEqual(first(9));
  await expect.element(screen.getByRole("button", { name: /more/ })).not.toBeInTheDocument();
});
