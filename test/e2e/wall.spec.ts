import type { FrameLocator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { findings } from "./inspect.ts";
import { EXAMPLE } from "./pages/flows.ts";

const frameOf = (page: Page, name: string): FrameLocator => page.frameLocator(`iframe[title="Page of ${name}"]`);

test("a run's wall: everybody's page at once, live, each with a look of its own, one of them large", async ({
  flows,
  page,
}) => {
  const instance = await flows.start(EXAMPLE.nda);
  await instance.participants.getByText("Wall", { exact: true }).click();
  const [asa, lukasz] = [frameOf(page, "asa"), frameOf(page, "lukasz")];
  await expect(asa.locator(".situation h2")).toHaveText("Please sign one document");
  await expect(lukasz.locator(".acting-as")).toContainText("lukasz");
  expect(await findings(page, [".device-screen"])).toEqual([]);
  // A frame is of another origin than the app: it reaches neither its page nor what the app's browser keeps for it.
  const reached = await asa.locator("body").evaluate(() => {
    const app = window.parent;
    return [() => app.document.title, () => app.localStorage.length, () => app.sessionStorage.length].map((reach) => {
      try {
        return reach();
      } catch (error) {
        return error instanceof DOMException && error.name;
      }
    });
  });
  expect(reached).toEqual(["SecurityError", "SecurityError", "SecurityError"]);

  await instance.participants.getByRole("button", { name: "How the page of asa looks" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await instance.participants.getByRole("button", { name: "How the page of asa looks" }).click();
  await page.getByRole("menuitemradio", { name: "Svenska" }).click();
  await expect(asa.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(asa.locator("html")).toHaveAttribute("lang", "sv");
  await expect(lukasz.locator("html")).toHaveAttribute("lang", "en");
  // A look stays when the wall was left meanwhile.
  await instance.participants.getByText("List", { exact: true }).click();
  await instance.participants.getByText("Wall", { exact: true }).click();
  await expect(asa.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(asa.locator("html")).toHaveAttribute("lang", "sv");

  await instance.participants.getByRole("button", { name: "Enlarge the page of asa" }).click();
  await expect(lukasz.locator(".acting-as")).toBeHidden();
  // The large one stands whole in the window, however low that is, and has most of its height.
  await page.setViewportSize({ width: 1024, height: 700 });
  const isWhole = () =>
    page.evaluate(() => {
      const [screen, pane] = [".device[data-large] iframe", ".instance"].map((what) =>
        document.querySelector(what)?.getBoundingClientRect(),
      );
      if (screen === undefined || pane === undefined) return false;
      return screen.top >= pane.top && screen.bottom <= pane.bottom + 1 && screen.height > window.innerHeight * 0.6;
    });
  await expect.poll(isWhole).toBe(true);
  await page.keyboard.press("ArrowRight");
  await expect(lukasz.locator(".acting-as")).toBeVisible();
  await expect(asa.locator(".acting-as")).toBeHidden();
  await page.keyboard.press("ArrowLeft");
  await expect(asa.locator(".acting-as")).toBeVisible();
  await expect(lukasz.locator(".acting-as")).toBeHidden();
  // Also from the buttons of the one who is large, which go away with them.
  await instance.participants.getByRole("button", { name: "How the page of asa looks" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(lukasz.locator(".acting-as")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(asa.locator(".acting-as")).toBeVisible();
  await expect(instance.participants.getByRole("button", { name: "Enlarge the page of lukasz" })).toBeFocused();

  await page.getByRole("button", { name: "+1 day" }).click();
  await expect(instance.participants.locator(".device").filter({ hasText: "lukasz" })).toContainText("Asked yesterday");
  await lukasz.getByRole("link", { name: /^Read/ }).click();
  await lukasz.getByRole("button", { name: "Sign…" }).click();
  await lukasz.getByRole("dialog").getByRole("tab", { name: "Type" }).click();
  await lukasz.getByRole("dialog").getByRole("textbox", { name: "Your full name" }).fill("Łukasz Lind");
  await lukasz.getByRole("dialog").getByRole("button", { name: "Sign document" }).click();
  await expect(instance.history).toContainText("lukasz signed nda");
  await expect(asa.locator(".person").filter({ hasText: "lukasz" })).toContainText("Klar");
});

test("a browser that keeps nothing for pages in frames shows the wall all the same, and its pages act", async ({
  flows,
  page,
}) => {
  // As Chromium does where third-party cookies are blocked: it throws when it is asked for the storage.
  await page.addInitScript(() => {
    if (window === window.top) return;
    for (const name of ["sessionStorage", "localStorage"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  });
  const instance = await flows.start(EXAMPLE.nda);
  await instance.participants.getByText("Wall", { exact: true }).click();
  const asa = frameOf(page, "asa");
  await expect(asa.locator(".situation h2")).toHaveText("Please sign one document");
  await asa.getByRole("combobox", { name: "Language" }).selectOption("sv");
  await expect(asa.locator("html")).toHaveAttribute("lang", "sv");
  await asa.getByRole("link", { name: "Läs och skriv under" }).click();
  await asa.getByRole("button", { name: "Skriv under…" }).click();
  await asa.getByRole("dialog").getByRole("button", { name: "Skriv under dokumentet" }).click();
  await expect(instance.history).toContainText("asa signed nda");
});

test("a page that a browser cannot show in its frame is offered in a tab, until it comes", async ({
  flows,
  page,
  faults,
}) => {
  const pages = (url: URL) => url.hostname.endsWith(".countersign.localhost");
  await page.route(pages, (route) => route.abort("namenotresolved"));
  const instance = await flows.start(EXAMPLE.nda);
  await instance.participants.getByText("Wall", { exact: true }).click();
  const late = instance.participants.locator(".device").filter({ hasText: "asa" }).locator(".device-late");
  await expect(late).toContainText("The page has not loaded yet.");
  await expect(late.getByRole("link", { name: /asa/ })).toHaveAttribute("href", /^http:\/\/127\.0\.0\.1:\d+\//);
  await page.unroute(pages);
  await expect(frameOf(page, "asa").locator(".situation h2")).toHaveText("Please sign one document");
  await expect(late).toHaveCount(0);
  faults.length = 0;
});

test("stages stand side by side where they have room, and no page is wider than the wall", async ({ flows, page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const instance = await flows.start(EXAMPLE.employment);
  await instance.participants.getByText("Wall", { exact: true }).click();
  const stages = () => instance.participants.locator(".wall-group");
  await expect(stages()).toHaveCount(2);
  const devices = instance.participants.locator(".device");
  const tops = (of = stages()) => of.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  await expect.poll(async () => new Set(await tops()).size).toBe(1);
  // Smaller than its name and buttons want it, a device keeps its width, and its stage has room for all of them.
  await instance.participants.getByText("50 %", { exact: true }).click();
  await expect.poll(async () => new Set(await tops(devices)).size).toBe(1);
  await instance.participants.getByText("100 %", { exact: true }).click();
  await expect.poll(async () => new Set(await tops()).size).toBe(2);
  await instance.participants
    .getByRole("button", { name: /^How the page of/ })
    .first()
    .click();
  await page.getByRole("menuitemradio", { name: "Desktop" }).click();
  const isWithin = () =>
    instance.participants
      .locator(".wall")
      .evaluate((wall) =>
        [...wall.querySelectorAll(".device, .wall-tools")].every(
          (one) => one.getBoundingClientRect().right <= wall.getBoundingClientRect().right + 1,
        ),
      );
  await expect(instance.participants.locator('.device[data-device="desktop"]')).toBeVisible();
  expect(await isWithin()).toBe(true);
});

test("in full screen the wall has the room, and dialogs and notices are seen", async ({ flows, page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  const instance = await flows.start(EXAMPLE.nda);
  await instance.participants.getByText("Wall", { exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await instance.participants.getByRole("button", { name: "Full screen" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(instance.clock).toBeVisible();
  const isOnTop = (selector: string) =>
    expect
      .poll(() =>
        page.evaluate((wanted) => {
          const { x, y, width, height } = document.querySelector(wanted)?.getBoundingClientRect() ?? new DOMRect();
          return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(wanted) !== null;
        }, selector),
      )
      .toBe(true);
  expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await instance.participants.getByRole("button", { name: "Act as lukasz" }).click();
  await isOnTop("[role=menu]");
  await page.getByRole("menuitem", { name: /^Decline nda/ }).click();
  await isOnTop("[role=dialog]");
  await page.getByRole("dialog").getByRole("textbox").press("ArrowLeft");
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  await expect(instance.status).toHaveText("Failed");
  await instance.participants.getByRole("button", { name: "Leave full screen" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
});

test("X103: on the wall too it shows who is locked out, and the author lets them in again", async ({ flows, page }) => {
  const instance = await flows.start(EXAMPLE.loan);
  await instance.participants.getByText("Wall", { exact: true }).click();
  // The run's panels scroll, the page around them never does.
  await page.setViewportSize({ width: 1024, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  await instance.participants.getByRole("button", { name: "Act as borrower" }).click();
  await page.getByRole("menuitem", { name: "Fail until locked out" }).click();
  const borrower = instance.participants.locator(".device").filter({ hasText: "borrower" });
  await expect(borrower.getByText("Locked", { exact: true })).toBeVisible();
  const own = frameOf(page, "borrower");
  await expect(own.getByRole("heading", { name: "Too many attempts" })).toBeVisible();
  await borrower.getByRole("button", { name: "Unlock" }).click();
  await expect(borrower.getByText("Locked", { exact: true })).toHaveCount(0);
  await expect(own.getByRole("heading", { name: "Please sign one document" })).toBeVisible();
});

test("G5: everybody is played: until somebody is asked, until one document is sealed, then until all are, as ordinary acts that can be stopped", async ({
  flows,
  page,
}) => {
  test.slow();
  const instance = await flows.start(EXAMPLE.loan);
  const button = instance.participants.getByRole("button", { name: "Play everyone" });
  const stop = instance.participants.getByRole("button", { name: "Stop" });
  const begin = async (entry: string) => {
    await button.click();
    await page.getByRole("menuitem", { name: entry, exact: true }).click();
  };
  const play = async (entry: string) => {
    await begin(entry);
    await expect(stop).toBeVisible();
    await expect(button).toBeVisible({ timeout: 60_000 });
  };
  const lender = instance.participants.locator(".row").filter({ hasText: "lender" });
  const sealed = instance.documents.getByText("Sealed", { exact: true });
  await begin("To the end");
  await stop.click();
  await play("lender");
  await expect(lender).toContainText("To sign loan");
  await expect(instance.status).toHaveText("In progress");
  await play("loan");
  await expect(sealed).toHaveCount(1);
  await expect(instance.status).toHaveText("In progress");
  // Others still wait for the lender.
  await expect(lender).toContainText("To sign guarantee");
  await play("Until everything is sealed");
  await expect(sealed).toHaveCount(2);
  await expect(instance.status).toHaveText("Completed");
  expect((await instance.sentences()).filter((text) => /lender signed/.test(text))).not.toHaveLength(0);
  await expect(button).toHaveAccessibleDescription(/The run has ended/);
});

test("everybody is played though the first one's invitation bounced: the others decide", async ({
  flows,
  shell,
  page,
}) => {
  test.slow();
  await shell.go("Mailbox");
  await page.getByRole("button", { name: "Delivery rules" }).click();
  const rules = page.getByRole("dialog", { name: "Delivery rules" });
  await rules.getByLabel(/^E-mail address/).fill("elina.koskinen@example.test");
  await rules.getByRole("combobox").selectOption({ label: "It bounces" });
  await rules.getByRole("button", { name: "Add rule" }).click();
  await expect(rules.getByLabel(/^E-mail address/)).toHaveValue("");
  await page.keyboard.press("Escape");
  await shell.go("Flows");
  const instance = await flows.start(EXAMPLE.board);
  await instance.participants.getByRole("button", { name: "Play everyone" }).click();
  await page.getByRole("menuitem", { name: "To the end" }).click();
  await expect(instance.status).toHaveText("Completed");
  const sentences = await instance.sentences();
  expect(sentences.filter((text) => /^(jonas|aino) signed/.test(text))).toHaveLength(2);
  expect(sentences.filter((text) => /^elina signed/.test(text))).toEqual([]);
});

test("playing everyone goes on beside the other tabs of the run, and says so when it ends with its page", async ({
  flows,
  page,
}) => {
  const instance = await flows.start(EXAMPLE.board);
  const play = async () => {
    await instance.participants.getByRole("button", { name: "Play everyone" }).click();
    await page.getByRole("menuitem", { name: "To the end" }).click();
  };
  await play();
  await page.getByRole("link", { name: "Flows", exact: true }).click();
  await expect(page.getByText("Playing stopped")).toBeVisible();
  await page.goBack();
  await play();
  await instance.tab("History");
  const stop = page.getByRole("button", { name: "Stop playing everyone" });
  await expect(stop).toBeVisible();
  await expect(instance.status).toHaveText("Completed");
  await expect(stop).toHaveCount(0);
});

test("the wall is a click from Run: first on the page, as wide as it, and who acts there has been played", async ({
  flows,
  page,
}) => {
  test.slow();
  const instance = await flows.start(EXAMPLE.board);
  await page.getByRole("button", { name: "Show their pages" }).click();
  await expect(page.getByRole("radio", { name: "Wall" })).toBeFocused();
  await expect(frameOf(page, "elina").locator(".situation h2")).toHaveText("Please sign one document");
  const order = await page.getByRole("region").evaluateAll((regions) => regions.map((one) => one.textContent ?? ""));
  expect(order.findIndex((text) => /^Participants/.test(text))).toBeLessThan(
    order.findIndex((text) => /^Stages/.test(text)),
  );
  const widths = await page
    .locator(".instance, .instance-wall")
    .evaluateAll((all) => all.map((one) => one.clientWidth));
  expect(widths[0]).toBe(widths[1]);

  // A desktop's page can be read, at the size that is wanted.
  const frame = page.locator('iframe[title="Page of elina"]');
  const width = async () => Math.round((await frame.boundingBox())?.width ?? 0);
  await instance.participants.getByRole("button", { name: "How the page of elina looks" }).click();
  await page.getByRole("menuitemradio", { name: "Desktop" }).click();
  await page.setViewportSize({ width: 1600, height: 1000 });
  for (const [zoom, wide] of [
    ["50 %", 640],
    ["75 %", 960],
    ["100 %", 1280],
  ] as const) {
    await instance.participants.getByText(zoom, { exact: true }).click();
    await expect.poll(width).toBe(wide);
  }
  expect(await findings(page, [".device-screen"])).toEqual([]);

  // The next step is one for who has not seen it.
  await instance.participants.getByText("List", { exact: true }).click();
  await expect(page.getByRole("button", { name: "Show their pages" })).toHaveCount(0);
  await instance.participants.getByRole("button", { name: "Act as petra" }).click();
  await page.getByRole("menuitem", { name: /^Approve/ }).click();
  await expect(instance.participant("petra")).toContainText("Approved");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  const step = page.getByRole("listitem").filter({ hasText: "Play a person." });
  await expect(step.getByRole("img", { name: "Done" })).toBeVisible();
});

test("WCAG 2.2 AA: at 200 % zoom in a window of 1024 by 700 pixels the run's tabs and its wall can be used", async ({
  flows,
  page,
}) => {
  const instance = await flows.start(EXAMPLE.nda);
  await page.setViewportSize({ width: 512, height: 350 });
  await instance.participants.getByText("Wall", { exact: true }).click();
  await instance.participants.getByRole("button", { name: "Enlarge the page of lukasz" }).click();
  const lukasz = frameOf(page, "lukasz");
  await lukasz.getByRole("link", { name: /^Read/ }).click();
  await lukasz.getByRole("button", { name: "Decline…" }).click();
  await lukasz.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Show all" }).first().click();
  for (const tab of ["History", "Mail (2)", "Documents", "Raw JSON"]) {
    await page.getByRole("tab", { name: tab }).click();
    const height = async () => (await page.getByRole("tabpanel", { name: tab }).boundingBox())?.height ?? 0;
    await expect.poll(height, tab).toBeGreaterThan(200);
  }
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await sideways()).toBe(0);
  await page.getByRole("button", { name: "+1 day" }).click();
  await expect(instance.clock).toContainText("Next: Time-out");
});
