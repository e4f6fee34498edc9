import { readFile } from "node:fs/promises";
import { simpleParser } from "mailparser";
import { expect, test } from "./fixtures.ts";
import { Callbacks } from "./pages/callbacks.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { comeBack } from "./pages/participant.ts";

test("G2, G6: the employment contract is approved, then rejected with a message that all can read", async ({
  flows,
}) => {
  const instance = await flows.start(EXAMPLE.employment);
  await expect(instance.participant("employer")).not.toContainText("To sign");

  const employer = await instance.participantPage("employer");
  await employer.stands("It is not your turn yet");
  await employer.read("Employment Contract");
  await expect(employer.page.getByText("There is nothing for you to do on this document.")).toBeVisible();

  const controller = await instance.participantPage("controller");
  await controller.stands("Please approve one document");
  await controller.read("Employment Contract");
  await expect(controller.page.getByRole("button", { name: "Sign…" })).toHaveCount(0);
  await controller.approve();
  await controller.stands("You have approved");
  await expect(instance.participant("controller")).toContainText("Approved contract");

  await test.step("the employer's page follows by itself, and the employer signs", async () => {
    await employer.askToSign();
    await employer.signTyped("Marte Haugen");
    await expect(employer.notice).toContainText("You have signed");
    await employer.stands("You have signed");
  });

  const employee = await instance.participantPage("employee");
  await expect(employee.person("employer")).toContainText("Done");
  await employee.read("Employment Contract");
  await employee.reject("The salary is not what we agreed.");
  await employee.stands("You have declined");

  await test.step("everybody's page and the author's run say so", async () => {
    for (const other of [employer, controller]) {
      await comeBack(other.page);
      await other.stands("employee declined “Employment Contract”");
      await expect(other.page.getByText("The salary is not what we agreed.")).toBeVisible();
      await expect(other.page.getByRole("button", { name: "Decline everything…" })).toHaveCount(0);
    }
    await expect(employer.person("employee")).toContainText("Declined");
    await expect(instance.status).toHaveText("Failed");
    await expect(instance.document("contract")).toContainText("Declined");
    await expect(instance.history).toContainText("The salary is not what we agreed.");
    await expect(instance.due).toContainText("Nothing is due");
  });
});

test("G3: two of three directors and one of two reviewers are enough, and the others are no longer needed", async ({
  flows,
  mailbox,
  shell,
}) => {
  const instance = await flows.start(EXAMPLE.board);
  const title = "Resolution of the Board of Directors";

  const elina = await instance.participantPage("elina");
  const aino = await instance.participantPage("aino");
  const samuel = await instance.participantPage("samuel");
  const secretary = await instance.participantPage("secretary");
  await aino.stands("Please sign one document");
  await expect(aino.page.getByText("2 of 3 people are enough; 0 so far.")).toBeVisible();
  await samuel.stands("Please approve one document");
  await secretary.stands("You receive a copy");

  await elina.read(title);
  await elina.askToSign();
  await elina.signTyped("Elina Koskinen");
  await elina.stands("You have signed");
  await comeBack(aino.page);
  await expect(aino.page.getByText("2 of 3 people are enough; 1 so far.")).toBeVisible();

  const petra = await instance.participantPage("petra");
  await petra.read(title);
  await petra.approve();
  await petra.stands("You have approved");
  await comeBack(samuel.page);
  await samuel.stands("Nothing is left for you to do");
  await expect(samuel.page.getByRole("link", { name: /^Read and approve/ })).toHaveCount(0);
  await aino.stands("Please sign one document");

  const jonas = await instance.participantPage("jonas");
  await jonas.read(title);
  await jonas.askToSign();
  await jonas.signDrawn();
  await expect(instance.status).toHaveText("Completed");
  for (const participant of [jonas, elina, petra, aino, samuel, secretary]) {
    await comeBack(participant.page);
    await participant.stands("All documents are signed and sealed");
  }
  await expect(jonas.person("aino")).toContainText("Not needed");
  await expect(jonas.person("samuel")).toContainText("Not needed");
  await expect(instance.participant("aino")).toContainText("Enough others have signed or approved");

  await shell.go("Mailbox");
  await expect(mailbox.mails("secretary")).toHaveCount(1);
  await mailbox.read("secretary");
  expect(await mailbox.text()).toContain("has taken effect");
  await expect(mailbox.message.getByRole("list", { name: "Attachments" }).getByRole("link")).toHaveCount(1);
});

test("C1, C6, U4: the loan's reminder comes when the clock is moved, a wrong code is refused, the right one signs", async ({
  flows,
  mailbox,
  shell,
  page,
}) => {
  const instance = await flows.start(EXAMPLE.loan);
  const run = page.url();
  await test.step("the callbacks are taken, so the next thing due is the flow's own", async () => {
    await expect(instance.clock).toContainText("Next: Reminder to borrower, in 3 days");
  });
  await expect(instance.due.getByRole("listitem").filter({ hasText: "Reminder to borrower" })).toContainText(
    "in 3 days",
  );
  await instance.due.getByRole("button", { name: "Go to: Reminder to borrower" }).click();
  await expect(instance.history).toContainText("3 days without an event");

  await shell.go("Mailbox");
  await expect(mailbox.mails("borrower", "Delivered")).toHaveCount(3);
  await mailbox.read("borrower");
  await expect(mailbox.message).toContainText("Reminder");
  const { path, name } = await mailbox.download();
  expect(name).toMatch(/^Reminder .*\.eml$/);
  const eml = await simpleParser(await readFile(path));
  expect(eml.subject).toMatch(/^Reminder: /);
  expect(eml.text).toContain("are still waiting for you");
  const fromMail = await mailbox.openFromMessage("rendered");
  await expect(fromMail.page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(mailbox.message.frameLocator(".mail-frame").getByRole("link")).toBeVisible();
  expect(await mailbox.text()).toContain("are still waiting for you");

  const borrower = await mailbox.openFromMessage("text");
  await borrower.read("Loan Agreement");
  await borrower.askToSign();
  await expect(borrower.dialog).toContainText("Confirm your identity");
  await expect(borrower.dialog).not.toContainText("+46701740605");
  await borrower.dialog.getByRole("button", { name: "Send code" }).click();
  await expect(borrower.dialog.getByRole("status")).toContainText("A code is on its way");

  await expect(mailbox.mails("borrower")).toHaveCount(4);
  await mailbox.read("borrower", "Code");
  const code = await mailbox.code();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy code" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const field = borrower.dialog.getByRole("textbox", { name: "6-digit code" });
  await borrower.page.bringToFront();
  await expect(field, "the keyboard goes on where the code is written").toBeFocused();
  await field.fill(wrong);
  await borrower.dialog.getByRole("button", { name: "Confirm code" }).click();
  await expect(borrower.dialog.getByRole("status")).toContainText("That is not the right code");
  await field.fill(code);
  await field.press("Enter");
  await expect(borrower.dialog.getByRole("button", { name: "Sign document" })).toBeVisible();
  await expect(borrower.dialog.getByRole("textbox", { name: "Your full name" })).toBeFocused();
  await borrower.signTyped("Wilma Åkesson");
  await borrower.stands("You have signed");

  await test.step("the built-in receiver takes the callbacks, and the app says so", async () => {
    await shell.go("Callbacks");
    const callbacks = new Callbacks(page);
    await callbacks.read("authentication_attempted");
    await expect(callbacks.callback).toContainText("borrower-sms");
    await expect(callbacks.callback).toContainText("https://loans.example.test/callbacks");
    await expect(callbacks.callback).toContainText("The built-in receiver took it instead");
    await expect(callbacks.callback.getByText("No answer")).toHaveCount(0);
    await expect(callbacks.events("notification_status_changed").first()).toBeVisible();
    await expect(callbacks.events("Retrying")).toHaveCount(0);
  });

  await test.step("the history tells the reminder, the authentication and the signature in that order", async () => {
    await page.goto(run);
    await expect(instance.history).toContainText("borrower signed");
    const sentences = await instance.sentences();
    const places = [/reminder/i, /authenticat/i, /borrower signed/].map((words) =>
      sentences.findIndex((sentence) => words.test(sentence)),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });
});
