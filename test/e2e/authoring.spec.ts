import path from "node:path";
import type { Page } from "@playwright/test";
import { longFlow } from "../bench/long-flow.ts";
import { EXAMPLES } from "../harness/workspace.ts";
import { expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE } from "./pages/flows.ts";

/** A stage with nothing in it, in a flow that knows one person and no document. */
const EMPTY_LEAVE = `title: Leave
process:
  dsl-version: "0.3.0"
  stages:
    - leave: { actions: [], expect: {} }
process_parameters:
  users:
    kim: { id_type: email, id: kim@example.test }
`;

/** The panel of a stage. */
const stageOn = (page: Page) => (name: string) => page.getByRole("region", { name: `Stage ${name}`, exact: true });

test("the editor explains, finds and renames names, formats, folds and completes, by keys and from the palette", async ({
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
    const places = page.getByRole("dialog", { name: "References to participant asa" });
    await expect(places.getByRole("button", { name: /defined here/ })).toHaveCount(1);
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
    await shell.command("Fold all");
    await expect(authoring.editor.locator(".cm-foldPlaceholder").first()).toBeVisible();
    await shell.command("Unfold all");
    await expect(authoring.editor.locator(".cm-foldPlaceholder")).toHaveCount(0);
  });

  await test.step("the selection widens by key, and brackets find their pair past those in a string", async () => {
    const selected = () => page.evaluate(() => window.getSelection()?.toString());
    await authoring.cursorAfter("signed-by: { users");
    await page.keyboard.press("ControlOrMeta+i");
    await expect.poll(selected).toBe("users");
    await page.keyboard.press("ControlOrMeta+i");
    await expect.poll(selected).toMatch(/^users: \[.*\]$/);
    await page.keyboard.press("ControlOrMeta+i");
    await expect.poll(selected).toMatch(/^\{ users: .*\}$/);
    await authoring.cursorAfter("signed-by: {");
    await expect(authoring.line("signed-by:").locator(".cm-matchingBracket")).toHaveText(["{", "}"]);
  });

  await test.step("what may be written is offered, and goes in as the language spells it", async () => {
    await authoring.cursorAfter("signed-by: { users: [asa, lukasz");
    for (let left = "asz".length; left > 0; left -= 1) await page.keyboard.press("Backspace");
    await page.keyboard.type("a");
    await expect(page.getByRole("option", { name: "lukasz" })).toBeVisible();
    // The editor ignores keys for 75 ms after a list appears, so that nobody picks what he has not seen.
    const shown = Date.now();
    await expect.poll(() => Date.now() - shown).toBeGreaterThan(100);
    await page.keyboard.press("Enter");
    await expect(authoring.line("signed-by:")).toContainText("[asa, lukasz]");
    await expect(authoring.problems).toContainText("No problems");
    await authoring.saved();
  });
});

test("the drawing changes cells, groups and notifications in the text, each one step of undo", async ({
  flows,
  page,
}) => {
  const authoring = await flows.open(EXAMPLE.nda);
  const stage = stageOn(page);

  await test.step("Enter on a card opens it, and a cell goes from sign to approve", async () => {
    await page.getByRole("button", { name: "signing", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(stage("signing").getByRole("textbox", { name: "Name of the stage" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "signing", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(stage("signing").getByRole("textbox", { name: "Name of the stage" })).toBeFocused();
    await stage("signing").getByRole("button", { name: "asa, nda: signs", exact: true }).press("Enter");
    await expect(stage("signing").getByRole("button", { name: "asa, nda: approves", exact: true })).toBeFocused();
    await expect(authoring.line("approved-by:")).toContainText("{ users: [asa], documents: [nda] }");
    await page.keyboard.press("ControlOrMeta+KeyZ");
    await expect(stage("signing").getByRole("button", { name: "asa, nda: signs", exact: true })).toBeFocused();
    await expect(authoring.line("signed-by:")).toContainText("[asa, lukasz]");
    // Taken back as soon as it is written, before anything could read it.
    await page.evaluate(async () => {
      const editor = document.querySelector(".cm-content");
      const written = new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          if (!editor?.textContent?.includes("approved-by: { users: [asa]")) return;
          observer.disconnect();
          resolve();
        }).observe(document, { subtree: true, childList: true, characterData: true });
      });
      const cell = document.activeElement as HTMLElement;
      cell.click();
      await written;
      cell.dispatchEvent(new KeyboardEvent("keydown", { key: "z", code: "KeyZ", ctrlKey: true, bubbles: true }));
    });
    await expect(authoring.line("signed-by:")).toContainText("[asa, lukasz]");
    await expect(stage("signing").getByRole("button", { name: "asa, nda: signs", exact: true })).toBeFocused();
  });

  await test.step("the first press on a card only chooses it, and the next on a cell changes it", async () => {
    await stage("signing").getByRole("button", { name: "Close" }).click();
    const cell = authoring.card("signing").locator("td[data-participant=asa]");
    await cell.click();
    await expect(stage("signing").getByRole("button", { name: "asa, nda: signs", exact: true })).toBeVisible();
    await expect(authoring.line("signed-by:")).toContainText("[asa, lukasz]");
    await cell.click();
    await expect(authoring.line("approved-by:")).toContainText("{ users: [asa], documents: [nda] }");
    await page.keyboard.press("ControlOrMeta+KeyZ");
    await expect(authoring.line("signed-by:")).toContainText("[asa, lukasz]");
  });

  await test.step("a group and a notification are made in their forms", async () => {
    await stage("signing").getByRole("button", { name: "Add group…" }).click();
    const group = page.getByRole("dialog", { name: "New group" });
    await group.getByText("Approve", { exact: true }).click();
    for (const name of ["asa", "lukasz", "nda"]) await group.getByRole("checkbox", { name }).check();
    await group.getByRole("button", { name: "Add group" }).click();
    await expect(authoring.line("approved-by-group-of:")).toContainText("count: 1");
    await stage("signing")
      .getByRole("button", { name: /^Remove: 1 of 2/ })
      .click();
    await expect(authoring.line("approved-by-group-of:")).toHaveCount(0);

    await stage("signing").getByRole("button", { name: "Add notification…" }).click();
    const notify = page.getByRole("dialog", { name: "New notification" });
    await notify.getByRole("checkbox", { name: "asa" }).check();
    await notify.getByRole("combobox", { name: "SMS" }).selectOption({ label: "New message…" });
    await notify.getByRole("textbox", { name: "Text of the new message" }).fill("Please sign");
    await notify.getByRole("button", { name: "Add notification" }).click();
    await expect(authoring.card("signing")).toContainText("Invite asa · SMS");
    await page.keyboard.press("ControlOrMeta+KeyZ");
    await expect(authoring.card("signing")).not.toContainText("Invite asa · SMS");
  });

  await test.step("who is added before there is a document waits in the stage, and signs the first one", async () => {
    await authoring.paste(EMPTY_LEAVE);
    await page.getByRole("button", { name: "leave", exact: true }).press("Enter");
    await stage("leave").getByRole("button", { name: "Add participant" }).click();
    await page.getByRole("menuitem", { name: "kim" }).click();
    await expect(stage("leave").getByRole("rowheader", { name: "kim" })).toBeVisible();
    await stage("leave").getByRole("button", { name: "Add document" }).click();
    await page.getByRole("menuitem", { name: "New document…" }).click();
    const dialog = page.getByRole("dialog", { name: "New document" });
    await dialog.getByRole("textbox", { name: "Name in the flow" }).fill("form");
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await (await chooser).setFiles(path.join(EXAMPLES, "nda/Mutual Non-Disclosure Agreement.pdf"));
    await expect(stage("leave").getByRole("button", { name: "kim, form: signs", exact: true })).toBeVisible();
    await expect(authoring.line("form: ")).toContainText(/form: "\d+"/);
    await expect(authoring.line("signed-by:")).toContainText("{ users: [kim], documents: [form] }");
  });
});

test("stages of the drawing are added, named, moved by keys and by the mouse, and deleted", async ({ flows, page }) => {
  const authoring = await flows.open(EXAMPLE.nda);
  const stage = stageOn(page);
  const order = () =>
    page.locator(".stage-card-head strong").evaluateAll((names) => names.map((name) => name.textContent));

  // Only cards in sight are drawn: alone, the drawing has room for all of them.
  await page.locator(".choice-option", { hasText: "Canvas" }).click();
  await page.getByRole("button", { name: "signing", exact: true }).press("Enter");
  await expect(stage("signing")).toBeVisible();
  await page.keyboard.press("Alt+Shift+KeyN");
  const name = stage("stage").getByRole("textbox", { name: "Name of the stage" });
  await expect(name).toBeFocused();
  await page.keyboard.type("approval");
  await page.keyboard.press("Enter");
  await expect(stage("approval")).toBeVisible();
  await expect.poll(order).toEqual(["signing", "approval", "confirmation"]);
  await stage("approval").getByRole("button", { name: "Move stage earlier" }).click();
  await expect.poll(order).toEqual(["approval", "signing", "confirmation"]);

  const card = page.getByRole("button", { name: "approval", exact: true });
  const [from, to] = [await card.locator("header").boundingBox(), await authoring.card("signing").boundingBox()];
  if (!from || !to) throw new Error("the cards have no place");
  await page.mouse.move(from.x + 60, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width, from.y + 10, { steps: 8 });
  await page.mouse.up();
  await expect.poll(order).toEqual(["signing", "approval", "confirmation"]);

  await test.step("the keys that a card's menu shows move it, also where no stage is chosen", async () => {
    await stage("approval").getByRole("button", { name: "Close" }).click();
    await card.focus();
    await page.keyboard.press("Alt+Shift+ArrowLeft");
    await expect.poll(order).toEqual(["approval", "signing", "confirmation"]);
    await expect(card).toBeFocused();
    await page.keyboard.press("Alt+Shift+ArrowRight");
    await expect.poll(order).toEqual(["signing", "approval", "confirmation"]);
    await expect(card).toBeFocused();
    await page.keyboard.press("Shift+F10");
    await inspect(page, "authoring-card-menu", page.getByRole("menu", { name: "Actions for approval" }));
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press("Escape");
    await expect(card).toBeFocused();
  });

  await page.getByRole("button", { name: "approval", exact: true }).press("Delete");
  // Its neighbour is brought out from under the panel, and only cards in sight are drawn.
  await stage("confirmation").getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(order).toEqual(["signing", "confirmation"]);
  await page.locator(".choice-option", { hasText: "Both" }).click();
  await expect(authoring.problems).toContainText("No problems");
  await authoring.saved();

  await test.step("promise 5: of 1,000 stages a map is there, and Zoom to fit shows them all, each to be chosen", async () => {
    await authoring.paste(longFlow(1_000));
    await expect(authoring.card("stage-1")).toBeVisible();
    await expect(page.getByRole("img", { name: "Map of the drawing" })).toBeVisible();
    const drawing = page.getByRole("region", { name: "Drawing of the flow" });
    await drawing.getByRole("button", { name: "Zoom to fit" }).click();
    const overview = page.getByRole("img", { name: "1000 of 1000 stages shown" });
    await expect(overview).toBeAttached();
    const [all, pane] = [await overview.locator("svg").boundingBox(), await drawing.boundingBox()];
    if (!all || !pane) throw new Error("the overview has no place");
    expect(all.x).toBeGreaterThanOrEqual(pane.x);
    expect(all.x + all.width).toBeLessThanOrEqual(pane.x + pane.width);
    expect(all.y + all.height).toBeLessThanOrEqual(pane.y + pane.height);
    await page.mouse.click(all.x + all.width - 2, all.y + 2);
    await expect(stage("stage-29")).toBeVisible();
    await stage("stage-29").getByRole("button", { name: "Close" }).click();
    // Faster than frames are drawn: the card that has the focus always hears the next key.
    await page.evaluate(() => {
      for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "Enter"])
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    });
    await expect(stage("stage-59").getByRole("textbox", { name: "Name of the stage" })).toBeFocused();
  });

  await test.step("two presses on a card of 200 from afar go to it, beside its panel", async () => {
    await authoring.paste(longFlow(200));
    const drawing = page.getByRole("region", { name: "Drawing of the flow" });
    await expect(drawing.getByRole("img", { name: "of 200 stages shown" })).toBeAttached();
    await stage("stage-59").getByRole("button", { name: "Close" }).click();
    await drawing.getByRole("button", { name: "Zoom to fit" }).click();
    const all = await drawing.getByRole("img", { name: "200 of 200 stages shown" }).locator("svg").boundingBox();
    if (!all) throw new Error("the overview has no place");
    await page.mouse.dblclick(all.x + 4, all.y + 4);
    await expect(authoring.card("stage-0")).toBeInViewport({ ratio: 1 });
    const [card, panel] = [await authoring.card("stage-0").boundingBox(), await stage("stage-0").boundingBox()];
    expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0);
  });
});
