import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startReceiver } from "../harness/receiver.ts";
import { expect, test } from "./fixtures.ts";
import { Callbacks } from "./pages/callbacks.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { Settings } from "./pages/settings.ts";

test("the fault lab makes callbacks be given up; they are replayed all at once and delivered", async ({
  context,
  flows,
  shell,
  page,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const receiver = await startReceiver();
  const callbacks = new Callbacks(page);

  await shell.go("Callbacks");
  await test.step("a rule that does not fit is refused in words; one that fits is described", async () => {
    await callbacks.openLab();
    await expect(callbacks.lab).toContainText("No active faults.");
    await callbacks.lab.getByRole("textbox", { name: "HTTP status" }).fill("99");
    await expect(callbacks.lab.getByRole("status")).toHaveText("Enter a status from 100 to 599.");
    await callbacks.lab.getByRole("textbox", { name: "HTTP status" }).fill("410");
    await callbacks.lab.getByRole("textbox", { name: /^Times/ }).fill("often");
    await expect(callbacks.lab.getByRole("textbox", { name: /^Times/ })).toHaveValue("often");
    await expect(callbacks.lab.locator(".form-problem")).not.toBeEmpty();
    await callbacks.lab.getByRole("textbox", { name: /^Times/ }).fill("2");
    await callbacks.lab.getByRole("button", { name: "Add fault" }).click();
    await expect(callbacks.faults).toHaveText([
      /^Any event of any run: is answered 410 \(SIMULATED\), 2 more times\.$/,
    ]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "1 active fault" })).toBeFocused();
  });

  await shell.go("Flows");
  const authoring = await flows.open(EXAMPLE.loan);
  const address = "https://loans.example.test";
  await authoring.cursorAfter(address);
  for (const _ of address) await page.keyboard.press("Backspace");
  await page.keyboard.type(new URL(receiver.url).origin);
  await authoring.saved();
  await authoring.start(EXAMPLE.loan);

  await shell.go("Callbacks");
  await expect(callbacks.list.getByText("Failed, no retries left")).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Fault lab" })).toBeVisible();
  await callbacks.events("Failed, no retries left").first().click();
  await expect(callbacks.callback).toContainText("The fault lab answered 410, which does not count as received.");
  await expect(callbacks.callback.locator("summary").first()).toContainText("SIMULATED");
  await callbacks.callback.locator("summary").first().click();
  await expect(callbacks.callback).toContainText("SIMULATED by the fault lab; nothing was sent.");

  await test.step("an event on its way is not sent beside itself: the button is off and says why", async () => {
    const replay = callbacks.callback.getByRole("button", { name: "Replay" });
    const sent = receiver.received().length;
    receiver.reply({ status: 204, delay: 60_000 });
    await replay.click();
    await receiver.waitFor(sent + 1);
    await expect(replay).toHaveAttribute("aria-disabled", "true");
    await page.mouse.move(0, 0);
    await replay.hover();
    await expect(page.getByText("Delivery in progress. Replay when it ends.")).toBeVisible();
    await receiver.hangUp();
    await expect(callbacks.list.getByText("Failed, no retries left")).toHaveCount(2);
    await expect(replay).not.toHaveAttribute("aria-disabled");
  });

  const before = receiver.received().length;
  await page.getByRole("button", { name: "Replay all failed" }).click();
  await expect(shell.messages).toContainText("2 callbacks are sent again");
  await receiver.waitFor(before + 2);
  await expect(callbacks.list.getByText("Failed, no retries left")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Replay all failed" })).toHaveCount(0);

  await test.step("a callback copied as curl is the same request", async () => {
    await callbacks.events("notification_status_changed").first().click();
    const settings = new Settings(page);
    const curl = await settings.copied(() => settings.press("Copy as curl"));
    await promisify(execFile)("sh", ["-c", curl]);
    const bodies = receiver.received().map(({ body }) => body);
    expect(bodies.slice(0, -1)).toContain(bodies.at(-1));
  });

  await test.step("law 8: what was sent is listed in Settings", async () => {
    await shell.go("Settings");
    await expect(page.getByRole("region", { name: "What left this machine" })).toContainText(receiver.url);
  });
  await receiver.close();
});
