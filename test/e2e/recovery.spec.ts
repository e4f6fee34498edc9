import { type RunningApp, startApp } from "../harness/app.ts";
import { allowConnectionErrors, expect, test } from "./fixtures.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { Outline } from "./pages/outline.ts";
import { Parameters } from "./pages/parameters.ts";
import { comeBack } from "./pages/participant.ts";

const portOf = (app: RunningApp) => Number(new URL(app.url).port);

test("promise 2: a reload in the middle of a word loses nothing, and undo goes on from there", async ({
  flows,
  shell,
  page,
}) => {
  const authoring = await flows.open(EXAMPLE.nda);
  await authoring.cursorAfter("title: Mutual NDA with Halvorsen & Lind");
  await authoring.typeInOneGo(" AB");
  await page.reload();
  await authoring.ready(`${EXAMPLE.nda} AB`);
  await expect(authoring.line("title:")).toHaveText(`title: ${EXAMPLE.nda} AB`);
  await authoring.saved();
  await authoring.editor.click();
  await page.keyboard.press("ControlOrMeta+KeyZ");
  await expect(authoring.line("title:")).toHaveText(`title: ${EXAMPLE.nda}`);
  await authoring.saved();

  await test.step("also when the page has no time to close", async () => {
    await authoring.cursorAfter(`title: ${EXAMPLE.nda}`);
    await authoring.typeInOneGo(" CD");
    await authoring.saved();
    await page.evaluate(() => window.addEventListener("pagehide", (event) => event.stopImmediatePropagation(), true));
    await page.reload();
    await authoring.ready(`${EXAMPLE.nda} CD`);
    await authoring.editor.click();
    await page.keyboard.press("ControlOrMeta+KeyZ");
    await expect(authoring.line("title:")).toHaveText(`title: ${EXAMPLE.nda}`);
    await authoring.saved();
  });

  await test.step("changes of the drawing, a form and the outline stay one step each, back and forth from anywhere", async () => {
    const { keyboard } = page;
    const cell = authoring.line("approved-by: { users: [asa], documents: [nda] }");
    const address = authoring.line("id: asa@office.example.test");
    const renamed = authoring.line("- receipts:");
    await page.getByRole("button", { name: "signing", exact: true }).press("Enter");
    await page.getByRole("button", { name: "asa, nda: signs", exact: true }).press("Enter");
    await expect(cell).toBeVisible();
    const card = await (await new Parameters(authoring).people("Participants")).card("asa");
    await card.getByRole("textbox", { name: "E-mail address" }).fill("asa@office.example.test");
    await expect(address).toBeVisible();
    const outline = new Outline(page);
    await outline.open();
    await outline.goTo("confirmation");
    await keyboard.press("F2");
    await outline.type("Name of the stage", "receipts");
    await expect(renamed).toBeVisible();
    await authoring.saved();
    await page.evaluate(() => window.addEventListener("pagehide", (event) => event.stopImmediatePropagation(), true));
    await page.reload();
    await authoring.ready(EXAMPLE.nda);
    const shown = async () => [await cell.count(), await address.count(), await renamed.count()];
    const steps = [
      ["ControlOrMeta+KeyZ", [1, 1, 0]],
      ["ControlOrMeta+KeyZ", [1, 0, 0]],
      ["ControlOrMeta+KeyZ", [0, 0, 0]],
      ["ControlOrMeta+Shift+KeyZ", [1, 0, 0]],
      ["ControlOrMeta+Shift+KeyZ", [1, 1, 0]],
      ["ControlOrMeta+Shift+KeyZ", [1, 1, 1]],
    ] as const;
    for (const [keys, left] of steps) {
      await keyboard.press(keys);
      await expect.poll(shown).toEqual(left);
    }
    await authoring.saved();
  });
  await shell.go("Flows");
  await expect(flows.row(EXAMPLE.nda)).toContainText("Ready to run");
});

test("promise 2: a reload of both pages in the middle of a run shows it where it stands", async ({ flows, page }) => {
  const instance = await flows.start(EXAMPLE.nda);
  const asa = await instance.participantPage("asa");
  await asa.read("Mutual Non-Disclosure Agreement");
  await asa.page.reload();
  await asa.askToSign();
  await asa.signTyped("Åsa Öberg");
  await asa.stands("You have signed");
  await expect(instance.participant("asa")).toContainText("Signed nda");
  await page.reload();
  await instance.ready(EXAMPLE.nda);
  await expect(instance.status).toHaveText("In progress");
  await expect(instance.participant("asa")).toContainText("Signed nda");
  await expect(instance.participant("lukasz")).toContainText("To sign nda");
  await asa.page.reload();
  await asa.stands("You have signed");
});

test("Crash and limits: the host is killed with typing unsaved; on its return the text is saved and the run goes on", async ({
  app,
  flows,
  shell,
  page,
  faults,
}) => {
  test.slow();
  const instance = await flows.start(EXAMPLE.nda);
  const run = page.url();
  const asa = await instance.participantPage("asa");
  await asa.read("Mutual Non-Disclosure Agreement");
  await asa.askToSign();
  await asa.signTyped("Åsa Öberg");
  await asa.stands("You have signed");
  const lukasz = await instance.participantPage("lukasz");
  await lukasz.read("Mutual Non-Disclosure Agreement");

  await shell.go("Flows");
  const authoring = await flows.open(EXAMPLE.employment);
  await authoring.cursorAfter("duration: 21");
  await page.keyboard.type(" # before");
  await app.kill();
  await expect(page.getByText("Not connected", { exact: true })).toBeVisible();
  await expect(page.getByText("Not connected to Countersign; reconnecting.")).toBeVisible();
  await page.keyboard.type(" and after");
  await expect(authoring.saveState).toHaveText("Offline, stored in this browser");
  await comeBack(lukasz.page);
  await expect(lukasz.page.getByText("No connection to the service")).toBeVisible();

  const second = await startApp({ workspace: app.workspace, port: portOf(app) });
  try {
    await expect(page.getByText("Session expired. Open the newest link that Countersign printed.")).toBeVisible({
      timeout: 20_000,
    });
    const link = await page.context().newPage();
    await link.goto(second.url);
    await expect(shell.connected).toBeVisible();
    // Behind the other pages the browser may let it rest. No tab is closed here: closing the one in front makes Chromium
    // choose another by itself, and at that moment it leaves requests for a page without an answer.
    await page.bringToFront();
    await authoring.saved();
    await page.reload();
    await authoring.ready(EXAMPLE.employment);
    await expect(authoring.line("duration:")).toHaveText("duration: 21 # before and after");

    await comeBack(lukasz.page);
    await expect(lukasz.page.getByText("No connection to the service")).toBeHidden();
    await lukasz.askToSign();
    await lukasz.signTyped("Łukasz Lind");
    await lukasz.stands("All documents are signed and sealed");
    await page.goto(run);
    await instance.ready(EXAMPLE.nda);
    await expect(instance.status).toHaveText("Completed");
    await expect(instance.history).toContainText("lukasz signed");
    const sentences = await instance.sentences();
    expect(sentences.filter((sentence) => sentence.includes("asa signed"))).toHaveLength(1);
    expect(second.log()).toBe("");
    allowConnectionErrors(faults);
  } finally {
    await asa.page.close();
    await lukasz.page.close();
    await second.stop();
  }
  allowConnectionErrors(faults);
});

test("Crash and limits: after the host was away the participant's page goes on by itself, its PDF too, without a reload", async ({
  app,
  flows,
  page,
  faults,
}) => {
  test.slow();
  const instance = await flows.start(EXAMPLE.nda);
  const asa = await instance.participantPage("asa");
  const lukasz = await instance.participantPage("lukasz");
  const both = [asa, lukasz];
  for (const { page: own } of both) {
    await own.getByRole("link", { name: /^Read/ }).waitFor();
    await own.evaluate(() => Object.assign(window, { stayed: true }));
  }
  // Not even what shows a PDF has been loaded.
  await app.kill();
  for (const { page: own } of both) {
    await own.getByRole("link", { name: /^Read/ }).click();
    await expect(own.getByText("The document could not be shown here.")).toBeVisible();
    await expect(own.getByText("No connection to the service")).toBeVisible();
  }
  const second = await startApp({ workspace: app.workspace, port: portOf(app) });
  try {
    for (const { page: own } of both) {
      await own.bringToFront();
      await expect(own.locator(".pdf-page").first()).toContainText("Mutual Non-Disclosure Agreement", {
        timeout: 30_000,
      });
      await expect(own.getByText("No connection to the service")).toBeHidden();
    }
    await asa.askToSign();
    await asa.signTyped("Åsa Öberg");
    await asa.stands("You have signed");
    for (const { page: own } of both) expect(await own.evaluate(() => "stayed" in window)).toBe(true);
    expect(second.log()).toBe("");
    await page.close();
    allowConnectionErrors(faults);
  } finally {
    await asa.page.close();
    await lukasz.page.close();
    await second.stop();
  }
  allowConnectionErrors(faults);
});

test("Crash and limits: the wall that was opened while the host was away shows everybody's page on its return", async ({
  app,
  flows,
  page,
  faults,
}) => {
  test.slow();
  const instance = await flows.start(EXAMPLE.nda);
  await app.kill();
  await expect(page.getByText("Not connected", { exact: true })).toBeVisible();
  await instance.participants.getByText("Wall", { exact: true }).click();
  const frames = ["asa", "lukasz"].map((name) => page.frameLocator(`iframe[title="Page of ${name}"]`));
  await expect.poll(() => page.frames().filter((frame) => frame.url().startsWith("chrome-error:")).length).toBe(2);
  const second = await startApp({ workspace: app.workspace, port: portOf(app) });
  try {
    for (const frame of frames)
      await expect(frame.locator(".situation h2")).toHaveText("Please sign one document", { timeout: 30_000 });
    expect(second.log()).toBe("");
    await page.close();
  } finally {
    await second.stop();
  }
  allowConnectionErrors(faults);
});

test("promise 2: a page that was open while the app was updated says so, and a reload goes on with what was typed", async ({
  flows,
  shell,
  page,
  faults,
}) => {
  const gone = "**/assets/sync-page*.js";
  await page.route(gone, (route) => route.fulfill({ status: 404, body: "" }));
  await page.reload();
  const authoring = await flows.open(EXAMPLE.nda);
  await authoring.cursorAfter(`title: ${EXAMPLE.nda}`);
  await authoring.typeInOneGo(" AB");
  await page.getByRole("link", { name: "Sync", exact: true }).click();
  const told = page.getByRole("alert").filter({ hasText: "Countersign was updated" });
  await expect(told).toContainText("What you typed is kept.");
  await page.unroute(gone);
  const others = faults.filter((fault) => !/status of 404|dynamically imported module/.test(fault));
  faults.splice(0, faults.length, ...others);
  await told.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("button", { name: "Add account" }).first()).toBeVisible();
  await shell.go("Flows");
  await flows.open(`${EXAMPLE.nda} AB`);
});
