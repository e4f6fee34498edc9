import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import Database from "better-sqlite3";
import { startApp } from "../harness/app.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES } from "../harness/workspace.ts";
import { expect, test } from "./fixtures.ts";
import { findings, inspect } from "./inspect.ts";
import { Authoring } from "./pages/authoring.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { tabTo } from "./pages/keyboard.ts";
import { Versions } from "./pages/versions.ts";

const TITLE = `title: ${EXAMPLE.nda}`;

test("promise 2: a version is compared in words and text, brought back as one step of undo, and nothing is lost", async ({
  flows,
  shell,
  page,
}) => {
  const authoring = await flows.open(EXAMPLE.nda);
  await authoring.cursorAfter(TITLE);
  await page.keyboard.type(" AB");
  const versions = new Versions(page);
  // What is not yet saved is in the list all the same.
  await versions.open();
  await expect(versions.items).toHaveCount(2);
  await expect(versions.changes).toHaveText([`Title: ${EXAMPLE.nda} → ${EXAMPLE.nda} AB`]);
  await expect(versions.text).toContainText(`${TITLE} AB`);
  await expect(versions.drawer.getByRole("button", { name: "Restore" })).toHaveAttribute("aria-disabled", "true");

  // By keyboard alone: down to the first version, and its button.
  await tabTo(versions.items.first().getByRole("button"));
  await page.keyboard.press("End");
  await expect(versions.items.last().getByRole("button")).toBeFocused();
  await expect(versions.drawer.getByText("This is the first text of the flow.")).toBeVisible();
  await versions.drawer.getByText("What changed since").click();
  await expect(versions.changes).toHaveText([`Title: ${EXAMPLE.nda} → ${EXAMPLE.nda} AB`]);
  await tabTo(versions.drawer.getByRole("button", { name: "Restore" }));
  await page.keyboard.press("Enter");
  await expect(versions.drawer).toBeHidden();
  await expect(shell.messages.getByText(/^The version of .* is restored$/)).toBeVisible();
  await expect(authoring.line("title:")).toHaveText(TITLE);
  await authoring.saved();

  await authoring.editor.click();
  await page.keyboard.press("ControlOrMeta+KeyZ");
  await expect(authoring.line("title:")).toHaveText(`${TITLE} AB`);
  await authoring.saved();
  await versions.open();
  await expect(versions.items).toHaveCount(4);
  await expect(versions.items.nth(1)).toContainText("Restored");
  await page.keyboard.press("Escape");
  await expect(versions.drawer).toBeHidden();

  // Of a text that is not read as a whole, the drawer never says that the flow is the same.
  await authoring.cursorAfter(`${TITLE} AB`);
  await page.keyboard.type("\ntitle: unread");
  await versions.open();
  await expect(
    versions.drawer.getByText(/^The new text \(\+\) cannot be read as a whole\. Line 3, S002: /),
  ).toBeVisible();
  await expect(versions.drawer.getByText("Only what could be read is compared:")).toBeVisible();
  await expect(versions.drawer.getByText(/^The flow is the same/)).toHaveCount(0);
});

test("promise 2: a version gets a name and becomes a flow of its own; a run marks the version it started from", async ({
  flows,
  shell,
  page,
}) => {
  const authoring = await flows.open(EXAMPLE.nda);
  const versions = new Versions(page);
  await versions.open();
  await expect(versions.items).toHaveCount(1);
  await versions.name.fill("As agreed");
  await versions.name.press("Enter");
  await expect(versions.items.first()).toContainText("As agreed");
  await page.keyboard.press("Escape");

  const instance = await authoring.start(EXAMPLE.nda);
  await expect(instance.status).toHaveText("In progress");
  await shell.go("Flows");
  await flows.open(EXAMPLE.nda);
  await authoring.cursorAfter(TITLE);
  await page.keyboard.type(" AB");
  await versions.open();
  await expect(versions.items.nth(1)).toContainText("As agreed");
  await expect(versions.items.nth(1)).toContainText("Run");
  await versions.items.nth(1).getByRole("button").click();
  await versions.press("Make a copy");
  await authoring.ready(`${EXAMPLE.nda} (copy)`);
});

test("Files: a flow is exported with its PDFs and imported again, by button and by drag and drop", async ({
  flows,
  shell,
  page,
}) => {
  const saved = page.waitForEvent("download");
  await flows.choose(EXAMPLE.nda, "Export with PDFs");
  const file = await saved;
  expect(file.suggestedFilename()).toBe("Mutual-NDA-with-Halvorsen-Lind.zip");
  const zip = {
    name: file.suggestedFilename(),
    mimeType: "application/zip",
    buffer: await readFile(await file.path()),
  };
  await flows.choose(EXAMPLE.nda, "Archive");
  await expect(flows.row(EXAMPLE.nda)).toBeHidden();

  await flows.import(zip);
  const authoring = new Authoring(page);
  await authoring.ready(EXAMPLE.nda);
  await expect(authoring.problems).toContainText("No problems. The flow can run.");
  const instance = await authoring.start(EXAMPLE.nda);
  await expect(instance.status).toHaveText("In progress");

  await shell.go("Flows");
  await expect(flows.row(EXAMPLE.nda)).toHaveCount(1);
  await flows.drop(zip, { ...zip, name: "broken.zip", buffer: Buffer.from("PK no zip") });
  await expect(flows.row(EXAMPLE.nda)).toHaveCount(2);
  await expect(shell.messages.getByText(/broken.zip is not a zip file that can be read/)).toBeVisible();
});

test("Files: PDFs dropped on any view become a flow of the people who are named, which runs; what is refused is named where it stands", async ({
  flows,
  shell,
  page,
  app,
}) => {
  const pdf = (name: string, example: string) => ({
    ...{ name, mimeType: "application/pdf", buffer: readFileSync(path.join(EXAMPLES, example)) },
  });
  const documents = () => {
    const db = new Database(path.join(app.workspace, "countersign.db"), { readonly: true });
    try {
      return db.prepare("SELECT count(*) FROM documents").pluck().get();
    } finally {
      db.close();
    }
  };
  const before = Number(documents());
  await shell.go("Mailbox");
  await flows.drop(pdf("Left.pdf", "lease/Guarantee of Rent.pdf"));
  // They come in while their author types, and go where no flow is made of them.
  await expect.poll(documents).toBe(before + 1);
  await page.keyboard.press("Escape");
  await expect.poll(documents).toBe(before);
  await flows.drop(
    pdf("Lease.pdf", "lease/Residential Lease.pdf"),
    { name: "Notes.docx", mimeType: "", buffer: Buffer.from("PK") },
    pdf("Guarantee.pdf", "lease/Guarantee of Rent.pdf"),
  );
  const dialog = page.getByRole("dialog", { name: /^New flow from/ });
  await expect(dialog).toHaveAccessibleName("New flow from 2 PDFs");
  await expect(shell.messages).toContainText("Skipped, as neither flow files, PDFs nor zips: Notes.docx.");
  await inspect(page, "new-flow", dialog);
  // More may be dropped while the dialog is open.
  await dialog.getByLabel("Title of Lease.pdf").fill("Lease of flat 3");
  const given = (name: string, buffer: Buffer) => ({ name, mimeType: "application/pdf", buffer });
  await flows.dropOn(dialog, given("Fake.pdf", Buffer.from("just a text")), given("Empty.pdf", Buffer.alloc(0)));
  await expect(dialog).toHaveAccessibleName("New flow from 4 PDFs");
  await expect(dialog.getByLabel("Title of Lease.pdf")).toHaveValue("Lease of flat 3");
  await expect(dialog.getByLabel("Title of Fake.pdf")).toHaveAccessibleDescription(/"Fake.pdf" is not a PDF/);
  await expect(dialog.getByLabel("Title of Empty.pdf")).toHaveAccessibleDescription(/"Empty.pdf" is empty/);
  await dialog.getByRole("button", { name: "Remove Fake.pdf" }).click();
  await dialog.getByRole("button", { name: "Remove Empty.pdf" }).click();
  const mira = dialog.getByRole("group", { name: "Participant 1" });
  await mira.getByLabel("Name").fill("Mira Holm");
  await mira.getByLabel("E-mail or mobile number").fill("mira@example.test");
  await page.keyboard.press("Enter");
  const authoring = new Authoring(page);
  await authoring.ready("Lease");
  await expect(authoring.problems).toContainText("No problems. The flow can run.");
  const run = await authoring.start("Lease");
  await expect(run.participant("Mira Holm")).toContainText("To sign Guarantee");
  await expect(run.documents).toContainText("Lease of flat 3");
});

test("Files: PDFs dropped on an open flow, its text or the navigation become a new flow, and the open one stays", async ({
  flows,
  page,
}) => {
  const lease = readFileSync(path.join(EXAMPLES, "lease/Residential Lease.pdf"));
  const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: lease });
  const authoring = await flows.open(EXAMPLE.nda);
  const before = await authoring.text();
  const text = page.getByRole("textbox", { name: "Text of the flow" });
  const places = [page.locator(".react-flow"), text, page.getByRole("navigation", { name: "Main" })];
  for (const place of places) {
    await flows.dropOn(place, pdf("Lease.pdf"));
    await expect(page.getByRole("dialog", { name: "New flow from 1 PDF" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  // Of what CodeMirror takes for a text, too.
  await flows.dropOn(text, { ...pdf("Plain.pdf"), buffer: Buffer.from("just a text") });
  await expect(page.getByRole("dialog", { name: "New flow from 1 PDF" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: /^New flow/ })).toHaveCount(0);
  expect(await authoring.text()).toBe(before);
});

test("promise 3: a flow is made from PDFs by keys alone; one that is none is left out, and what was typed stays", async ({
  shell,
  page,
}) => {
  // Playwright takes over the choice of files with the first who listens; a key pressed at once would come before that.
  page.on("filechooser", () => undefined);
  await shell.go("Home");
  const given = (name: string, buffer: Buffer) => ({ name, mimeType: "application/pdf", buffer });
  const lease = readFileSync(path.join(EXAMPLES, "lease/Residential Lease.pdf"));
  const pick = async (press: () => Promise<void>) => {
    const chooser = page.waitForEvent("filechooser");
    await press();
    await (await chooser).setFiles([given("Fake.pdf", Buffer.from("just a text")), given("Lease.pdf", lease)]);
  };
  const dialog = page.getByRole("dialog", { name: /^New flow from/ });
  await tabTo(page.getByRole("button", { name: "Start from your PDFs…" }));
  await pick(() => page.keyboard.press("Enter"));
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await pick(() => page.keyboard.press("Alt+U"));
  await tabTo(dialog.getByLabel("E-mail or mobile number"));
  await page.keyboard.type("mira@example.test");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("1 PDF was refused");
  // Each PDF says why where it stands: a message would cover the dialog.
  await expect(shell.messages).not.toContainText("Fake.pdf");
  await tabTo(dialog.getByRole("button", { name: "Remove Fake.pdf" }));
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Title of Lease.pdf")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Lease" })).toBeVisible();
  await expect(page.getByText("No problems. The flow can run.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Text of the flow" })).toContainText("mira@example.test");
  await expect(page.getByRole("textbox", { name: "Text of the flow" })).not.toContainText("fake:");
});

test("promise 2: a flow opened from a file follows it: told of changes, compared, taken, and saved back on demand", async ({
  page,
}) => {
  using folder = temporaryFolder("drafts-file");
  const file = path.join(folder.path, "nda.flow.yaml");
  // As editors on Windows write it.
  const written = readFileSync(path.join(EXAMPLES, "nda/nda.flow.yaml"), "utf8")
    .replace("./Mutual Non-Disclosure Agreement.pdf", '"./Mutual Non-Disclosure Agreement.pdf"')
    .replaceAll("\n", "\r\n");
  writeFileSync(file, written);
  copyFileSync(
    path.join(EXAMPLES, "nda/Mutual Non-Disclosure Agreement.pdf"),
    path.join(folder.path, "Mutual Non-Disclosure Agreement.pdf"),
  );
  const app = await startApp({ file });
  try {
    await page.goto(app.url);
    const authoring = new Authoring(page);
    await authoring.ready(EXAMPLE.nda);
    const bar = page.locator(".file-bar");
    await expect(bar).toContainText("nda.flow.yaml is the file of this flow");
    await authoring.cursorAfter(TITLE);
    await page.keyboard.type(" AB");
    await authoring.saved();
    await expect(bar).toContainText("is older than the flow here");
    await page.keyboard.press("ControlOrMeta+Shift+KeyS");
    await expect(bar).toContainText("is the file of this flow");
    expect(readFileSync(file, "utf8")).toBe(written.replace(TITLE, `${TITLE} AB`));

    writeFileSync(file, readFileSync(file, "utf8").replace(" AB", " CD"));
    await expect(bar).toContainText("was changed on disk by another program");
    await expect(authoring.line("title:")).toHaveText(`${TITLE} AB`);
    await bar.getByRole("button", { name: "Compare" }).click();
    const compared = page.getByRole("dialog", { name: "What nda.flow.yaml would change" });
    await expect(compared.getByRole("listitem")).toHaveText([`Title: ${EXAMPLE.nda} AB → ${EXAMPLE.nda} CD`]);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await bar.getByRole("button", { name: "Take the file's version" }).click();
    await expect(authoring.line("title:")).toHaveText(`${TITLE} CD`);
    await expect(bar).toContainText("is the file of this flow");

    // Undo leads back, and keeping the own text is a choice of its own.
    await authoring.editor.click();
    await page.keyboard.press("ControlOrMeta+KeyZ");
    await expect(authoring.line("title:")).toHaveText(`${TITLE} AB`);
    await authoring.saved();
    writeFileSync(file, readFileSync(file, "utf8").replace(" CD", " EF"));
    await bar.getByRole("button", { name: "Keep mine" }).click();
    await expect(bar).toContainText("is older than the flow here");
    await expect(authoring.line("title:")).toHaveText(`${TITLE} AB`);
    expect(readFileSync(file, "utf8")).toContain(" EF");
  } finally {
    await page.close();
    await app.stop();
  }
});

test("Files: a flow whose text cannot be read is not exported, and says why", async ({ flows, shell, page }) => {
  const authoring = await flows.open(EXAMPLE.nda);
  await authoring.paste("title: [broken\n");
  await authoring.saved();
  await shell.command("Export with PDFs");
  await expect(shell.messages.getByText(/was not exported, since its text cannot be read/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("promise 2: an archived flow is seen and brought back, from the message too; a window that has it open says so, and restores it", async ({
  flows,
  shell,
  page,
  context,
}) => {
  await flows.choose(EXAMPLE.nda, "Archive");
  await expect(flows.row(EXAMPLE.nda)).toBeHidden();
  await shell.messages.getByRole("button", { name: "Undo" }).click();
  await flows.open(EXAMPLE.nda);
  const tab = await context.newPage();
  const authoring = new Authoring(tab);
  await tab.goto(page.url());
  await authoring.ready(EXAMPLE.nda);
  const told = tab.getByText("This flow is archived");
  await expect(told).toBeHidden();
  await page.goBack();
  await flows.choose(EXAMPLE.nda, "Archive");
  await expect(told).toBeVisible();
  await tab.getByRole("button", { name: "Restore" }).click();
  await expect(told).toBeHidden();
  await expect(flows.row(EXAMPLE.nda)).toBeVisible();

  await flows.choose(EXAMPLE.nda, "Archive");
  await expect(flows.row(EXAMPLE.nda)).toBeHidden();
  await page.getByRole("button", { name: "Show archived" }).click();
  await flows.choose(EXAMPLE.nda, "Restore");
  await expect(shell.messages.getByText(`Restored: ${EXAMPLE.nda}`)).toBeVisible();
  await expect(page.getByText("Nothing has been archived.")).toBeVisible();
  await page.getByRole("button", { name: "Show archived" }).click();
  await expect(flows.row(EXAMPLE.nda)).toBeVisible();
});
