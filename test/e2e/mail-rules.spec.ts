import { expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { Mailbox } from "./pages/mailbox.ts";

test("Mail: a rule says when a message is read; the mailbox shows it once the clock has come there", async ({
  flows,
  shell,
  page,
}) => {
  await shell.go("Mailbox");
  await page.getByRole("button", { name: "Delivery rules" }).click();
  const dialog = page.getByRole("dialog", { name: "Delivery rules" });
  for (const [effect, minutes] of [
    ["It is read after a while", "30"],
    ["Its link is followed after a while", "60"],
  ] as const) {
    await dialog.getByLabel(/^E-mail address/).fill("asa.oberg@example.test");
    await dialog.getByRole("combobox").selectOption({ label: effect });
    await dialog.getByLabel(/^Minutes until/).fill(minutes);
    await dialog.getByRole("button", { name: "Add rule" }).click();
    await expect(dialog.getByLabel(/^E-mail address/)).toHaveValue("");
  }
  await inspect(page, "mail-rules", dialog.getByText("asa.oberg@example.test: link followed after 60 minutes"));
  await page.keyboard.press("Escape");
  await shell.go("Flows");
  await flows.start(EXAMPLE.nda);
  const run = page.url();
  await shell.go("Mailbox");
  const mailbox = new Mailbox(page);
  await expect(mailbox.mails("asa", "Delivered")).toHaveCount(1);
  await page.goto(run);
  await page.getByRole("button", { name: "+1 day" }).click();
  await shell.go("Mailbox");
  await expect(mailbox.mails("asa", "Link followed")).toHaveCount(1);
  await mailbox.read("asa", "Link followed");
  await inspect(page, "mail-read", mailbox.message.getByText("Read", { exact: true }));
});
