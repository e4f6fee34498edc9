import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { EXAMPLES } from "../harness/workspace.ts";
import { expect, test } from "./fixtures.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { Versions } from "./pages/versions.ts";

const nda = readFileSync(path.join(EXAMPLES, "nda/nda.flow.yaml"), "utf8");
const titled = (title: string) =>
  nda.replace("title: Mutual NDA with Halvorsen & Lind", `title: ${JSON.stringify(title)}`);
/** U+202E reverses what follows it, U+2066 begins an isolate that nobody ends: such a draft does not start [N004]. */
const DRAFT = "Loan \u202efdp.exe \u2066for Bo";
const DRAFT_SHOWN = String.raw`Loan \u202efdp.exe \u2066for Bo`;
/** U+200F stands like a letter from the right: beside numbers it reorders as well. */
const RUN = "Loan \u200f12 \u061c34";
const RUN_SHOWN = String.raw`Loan \u200f12 \u061c34`;
const running = titled(RUN)
  .replaceAll("asa,", "as\u200fa,")
  .replace(
    "asa: { id_type: email, id: asa.oberg@example.test }",
    'as\u200fa: { id_type: full_name, id: "\u202eAsa", email: asa@example.test }',
  );
const pdf = readFileSync(path.join(EXAMPLES, "nda/Mutual Non-Disclosure Agreement.pdf"));

/** Texts and tooltips that would still turn the direction of what stands beside them, outside of the editor's own text. */
const obeyed = (page: Page) =>
  page.evaluate(() => {
    const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/;
    const found: string[] = turns.test(document.title) ? [document.title] : [];
    const said = ["title", "aria-label", "aria-description", "srcdoc"];
    for (const element of document.querySelectorAll("body *:not(script, style)")) {
      if (element.closest(".cm-editor, textarea") !== null) continue;
      const own = [...element.childNodes].map((node) => (node instanceof Text ? node.data : "")).join("");
      for (const words of [own, ...said.map((name) => element.getAttribute(name) ?? "")])
        if (turns.test(words)) found.push(`${element.tagName}.${element.className}: ${JSON.stringify(words)}`);
    }
    return [...new Set(found)];
  });

test("a hostile title or name shows its marks in the app and on participants' pages, and reorders nothing beside it", async ({
  flows,
  shell,
  mailbox,
  page,
}) => {
  test.slow();
  const yaml = (name: string, text: string) => ({ name, mimeType: "application/yaml", buffer: Buffer.from(text) });
  const document = { name: "Mutual Non-Disclosure Agreement.pdf", mimeType: "application/pdf", buffer: pdf };
  await flows.import(yaml("draft.flow.yaml", titled(DRAFT)), document);
  // A single flow opens at once.
  await expect(shell.heading(DRAFT_SHOWN)).toBeVisible();
  expect.soft(await obeyed(page), "the editor's page of a draft").toEqual([]);
  await shell.go("Flows");
  await expect(page.getByRole("link", { name: DRAFT_SHOWN, exact: true })).toBeVisible();
  await flows.import(yaml("run.flow.yaml", running), document);
  await expect(shell.heading(RUN_SHOWN)).toBeVisible();
  await shell.go("Flows");
  await expect(page.getByRole("link", { name: RUN_SHOWN, exact: true })).toBeVisible();
  expect.soft(await obeyed(page), "the list of flows").toEqual([]);
  const authoring = await flows.open(RUN_SHOWN);
  expect.soft(await obeyed(page), "the editor's page").toEqual([]);
  const instance = await authoring.start(RUN_SHOWN);
  expect.soft(await obeyed(page), "the run's page").toEqual([]);
  await instance.tab("History");
  expect.soft(await obeyed(page), "the run's history").toEqual([]);
  await shell.go("Runs");
  await expect(page.getByRole("row").nth(1)).toContainText(RUN_SHOWN);
  expect.soft(await obeyed(page), "the list of runs").toEqual([]);
  await shell.go("Mailbox");
  await mailbox.read("lukasz");
  await expect.soft(mailbox.message.locator("iframe")).toHaveAttribute("srcdoc", /Loan \\u200f12 \\u061c34/);
  expect.soft(await obeyed(page), "the mailbox, a rendered message").toEqual([]);
  await mailbox.text();
  expect.soft(await obeyed(page), "the mailbox, a message's text").toEqual([]);
  const participant = await mailbox.openLink();
  await expect(participant.page.getByRole("heading", { level: 1 })).toHaveText(RUN_SHOWN);
  await expect(participant.page.locator(".person-name").first()).toHaveText(String.raw`\u202eAsa`);
  expect.soft(await obeyed(participant.page), "the participant's page").toEqual([]);
});

test("hostile names of scenarios, versions, clocks and folders show their marks wherever they are listed", async ({
  flows,
  shell,
  page,
}) => {
  test.slow();
  const called = async (title: RegExp, name: string) => {
    // A notice is a dialog, too.
    const where = page.getByRole("dialog", { name: title });
    await where.getByRole("textbox").fill(name);
    await where.getByRole("textbox").press("Enter");
    await expect(where).toBeHidden();
  };
  const authoring = await flows.open(EXAMPLE.nda);
  await page.getByRole("tab", { name: "Scenarios" }).click();
  await page.getByRole("button", { name: "New by participant" }).click();
  await called(/^New scenario/, DRAFT);
  const scenarios = page.getByRole("region", { name: "Scenarios" });
  await expect(scenarios.locator(".scenario-name")).toHaveText(DRAFT_SHOWN);
  expect.soft(await obeyed(page), "the list of scenarios").toEqual([]);
  await authoring.saved();
  const versions = new Versions(page);
  await versions.open();
  await versions.name.fill(DRAFT);
  await versions.name.press("Enter");
  await expect(versions.items.first()).toContainText(DRAFT_SHOWN);
  await expect(versions.text).toContainText(DRAFT_SHOWN);
  expect.soft(await obeyed(page), "the versions of a flow").toEqual([]);
  await page.keyboard.press("Escape");
  await authoring.start(EXAMPLE.nda);
  await shell.go("Settings");
  await page.getByRole("button", { name: "Rename the clock" }).click();
  await called(/^Rename/, DRAFT);
  await expect(page.getByText(DRAFT_SHOWN).first()).toBeVisible();
  expect.soft(await obeyed(page), "the clocks").toEqual([]);
  await shell.go("Flows");
  await page.getByRole("button", { name: "Folders" }).click();
  await page.getByRole("menuitem", { name: "New folder" }).click();
  await called(/^New folder/, DRAFT);
  expect.soft(await obeyed(page), "the folders").toEqual([]);
});
