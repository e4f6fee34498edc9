import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { DateField, InputField } from "../../src-renderer/components/index.ts";

await startI18n("en");

function Field({ begins }: { readonly begins: string }) {
  const [text, setText] = useState(begins);
  return (
    <DateField value={text} onPick={setText}>
      <InputField label="Start" value={text} onChange={setText} />
    </DateField>
  );
}

/** What the browser's calendar does when a day is pressed in it. */
function pick(day: string) {
  const picker = document.querySelector<HTMLInputElement>("input[type=date]");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(picker, day);
  picker?.dispatchEvent(new Event("input", { bubbles: true }));
}

test("a date is typed with its time, or its day is picked in the browser's calendar, by keys too: the time stays", async () => {
  const opens = vi.spyOn(HTMLInputElement.prototype, "showPicker");
  const screen = await render(<Field begins="2026-11-24 09:15" />);
  const field = screen.getByRole("textbox", { name: "Start" });
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(screen.getByRole("button", { name: "Pick a day" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(opens.mock.contexts.map((input) => (input as HTMLInputElement).value)).toEqual(["2026-11-24"]);
  pick("2027-02-28");
  await expect.element(field).toHaveValue("2027-02-28 09:15");
  await userEvent.fill(field, "tomorrow");
  pick("2027-03-01");
  await expect.element(field).toHaveValue("2027-03-01 00:00");
});
