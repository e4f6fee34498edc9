import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { Button, ConfirmDialog, confirmFirst, FormDialog } from "../../src-renderer/components/index.ts";
import { ExtendDeadline } from "../../src-renderer/monitoring/remote-runs/extend-deadline.tsx";
import { NAMED } from "./outcome.ts";

await startI18n("en");

/** A button that asks before it acts, in one of the two ways. */
function Asking({ asked, form }: { readonly asked: () => void; readonly form: boolean }) {
  const [open, setOpen] = useState(false);
  const ask = () => {
    asked();
    if (form) setOpen(true);
    else void confirmFirst({ title: "Delete it?", body: "For good.", confirm: "Yes, delete" });
  };
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={ask}>Delete</Button>
      <Button onClick={asked}>Another</Button>
      {open && (
        <FormDialog title="Delete it?" done="Yes, delete" onSubmit={close} onClose={close}>
          For good.
        </FormDialog>
      )}
      <ConfirmDialog />
    </>
  );
}

async function answering(form: boolean) {
  const asked = vi.fn();
  await render(<Asking {...{ asked, form }} />);
  const opener = page.getByRole("button", { name: "Delete", exact: true });
  await opener.click();
  const yes = page.getByRole("button", { name: "Yes, delete" });
  await expect.element(yes).toBeVisible();
  (yes.element() as HTMLElement).focus();
  return { asked, opener, yes };
}

const isAway = () => expect.element(page.getByText("Delete it?")).not.toBeInTheDocument();

test.each([
  ["a question", false],
  ["a form", true],
])("Enter pressed twice on %s answers it once, and does not ask again", async (_, form) => {
  const { asked, opener } = await answering(form);
  await userEvent.keyboard("{Enter}{Enter}");
  await isAway();
  expect(asked).toHaveBeenCalledOnce();
  await expect.element(opener).toHaveFocus();
});

test("a double click on what opens a dialog leaves it open, and a click beside it closes it", async () => {
  const asked = vi.fn();
  await render(<Asking asked={asked} form />);
  const opener = page.getByRole("button", { name: "Delete", exact: true });
  await opener.dblClick();
  const question = page.getByRole("dialog", { name: "Delete it?" });
  await expect.element(question).toBeVisible();
  await expect.poll(() => question.element().contains(document.activeElement)).toBe(true);
  expect(asked).toHaveBeenCalledOnce();
  const corner = document.elementFromPoint(1, 1);
  if (corner === null) throw new Error("Nothing lies beside the dialog.");
  await userEvent.click(corner, { position: { x: 1, y: 1 } });
  await isAway();
});

test("the space bar pressed twice on a question answers it once", async () => {
  const { asked } = await answering(false);
  await userEvent.keyboard("[Space][Space]");
  await isAway();
  expect(asked).toHaveBeenCalledOnce();
});

test.each([
  ["a question", false],
  ["a form", true],
])("the second click of a double click on %s does not press what was behind it", async (_, form) => {
  const { asked, yes } = await answering(form);
  const click = (target: Element, detail: number) =>
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
  const behind = page.getByText("Another").element();
  click(yes.element(), 1);
  await isAway();
  click(behind, 2);
  expect(asked).toHaveBeenCalledOnce();
  click(behind, 1);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("after another key, Enter right after an answer presses what has the focus by then", async () => {
  const { asked, opener } = await answering(false);
  await userEvent.keyboard("{Enter}");
  await isAway();
  await expect.element(opener).toHaveFocus();
  await userEvent.keyboard("{Tab}{Enter}");
  expect(asked).toHaveBeenCalledTimes(2);
});

test("Y11: the days of a longer deadline are selected, so that a number that is typed takes their place", async () => {
  const onDone = vi.fn(async () => false);
  await render(<ExtendDeadline run={NAMED} onDone={onDone} onClose={vi.fn()} />);
  await expect.element(page.getByLabelText("Days")).toHaveFocus();
  await userEvent.keyboard("3{Enter}");
  await expect.poll(() => onDone.mock.calls).toEqual([[3]]);
  for (const wrong of ["1000", "1e2", "0x10", "-3", ""]) {
    await userEvent.keyboard(`{Control>}a{/Control}{Delete}${wrong}{Enter}`);
    await expect.element(page.getByRole("alert")).toHaveTextContent("Enter 1 to 365 days.");
  }
  expect(onDone).toHaveBeenCalledOnce();
});
