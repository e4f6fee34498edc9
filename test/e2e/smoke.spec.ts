import { expect, test } from "../harness/fixtures.ts";

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
  expect(problems).toEqual([]);
});

test("promise 1: a new workspace holds example flows", async ({ app, page }) => {
  await page.goto(app.url);
  await expect(page.getByText("Non-disclosure agreement").first()).toBeVisible();
});

test("the address without its token opens nothing of the workspace", async ({ app, page }) => {
  await page.goto(new URL("/", app.url).href);
  await expect(page.getByText("Non-disclosure agreement")).toHaveCount(0);
});
