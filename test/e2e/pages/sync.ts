import { expect, type Locator, type Page } from "@playwright/test";

/** The view Sync. */
export class Sync {
  readonly page: Page;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    // Messages that come and go are dialogs too.
    this.dialog = page.locator(".dialog");
  }

  account(name: string): Locator {
    return this.page.getByRole("region", { name, exact: true });
  }

  /** An entry of an account's own menu. */
  async choose(name: string, entry: string): Promise<void> {
    await this.page.getByRole("button", { name: `More for ${name}` }).click();
    await this.page.getByRole("menuitem", { name: entry }).click();
  }

  /** Fills the dialog that adds an account, and presses its button. */
  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) await this.dialog.getByLabel(label).fill(value);
    await this.dialog.getByRole("button", { name: "Check and add" }).click();
  }

  /** What the status bar says of all accounts. */
  get status(): Locator {
    return this.page.getByRole("contentinfo").locator(".status-sync");
  }

  /** The part of a conflict whose path ends so. */
  part(path: string): Locator {
    return this.page.getByRole("listitem", { name: path });
  }

  /** Nothing is under way, and all accounts stand so. */
  async synced(as: string): Promise<void> {
    await expect(this.status).toHaveText(as);
  }
}
