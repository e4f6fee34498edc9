import { expect, type Locator, type Page } from "@playwright/test";

/** A participant's page, in a tab of its own. */
export class ParticipantPage {
  readonly page: Page;
  /** Where the participant stands, in a sentence. */
  readonly standing: Locator;
  readonly people: Locator;
  readonly notice: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.standing = page.locator(".situation h2");
    this.people = page.getByRole("region", { name: "Participants" }).or(page.locator(".people")).first();
    this.notice = page.locator(".notice");
    this.dialog = page.getByRole("dialog");
  }

  /** The page shows whose it is and where they stand. */
  async stands(sentence: string | RegExp): Promise<void> {
    await expect(this.standing).toHaveText(sentence);
  }

  /** A line of the list of participants. */
  person(name: string): Locator {
    return this.page.locator(".person").filter({ hasText: name });
  }

  /** Opens a document by its title and waits until its first page is drawn. */
  async read(title: string): Promise<void> {
    const card = this.page.locator(".document-card").filter({ hasText: title });
    await card.getByRole("link", { name: /^Read/ }).click();
    await expect(this.page.getByRole("region", { name: `Pages of ${title}` })).toBeVisible();
  }

  async overview(): Promise<void> {
    await this.page.getByRole("link", { name: "All documents" }).click();
    await expect(this.standing).toBeVisible();
  }

  async askToSign(): Promise<void> {
    await this.page.getByRole("button", { name: "Sign…" }).click();
    await expect(this.dialog).toBeVisible();
  }

  /** Goes from the signature that was given before, if any, to a new one. */
  private async signAgain(): Promise<void> {
    const other = this.dialog.getByRole("button", { name: "Use another signature" });
    if (await other.isVisible()) await other.click();
  }

  async signTyped(name: string): Promise<void> {
    await this.signAgain();
    await this.dialog.getByRole("tab", { name: "Type" }).click();
    await this.dialog.getByRole("textbox", { name: "Your full name" }).fill(name);
    await this.confirm("Sign document");
  }

  /** Draws a signature with the mouse. */
  async signDrawn(): Promise<void> {
    await this.signAgain();
    await this.dialog.getByRole("tab", { name: "Draw" }).click();
    const area = this.dialog.getByRole("img", { name: /^Drawing area/ });
    const box = await area.boundingBox();
    if (box === null) throw new Error("The drawing area is not on the screen.");
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
    await this.page.mouse.move(...at(0.2, 0.6));
    await this.page.mouse.down();
    for (const [x, y] of [
      [0.3, 0.2],
      [0.35, 0.75],
      [0.5, 0.3],
      [0.55, 0.7],
      [0.8, 0.45],
    ] as const)
      await this.page.mouse.move(...at(x, y), { steps: 5 });
    await this.page.mouse.up();
    await this.confirm("Sign document");
  }

  async approve(): Promise<void> {
    await this.page.getByRole("button", { name: "Approve…" }).click();
    await expect(this.dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await this.confirm("Approve document");
  }

  async reject(message: string): Promise<void> {
    await this.page.getByRole("button", { name: "Decline…" }).click();
    await this.dialog.getByRole("textbox", { name: /^Message/ }).fill(message);
    await this.confirm("Decline document");
  }

  async confirm(button: string): Promise<void> {
    await this.dialog.getByRole("button", { name: button, exact: true }).click();
    await expect(this.dialog).toBeHidden();
  }
}

/** As whoever comes back to the tab: its page asks at once what happened, not at its next look four seconds later. */
export const comeBack = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

/** Skips a simulated provider's steps. */
export async function answer(within: Page | Locator, outcome: string): Promise<void> {
  await within.getByText("Skip the steps and choose the answer").click();
  await within.getByRole("button", { name: new RegExp(`^${outcome}`) }).click();
}
