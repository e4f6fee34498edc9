import { readFileSync } from "node:fs";
import path from "node:path";
import { encryptedPdf, soundPdf } from "../fixtures/pdfs.ts";
import { EXAMPLES } from "../harness/workspace.ts";
import { expect, test } from "./fixtures.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { Parameters } from "./pages/parameters.ts";

const pdf = (name: string, bytes: Uint8Array | string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from(bytes),
});
const yaml = (name: string, text: string) => ({ name, mimeType: "application/yaml", buffer: Buffer.from(text) });
const nda = readFileSync(path.join(EXAMPLES, "nda/nda.flow.yaml"), "utf8");
const sound = readFileSync(path.join(EXAMPLES, "nda/Mutual Non-Disclosure Agreement.pdf"));

test("S008: nine mebibytes pasted into the editor are too much, are not sent, and said so; the app stays alive", async ({
  flows,
  shell,
  page,
}) => {
  test.slow();
  const authoring = await flows.open(EXAMPLE.nda);
  const line = `# ${"x".repeat(62)}\n`;
  await authoring.paste(`title: Far too long\n${line.repeat((9 * 1024 * 1024) / line.length)}`);
  await expect(authoring.problem("S008")).toBeVisible({ timeout: 30_000 });
  await expect(authoring.run).toHaveAttribute("aria-disabled", "true");
  await expect(authoring.saveState).toHaveText("Not saved");
  await expect(page.getByRole("alert").filter({ hasText: "at most 1 MiB and this one has 9" })).toBeVisible();
  await expect(shell.messages).toHaveText("");
  await authoring.editor.click();
  await page.keyboard.press("ControlOrMeta+KeyZ");
  await expect(authoring.problem("S008")).toHaveCount(0, { timeout: 30_000 });
  await expect(authoring.line("# A mutual")).toBeVisible();
  await authoring.saved();
  await shell.go("Flows");
  await expect(flows.row(EXAMPLE.nda)).toContainText("Ready to run");
});

test("an import of what is no flow, or of a flow whose PDF is none or missing, says so and takes nothing in; with its PDF it works", async ({
  flows,
  shell,
  page,
}) => {
  const before = await flows.titles();
  await flows.import({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await expect(shell.messages).toContainText("Nothing here can be imported: notes.txt");
  const latin = { name: "latin.flow.yaml", mimeType: "text/yaml", buffer: Buffer.from("title: Åsa", "latin1") };
  await flows.import(latin);
  await expect(shell.messages).toContainText("latin.flow.yaml: Byte C5 in line 1 is not UTF-8");
  await flows.import(yaml("mine.flow.yaml", nda), pdf("Mutual Non-Disclosure Agreement.pdf", "just a text"));
  await expect(shell.messages).toContainText(/Agreement\.pdf.*not a PDF/);
  // What the tries before lacked is no news any more.
  await expect(shell.messages).not.toContainText(/notes|latin/);
  expect(await flows.titles()).toEqual(before);
  await flows.import(yaml("mine.flow.yaml", nda));
  await expect(shell.messages).toContainText(
    "mine.flow.yaml needs documents that are missing: ./Mutual Non-Disclosure Agreement.pdf",
  );
  expect(await flows.titles()).toEqual(before);
  await flows.import(yaml("mine.flow.yaml", nda), pdf("Mutual Non-Disclosure Agreement.pdf", sound));
  await expect(shell.heading(EXAMPLE.nda)).toBeVisible();
  await expect(page.getByRole("region", { name: "Problems" })).toContainText("No problems");
});

test("G1: a text named .pdf, an encrypted and a damaged PDF are refused by name; the given document and two errors stay, these until it was given or they were read", async ({
  flows,
  shell,
  page,
}) => {
  const authoring = await flows.open(EXAMPLE.nda);
  const line = await authoring.line("nda:").textContent();
  const documents = await new Parameters(authoring).documents();
  const whole = Buffer.from(await soundPdf(3));
  for (const [file, words] of [
    [pdf("notes.pdf", "Dear diary, this is no PDF."), /not a PDF/],
    [pdf("locked.pdf", encryptedPdf()), /encrypted|password/i],
    [
      pdf("torn.pdf", Buffer.concat([whole.subarray(0, 200), Buffer.alloc(400, 0x20)])),
      /damaged|cannot be read|no page/i,
    ],
    [pdf("empty.pdf", ""), /empty|not a PDF/],
  ] as const) {
    await documents.upload("nda", file);
    const message = shell.messages
      .getByRole("dialog")
      .or(shell.messages.locator(".toast"))
      .filter({ hasText: file.name });
    await expect(message.first()).toContainText(`${file.name} was not uploaded`);
    await expect(message.first()).toContainText(words);
  }
  const refusals = shell.messages.locator(".toast").filter({ hasText: "was not uploaded" });
  await expect(refusals).toHaveCount(2);
  await expect(refusals.filter({ hasText: /notes|locked/ })).toHaveCount(0);
  expect(await authoring.line("nda:").textContent()).toBe(line);
  await documents.upload("nda", pdf("new.pdf", whole));
  await expect(shell.messages).toContainText("nda is now document");
  await expect(documents.row("nda")).toContainText("new.pdf");
  // What was refused for the same document is no news any more.
  await expect(refusals).toHaveCount(0);
  await authoring.saved();
  await expect(authoring.problemsBar).toContainText("0");
  await documents.upload("nda", pdf("empty.pdf", ""));
  await expect(refusals).toHaveCount(1);
  await page.clock.setFixedTime(Date.now() + 10_000);
  await shell.go("Mailbox");
  await expect(refusals).toHaveCount(0);
});

test("S001, S008, N004: broken YAML, a text 100,000 levels deep, and half of a character, are told; the editor stands", async ({
  flows,
  shell,
  page,
}) => {
  const authoring = await flows.open(EXAMPLE.nda);
  await authoring.paste(`{"process":${"[".repeat(100_000)}`);
  await expect(authoring.problem("S008")).toContainText("nested deeper than 100 levels");
  await shell.page.keyboard.press("ControlOrMeta+KeyZ");
  await expect(authoring.problem("S008")).toHaveCount(0);
  await expect(authoring.card("signing")).toContainText("asa");
  // Half of a character: pasted, it shows as a file stores it; written as an escape, it is reported.
  await authoring.paste('title: "Mor\\ud83d" # \ud83d\n');
  await expect(authoring.line("title:")).toHaveText('title: "Mor\\ud83d" # \ufffd');
  await expect(authoring.problem("N004")).toContainText("title has an incomplete character (U+D83D)");
  await authoring.saved();
  await shell.page.keyboard.press("ControlOrMeta+KeyZ");
  await expect(authoring.card("signing")).toContainText("asa");
  await authoring.saved();
  await flows.page.reload();
  await authoring.ready(EXAMPLE.nda);

  await test.step("broken YAML is reported with its place, stops the run, and is kept as it was typed", async () => {
    await authoring.cursorAfter("process:");
    await page.keyboard.type(" ]");
    await expect(authoring.problem("S001").first()).toBeVisible();
    await expect(authoring.squiggles.first()).toBeVisible();
    await expect(authoring.run).toHaveAttribute("aria-disabled", "true");
    await authoring.saved();
    await shell.go("Flows");
    await expect(flows.row(EXAMPLE.nda)).toContainText(/\d+ problems?/);
    const again = await flows.open(EXAMPLE.nda);
    await expect(again.line("process:")).toHaveText("process: ]");
  });
});
