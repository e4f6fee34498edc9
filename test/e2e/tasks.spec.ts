import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, test as withFlows } from "./fixtures.ts";
import { EXAMPLE, Flows } from "./pages/flows.ts";
import { InstancePage } from "./pages/instance.ts";
import { Shell } from "./pages/shell.ts";

/** What a newcomer is asked to do, each from the home, and the fewest clicks in which it is done. */
const CLICKS = {
  "run the NDA": 1,
  "play the board resolution to its end": 4,
  "find the mail that samuel got": 3,
  "open the sealed PDF": 3,
  "hand over the evidence": 3,
  "make a lease from two PDFs": 1,
  "see why the loan stopped": 2,
  "skip to the next event of the loan": 3,
  "try the loan again from an earlier event": 4,
  "see what the loan's system was told": 4,
} as const;
type Task = keyof typeof CLICKS;

/** Does one task after another in one app, and counts the clicks of each. */
const test = withFlows.extend<{ readonly task: (name: Task, act: (click: Click) => Promise<void>) => Promise<void> }>({
  shell: async ({ app, page }, use) => {
    const shell = new Shell(page);
    await shell.open(app.url);
    await use(shell);
  },
  task: async ({ shell }, use) => {
    await use((name, act) =>
      withFlows.step(name, async () => {
        await shell.go("Home");
        let clicks = 0;
        await act(async (on) => {
          clicks += 1;
          await on.click();
        });
        expect(clicks, name).toBe(CLICKS[name]);
      }),
    );
  },
});
type Click = (on: Locator) => Promise<void>;

const view = (page: Page, name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
const pdf = (name: string, example: string) => ({
  ...{ name, mimeType: "application/pdf" },
  buffer: readFileSync(path.resolve(import.meta.dirname, "../../resources/examples", example)),
});

test("first hour: runs, mail, documents and evidence are found in the fewest clicks", async ({ task, page }) => {
  test.slow();
  const run = new InstancePage(page);
  await page.getByRole("button", { name: "Dismiss the first steps" }).click();
  await expect(page.getByRole("region", { name: /^First steps/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Show the first steps" }).click();
  await expect(page.getByRole("region", { name: /^First steps/ })).toBeVisible();
  await task("run the NDA", async (click) => {
    await click(page.getByRole("button", { name: "Run the NDA now" }));
    await expect(run.status).toHaveText("In progress");
  });
  await task("play the board resolution to its end", async (click) => {
    await click(page.getByRole("button", { name: /^Board resolution/ }));
    await click(page.getByRole("button", { name: "Run on a virtual clock", exact: true }));
    await click(page.getByRole("button", { name: "Play everyone" }));
    await click(page.getByRole("menuitem", { name: "To the end" }));
    await expect(run.status).toHaveText("Completed");
  });
  await task("find the mail that samuel got", async (click) => {
    await click(view(page, "Mailbox"));
    await click(page.getByRole("combobox", { name: "Person" }));
    await page.getByRole("combobox", { name: "Person" }).selectOption("samuel");
    await click(page.getByRole("table", { name: "Mailbox" }).getByRole("link").last());
    await expect(page.getByRole("main")).toContainText("samuel");
  });
  await task("open the sealed PDF", async (click) => {
    await click(view(page, "Runs"));
    await click(page.getByRole("table", { name: "Runs" }).getByRole("link", { name: EXAMPLE.board }));
    const tab = page.waitForEvent("popup");
    await click(page.getByRole("link", { name: /^Open sealed PDF/ }));
    await (await tab).close();
  });
  await task("hand over the evidence", async (click) => {
    await click(view(page, "Runs"));
    await click(page.getByRole("table", { name: "Runs" }).getByRole("link", { name: EXAMPLE.board }));
    const saved = page.waitForEvent("download");
    await click(page.getByRole("button", { name: "Save evidence" }));
    expect((await saved).suggestedFilename()).toMatch(/\.asice$/);
  });
  await task("make a lease from two PDFs", async (click) => {
    const lease = [
      pdf("Lease.pdf", "lease/Residential Lease.pdf"),
      pdf("Guarantee.pdf", "lease/Guarantee of Rent.pdf"),
    ];
    await new Flows(page).drop(...lease);
    const mira = page.getByRole("dialog").getByRole("group", { name: "Participant 1" });
    await mira.getByLabel("Name").fill("Mira Holm");
    await mira.getByLabel("E-mail or mobile number").fill("mira@example.test");
    await click(page.getByRole("dialog").getByRole("button", { name: "Create flow" }));
    await expect(page.getByRole("heading", { level: 1, name: "Lease" })).toBeVisible();
  });
});

test("first hour: time, forks, callbacks and what stopped a run are found in the fewest clicks", async ({
  task,
  flows,
  shell,
  page,
}) => {
  test.slow();
  await shell.go("Flows");
  const run = await flows.start(EXAMPLE.loan);
  const loan = page.getByRole("table", { name: "Runs" }).getByRole("link", { name: EXAMPLE.loan }).last();
  await task("skip to the next event of the loan", async (click) => {
    await click(view(page, "Runs"));
    await click(loan);
    await click(run.clock.getByRole("button", { name: "Next event" }));
    await expect(shell.messages.last()).toContainText(/reminder/i);
  });
  await task("try the loan again from an earlier event", async (click) => {
    await click(view(page, "Runs"));
    await click(loan);
    await click(run.track.region.getByRole("button").first());
    await click(page.getByRole("menuitem", { name: "Fork from here" }));
    await expect(run.fork).toContainText("Fork 1 of");
  });
  await shell.go("Runs");
  await loan.click();
  await run.participants.getByRole("button", { name: "Act as borrower" }).click();
  await page.getByRole("menuitem", { name: "Decline the whole run…" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("The rate is too high.");
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  await expect(run.status).toHaveText("Failed");
  await task("see why the loan stopped", async (click) => {
    await click(view(page, "Runs"));
    await click(loan);
    await expect(page.getByText("The rate is too high.").first()).toBeInViewport();
  });
  await task("see what the loan's system was told", async (click) => {
    await click(view(page, "Runs"));
    await click(loan);
    await click(page.getByRole("tab", { name: /^Callbacks/ }));
    await click(page.getByRole("link", { name: /^flow_rejected|^failed/ }).first());
    await expect(page.getByRole("main")).toContainText("flow_instance_id");
  });
});
