import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { NotifyDialog } from "../../src-renderer/authoring/canvas/inspector/notify-dialog.tsx";
import { analyse } from "../../src-shared/language/index.ts";
import { LEASE } from "../fixtures/shown-flow.tsx";

await startI18n("en");

const newNotification = async () => {
  const { outline } = analyse(LEASE);
  const [stage] = outline.stages;
  if (!stage) throw new Error("the text has no stage");
  const onDone = vi.fn();
  const dialog = <NotifyDialog {...{ outline, stage, onDone }} written={null} onClose={vi.fn()} />;
  const screen = await render(dialog);
  const method = (name: string) => screen.getByRole("combobox", { name });
  return { screen, onDone, method, text: screen.getByRole("textbox", { name: "Text of the new message" }), outline };
};

const body = () => document.querySelector<HTMLIFrameElement>(".message-preview iframe")?.srcdoc ?? "";

test("a new message begins with a text that fits its kind, and is shown as it would be delivered", async () => {
  const { screen, onDone, method, text } = await newNotification();
  await userEvent.selectOptions(method("E-mail"), "New message…");
  await expect.element(text).toHaveValue("Hello,\n\nplease read and sign the documents.");
  await expect.poll(body).toContain("please read and sign the documents.");
  await screen.getByText("Result", { exact: true }).click();
  await expect.element(text).toHaveValue("Hello,\n\neverybody has signed. The sealed documents are attached.");
  await userEvent.fill(text, "All done.");
  await screen.getByText("Invitation", { exact: true }).click();
  await expect.element(text).toHaveValue("All done.");
  await expect.poll(body).toContain("All done.");
  await screen.getByRole("checkbox").first().click();
  await screen.getByRole("button", { name: "Add notification" }).click();
  const [, before] = onDone.mock.calls[0] ?? [];
  expect(before).toEqual([{ intent: "addMessage", name: expect.any(String), value: "All done." }]);
});

test("a message of the flow is shown by the method that sends it", async () => {
  const { screen, method, outline } = await newNotification();
  const [message] = outline.messages;
  if (message?.value === null || message === undefined) throw new Error("the text has no message");
  const preview = screen.getByRole("region", { name: "Preview" });
  await expect.element(preview).not.toBeInTheDocument();
  await userEvent.selectOptions(method("SMS"), message.name);
  await expect.poll(() => preview.element().textContent).toContain(message.value);
});
