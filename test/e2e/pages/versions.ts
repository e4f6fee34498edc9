import { expect, type Locator, type Page } from "@playwright/test";

/** The drawer of a flow's versions. */
export class Versions {
  readonly page: Page;
  readonly drawer: Locator;
  /** Newest first. */
  readonly items: Locator;
  readonly changes: Locator;
  readonly text: Locator;
  readonly name: Locator;

  constructor(page: Page) {
    this.page = page;
    this.drawer = page.getByRole("dialog", { name: /^Versions of/ });
    this.items = this.drawer.getByRole("navigation", { name: "Versions" }).getByRole("listitem");
    this.changes = this.drawer.getByRole("region", { name: "Changes of the flow" }).getByRole("listitem");
    this.text = this.drawer.getByRole("textbox", { name: "Difference of the texts" });
    this.name = this.drawer.getByRole("textbox", { name: "Name" });
  }

  async open(): Promise<void> {
    await this.page.getByRole("button", { name: "Versions", exact: true }).click();
    await expect(this.items.first()).toContainText("Now");
  }

  async press(name: "Restore" | "Make a copy"): Promise<void> {
    await this.drawer.getByRole("button", { name }).click();
    await expect(this.drawer).toBeHidden();
  }
}
