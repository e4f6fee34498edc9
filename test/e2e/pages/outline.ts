import { expect, type Locator, type Page } from "@playwright/test";

/** The outline of a flow: a tree, used by the keyboard. */
export class Outline {
  readonly page: Page;
  readonly tree: Locator;

  constructor(page: Page) {
    this.page = page;
    this.tree = page.getByRole("tree", { name: "Parts of the flow" });
  }

  /** Goes to the outline by its keys: the focus is on a row then. */
  async open(): Promise<void> {
    await this.page.keyboard.press("Alt+Shift+KeyO");
    await expect(this.focused).toHaveCount(1);
  }

  /** A row by how it is heard, from its beginning. */
  row(begins: string): Locator {
    return this.tree.getByRole("treeitem", { name: new RegExp(`^${begins.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`) });
  }

  get focused(): Locator {
    return this.tree.locator('[role="treeitem"]:focus');
  }

  async focusIs(begins: string): Promise<void> {
    await expect(this.row(begins).and(this.focused)).toHaveCount(1);
  }

  /** Goes to a row in sight by the arrow keys; on from there where rows have come in between meanwhile. */
  async goTo(begins: string): Promise<void> {
    const indexOf = async (row: Locator) => Number(await row.first().getAttribute("data-index"));
    let wanted = -1;
    while (wanted !== (await indexOf(this.row(begins)))) {
      wanted = await indexOf(this.row(begins));
      const now = await indexOf(this.focused);
      for (let left = Math.abs(wanted - now); left > 0; left -= 1)
        await this.page.keyboard.press(wanted > now ? "ArrowDown" : "ArrowUp");
    }
    await this.focusIs(begins);
  }

  /** Types into the field that has just opened, and takes it. */
  async type(label: string, text: string): Promise<void> {
    const field = this.tree.getByRole("textbox", { name: label, exact: true });
    await expect(field).toBeFocused();
    await this.page.keyboard.type(text);
    await this.page.keyboard.press("Enter");
    await expect(field).toHaveCount(0);
  }

  /** Takes an entry of the menu that has just opened, found by typing. */
  async pick(role: "menuitem" | "menuitemradio" | "menuitemcheckbox", name: string): Promise<void> {
    const entry = this.page.getByRole(role, { name });
    await expect(entry).toBeVisible();
    for (let presses = 0; presses < 20; presses += 1) {
      if (await entry.evaluate((element) => element === document.activeElement)) break;
      await this.page.keyboard.press("ArrowDown");
    }
    await expect(entry).toBeFocused();
    await this.page.keyboard.press("Enter");
  }
}
