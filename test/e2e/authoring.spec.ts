import { expect, test } from "./fixtures.ts";
import { EXAMPLE } from "./pages/flows.ts";

test("the editor explains, finds and renames names, folds and formats, by keys and from the palette", async ({
  flows,
  shell,
  page,
}) => {
  const authoring = await flows.open(EXAMPLE.nda);
  const hoverCard = page.locator(".hover-card");

  await test.step("a name is explained at the cursor and under the mouse", async () => {
    await authoring.cursorAfter("signed-by: { users: [as");
    await page.keyboard.press("Shift+F1");
    await expect(hoverCard).toContainText("participant asa");
    await page.keyboard.press("Escape");
    await expect(hoverCard).toBeHidden();
    await authoring.line("signed-by:").locator("span", { hasText: "signed-by" }).first().hover();
    await expect(hoverCard).toContainText("signed-by");
  });

  await test.step("F12 goes to where it is given, and Shift+F12 lists every place", async () => {
    await authoring.cursorAfter("signed-by: { users: [as");
    await page.keyboard.press("F12");
    await expect(authoring.editor.locator(".cm-activeLine")).toContainText("id_type: email");
    await page.keyboard.press("Shift+F12");
    const places = page.getByRole("dialog", { name: "Places of participant asa" });
    await expect(places.getByRole("button", { name: /given here/ })).toHaveCount(1);
    await expect(places.getByRole("button", { name: /^line/ }).first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(authoring.editor).toBeFocused();
  });

  await test.step("F2 renames in process and parameters at once, after saying how much; one undo takes it back", async () => {
    await page.keyboard.press("F2");
    const dialog = page.getByRole("dialog", { name: "Rename participant asa" });
    await expect(dialog.getByRole("textbox", { name: "New name" })).toBeFocused();
    await page.keyboard.type("lukasz");
    await expect(dialog).toContainText("lukasz exists already");
    await page.keyboard.press("ControlOrMeta+KeyA");
    await page.keyboard.type("asa-oberg");
    await expect(dialog).toContainText(/\d places in the text, all changed at once/);
    await page.keyboard.press("Enter");
    await expect(authoring.card("signing")).toContainText("asa-oberg");
    await expect(authoring.problems).toContainText("No problems");
    await page.keyboard.press("ControlOrMeta+KeyZ");
    await expect(authoring.card("signing")).not.toContainText("asa-oberg");
    await expect(authoring.problems).toContainText("No problems");
  });

  await test.step("formatting and folding come from the palette too", async () => {
    await authoring.cursorAfter("signed-by: {");
    await page.keyboard.type("   ");
    await shell.command("Format the text");
    await expect(authoring.line("signed-by:")).toContainText("signed-by: { users");
    await shell.command("Fold everything");
    await expect(authoring.editor.locator(".cm-foldPlaceholder").first()).toBeVisible();
    await shell.command("Unfold everything");
    await expect(authoring.editor.locator(".cm-foldPlaceholder")).toHaveCount(0);
  });

  await test.step("what may be written is offered, and goes in as the language spells it", async () => {
    await authoring.cursorAfter("signed-by: { users: [asa, lukasz");
    for (let left = "asz".length; left > 0; left -= 1) await page.keyboard.press("Backspace");
    await page.keyboard.type("a");
    await expect(page.getByRole("option", { name: "lukasz" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(authoring.line("signed-by:")).toContainText("[asa, lukasz]");
    await expect(authoring.problems).toContainText("No problems");
    await authoring.saved();
  });
});
