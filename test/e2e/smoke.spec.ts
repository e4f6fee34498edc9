import { expect, test } from "../harness/fixtures.ts";
import { Shell } from "./pages/shell.ts";

const EXAMPLE = "Mutual NDA with Halvorsen & Lind";

test("law 7, promise 1: the headless shell shows the app in a browser with examples that are ready to run; every view opens by its address, in new tabs too", async ({
  app,
  page,
  context,
}) => {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(app.url);
  await expect(page).toHaveTitle(/Countersign/);
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  expect(problems).toEqual([]);
  await expect(page.getByRole("button", { name: "Run the NDA now" })).toBeVisible();
  await new Shell(page).go("Flows");
  await expect(page.getByRole("row", { name: EXAMPLE })).toContainText("Ready to run");

  await test.step("a flow opened in a new tab, and an address typed into one, have the session of the first", async () => {
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: EXAMPLE }).click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await expect(tab.getByRole("heading", { name: EXAMPLE })).toBeVisible();
    await tab.reload();
    await expect(tab.getByRole("heading", { name: EXAMPLE })).toBeVisible();
    await tab.close();
  });

  await test.step("every view opens by its address, too: after a reload, from a bookmark", async () => {
    const shell = new Shell(page);
    for (const view of ["Home", "Runs", "Mailbox", "Callbacks", "Settings", "Flows"] as const) {
      await shell.go(view);
      await page.reload();
      await expect(shell.connected).toBeVisible();
      await expect(shell.heading(view)).toBeVisible();
      await expect(page.getByText("This view crashed")).toHaveCount(0);
    }
  });
});

test("the address without a session opens nothing of the workspace, says what to do and asks no more", async ({
  app,
  page,
}) => {
  let asked = 0;
  page.on("websocket", () => {
    asked += 1;
  });
  await page.clock.install();
  await page.goto(new URL("/", app.url).href);
  await expect(page.getByRole("alert")).toContainText("Open the newest link that Countersign printed.");
  await expect(page.getByText(EXAMPLE)).toHaveCount(0);
  await page.clock.runFor(60_000);
  expect(asked).toBe(1);
});

test("who goes to another page by keys has the focus there: on its heading, in a new flow on its text, which one Escape and Tab leave", async ({
  app,
  page,
}) => {
  const shell = new Shell(page);
  await shell.open(app.url);
  await page.keyboard.press("Alt+Digit2");
  await expect(shell.heading("Runs")).toBeFocused();
  await expect(page).toHaveTitle(/Runs/);
  await page.keyboard.press("ControlOrMeta+KeyK");
  await expect(shell.palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("Go to Flows");
  await expect(shell.palette.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(shell.heading("Flows")).toBeFocused();
  await page.getByRole("link", { name: EXAMPLE }).focus();
  await page.keyboard.press("Enter");
  await expect(shell.heading(EXAMPLE)).toBeFocused();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Flows" }).click();
  await expect(shell.heading("Flows")).toBeFocused();

  await page.getByRole("button", { name: "New flow" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Blank flow" })).toBeFocused();
  await page.keyboard.press("Enter");
  const text = page.getByRole("textbox", { name: "Text of the flow" });
  await expect(text).toBeFocused();
  await expect(text).toHaveAccessibleDescription(/Escape, then Tab/);
  await page.keyboard.type("Lease");
  await expect(shell.heading("Lease")).toBeVisible();
  await page.keyboard.press("Shift+Home");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(text).not.toBeFocused();
  await expect(page.locator("main :focus")).toHaveCount(1);
  await expect(text).toContainText("title: Lease");
});
