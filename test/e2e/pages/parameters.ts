import type { FrameLocator, Locator, Page } from "@playwright/test";
import type { Authoring } from "./authoring.ts";
import type { PickedFile } from "./flows.ts";

/** The forms beside the text, one section at a time. */
export class Parameters {
  readonly page: Page;

  constructor({ page }: Authoring) {
    this.page = page;
  }

  /** Goes to a section by its tabs; answers its form. */
  async section(name: string): Promise<Locator> {
    await this.page.getByRole("tab", { name: "Parameters", exact: true }).click();
    await this.page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
    return this.page.getByRole("group", { name, exact: true });
  }

  /** A section's entry in the index, with the number of its problems. */
  tab(name: string): Locator {
    return this.page
      .getByRole("tablist", { name: "Parameters of the flow" })
      .getByRole("tab", { name: new RegExp(`^${name}`) });
  }

  /** The participants, or how each of them authenticates. */
  async people(name: "Participants" | "Authentication"): Promise<PeopleForm> {
    return new PeopleForm(await this.section(name));
  }

  async reminders(): Promise<RemindersForm> {
    return new RemindersForm(await this.section("Reminders"));
  }

  async messages(): Promise<MessagesForm> {
    return new MessagesForm(await this.section("Messages"));
  }

  async documents(): Promise<DocumentsForm> {
    return new DocumentsForm(await this.section("Documents"));
  }
}

/** A line for each participant, one of them open. */
export class PeopleForm {
  readonly form: Locator;

  constructor(form: Locator) {
    this.form = form;
  }

  /** The line of a participant. */
  head(participant: string): Locator {
    return this.form.getByRole("button", { name: participant, exact: true });
  }

  /** Opens a participant's fields. */
  async card(participant: string): Promise<Locator> {
    if ((await this.head(participant).getAttribute("aria-expanded")) === "false") await this.head(participant).click();
    return this.form.locator(".param-card-body");
  }
}

/** The reminders of a flow, and the calendar of all that it sends. */
export class RemindersForm {
  readonly form: Locator;
  readonly calendar: Locator;
  readonly dates: Locator;
  readonly start: Locator;
  readonly acts: Locator;

  constructor(form: Locator) {
    this.form = form;
    this.calendar = form.getByRole("region", { name: "Calendar" });
    this.dates = this.calendar.getByRole("list", { name: "What happens when" });
    this.start = this.calendar.getByLabel("If the flow starts");
    this.acts = this.calendar.getByLabel("Everybody acts after so many days");
  }

  /** A reminder by its place from 1. */
  row(number: number): Locator {
    return this.form.getByRole("listitem", { name: `Reminder ${number}`, exact: true });
  }

  /** The cell of a day of the month that is shown, such as `2026-03-29`. */
  day(date: string): Locator {
    const time = this.form.page().locator(`time[datetime="${date}"]`);
    return this.calendar.getByRole("cell").filter({ has: time });
  }
}

/** The messages of a flow, one of them open. */
export class MessagesForm {
  readonly form: Locator;
  readonly preview: Locator;
  /** The frame of the previewed e-mail. */
  readonly mail: FrameLocator;

  constructor(form: Locator) {
    this.form = form;
    this.preview = form.getByRole("region", { name: "Preview" });
    this.mail = this.preview.frameLocator("iframe");
  }

  row(name: string): Locator {
    // A problem that names it stands in a list of its own.
    const rows = this.form.locator("li:not(.param-problem)");
    return rows.filter({ has: this.form.page().getByText(name, { exact: true }) });
  }

  /** Opens a message; answers the field of its text. */
  async open(name: string): Promise<Locator> {
    const head = this.row(name).getByRole("button").first();
    if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
    return this.form.getByRole("textbox", { name: `Text of ${name}`, exact: true });
  }

  /** Looks at the open message as it goes out one way, such as `Invitation by SMS`. */
  async as(way: string): Promise<void> {
    await this.preview.getByText(way, { exact: true }).click();
  }
}

/** The documents of a flow. */
export class DocumentsForm {
  readonly form: Locator;

  constructor(form: Locator) {
    this.form = form;
  }

  row(name: string): Locator {
    // A problem that names it stands in a list of its own.
    const rows = this.form.locator("li:not(.param-problem)");
    return rows.filter({ has: this.form.page().getByText(name, { exact: true }) });
  }

  /** Picks a PDF for a document that the flow names. */
  async upload(name: string, file: PickedFile): Promise<void> {
    const chooser = this.form.page().waitForEvent("filechooser");
    await this.row(name)
      .getByRole("button", { name: new RegExp(`^(?:Upload PDF for|Replace PDF of) ${name}$`) })
      .click();
    await (await chooser).setFiles(file);
  }

  /** Drops files on the whole form, or on one document of it. */
  async drop(on: Locator, ...files: readonly PickedFile[]): Promise<void> {
    const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString("base64") }));
    const dataTransfer = await this.form.page().evaluateHandle((dropped) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64 } of dropped) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      return data;
    }, sent);
    const under = on.getByRole("paragraph").first();
    for (const type of ["dragover", "drop"]) await under.dispatchEvent(type, { dataTransfer });
  }
}
