import { activePdf, scannedPage, soundPdf } from "../fixtures/pdfs.ts";
import { expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE, type PickedFile } from "./pages/flows.ts";
import { Parameters } from "./pages/parameters.ts";

const pdf = async (name: string, pages: number): Promise<PickedFile> => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(await soundPdf(pages)),
});

test("documents are shown by their first page, a scanned one too, added by the dozen, replaced by a drop, renamed and removed", async ({
  flows,
  shell,
  page,
  context,
}) => {
  const warnings: string[] = [];
  context.on("console", (message) => warnings.push(message.text()));
  const authoring = await flows.open(EXAMPLE.nda);
  const documents = await new Parameters(authoring).documents();
  const nda = documents.row("nda");
  const before = (await authoring.line("nda:").textContent()) ?? "";

  await test.step("a document shows what it is", async () => {
    await expect(nda.getByRole("img", { name: "First page of nda" })).toBeVisible();
    await expect(nda).toContainText("Mutual Non-Disclosure Agreement");
    await expect(nda).toContainText("3 pages");
    await expect(nda).toContainText("Used in signing");
    await inspect(page, "parameters-documents", nda.getByRole("img"));
  });

  await test.step("a PDF dropped on it replaces it, in its own line; undo brings the old one back", async () => {
    await documents.drop(nda, await pdf("second draft.pdf", 5));
    await expect(nda).toContainText("5 pages");
    await expect(authoring.line("nda:")).not.toHaveText(before);
    await authoring.undo();
    await expect(authoring.line("nda:")).toHaveText(before);
    await expect(nda).toContainText("3 pages");
  });

  await test.step("a scanned first page is drawn: its decoder runs under the app's content policy", async () => {
    const scan = { name: "scan.pdf", mimeType: "application/pdf", buffer: Buffer.from(await scannedPage()) };
    await documents.drop(nda, scan);
    await expect(nda).toContainText("1 page");
    const picture = page.getByRole("img", { name: "First page of nda" });
    const middle = () =>
      picture.evaluate((image: HTMLImageElement) => {
        const canvas = document.createElement("canvas");
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        const drawing = canvas.getContext("2d");
        drawing?.drawImage(image, 0, 0);
        return [...(drawing?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? [])].join(" ");
      });
    await expect.poll(middle).toBe("0 0 0 255");
    // JPEG 2000 has no other decoder; pdf.js says so when WebAssembly is denied.
    expect(warnings.filter((text) => text.includes("Wasm"))).toEqual([]);
    await authoring.undo();
    await expect(nda).toContainText("3 pages");
  });

  await test.step("several dropped beside it are added, what is no PDF is refused by name", async () => {
    const notes = { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("Dear diary") };
    await documents.drop(documents.form, await pdf("Bilaga 1.pdf", 1), notes, await pdf("Übersicht.pdf", 4));
    await expect(documents.row("Bilaga 1")).toContainText("1 page");
    await expect(documents.row("Übersicht")).toContainText("4 pages");
    await expect(shell.messages).toContainText("notes.pdf was not uploaded");
    await expect(documents.row("Bilaga 1")).toContainText("No stage uses it");
    await expect(documents.row("Bilaga 1")).toContainText("the process does not use it");
    await authoring.undo();
    await expect(documents.row("Übersicht")).toHaveCount(0);
    await expect(documents.row("Bilaga 1")).toHaveCount(0);
  });

  await test.step("what is taken out of a PDF is told beside it, now and later", async () => {
    const reported = /What was taken out of this PDF, so that people sign what they see: attached files and scripts/;
    const armed = { ...(await pdf("armed.pdf", 2)), buffer: Buffer.from(await activePdf()) };
    await documents.drop(nda, armed);
    await expect(nda).toContainText(reported);
    await page.reload();
    await expect(nda).toContainText(reported);
    await authoring.undo();
    await expect(nda).toContainText("3 pages");
    await expect(nda).not.toContainText("Removed, so");
  });

  await test.step("a rename goes through the stages, and a removal asks first", async () => {
    await nda.getByRole("button", { name: "Rename nda" }).click();
    await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
    await page.keyboard.type("contract");
    await page.keyboard.press("Enter");
    const contract = documents.row("contract");
    await expect(contract).toContainText("3 pages");
    await expect(authoring.line("signed-by:")).toContainText("[contract]");
    await contract.getByRole("button", { name: "Remove contract" }).click();
    const asked = page.getByRole("alertdialog", { name: "Remove contract?" });
    await expect(asked).toContainText("signing");
    await asked.getByRole("button", { name: "Remove document" }).click();
    await expect(documents.form).toContainText("The flow has no documents yet");
    await authoring.undo();
    await expect(contract).toContainText("3 pages");
  });

  await test.step("one that is only named is listed, and given", async () => {
    await authoring.cursorAfter("documents: [contract");
    await page.keyboard.type(", annex");
    await expect(documents.row("annex")).toContainText("PDF missing");
    await documents.upload("annex", await pdf("whatever.pdf", 2));
    await expect(documents.row("annex")).toContainText("2 pages");
    await expect(authoring.problemsBar).toContainText("0");
  });

  await test.step("while the text cannot be read, the form shows last readable version", async () => {
    await authoring.cursorAfter("documents: [contract, annex");
    await page.keyboard.type("]]");
    await expect(documents.row("annex").getByRole("button", { name: "Rename annex" })).toBeDisabled();
    await expect(page.getByRole("status").filter({ hasText: "last readable version" })).toBeVisible();
  });
});

test("a message is written in its form, also one that is only named, and removed; its preview is the mail that is then delivered", async ({
  flows,
  shell,
  mailbox,
  page,
}) => {
  await test.step("one that is named and missing is written, and one that is removed goes from its notifications", async () => {
    const authoring = await flows.open(EXAMPLE.nda);
    await authoring.cursorAfter("message: done");
    await page.keyboard.type("-new");
    const messages = await new Parameters(authoring).messages();
    const missing = messages.row("done-new");
    await expect(missing).toContainText("not written yet");
    await missing.getByRole("button").first().click();
    await missing.getByRole("button", { name: "Write done-new" }).click();
    await expect(authoring.problemsBar).toContainText("1"); // the old one is not used any more
    await (await messages.open("done-new")).fill("Hello:\n- and # welcome");
    await expect(messages.mail.getByText("- and # welcome")).toBeVisible();
    await missing.getByRole("button", { name: "Remove done-new" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove message" }).click();
    await expect(missing).toHaveCount(0);
    await expect(authoring.line("done-new")).toHaveCount(0);
    await authoring.saved();
    await shell.go("Flows");
  });

  const authoring = await flows.open(EXAMPLE.loan);
  const messages = await new Parameters(authoring).messages();
  const text = await messages.open("invitation-sms");

  await test.step("an SMS is counted in segments, and what makes it longer is named", async () => {
    await expect(messages.preview.locator(".sms")).toContainText("/flow/overview/");
    await inspect(page, "parameters-sms", messages.preview.locator(".sms"));
    await text.fill(`${"a".repeat(200)} ’`);
    await expect(messages.preview).toContainText(/SMS · \d+ left in the last/);
    await expect(messages.preview).toContainText("Shorter SMS (70 characters instead of 160) because of: ’");
    await text.fill("Please sign your loan.");
    await expect(messages.preview).not.toContainText("Shorter SMS");
    await expect(authoring.line("Please sign your loan.")).toBeVisible();
  });

  await test.step("an e-mail is shown with subject and button, as text too; markup stays text", async () => {
    const invitation = await messages.open("invitation");
    await invitation.fill("Dear <b>borrower</b>,\n\nplease sign.");
    await expect(messages.mail.getByText("Dear <b>borrower</b>,")).toBeVisible();
    await inspect(page, "parameters-messages", messages.mail.getByRole("link"));
    await expect(messages.preview).toContainText(EXAMPLE.loan);
    await messages.preview.getByText("Plain text", { exact: true }).click();
    await expect(messages.preview.locator("pre")).toContainText("Open the documents: http://127.0.0.1:");
  });

  await expect(messages.preview.locator("pre")).toContainText("Dear <b>borrower</b>");
  const previewed = await messages.preview.locator("pre").textContent();
  await test.step("the mail that a run sends says the same, but for its link", async () => {
    await authoring.saved();
    await authoring.start(EXAMPLE.loan);
    await shell.go("Mailbox");
    await page
      .getByRole("table", { name: "Mailbox" })
      .getByRole("row")
      .filter({ hasText: "borrower" })
      .last()
      .getByRole("link")
      .click();
    await mailbox.message.getByText("Plain text", { exact: true }).click();
    const link = /\/flow\/overview\/\S+/;
    const delivered = await mailbox.message.locator("pre").textContent();
    expect(delivered?.replace(link, "")).toBe(previewed?.replace(link, ""));
    expect(delivered?.length).toBe(previewed?.length);
  });
});

test("a reminder is set in words, in its own lines, and the calendar shows when everything would come", async ({
  flows,
  shell,
  page,
}) => {
  const authoring = await flows.open(EXAMPLE.loan);
  const reminders = await new Parameters(authoring).reminders();
  const { dates } = reminders;
  const first = reminders.row(1);

  await test.step("C1, G8: the dates keep their local time over the change of clocks, until the time-out", async () => {
    await reminders.start.fill("2026-03-20T09:30");
    await expect(dates.getByRole("listitem").first()).toContainText("2026-03-20 09:30");
    await expect(dates).toContainText(/2026-03-23 09:30\s*Reminder by e-mail to borrower, guarantor: reminder/);
    await expect(dates).toContainText(/2026-04-01 09:30\s*Reminder by e-mail/);
    await expect(dates.getByRole("listitem").last()).toContainText(/2026-04-19 09:30\s*Time-out/);
    await expect(reminders.day("2026-03-29")).toContainText("23 h");
    await expect(reminders.day("2026-03-29")).toContainText("2 reminders");
    await expect(reminders.day("2026-03-30")).not.toContainText("reminder");
    await inspect(page, "parameters-reminders", first);
    await reminders.calendar.scrollIntoViewIfNeeded();
    await inspect(page, "parameters-calendar", dates.getByText("2026-03-29 09:30").first());
    await reminders.calendar.getByRole("button", { name: "Later month" }).click();
    await expect(reminders.day("2026-04-19")).toContainText("time-out");
  });

  await test.step("one value is one change, and the calendar follows; undo takes it back", async () => {
    await first.getByLabel("After how many days").fill("5");
    await expect(authoring.line("days_delay:")).toContainText(
      "date: { type: relative, days_delay: 5, repeat: periodically }",
    );
    await expect(dates).toContainText("2026-03-25 09:30");
    await expect(dates).not.toContainText("2026-03-23 09:30");
    await first.getByLabel("How often").selectOption({ label: "Once" });
    await expect(authoring.line("days_delay:")).toContainText("date: { type: relative, days_delay: 5 }");
    await expect(dates.getByText(/Reminder by e-mail/)).toHaveCount(1);
    await authoring.undo();
    await expect(dates).toContainText("2026-03-30 09:30");
  });

  await test.step("if everybody acts, later stages and the end show too", async () => {
    await reminders.acts.fill("2");
    await reminders.acts.press("Enter");
    await expect(dates).toContainText(/2026-03-22 09:30\s*Stage guarantee begins/);
    await expect(dates.getByRole("listitem").last()).toContainText(/2026-03-26 09:30\s*Completed/);
    await reminders.acts.fill("");
    await reminders.acts.press("Enter");
    await expect(dates.getByRole("listitem").last()).toContainText("Time-out");
  });

  await test.step("another is added, for some, by SMS with a new message, and removed", async () => {
    await reminders.form.getByRole("button", { name: "Add reminder" }).click();
    const second = reminders.row(2);
    await second.getByLabel("Message by SMS").selectOption({ label: "New message…" });
    await second.getByRole("checkbox", { name: "Everybody who has something left to do" }).uncheck();
    await second.getByRole("checkbox", { name: "guarantor" }).uncheck();
    await second.getByRole("checkbox", { name: "lender" }).uncheck();
    await expect(dates).toContainText(/2026-03-23 09:30\s*Reminder by SMS to borrower: reminder-2/);
    await second.getByLabel("After how many days").fill("0");
    await expect(second).toContainText("“After how many days” must be a whole number of days, at least 1.");
    await expect(reminders.calendar).toContainText("this is its last valid calendar");
    await second.getByRole("button", { name: "Remove: Reminder 2" }).click();
    await expect(second).toHaveCount(0);
    await expect(reminders.calendar).not.toContainText("this is its last valid calendar");
  });

  const reported = await dates.getByText(/to borrower/).count();
  await test.step("what stages send is edited here too", async () => {
    const borrower = reminders.form.getByRole("region", { name: "borrower", exact: true });
    await borrower.getByRole("button", { name: /^Remove: Invite borrower, guarantor/ }).click();
    await expect(dates.getByText(/to borrower/)).not.toHaveCount(reported);
    await expect(shell.messages).not.toContainText("could not");
    await authoring.undo();
    await expect(dates.getByText(/to borrower/)).toHaveCount(reported);
    await page.keyboard.press("Escape");
  });
});
