import { expect, type Locator, type Page } from "@playwright/test";

/** The view Settings: rows of a name and a value; some can be changed. */
export class Settings {
  readonly page: Page;
  readonly confirm: Locator;

  constructor(page: Page) {
    this.page = page;
    this.confirm = page.getByRole("alertdialog");
  }

  row(name: string): Locator {
    return this.page.locator(".settings-row").filter({ has: this.page.locator("dt", { hasText: name }) });
  }

  press(name: string): Promise<void> {
    return this.page.getByRole("button", { name, exact: true }).click();
  }

  /** Presses a button and says yes to what it asks. */
  async pressAndConfirm(name: string): Promise<void> {
    await this.press(name);
    await this.confirm.getByRole("button", { name, exact: true }).click();
    await expect(this.confirm).toBeHidden();
  }

  /** What a copy button puts on the clipboard. */
  async copied(press: () => Promise<void>): Promise<string> {
    await this.page.evaluate(() => navigator.clipboard.writeText(""));
    await press();
    const read = () => this.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(read).not.toBe("");
    return read();
  }

  copy(what: string): Promise<string> {
    return this.copied(() => this.press(`Copy ${what}`));
  }
}
