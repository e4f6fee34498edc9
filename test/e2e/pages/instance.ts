import { writeFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { ParticipantPage } from "./participant.ts";

/** One run: stages, participants, documents, clock, what is due, and its history. */
export class InstancePage {
  readonly page: Page;
  readonly status: Locator;
  readonly clock: Locator;
  /** The line of its time; the knob is where its clock stands. */
  readonly track: { readonly region: Locator; readonly line: Locator; readonly knob: Locator };
  readonly stages: Locator;
  readonly participants: Locator;
  readonly documents: Locator;
  readonly due: Locator;
  readonly history: Locator;
  /** Of a fork: where it comes from, and whether its callbacks go out. */
  readonly fork: Locator;
  /** The runs that were begun from its events. */
  readonly forks: Locator;

  constructor(page: Page) {
    this.page = page;
    const panel = (name: string) => page.getByRole("region", { name, exact: true });
    this.status = page.locator(".page-title .status");
    this.clock = panel("Clock");
    const region = panel("Time of the run");
    this.track = { region, line: region.locator(".track-line"), knob: region.getByRole("slider") };
    this.stages = panel("Stages");
    this.participants = panel("Participants");
    this.documents = panel("Documents");
    this.due = panel("Due");
    this.history = panel("History");
    this.fork = panel("Where this run comes from");
    this.forks = panel("Forks of this run");
  }

  /** The run's own identifier, as its address has it. */
  get id(): string {
    return /#\/instances\/([^/?]+)/.exec(this.page.url())?.[1] ?? "";
  }

  async ready(title: string): Promise<void> {
    await expect(this.page).toHaveURL(/#\/instances\/[^/]+$/);
    await expect(this.page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    await expect(this.clock).toBeVisible();
  }

  participant(name: string): Locator {
    return this.participants
      .getByRole("listitem")
      .filter({ has: this.page.getByRole("link", { name: `Open page of ${name} in a new tab` }) });
  }

  /** A document's row, by the name that the flow gives it. */
  document(name: string): Locator {
    return this.documents.getByRole("listitem").filter({
      has: this.page.getByRole("link", { name: new RegExp(`^Open (?:sealed )?PDF of ${name} in a new tab$`) }),
    });
  }

  /** Opens a participant's page in a new tab. */
  async participantPage(name: string): Promise<ParticipantPage> {
    const opened = this.page.context().waitForEvent("page");
    await this.participants.getByRole("link", { name: `Open page of ${name} in a new tab` }).click();
    return new ParticipantPage(await opened);
  }

  /** What the run's page shows of it. */
  async tab(name: "Overview" | "History" | "Mail" | "Callbacks" | "Documents" | "Raw JSON"): Promise<Locator> {
    const tab = this.page.getByRole("tab", { name: new RegExp(`^${name}`) });
    await tab.click();
    return this.page.getByRole("tabpanel", { name: new RegExp(`^${name}`) });
  }

  /** Event by event, instead of as a story. */
  async showEveryEvent(): Promise<void> {
    const story = this.history.getByRole("button", { name: "Show as a story" });
    if (await story.isVisible()) return;
    await this.history.getByRole("button", { name: "Show every event" }).click();
    await expect(story).toBeVisible();
  }

  /** The history's sentences, oldest first. */
  async sentences(): Promise<readonly string[]> {
    await this.showEveryEvent();
    const shown = await this.history.locator(".timeline-text").allTextContents();
    return shown.toReversed();
  }

  /** Runs the flow again from the event that `words` tell of, and shows the new run. */
  async runAgainFrom(words: string): Promise<void> {
    const before = this.page.url();
    const message = this.page.locator(".timeline-text", { hasText: words });
    const event = this.history.getByRole("listitem").filter({ has: message }).first();
    await event.hover();
    await event.getByRole("button", { name: `Fork from here: ${words}` }).click();
    await expect(this.page).not.toHaveURL(before);
    await expect(this.fork).toBeVisible();
  }

  /** Saves the PDF behind a document's link. */
  async savePdf(name: string, file: string): Promise<void> {
    const href = await this.document(name).getByRole("link").getAttribute("href");
    if (href === null) throw new Error(`The document ${name} has no link.`);
    const answer = await this.page.request.get(new URL(href, this.page.url()).href);
    expect(answer.status()).toBe(200);
    writeFileSync(file, await answer.body());
  }
}
