import { smtpServer } from "../mail/smtp-fixture.ts";
import { expect, test } from "./fixtures.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { Mailbox } from "./pages/mailbox.ts";
import { Settings } from "./pages/settings.ts";

test("law 8: e-mail goes to the SMTP server that the author names, is listed as outbound, and stays here once they stop", async ({
  flows,
  shell,
  page,
}) => {
  const server = await smtpServer();
  try {
    await shell.go("Settings");
    const settings = new Settings(page);
    const row = settings.row("Mail server");
    await row.getByRole("textbox", { name: "Port" }).fill("70000");
    await expect(row.getByRole("button", { name: "Deliver to it" })).toHaveAccessibleDescription(
      "Write a port from 1 to 65535.",
    );
    await row.getByRole("textbox", { name: "Port" }).fill(String(server.at.port));
    await settings.press("Deliver to it");
    await expect(row).toContainText(`127.0.0.1:${server.at.port}`);
    await settings.press("Send a test message");
    await expect(row.getByRole("status")).toContainText("250");
    expect(server.taken[0]?.parsed.subject).toBe("Test message from Countersign");
    server.verdict = { code: 554, says: "No thanks" };
    await settings.press("Send a test message");
    await expect(row.getByRole("status")).toContainText("No thanks");
    server.verdict = null;

    await shell.go("Flows");
    await flows.start(EXAMPLE.nda);
    await expect.poll(() => server.taken.flatMap(({ to }) => to)).toContain("asa.oberg@example.test");
    const invitation = server.taken.find(({ to }) => to.includes("asa.oberg@example.test"));
    const link = /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(invitation?.parsed.text ?? "")?.[0];
    const asa = await page.context().newPage();
    await asa.goto(link ?? "the message has no link");
    await expect(asa.getByRole("heading", { name: "Please sign one document" })).toBeVisible();
    await asa.close();

    await shell.go("Mailbox");
    await new Mailbox(page).read("asa");
    await expect(new Mailbox(page).message).toContainText("Delivered");
    await shell.go("Settings");
    await expect(page.getByRole("cell", { name: "Local mail" }).first()).toBeVisible();
    await settings.press("Stop delivering");
    await expect(row).toContainText("E-mail stays in the mailbox.");
    const before = server.taken.length;
    await shell.go("Flows");
    const second = await flows.start(EXAMPLE.nda);
    await expect(second.status).toHaveText("In progress");
    await shell.go("Mailbox");
    await expect(new Mailbox(page).mails("asa", "Delivered")).toHaveCount(2);
    expect(server.taken).toHaveLength(before);
  } finally {
    await server.close();
  }
});

test("experience 5: a clock that waits for a mail server which is away says so", async ({ flows, shell, page }) => {
  const server = await smtpServer();
  await shell.go("Settings");
  const settings = new Settings(page);
  await settings.row("Mail server").getByRole("textbox", { name: "Port" }).fill(String(server.at.port));
  await settings.press("Deliver to it");
  await expect(settings.row("Mail server")).toContainText(`127.0.0.1:${server.at.port}`);
  await server.close();
  await shell.go("Flows");
  const run = await flows.start(EXAMPLE.nda);
  await run.clock.getByRole("button", { name: "+1 day" }).click();
  await expect(shell.messages).toContainText("The clock is still moving");
  await expect(shell.messages).toContainText("was not delivered", { timeout: 60_000 });
  await expect(shell.messages).not.toContainText("still moving");
});
