import { expect, test } from "../harness/fixtures.ts";

const EXAMPLE = "Mutual NDA with Halvorsen & Lind";

test("law 7: the headless shell shows the app in a browser, and nothing goes wrong on the way", async ({
  app,
  page,
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
});

test("promise 1: a new workspace holds example flows that are ready to run", async ({ app, page }) => {
  await page.goto(app.url);
  await expect(page.getByRole("row", { name: EXAMPLE })).toContainText("Ready to run");
});

test("the address without its token opens nothing of the workspace", async ({ app, page }) => {
  const refused = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("socketerror"));
  await page.goto(new URL("/", app.url).href);
  expect(await refused).toContain("403");
  await expect(page.getByText("Not connected", { exact: true })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Open the address that Countersign printed" })).toBeVisible();
  await expect(page.getByText(EXAMPLE)).toHaveCount(0);
});
