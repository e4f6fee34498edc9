import { expect, type Locator, type Page } from "@playwright/test";
import { ParticipantPage } from "./participant.ts";

/** The view Mailbox: the list and the message that is being read. */
export class Mailbox {
  readonly page: Page;
  readonly list: Locator;
  readonly message: Locator;
  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole("table", { name: "Mailbox" });
    this.message = page.getByRole("article", { name: "Message" });
  }

  /** Messages whose line in the list holds all of `words`, newest first. */
  mails(...words: readonly string[]): Locator {
    let found = this.list.getByRole("row").filter({ has: this.page.getByRole("link") });
    for (const hasText of words) found = found.filter({ hasText });
    return found.getByRole("link");
  }

  /** Opens the newest message whose line holds all of `words`. */
  async read(...words: readonly string[]): Promise<void> {
    const mail = this.mails(...words).first();
    await mail.click();
    await expect(mail).toHaveAttribute("aria-current", "true");
    await expect(this.message.getByRole("heading", { level: 2 })).toBeVisible();
  }

  /** The plain text of the e-mail that is shown. */
  async text(): Promise<string> {
    await this.message.getByText("Plain text", { exact: true }).click();
    return (await this.message.locator(".mail-text").textContent()) ?? "";
  }

  /** Opens the access link of the message that is shown, in a new tab. */
  async openLink(): Promise<ParticipantPage> {
    const opened = this.page.context().waitForEvent("page");
    await this.message.getByRole("link", { name: "Open access link" }).click();
    return new ParticipantPage(await opened);
  }

  /** Saves the e-mail that is shown. @returns where it lies, and the name that it was offered under */
  async download(): Promise<{ readonly path: string; readonly name: string }> {
    const download = this.page.waitForEvent("download");
    await this.message.getByRole("link", { name: "Download .eml" }).click();
    const saved = await download;
    return { path: await saved.path(), name: saved.suggestedFilename() };
  }

  /** Follows the link that the message itself shows: it opens a new tab and nothing else. */
  async openFromMessage(shown: "rendered" | "text"): Promise<ParticipantPage> {
    const context = this.page.context();
    const before = { pages: context.pages().length, url: this.page.url() };
    const opened = context.waitForEvent("page");
    const body = shown === "rendered" ? this.message.frameLocator(".mail-frame") : this.message.locator(".mail-text");
    const link = body.getByRole("link");
    const address = await link.getAttribute("href");
    await link.click();
    const page = await opened;
    await expect(page).toHaveURL((url) => address?.startsWith(`${url.origin}/flow/`) === true);
    expect({ pages: context.pages().length - 1, url: this.page.url() }).toEqual(before);
    return new ParticipantPage(page);
  }

  /** The code in the SMS that is shown. */
  async code(): Promise<string> {
    const text = (await this.message.locator(".sms").textContent()) ?? "";
    const code = /\b\d{6}\b/.exec(text)?.[0];
    if (code === undefined) throw new Error(`There is no code in “${text}”.`);
    return code;
  }
}
