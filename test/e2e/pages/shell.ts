import { expect, type Locator, type Page } from "@playwright/test";

export type View = "Home" | "Flows" | "Runs" | "Mailbox" | "Callbacks" | "Sync" | "Settings";

/** What stands around every view of the app: navigation, messages, command palette, status bar. */
export class Shell {
  readonly page: Page;
  /** The messages that come and go. */
  readonly messages: Locator;
  readonly palette: Locator;
  readonly connected: Locator;

  constructor(page: Page) {
    this.page = page;
    this.messages = page.getByRole("region", { name: "Notifications" });
    this.palette = page.getByRole("dialog", { name: "Search", exact: true });
    this.connected = page.getByText("Connected", { exact: true });
  }

  /** Opens the app by the address that it printed. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await expect(this.connected).toBeVisible();
  }

  async go(view: View): Promise<void> {
    await this.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: view }).click();
    await expect(this.heading(view)).toBeVisible();
  }

  heading(name: string): Locator {
    return this.page.getByRole("heading", { level: 1, name, exact: true });
  }

  /** Runs an action of the command palette, found by typing, with the keyboard alone. */
  async command(words: string): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+KeyK");
    // What is typed before the field has the focus goes to the page.
    await expect(this.palette.getByRole("combobox")).toBeFocused();
    await this.page.keyboard.type(words);
    await expect(this.palette.getByRole("option").first()).toContainText(words);
    await this.page.keyboard.press("Enter");
    await expect(this.palette).toBeHidden();
  }
}
