import { expect, type Locator, type Page } from "@playwright/test";
import { InstancePage } from "./instance.ts";

/** One flow on the workbench: text, canvas and problems. */
export class Authoring {
  readonly page: Page;
  readonly editor: Locator;
  readonly squiggles: Locator;
  readonly problems: Locator;
  readonly problemsBar: Locator;
  readonly run: Locator;
  /** `Saved`, `Saving…`, `Offline, stored in this browser`, `Not saved` or `Two versions`. */
  readonly saveState: Locator;

  constructor(page: Page) {
    this.page = page;
    this.editor = page.getByRole("textbox", { name: "Text of the flow" });
    this.squiggles = this.editor.locator(".cm-lintRange-error");
    this.problemsBar = page.getByRole("button", { name: /^Problems/ });
    this.problems = page.getByRole("region", { name: "Problems" });
    this.run = page.getByRole("button", { name: "Run on a virtual clock" });
    this.saveState = page.locator(".save-state");
  }

  async ready(title: string): Promise<void> {
    await expect(this.page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    await expect(this.editor).toBeVisible();
    await expect(this.problemsBar).toBeVisible();
  }

  /** A stage's card on the canvas. */
  card(stage: string): Locator {
    return this.page.getByRole("button", { name: stage, exact: true }).locator(".stage-card");
  }

  problem(rule: string): Locator {
    return this.problems.getByRole("listitem").filter({ hasText: `${rule} ·` });
  }

  /** A line of the text, among those in sight. */
  line(text: string): Locator {
    return this.editor.locator(".cm-line").filter({ hasText: text }).first();
  }

  /** Puts the cursor right behind the next `text`, by the editor's own search: also where the line is not in sight. */
  async cursorAfter(text: string): Promise<void> {
    await this.editor.click();
    await this.page.keyboard.press("ControlOrMeta+KeyF");
    const find = this.page.getByRole("textbox", { name: "Find" });
    await expect(find).toBeFocused();
    await this.page.keyboard.press("ControlOrMeta+KeyA");
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
    await this.page.keyboard.press("Escape");
    await expect(this.line(text)).toBeVisible();
    await this.page.keyboard.press("ArrowRight");
  }

  /** Types what one undo takes back: keys are one step only to a typist who never rests for half a second. */
  async typeInOneGo(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
  }

  /** Replaces the whole text, as a paste does. */
  async paste(text: string): Promise<void> {
    await this.editor.click();
    await this.page.keyboard.press("ControlOrMeta+KeyA");
    await this.editor.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Takes back the last change, from wherever the focus is. */
  async undo(): Promise<void> {
    await this.editor.focus();
    await this.page.keyboard.press("ControlOrMeta+KeyZ");
  }

  /** The whole text, as a copy takes it; the focus goes to the editor. */
  async text(): Promise<string> {
    await this.editor.click();
    await this.page.keyboard.press("ControlOrMeta+KeyA");
    return this.editor.evaluate((element) => {
      const clipboardData = new DataTransfer();
      element.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
      return clipboardData.getData("text/plain");
    });
  }

  async saved(): Promise<void> {
    await expect(this.saveState).toHaveText("Saved");
  }

  /** Starts the flow on a clock of its own and shows the run. */
  async start(title: string): Promise<InstancePage> {
    await this.run.click();
    const instance = new InstancePage(this.page);
    await instance.ready(title);
    return instance;
  }
}
