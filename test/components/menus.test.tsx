import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { Dialog, LongChoice, Menu } from "../../src-renderer/components/index.ts";

await startI18n("en");

const noFocus = () => null;
/** Menus open in the page's main part. */
const renderInMain = (shown: ReactNode) =>
  render(shown, { container: document.body.appendChild(document.createElement("main")) });

test("a menu is opened, walked and left by keys; the focus comes back to its button", async () => {
  const copy = vi.fn();
  const screen = await renderInMain(
    <Menu
      trigger={<button type="button">More</button>}
      entries={[
        { label: "Rename", run: vi.fn() },
        { label: "Copy", run: copy },
      ]}
    />,
  );
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(screen.getByRole("menuitem", { name: "Rename" })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.poll(() => copy.mock.calls.length).toBe(1);
  await expect.element(screen.getByRole("button", { name: "More" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("menuitem", { name: "Rename" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("button", { name: "More" })).toHaveFocus();
});

for (const key of ["{Tab}", "{Shift>}{Tab}{/Shift}"])
  test(`${key} leaves a menu as Escape does: it closes, and the focus is on its button`, async () => {
    const screen = await renderInMain(
      <>
        <button type="button">Before</button>
        <Menu trigger={<button type="button">More</button>} entries={[{ label: "Rename", run: vi.fn() }]} />
        <button type="button">After</button>
      </>,
    );
    await userEvent.keyboard("{Tab}{Tab}{Enter}");
    await expect.element(screen.getByRole("menuitem", { name: "Rename" })).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(screen.getByRole("button", { name: "More" })).toHaveFocus();
    await expect.element(screen.getByRole("menu")).not.toBeInTheDocument();
    await screen.unmount();
  });

test("an entry that cannot be run says why", async () => {
  const run = vi.fn();
  const screen = await renderInMain(
    <Menu
      trigger={<button type="button">Blocked</button>}
      entries={[{ label: "Start", blocked: "The flow has no `title`.", run }]}
    />,
  );
  await screen.getByRole("button", { name: "Blocked" }).click();
  const entry = screen.getByRole("menuitem", { name: "Start The flow has no title." });
  expect(entry.element().querySelector("code")?.textContent).toBe("title");
  await expect.element(entry).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(run).not.toHaveBeenCalled();
});

test("one of 5,000 values is found by typing; Enter takes it, and Enter at once keeps what stands", async () => {
  const options = Array.from({ length: 5000 }, (_, index) => [`s${index}`, `Stage ${index}`] as const);
  const onChange = vi.fn();
  const onClose = vi.fn();
  const choice = <LongChoice label="Begin at" value="s7" focusAfter={noFocus} {...{ options, onChange, onClose }} />;
  const screen = await render(choice);
  await expect.element(screen.getByRole("option").first()).toHaveTextContent("Stage 7");
  // What is typed before the field has the focus goes to the page.
  await expect.element(screen.getByRole("combobox")).toHaveFocus();
  await userEvent.keyboard("4321");
  await expect.element(screen.getByRole("option")).toHaveTextContent("Stage 4321");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onChange.mock.calls).toEqual([["s4321"]]);
  await screen.unmount();
  const again = await render(choice);
  await expect.element(again.getByRole("option").first()).toHaveTextContent("Stage 7");
  await expect.element(again.getByRole("combobox")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onChange.mock.calls.at(-1)).toEqual(["s7"]);
});

test("what no value has is shown in the choice", async () => {
  const screen = await render(
    <LongChoice
      label="Begin at"
      value="a"
      options={[["a", "First"]]}
      focusAfter={noFocus}
      onChange={vi.fn()}
      onClose={vi.fn()}
    />,
  );
  await expect.element(screen.getByRole("option", { name: "First" })).toBeVisible();
  await expect.element(screen.getByRole("combobox")).toHaveFocus();
  await userEvent.keyboard("zzz");
  await expect.element(screen.getByRole("option")).not.toBeInTheDocument();
});

test("a dialog begins at its first field, keeps Tab inside, and closes with Escape", async () => {
  const onClose = vi.fn();
  const screen = await render(
    <>
      <button type="button">Behind</button>
      <Dialog open title="Add a participant" description="Who signs?" onClose={onClose}>
        <input aria-label="Name" />
      </Dialog>
    </>,
  );
  await expect
    .element(screen.getByRole("dialog", { name: "Add a participant" }))
    .toHaveAccessibleDescription("Who signs?");
  await expect.element(screen.getByLabelText("Name")).toHaveFocus();
  await userEvent.tab();
  await expect.element(screen.getByRole("button", { name: "Close" })).toHaveFocus();
  await userEvent.tab();
  await expect.element(screen.getByLabelText("Name")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
