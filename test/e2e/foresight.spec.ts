import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE } from "./pages/flows.ts";

test("promise 3: what can happen in a flow is read by the keyboard, with a run to each end, and saved", async ({
  flows,
  page,
}) => {
  test.slow();
  const authoring = await flows.open(EXAMPLE.loan);
  await expect(authoring.card("borrower")).toBeVisible();
  await page.keyboard.press("Alt+Shift+KeyW");
  const view = page.getByRole("region", { name: "What can happen" });
  const declined = view.getByRole("button", { name: /borrower/ }).first();
  await inspect(page, "foresight", declined);
  await declined.focus();
  await page.keyboard.press("Enter");
  await inspect(page, "foresight-run", view.getByText("borrower rejects", { exact: false }).first());
  const download = page.waitForEvent("download");
  await view.getByRole("button", { name: /JSON/ }).click();
  const saved = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  expect(saved.files[0]).toMatchObject({ verdict: "checked", expectations: [] });
});
