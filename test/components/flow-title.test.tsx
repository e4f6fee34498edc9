import { expect, onTestFinished, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { toasts } from "../../src-renderer/app/notices/notify.ts";
import { FlowTitle } from "../../src-renderer/authoring/bars/flow-title.tsx";
import { LEASE, showFlow } from "../fixtures/shown-flow.tsx";

const Title = () => <FlowTitle title="Lease" />;

test("an empty title is refused where it is typed, and Escape keeps the old one", async () => {
  const { screen, isText } = await showFlow(Title);
  await screen.getByRole("button", { name: "Rename flow" }).click();
  const field = screen.getByRole("textbox");
  await field.fill("  ");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription("Enter a name first.");
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
  await userEvent.keyboard("{Escape}");
  await expect.element(field).not.toBeInTheDocument();
  await isText(LEASE);
});

test("after a refused title, another one renames the flow", async () => {
  const { screen, hasLine } = await showFlow(Title);
  await screen.getByRole("button", { name: "Rename flow" }).click();
  const field = screen.getByRole("textbox");
  await field.fill("");
  await userEvent.keyboard("{Enter}Boat{Enter}");
  await expect.element(field).not.toBeInTheDocument();
  await hasLine("title: Boat");
});

test("a title that cannot be set while the text has errors stays in its field, and is set once they are corrected", async () => {
  const { screen, session, hasLine } = await showFlow(Title);
  const told = vi.spyOn(toasts, "add");
  onTestFinished(() => told.mockRestore());
  await screen.getByRole("button", { name: "Rename flow" }).click();
  const field = screen.getByRole("textbox");
  await field.fill("Boat");
  session.editor()?.dispatch({ changes: { from: 0, insert: "[" } });
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => told.mock.calls.length).toBe(1);
  await expect.element(field).toHaveValue("Boat");
  session.editor()?.dispatch({ changes: { from: 0, to: 1 } });
  await userEvent.keyboard("{Enter}");
  await expect.element(field).not.toBeInTheDocument();
  await hasLine("title: Boat");
});
