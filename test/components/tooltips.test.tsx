import { Copy, Pencil } from "lucide-react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { Button, Dialog, IconButton, Tooltips } from "../../src-renderer/components/index.ts";

await startI18n("en");

const shown = () => document.querySelector(".tooltip")?.textContent ?? null;
const says = (text: string | null) => expect.poll(shown).toBe(text);

const Page = ({ reason = null, copy = true }: { readonly reason?: string | null; readonly copy?: boolean }) => (
  <main>
    <p>Ground</p>
    <IconButton icon={Pencil} label="Rename" />
    {copy && <IconButton icon={Copy} label="Copy" shortcut="Mod+C" />}
    <Button blocked={reason}>Start</Button>
    <Tooltips />
  </main>
);

function Last() {
  const [reason, setReason] = useState<string | null>("Choose first.");
  const choose = () => {
    setReason(null);
    document.querySelector<HTMLElement>(".button-primary")?.focus();
  };
  return (
    <>
      <Button onClick={choose}>Keep</Button>
      <Button look="primary" blocked={reason}>
        Settle
      </Button>
      <Tooltips />
    </>
  );
}

test("the pointer opens a tooltip, the next button has its own, and the ground has none", async () => {
  const screen = await render(<Page />);
  await screen.getByRole("button", { name: "Rename" }).hover();
  await says("Rename");
  // A screen reader would say the name twice.
  await expect.element(screen.getByRole("button", { name: "Rename" })).toHaveAccessibleDescription("");
  expect(document.querySelector(".tooltip")?.ariaHidden).toBe("true");
  await screen.getByRole("button", { name: "Copy" }).hover();
  await expect.poll(shown).toMatch(/^Copy.+C$/);
  await screen.getByText("Ground").hover();
  await says(null);
});

test("a button that is pressed is silent until the pointer comes again", async () => {
  const screen = await render(<Page />);
  const rename = screen.getByRole("button", { name: "Rename" });
  await rename.click();
  await screen.getByText("Ground").hover();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await rename.click();
  vi.runAllTimers();
  vi.useRealTimers();
  await new Promise(requestAnimationFrame);
  expect(shown()).toBe(null);
  await screen.getByText("Ground").hover();
  await rename.hover();
  await says("Rename");
  await rename.click();
  await says(null);
});

test("the pointer may go onto the words, which stay", async () => {
  const screen = await render(<Page />);
  await screen.getByRole("button", { name: "Rename" }).hover();
  await says("Rename");
  await userEvent.hover(document.querySelector(".tooltip") as Element);
  await says("Rename");
  await screen.getByText("Ground").hover();
  await says(null);
});

test("the tooltip under the pointer gives way to the button that it covers, which is pressed", async () => {
  const pressed = vi.fn();
  const screen = await render(
    <main style={{ width: "2rem", margin: "4rem auto" }}>
      <IconButton icon={Pencil} label="Runs" onClick={pressed} />
      <IconButton icon={Copy} label="Mailbox" />
      <Tooltips />
    </main>,
  );
  await screen.getByRole("button", { name: "Mailbox" }).hover();
  await says("Mailbox");
  await userEvent.hover(document.querySelector(".tooltip") as Element);
  await says("Runs");
  await screen.getByRole("button", { name: "Runs" }).click();
  expect(pressed).toHaveBeenCalledOnce();
});

test("the focus opens a tooltip when it comes by a key; Escape and a press close it", async () => {
  const screen = await render(<Page />);
  await userEvent.keyboard("{Tab}");
  await says("Rename");
  await userEvent.keyboard("{Escape}");
  await says(null);
  await userEvent.keyboard("{Tab}");
  await expect.poll(shown).toMatch(/^Copy/);
  await screen.getByText("Ground").click();
  await says(null);
});

test("the tooltip of what has the focus lets a press through to the button that it covers", async () => {
  const pressed = vi.fn();
  const screen = await render(
    <main style={{ width: "8rem" }}>
      <IconButton icon={Pencil} label="Rename" />
      <div>
        <Button onClick={pressed}>Start at a date</Button>
      </div>
      <Tooltips />
    </main>,
  );
  await userEvent.keyboard("{Tab}");
  await says("Rename");
  const { left, top, width, height } = document.querySelector(".tooltip")?.getBoundingClientRect() ?? new DOMRect();
  const start = screen.getByRole("button", { name: "Start at a date" });
  const below = document.elementFromPoint(left + width / 2, top + height / 2);
  expect(start.element().contains(below)).toBe(true);
  await start.click();
  expect(pressed).toHaveBeenCalledOnce();
});

test("a blocked button keeps the focus, and says its reason as soon as it has one", async () => {
  const screen = await render(<Page />);
  const start = screen.getByRole("button", { name: "Start" });
  await userEvent.keyboard("{Tab}{Tab}{Tab}");
  await expect.element(start).toHaveFocus();
  await says(null);
  await screen.rerender(<Page reason="The flow has an error." />);
  await expect.element(start).toHaveFocus();
  await start.hover();
  await says("The flow has an error.");
  await screen.rerender(<Page reason="The flow has 2 errors." />);
  await says("The flow has 2 errors.");
  await screen.rerender(<Page />);
  await says(null);
});

test("names in a button's reason are in the type of names, and a screen reader hears them without marks", async () => {
  const screen = await render(<Page reason="The file takes no key `url`." />);
  const start = screen.getByRole("button", { name: "Start" });
  await start.hover();
  await says("The file takes no key url.");
  expect(document.querySelector(".tooltip code")?.textContent).toBe("url");
  await expect.element(start).toHaveAccessibleDescription("The file takes no key url.");
});

test("a label that has marks of its own keeps them", async () => {
  const screen = await render(
    <>
      <IconButton icon={Pencil} label="Rename `url`" blocked="The file takes no key `url`." />
      <Tooltips />
    </>,
  );
  const rename = screen.getByRole("button", { name: "Rename `url`" });
  await rename.hover();
  await says("Rename `url`: The file takes no key url.");
  await expect.element(rename).toHaveAccessibleDescription("The file takes no key url.");
});

test("a button that goes takes its tooltip with it", async () => {
  const screen = await render(<Page />);
  await userEvent.keyboard("{Tab}{Tab}");
  await expect.poll(shown).toMatch(/^Copy/);
  await screen.rerender(<Page copy={false} />);
  await says(null);
});

test("in a dialog, a press on the words does not close the dialog", async () => {
  const close = vi.fn();
  const screen = await render(
    <>
      <Dialog open onClose={close} title="Flow">
        <IconButton icon={Pencil} label="Rename" />
      </Dialog>
      <Tooltips />
    </>,
  );
  await screen.getByRole("button", { name: "Rename" }).hover();
  await says("Rename");
  await userEvent.click(document.querySelector(".tooltip") as Element);
  expect(close).not.toHaveBeenCalled();
});

test("a button that has the focus as its reason goes has no tooltip", async () => {
  const screen = await render(<Last />);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("button", { name: "Settle" })).toHaveFocus();
  await says(null);
  await new Promise(requestAnimationFrame);
  await says(null);
});
