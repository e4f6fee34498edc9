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
  await userEvent.fill(screen.getByLabelText("Reason in the history"), "gone");
  await userEvent.fill(screen.getByLabelText(/^E-mail address/), "not an address");
  await expect.element(add).toHaveAttribute("aria-disabled", "true");
  await expect.element(screen.getByText("Enter an e-mail address, a phone number or *.")).toBeVisible();
  await userEvent.fill(screen.getByLabelText(/^E-mail address/), "ann@example.test");
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

test("when a message is read, or its link followed, is said in minutes", async () => {
  const onAdd = vi.fn(async () => true);
  const screen = await render(<NewMailRule address="ann@example.test" onAdd={onAdd} />);
  for (const [kind, label] of [
    ["read", "Minutes until it is read"],
    ["click", "Minutes until its link is followed"],
  ] as const) {
    await userEvent.fill(screen.getByLabelText(/^E-mail address/), "ann@example.test");
    await userEvent.selectOptions(screen.getByRole("combobox"), kind);
    await userEvent.fill(screen.getByLabelText(label), "30");
    await userEvent.click(screen.getByRole("button", { name: "Add rule" }));
    expect(onAdd).toHaveBeenLastCalledWith({ address: "ann@example.test", effect: { kind, minutes: 30 } });
  }
});

test("an address has one rule for each thing, and the one for every other stands last", () => {
  const bounce = (address: string, reason = "gone") => ({ address, effect: { kind: "bounce", reason } }) as const;
  const rules = [bounce("a@b.se"), bounce("*")];
  expect(withRule(rules, bounce("A@b.se", "full"))).toEqual([bounce("A@b.se", "full"), bounce("*")]);
  const late = (kind: "delay" | "read" | "click") => ({ address: "a@b.se", effect: { kind, minutes: 5 } }) as const;
  const numbers = [bounce("+46 70-174 06 05"), bounce("*")];
  expect(withRule(numbers, bounce("+46701740605", "full"))).toEqual([bounce("+46701740605", "full"), bounce("*")]);
  expect(withRule(rules, late("delay"))).toEqual([late("delay"), bounce("*")]);
  expect(withRule(withRule(rules, late("read")), late("click"))).toEqual([
    bounce("a@b.se"),
    late("read"),
    late("click"),
    bounce("*"),
  ]);
  expect(withRule(rules, bounce("*", "none"))).toEqual([bounce("a@b.se"), bounce("*", "none")]);
});
