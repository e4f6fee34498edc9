import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import Database from "better-sqlite3";
import { startApp } from "../harness/app.ts";
import { startReceiver } from "../harness/receiver.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { allowConnectionErrors, expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { InstancePage } from "./pages/instance.ts";
import { tabTo } from "./pages/keyboard.ts";

const DOCUMENT = "Mutual Non-Disclosure Agreement";

async function saved(page: Page, label: string): Promise<{ readonly name: string; readonly text: string }> {
  await page.getByRole("button", { name: "Export the history" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: label }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

test("a run's page begins with its drawing, keeps what is due and its history in sight, and says its title whole in a narrow window", async ({
  flows,
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const run = await flows.start(EXAMPLE.loan);
  await expect(page.locator(".run-drawing svg")).toBeVisible();
  await page.evaluate(() => {
    location.hash = "/instances";
  });
  const link = page.getByRole("table").getByRole("link", { name: EXAMPLE.loan });
  await expect(link).toBeVisible();
  // What each frame shows below the title: looked at right after the page was changed, before it is painted.
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenOfStages: seen });
    new MutationObserver(() => {
      const section = document.querySelector("#stages-title")?.parentElement;
      if (section) seen.add(section.querySelector(".run-drawing svg") ? "drawing" : section.innerHTML);
    }).observe(document.body, { subtree: true, childList: true });
  });
  await link.click();
  await expect(run.history).toBeVisible();
  await expect(page.locator(".run-drawing svg")).toBeVisible();
  expect(await page.evaluate(() => [...(window as unknown as { seenOfStages: Set<string> }).seenOfStages])).toEqual([
    "drawing",
  ]);

  await expect(run.documents).toContainText("Guarantee Undertaking");
  await page.locator(".instance").evaluate((overview) => overview.scrollTo(0, overview.scrollHeight));
  await expect(run.documents.getByRole("heading")).toBeInViewport();
  for (const name of ["Due", "History"])
    await expect(page.getByRole("heading", { name, exact: true })).toBeInViewport();

  // Its buttons stand below.
  await page.setViewportSize({ width: 800, height: 600 });
  const title = page.getByRole("heading", { level: 1, name: EXAMPLE.loan });
  await expect.poll(() => title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test("C5: a run goes again from an event, by mouse and by keys, the two are compared in sentences, and its history is saved", async ({
  flows,
  shell,
  page,
}) => {
  test.slow();
  const source = await flows.start(EXAMPLE.nda);
  const asa = await source.participantPage("asa");
  await asa.read(DOCUMENT);
  await asa.askToSign();
  await asa.signTyped("Åsa Öberg");
  await expect(source.history).toContainText("asa signed nda");
  const sourceId = source.id;

  await test.step("the history is saved as CSV and as JSON lines, under a name that says whose it is", async () => {
    const csv = await saved(page, "Export the history as CSV");
    expect(csv.name).toMatch(/^Mutual NDA with Halvorsen Lind history\.csv$/);
    expect(csv.text).toContain("seq,at,recorded,who,what,why,type,hash,note\r\n1,");
    // A message may be delivered between the export and the look.
    await expect(async () => {
      const lines = await saved(page, "Export the history as JSON lines");
      expect(lines.name).toMatch(/\.jsonl$/);
      const events = lines.text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { type: string });
      expect(events[0]?.type).toBe("started");
      expect(events).toHaveLength((await source.sentences()).length);
    }).toPass();
  });

  await source.runAgainFrom("asa signed nda");
  const fork = new InstancePage(page);
  expect(fork.id).not.toBe(sourceId);
  await expect(fork.fork).toContainText("asa signed nda");
  await expect(fork.clock).toContainText("on a virtual clock, stopped");
  await expect(fork.participant("asa")).toContainText("Signed nda");
  const lukasz = await fork.participantPage("lukasz");
  await lukasz.read(DOCUMENT);
  await lukasz.reject("The term is too long for us.");
  await expect(fork.status).toHaveText("Failed");
  await inspect(page, "fork", fork.fork);

  await test.step("the page of the two says where they part, and what it came to", async () => {
    await fork.fork.getByRole("link", { name: "Compare" }).click();
    await expect(shell.heading("Two runs compared")).toBeVisible();
    const head = page.getByRole("region", { name: "Run B", exact: true });
    await expect(head).toContainText("Fork 1");
    await expect(head).toContainText("Times in ");
    const what = page.getByRole("region", { name: "What differs" });
    await expect(what).toContainText("Run A has had no event since.");
    await expect(what).toContainText("lukasz declined nda: “The term is too long for us.”");
    await expect(what).toContainText("Run A is “In progress”, run B is “Failed”.");
    await expect(what).toContainText("nda is “In progress” in run A and “Declined” in run B.");
    const tracks = page.getByRole("region", { name: "Both runs on one line of time" });
    await expect(tracks.getByRole("button", { name: /asa signed nda/ })).toHaveCount(2);
    await expect(tracks.getByRole("button", { name: /lukasz declined nda/ })).toHaveCount(1);
    await inspect(page, "compare", what);
  });

  await test.step("by the keyboard alone: one stop for the history, the arrows walk it", async () => {
    await page.getByRole("link", { name: "To run A" }).click();
    await source.ready(EXAMPLE.nda);
    await expect(source.forks.getByRole("listitem")).toHaveText(/^Fork 1, after: .*asa signed nda.*Failed$/);
    const again = page.getByRole("button", { name: /^Fork from here/ });
    await tabTo(again.first());
    await page.keyboard.press("End");
    await expect(again.last()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(fork.fork).toContainText("up to event");
    await shell.command("Compare with another run");
    const dialog = page.getByRole("dialog", { name: "Compare with another run" });
    await inspect(page, "compare-dialog", dialog);
    await dialog.getByRole("button", { name: "Compare" }).click();
    await expect(shell.heading("Two runs compared")).toBeVisible();
  });
});

test("C5, law 8: a fork's callbacks are held until the author lets them go", async ({ flows, page, shell }) => {
  const receiver = await startReceiver();
  try {
    const authoring = await flows.open(EXAMPLE.nda);
    await authoring.cursorAfter(`title: ${EXAMPLE.nda}`);
    await page.keyboard.type(`\ncallback: { url: "${receiver.url}", version: 1 }`);
    await authoring.saved();
    const source = await authoring.start(EXAMPLE.nda);
    await source.showEveryEvent();
    await expect(source.history).toContainText("was delivered");
    await receiver.waitFor(2);

    await source.runAgainFrom("The stage");
    const fork = new InstancePage(page);
    await page.getByRole("button", { name: "Cancel run" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel run" }).click();
    await expect(fork.status).toHaveText("Canceled");
    await expect(fork.fork).toContainText(/Held: \d+ waiting/);
    const sent = () => receiver.received().filter(({ body }) => JSON.parse(body).flow_instance_id === fork.id);
    expect(sent()).toEqual([]);
    await fork.fork.getByRole("checkbox", { name: /^Send callbacks/ }).check();
    await expect(fork.fork).toContainText("Callbacks are being sent.");
    await expect.poll(() => sent().at(-1)?.body ?? "").toContain('"canceled"');
    await shell.go("Callbacks");
    await expect(page.getByRole("table", { name: "Callbacks" })).not.toContainText("Held");
  } finally {
    await receiver.close();
  }
});

test("C6: a playing clock is one for all windows, reminders come by themselves, and it stops when told", async ({
  flows,
  page,
}) => {
  test.slow();
  const instance = await flows.start(EXAMPLE.loan);
  const other = new InstancePage(await page.context().newPage());
  await other.page.goto(page.url());
  await other.ready(EXAMPLE.loan);

  const speed = instance.clock.getByRole("combobox", { name: "Speed" });
  await speed.selectOption("1 minute per second");
  await page.keyboard.press("Alt+KeyP");
  await expect(other.clock).toContainText("playing 1 minute per second");
  await inspect(page, "clock-playing", instance.clock);
  await speed.selectOption("1 day per second");
  await expect(instance.clock).toContainText("playing 1 day per second");
  await expect(other.clock).toContainText("playing 1 day per second");
  await expect(other.history).toContainText("A reminder to borrower");
  await other.clock.getByRole("button", { name: "Pause" }).click();
  await expect(instance.clock).toContainText("on a virtual clock, stopped");
  await expect(instance.clock.getByRole("button", { name: "Play" })).toBeVisible();
});

test("C6: a clock that is dragged back stands where it stood; what is due happens under the keyboard's focus, which stays among the dots", async ({
  flows,
  shell,
  page,
}) => {
  const run = await flows.start(EXAMPLE.nda);
  const { knob } = run.track;
  const stood = (await knob.getAttribute("aria-valuetext")) ?? "";
  const from = await box(knob);
  const middle = from.y + from.height / 2;
  await page.mouse.move(from.x + from.width / 2, middle);
  await page.mouse.down();
  await page.mouse.move(from.x - 40, middle, { steps: 3 });
  await page.mouse.up();
  await expect(shell.messages).toContainText("A clock never goes back");
  await expect(knob).toHaveAttribute("aria-valuetext", stood);

  const dots = run.track.region.getByRole("button");
  const focused = page.locator(".track-dot:focus");
  await dots.last().focus();
  await expect(focused).toHaveAccessibleName(/Go to: Time-out$/);
  await page.keyboard.press("Alt+KeyJ");
  await expect(run.status).toHaveText("Timed out");
  await expect(focused).not.toHaveAccessibleName(/Go to: Time-out$/);
  await page.keyboard.press("Home");
  await expect(dots.first()).toBeFocused();
});

test("C5, C6: the track skips by drag, click and keys, says what happened, and forks where an event is pressed", async ({
  flows,
  shell,
  page,
}) => {
  const run = await flows.start(EXAMPLE.loan);
  const runId = run.id;
  const { knob, line } = run.track;
  const dots = run.track.region.getByRole("button");

  await test.step("the right arrow goes to the next due item; the message names it and opens it", async () => {
    await knob.focus();
    await page.keyboard.press("ArrowRight");
    const message = shell.messages.filter({ hasText: "reminder" });
    await message.getByRole("button", { name: "View" }).click();
    await expect(page).toHaveURL(/tab=(?:mail|history)/);
    await page.goBack();
  });
  await test.step("a clock never goes back", async () => {
    const stood = await knob.getAttribute("aria-valuetext");
    await knob.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(shell.messages.last()).toContainText("A clock never goes back");
    await expect(knob).toHaveAttribute("aria-valuetext", stood ?? "");
  });
  await test.step("dragged to the end, it passes what is due; Escape leaves it where it was", async () => {
    const [from, along] = [await box(knob), await box(line)];
    const middle = from.y + from.height / 2;
    await page.mouse.move(from.x + from.width / 2, middle);
    await page.mouse.down();
    await page.mouse.move(along.x + along.width - 1, middle, { steps: 3 });
    await expect(run.track.region.getByRole("status")).toContainText(/\d+ due items? until then/);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(run.status).toHaveText("In progress");
    await page.mouse.click(along.x + along.width - 1, middle);
    await expect(run.status).toHaveText("Timed out");
  });
  await test.step("arrows walk the events; a fork begins at one and is drawn as a branch", async () => {
    await dots.first().focus();
    await page.keyboard.press("End");
    await expect(dots.last()).toBeFocused();
    await page.keyboard.press("Home");
    await expect(dots.first()).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Fork from here" }).click();
    await expect(run.fork).toContainText("Fork 1 of");
    expect(run.id).not.toBe(runId);
    await inspect(page, "track-fork", knob);
    await run.fork.getByRole("link", { name: EXAMPLE.loan }).click();
    await inspect(page, "track-branch", run.track.region.getByRole("link", { name: "Fork 1" }));
  });
});

async function box(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await locator.boundingBox();
  if (found === null) throw new Error("It is not on the page.");
  return found;
}

test("C4, law 4: retention is set in words, and says beforehand what it does at once; clocks are listed beside it", async ({
  flows,
  shell,
  page,
  app,
}) => {
  test.slow();
  const instance = await flows.start(EXAMPLE.nda);
  await page.getByRole("button", { name: "Cancel run" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel run" }).click();
  await expect(instance.status).toHaveText("Canceled");
  for (const _ of ["one", "another"]) {
    await instance.clock.getByRole("button", { name: "+1 day" }).click();
    await expect(shell.messages.last()).toContainText("The clock has moved");
  }
  await shell.go("Settings");
  const section = page.locator(".settings-section").filter({ hasText: "How long runs are kept" });
  await expect(section).toContainText(
    "Runs are not trashed automatically. What is in the trash is deleted 30 days later.",
  );
  await section.getByRole("button", { name: "Change how long runs are kept: Home" }).click();
  const dialog = page.getByRole("dialog", { name: "How long runs are kept: Home" });
  const failed = dialog.getByRole("textbox", { name: /trash_failed/ });
  await failed.fill("soon");
  await expect(dialog).toContainText("Enter a whole number of days");
  await failed.fill("1");
  await expect(dialog.getByRole("status")).toHaveText("Now: 1 run goes to the trash.");
  await dialog.getByRole("textbox", { name: /trash_completed/ }).fill("90");
  await inspect(page, "retention", dialog);
  await dialog.getByRole("textbox", { name: /delete_trashed/ }).fill("1");
  await expect(dialog.getByRole("status")).toHaveText("Now: 1 run is deleted for good, with its documents.");
  await expect(dialog.getByRole("button", { name: "Save and delete" })).toBeVisible();
  await dialog.getByRole("textbox", { name: /delete_trashed/ }).fill("");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(section).toContainText(
    "Completed runs go to the trash after 90 days. Failed and canceled runs go to the trash after 1 day.",
  );
  await inspect(page, "settings-retention", section);

  await test.step("a clock in use leads to its runs and stays; one that nobody follows is renamed and removed", async () => {
    const db = new Database(path.join(app.workspace, "countersign.db"));
    db.prepare(`INSERT INTO clocks (id, name, "virtual", now) VALUES ('left', 'Left over', 1, 0)`).run();
    db.close();
    await page.reload();
    const clocks = page.locator(".settings-section").filter({ hasText: "Virtual clocks" });
    const used = clocks.getByRole("button", { name: `Remove the clock ${EXAMPLE.nda}` });
    await expect(used).toHaveAttribute("aria-disabled", "true");
    await expect(used).toHaveAccessibleDescription(/1 run follows it/);
    await inspect(page, "settings-clocks", clocks.getByText("Left over"));
    await clocks.getByRole("button", { name: "Rename the clock Left over" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Spring");
    await page.keyboard.press("Enter");
    await expect(clocks.getByText("Spring")).toBeVisible();
    await clocks.getByRole("button", { name: "Remove the clock Spring" }).click();
    await expect(shell.messages.last()).toContainText("The clock Spring is removed");
    await expect(clocks.getByText("Spring")).toHaveCount(0);
    await clocks.getByRole("link", { name: "1 run" }).click();
    await expect(page.getByText(`Runs on the clock ${EXAMPLE.nda}, including the trash.`)).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: EXAMPLE.nda })).toBeVisible();
    await inspect(page, "instances-of-a-clock", page.getByText("including the trash"));
  });
  await shell.go("Runs");
  await page.getByRole("button", { name: "In the trash" }).click();
  await expect(page.getByRole("row").filter({ hasText: EXAMPLE.nda })).toBeVisible();
});

test("law 9: a run that another window deletes says so where it is open, and offers nothing more to do with it", async ({
  flows,
  shell,
  context,
}) => {
  const run = await flows.start(EXAMPLE.nda);
  await shell.page.getByRole("button", { name: "Cancel run" }).click();
  await shell.page.getByRole("alertdialog").getByRole("button", { name: "Cancel run" }).click();
  await expect(run.status).toHaveText("Canceled");
  const tab = await context.newPage();
  await tab.goto(shell.page.url());
  await expect(tab.getByRole("button", { name: "More operations" })).toBeVisible();
  const choose = async (name: string) => {
    await shell.page.getByRole("button", { name: "More operations" }).click();
    await shell.page.getByRole("menuitem", { name }).click();
  };
  await choose("Move to trash");
  await expect(shell.page.getByText("In the trash", { exact: true }).first()).toBeVisible();
  await choose("Delete permanently");
  await shell.page.getByRole("alertdialog").getByRole("button", { name: "Delete permanently" }).click();
  await expect(shell.heading("Runs")).toBeVisible();
  await expect(tab.getByRole("heading", { name: "The run was deleted" })).toBeVisible();
  await expect(tab.getByText("You deleted it, or the retention rules of its folder did.")).toBeVisible();
  await expect(tab.getByText("The run could not be opened")).toHaveCount(0);
  await expect(tab.getByRole("button", { name: "More operations" })).toHaveCount(0);
  await tab.reload();
  await expect(tab.getByText("The run could not be opened")).toBeVisible();
  await expect(tab.getByText(/^There is no run .*; it may have been deleted\.$/)).toBeVisible();
  await tab.getByRole("link", { name: "Go to Runs" }).click();
  await expect(tab.getByRole("heading", { level: 1, name: "Runs" })).toBeVisible();
});

test("Crash and limits: a newer version's workspace is shown for looking and exporting, and says so", async ({
  flows,
  app,
  page,
  faults,
}) => {
  test.slow();
  const instance = await flows.start(EXAMPLE.nda);
  await instance.showEveryEvent();
  await expect(instance.history).toContainText("was delivered");
  const run = new URL(page.url()).hash.slice(1);
  await page.goto("about:blank");
  allowConnectionErrors(faults);
  // A copy, as another program's: the app of this test goes on with its own.
  using copy = temporaryFolder("newer");
  cpSync(app.workspace, copy.path, { recursive: true });
  const db = new Database(path.join(copy.path, "countersign.db"));
  db.pragma("user_version = 99");
  // As if the machine's clock had been set back meanwhile [C5].
  db.prepare("UPDATE events SET recorded = recorded - 3600000 WHERE seq > 3").run();
  db.close();

  const shown = await startApp({ workspace: copy.path, readOnly: true });
  await page.goto(`${shown.url}&view=${encodeURIComponent(run)}`);
  await instance.ready(EXAMPLE.nda);
  await expect(page.getByText("This workspace is read-only")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel run" })).toHaveAttribute("aria-disabled", "true");
  expect((await saved(page, "Export the history as CSV")).text).toContain("was delivered");
  await expect(instance.history.getByText("The machine's clock was set back before this")).toHaveCount(1);
  await inspect(page, "looking", instance.history);
  const inert = async (...names: readonly string[]) => {
    for (const name of names)
      await expect(page.getByRole("button", { name }).first(), name).toHaveAttribute("aria-disabled", "true");
  };
  await inert("Play", "Next event", "+1 day", "Fork from here");
  await expect(page.getByLabel("Speed")).toBeDisabled();
  await page.goto(new URL("/#/flows", shown.url).href);
  await inert("Import", "New flow");
  await page.getByRole("link", { name: EXAMPLE.nda }).click();
  const editor = page.getByRole("textbox", { name: "Text of the flow" });
  await expect(editor).toHaveAttribute("aria-readonly", "true");
  await inert("Run", "More ways to run", "Add stage");
  await editor.press("x");
  await page.getByRole("tab", { name: "Parameters" }).click();
  await expect(page.getByRole("group", { name: "Participants" })).toHaveAttribute("disabled");
  await expect(page.getByText("Read only", { exact: true })).toBeVisible();
  await inspect(page, "looking-flow", editor);
  await page.goto("about:blank");
  allowConnectionErrors(faults);
  await shown.stop();
});
