import { expect, type Locator, type Page } from "@playwright/test";
import { Authoring } from "./authoring.ts";
import { InstancePage } from "./instance.ts";

/** The names under which the examples stand in a new workspace. */
export const EXAMPLE = {
  nda: "Mutual NDA with Halvorsen & Lind",
  employment: "Employment contract, Ingrid Solheim",
  board: "Board resolution 2026/03, purchase of M/S Saimaa",
  loan: "Loan 7702-118, Café Tre Rum",
} as const;

/** A file as a person picks it. */
export interface PickedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The view Flows. */
export class Flows {
  readonly page: Page;
  readonly table: Locator;

  constructor(page: Page) {
    this.page = page;
    this.table = page.getByRole("table", { name: "Flows" });
  }

  row(title: string): Locator {
    return this.table.getByRole("row").filter({ has: this.page.getByRole("link", { name: title, exact: true }) });
  }

  async open(title: string): Promise<Authoring> {
    await this.table.getByRole("link", { name: title, exact: true }).click();
    const authoring = new Authoring(this.page);
    await authoring.ready(title);
    return authoring;
  }

  /**
   * Starts a flow on a clock of its own, as Home does, and shows the run: for tests of runs, which need no workbench first.
   * It takes as long to open as the app.
   */
  async start(title: string): Promise<InstancePage> {
    const run = await this.begin(title);
    await this.page.evaluate((to) => window.location.assign(to), `#/instances/${run}`);
    const instance = new InstancePage(this.page);
    await instance.ready(title);
    return instance;
  }

  /** Starts a flow as `start` does, and shows what was shown before. @returns the run's identifier */
  async begin(title: string): Promise<string> {
    const { id, key } = await this.draft(title);
    const given = { id, key, clock: "virtual" };
    return (await this.ask<{ readonly instanceId: string }>("drafts.start", given)).instanceId;
  }

  /** A copy of a flow, without a look at it. */
  async duplicate(title: string): Promise<void> {
    await this.ask("drafts.duplicate", { id: (await this.draft(title)).id });
  }

  private async draft(title: string): Promise<{ readonly id: string; readonly key: string }> {
    const found = await this.ask<{ readonly items: readonly { readonly id: string; readonly title: string }[] }>(
      "drafts.list",
      { search: title, limit: 50 },
    );
    return this.ask("drafts.get", { id: found.items.find((draft) => draft.title === title)?.id });
  }

  private ask<T>(call: string, input: object): Promise<T> {
    return this.page.evaluate(askHost, { call, input }) as Promise<T>;
  }

  /** An entry of a flow's own menu. */
  async choose(title: string, entry: string): Promise<void> {
    await this.row(title)
      .getByRole("button", { name: `More for ${title}` })
      .click();
    await this.page.getByRole("menuitem", { name: entry }).click();
  }

  /** Picks files for the import, all at once. */
  async import(...files: readonly PickedFile[]): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.page.getByRole("button", { name: "Import…" }).click();
    await (await chooser).setFiles([...files]);
  }

  /** Drops files on the view, all at once. */
  async drop(...files: readonly PickedFile[]): Promise<void> {
    await this.dropOn(this.page.getByRole("main"), ...files);
  }

  /** Drops files on a part of the window. */
  async dropOn(part: Locator, ...files: readonly PickedFile[]): Promise<void> {
    const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: buffer.toString("base64") }));
    const dropped = await this.page.evaluateHandle((list) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, bytes } of list) {
        const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
        transfer.items.add(new File([content], name, { type: mimeType }));
      }
      return transfer;
    }, given);
    await part.dispatchEvent("drop", { dataTransfer: dropped });
  }

  /** The titles in the order of the list. */
  async titles(): Promise<readonly string[]> {
    await expect(this.table).toBeVisible();
    return this.table.locator("a.row-link").allTextContents();
  }
}

/** In the page, with its session: what the host answers. */
async function askHost({ call, input }: { readonly call: string; readonly input: object }): Promise<unknown> {
  const session = localStorage.getItem("countersign.session");
  const socket = new WebSocket(`ws://${window.location.host}/bridge`, ["countersign", `session.${session}`]);
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
  const answer = new Promise<string>((resolve) => {
    socket.onmessage = ({ data }) => JSON.parse(data).id === 1 && resolve(data);
  });
  socket.send(JSON.stringify({ id: 1, call, input }));
  const { result } = JSON.parse(await answer);
  socket.close();
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
