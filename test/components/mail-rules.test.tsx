import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { withRule } from "../../src-renderer/monitoring/mailbox/mail-rules.tsx";
import { NewMailRule } from "../../src-renderer/monitoring/mailbox/new-mail-rule.tsx";

await startI18n("en");

test("a delivery rule begins with the address that is read, and is added once it fits", async () => {
  const onAdd = vi.fn(async () => true);
  const screen = await render(<NewMailRule address="ann@example.test" onAdd={onAdd} />);
  const add = screen.getByRole("button", { name: "Add rule" });
  await userEvent.fill(screen.getByLabelText("Reason in the history"), " ");
  await expect.element(add).toHaveAttribute("aria-disabled", "true");
  await expect.element(screen.getByText("Enter a reason of at most 500 characters.")).toBeVisible();
  await userEvent.selectOptions(screen.getByRole("combobox"), "delay");
  for (const wrong of ["0", "1.5", "525601", "1e3", ""]) {
    await userEvent.fill(screen.getByLabelText("Minutes late"), wrong);
    await expect.element(add).toHaveAttribute("aria-disabled", "true");
  }
  await userEvent.fill(screen.getByLabelText("Minutes late"), "90");
  await userEvent.click(add);
  expect(onAdd).toHaveBeenCalledExactlyOnceWith({
    address: "ann@example.test",
    effect: { kind: "delay", minutes: 90 },
  });
  await expect.element(screen.getByLabelText(/^E-mail address/)).toHaveValue("");
});

test("an address has one rule, and the one for every other stands last", () => {
  const bounce = (address: string, reason = "gone") => ({ address, effect: { kind: "bounce", reason } }) as const;
  const rules = [bounce("a@b.se"), bounce("*")];
  expect(withRule(rules, bounce("A@b.se", "full"))).toEqual([bounce("A@b.se", "full"), bounce("*")]);
  expect(withRule(rules, bounce("*", "none"))).toEqual([bounce("a@b.se"), bounce("*", "none")]);
});
