import { expect, type Locator, type Page } from "@playwright/test";

/** The view Callbacks: the list and the callback that is being read. */
export class Callbacks {
  readonly page: Page;
  readonly list: Locator;
  readonly callback: Locator;
  /** The dialog of faults. */
  readonly lab: Locator;
  readonly faults: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole("table", { name: "Callbacks" });
    this.callback = page.getByRole("article", { name: "Callback" });
    this.lab = page.getByRole("dialog", { name: "Fault lab" });
    this.faults = this.lab.getByRole("list", { name: "Active faults" }).getByRole("listitem");
  }

  /** The lines of the list that hold `words`, newest first. */
  events(words: string): Locator {
    return this.list.getByRole("row").filter({ hasText: words }).getByRole("link");
  }

  async read(words: string): Promise<void> {
    await this.events(words).first().click();
    await expect(this.callback.getByRole("heading", { level: 2 })).toBeVisible();
  }

  async openLab(): Promise<void> {
    await this.page.getByRole("button", { name: "Fault lab" }).click();
    await expect(this.lab).toBeVisible();
  }
}
