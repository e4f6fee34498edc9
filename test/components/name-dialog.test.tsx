import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { NameDialog } from "../../src-renderer/components/index.ts";

await startI18n("en");

const nameDialog = async (value = "") => {
  const onDone = vi.fn(async (name: string) => (name === "taken" ? "There is one already." : null));
  const onClose = vi.fn();
  const screen = await render(
    <NameDialog title="New folder" label="Name" value={value} done="Create" maxLength={20} {...{ onDone, onClose }} />,
  );
  return {
    screen,
    onDone,
    onClose,
    name: screen.getByLabelText("Name"),
    done: screen.getByRole("button", { name: "Create" }),
  };
};

test("it has the focus in its field; Enter gives the trimmed name and closes", async () => {
  const { name, onDone, onClose } = await nameDialog();
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard("  Loans {Enter}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(onDone).toHaveBeenCalledExactlyOnceWith("Loans");
});

test("a name that cannot be had is refused in the dialog, until another is typed", async () => {
  const { screen, name, onClose } = await nameDialog();
  await userEvent.fill(name, "taken");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("There is one already.")).toBeVisible();
  await userEvent.type(name, "s");
  await expect.element(screen.getByText("There is one already.")).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});

test("without a name it says what is missing; the same name as before only closes", async () => {
  const { screen, name, onDone, onClose } = await nameDialog("Loans");
  await userEvent.fill(name, "  ");
  await expect.element(screen.getByRole("alert")).toHaveTextContent("");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("alert")).toHaveTextContent("Enter a name first.");
  expect(onDone).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.fill(name, "Loans");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(onDone).not.toHaveBeenCalled();
});

test("Escape closes it", async () => {
  const { onClose } = await nameDialog();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
