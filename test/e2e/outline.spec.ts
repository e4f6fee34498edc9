import { readFileSync } from "node:fs";
import path from "node:path";
import { EXAMPLES } from "../harness/workspace.ts";
import { expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { Authoring } from "./pages/authoring.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { Outline } from "./pages/outline.ts";

const MANY_MESSAGES = `process:
  dsl-version: "0.3.0"
  stages:
    - signing: { actions: [notify: { users: [kim], methods: { email: { message: text 3 } } }], expect: {} }
process_parameters:
  users:
    kim: { id_type: email, id: kim@example.test }
  messages:
`;

test("promise 3: a flow is built from nothing in the outline, by the keyboard alone", async ({ shell, page }) => {
  test.slow();
  const { keyboard } = page;
  const authoring = new Authoring(page);
  const outline = new Outline(page);
  await expect(shell.heading("Flows")).toBeVisible();
  await keyboard.press("Alt+KeyN");
  await expect(authoring.problemsBar).toBeVisible();
  await authoring.paste('process:\n  dsl-version: "0.3.0"\n  stages: []\n');
  await outline.open();

  await test.step("its title, its participants, documents and messages", async () => {
    await outline.goTo("Title");
    await keyboard.press("Enter");
    await outline.type("Title", "Lease of a boat");
    await expect(shell.heading("Lease of a boat")).toBeVisible();
    for (const name of ["ada", "bo"]) {
      await outline.goTo("Participants");
      await keyboard.press("Insert");
      await outline.type("New participant", name);
      await outline.type("Identity", `${name}@example.test`);
      await outline.focusIs("Identity");
    }
    // As a screen reader goes to a row: the keys are for the row that has the focus, however it got it.
    const chooser = page.waitForEvent("filechooser");
    const buffer = readFileSync(path.join(EXAMPLES, "nda/Mutual Non-Disclosure Agreement.pdf"));
    await outline.row("Documents").focus();
    await outline.focusIs("Documents");
    await keyboard.press("Insert");
    await (await chooser).setFiles({ name: "lease.pdf", mimeType: "application/pdf", buffer });
    await outline.focusIs("Lease: ");
    await outline.goTo("Messages");
    await keyboard.press("Insert");
    await outline.type("New message", "hello");
    await outline.type("hello", "Please sign the lease.");
    await outline.focusIs("hello: Please sign the lease.");
  });

  await test.step("a stage, who signs in it, and the mail that invites them", async () => {
    await outline.goTo("Stages");
    await keyboard.press("Insert");
    await outline.type("Add stage", "signing");
    await outline.focusIs("signing: stage 1");
    for (const name of ["ada", "bo"]) {
      await outline.goTo("signing");
      await keyboard.press("Insert");
      await outline.pick("menuitem", "Signature or approval of…");
      await outline.pick("menuitem", name);
      await outline.focusIs(`${name}: signs Lease`);
    }
    await outline.goTo("signing");
    await keyboard.press("Insert");
    await outline.pick("menuitem", "Invitation");
    await outline.focusIs("Invite ada, bo · e-mail");
  });

  await test.step("a second stage, which tells the result", async () => {
    await outline.goTo("signing");
    await keyboard.press("Insert");
    await outline.pick("menuitem", "Stage after this one");
    await outline.type("Stage after this one", "done");
    await keyboard.press("Insert");
    await outline.pick("menuitem", "Result to participants");
    await outline.focusIs("Send result to ada, bo");
  });

  await expect(authoring.problems.getByRole("listitem").filter({ hasText: "lease.pdf" })).toHaveCount(0);
  await expect(authoring.line("title: Lease of a boat")).toBeVisible();
  await expect(authoring.line("Lease: ")).toContainText(/Lease: "\d+"/);
  await authoring.saved();
});

test("promise 3: the outline tells problems, mends them, and finds nothing for axe, light or dark", async ({
  flows,
  page,
}) => {
  test.slow();
  const { keyboard } = page;
  const authoring = await flows.open(EXAMPLE.board);
  const outline = new Outline(page);
  await outline.open();
  await outline.goTo("decision");
  await keyboard.press("*");

  await keyboard.press("Shift+F10");
  const menu = page.getByRole("menu", { name: "Actions for decision" });
  await expect(menu.getByRole("menuitem").first()).toBeFocused();
  await inspect(page, "outline-menu", menu);
  await keyboard.press("Escape");
  await outline.focusIs("decision");
  await keyboard.press("Enter");
  await inspect(page, "outline-field", outline.tree.getByRole("textbox", { name: "Name of the stage" }));
  await keyboard.press("Escape");

  await test.step("a problem is reported with the nearest part that is open, and its fix is in the menu", async () => {
    await authoring.cursorAfter("users: [elina");
    await keyboard.type("x");
    const reported = outline.row("Send result to elinax");
    await expect(reported).toHaveAccessibleName(/Error: The process mentions the participant elinax/);
    await inspect(page, "outline-problems", reported);
    await outline.tree.locator('[tabindex="0"]').focus();
    await outline.goTo("Send result to elinax");
    await keyboard.press("Shift+F10");
    await outline.pick("menuitem", "Add participant elinax");
    await outline.goTo("elinax");
    await expect(authoring.problem("R001")).toHaveCount(0);
  });

  await test.step("a text that does not parse is shown as far as it can be read, and not changed", async () => {
    await authoring.cursorAfter("users: [");
    await keyboard.type("[[");
    await expect(page.getByText("Fix the errors in the text first")).toBeVisible();
    await outline.tree.locator('[tabindex="0"]').focus();
    const before = await authoring.editor.textContent();
    await keyboard.press("Delete");
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Fix the errors");
    expect(await authoring.editor.textContent()).toBe(before);
  });

  await test.step("one of many is found by a part of its name", async () => {
    const messages = Array.from({ length: 60 }, (_, at) => `    text ${at + 1}: Please sign\n`);
    await authoring.paste(MANY_MESSAGES + messages.join(""));
    await outline.open();
    await outline.goTo("signing");
    await keyboard.press("ArrowRight");
    await outline.goTo("Invite kim");
    await keyboard.press("ArrowRight");
    await outline.goTo("E-mail: text 3");
    await keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "E-mail" });
    await expect(dialog.getByRole("combobox")).toBeFocused();
    await expect(dialog.getByRole("option").first()).toHaveText("text 3");
    await keyboard.type("58");
    await expect(dialog.getByRole("option")).toHaveText(["text 58"]);
    await inspect(page, "outline-choice", dialog);
    await keyboard.press("Enter");
    await outline.focusIs("E-mail: text 58");
  });
});

test("the views beside the text are gone to by their keys and from the palette, also where there is room for one only", async ({
  flows,
  shell,
  page,
}) => {
  const authoring = await flows.open(EXAMPLE.nda);
  const outline = new Outline(page);
  await shell.command("Show the outline");
  await expect(outline.tree).toBeVisible();
  await page.reload();
  await authoring.ready(EXAMPLE.nda);
  await expect(outline.tree).toBeVisible();
  await outline.open();
  await page.keyboard.press("Alt+Shift+Digit1");
  await expect(outline.tree).toBeHidden();
  await expect(authoring.editor).toBeFocused();
  await page.keyboard.press("Alt+Shift+KeyC");
  await expect(authoring.card("signing")).toBeVisible();
  await expect(page.locator(".react-flow__node:focus")).toHaveCount(1);
  await expect(authoring.editor).toBeVisible();

  await page.setViewportSize({ width: 620, height: 700 });
  // There is room for one view only.
  await expect(page.getByRole("radio", { name: "Both" })).toHaveCount(0);
  await page.keyboard.press("Alt+Shift+Digit2");
  await expect(authoring.editor).toBeVisible();
  await page.keyboard.press("Alt+Shift+KeyO");
  await expect(outline.tree).toBeVisible();
  await expect(authoring.editor).toBeHidden();
  await page.keyboard.press("Alt+Shift+KeyP");
  await expect(page.getByRole("tab", { name: "Parameters", selected: true })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Participants", selected: true })).toBeFocused();
});
