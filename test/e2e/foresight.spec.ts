import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE } from "./pages/flows.ts";

test("promise 3: what can happen in a flow is read by the keyboard, with a run to each end, saved, and played: the app acts as the run's participants", async ({
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
  await inspect(page, "foresight-run", view.getByText("borrower declines", { exact: false }).first());
  const download = page.waitForEvent("download");
  await view.getByRole("button", { name: /JSON/ }).click();
  const saved = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  expect(saved.files[0].verdict).toBe("checked");
  // As the command prints them: the example comes with what its author expects.
  expect(saved.files[0].expectations).toHaveLength(7);

  await view.getByRole("button", { name: "Completes" }).click();
  await view.getByRole("button", { name: "Play it: Completes" }).click();
  const strip = page.getByRole("region", { name: "Steps that this run follows" });
  await expect(strip.getByText("0 of 5 steps")).toBeVisible();
  // The strip says whose turn it is, and nothing else does.
  await expect(page.getByText(/^Next: open the page of/)).toHaveCount(0);
  await page.keyboard.press("Alt+KeyS");
  await inspect(page, "run-follows", strip.getByText("1 of 5 steps"));
  await page.getByRole("button", { name: "Act as guarantor" }).click();
  await page.getByRole("menuitem", { name: "Approve loan" }).click();
  await expect(strip.getByText("2 of 5 steps")).toBeVisible();
  await strip.getByRole("button", { name: "Play all" }).click();
  await expect(strip.getByText("5 of 5 steps")).toBeVisible();
  await expect(page.getByText("The run completed", { exact: true })).toBeVisible();
});

test("promise 2: what is expected of a flow is kept with it, and Problems leads to what a change breaks", async ({
  flows,
  page,
}) => {
  test.slow();
  const authoring = await flows.open(EXAMPLE.board);
  await expect(authoring.card("decision")).toBeVisible();
  await page.keyboard.press("Alt+Shift+KeyX");
  const view = page.getByRole("region", { name: "Expectations" });
  await expect(view.getByText("3 of 3 hold")).toBeVisible();
  await view.getByRole("button", { name: "Add expectation" }).click();
  await page.getByRole("combobox", { name: "What you expect" }).selectOption("Something never happens");
  await page.getByRole("combobox", { name: "Who" }).selectOption("The flow");
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await inspect(page, "expectations", view.getByText("3 of 4 hold"));
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: /X202 · Expectations/ }).click();
  const text = page.getByRole("textbox", { name: "Text of the expectations" });
  await expect(text).toBeFocused();
  await inspect(page, "expectations-text", text);
});

test("a finding is found, read, fixed, accepted and brought back by the keyboard alone", async ({ flows, page }) => {
  test.slow();
  const authoring = await flows.open(EXAMPLE.nda);
  await expect(authoring.card("signing")).toBeVisible();
  const whole = await authoring.text();
  // Without its last stage the flow sends no confirmation; its text is long, and the end of the stages is out of sight.
  const without = whole.replace(/ {4}- confirmation:[\s\S]*?(?=process_parameters:)/, "");
  await authoring.paste(`${"# What this flow is for.\n".repeat(60)}${without}`);
  await authoring.saved();
  await expect(authoring.problem("X105")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("Alt+Shift+KeyL");
  const problems = authoring.problems.getByRole("listitem");
  await expect(problems.first().getByRole("button").first()).toBeFocused();
  const tabTo = async (name: RegExp) => {
    const button = authoring.problem("X105").getByRole("button", { name });
    for (let tabs = 0; tabs < 20; tabs += 1) {
      if (await button.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(button).toBeFocused();
  };
  await tabTo(/^How it happens/);
  await page.keyboard.press("Enter");
  await expect(authoring.problem("X105").getByRole("list", { name: "Steps of a run" })).toBeVisible();
  await tabTo(/^Fix: Add a stage with a confirmation to/);
  await page.keyboard.press("Enter");
  await expect(authoring.line("- confirmation:")).toBeInViewport();
  await expect(authoring.card("confirmation")).toBeVisible();
  await expect(authoring.problem("X105")).toHaveCount(0);
  // Not on what the last row ends with: its fix.
  await expect(problems.last().getByRole("button").first()).toBeFocused();
  await page.keyboard.press("ControlOrMeta+KeyZ");
  await expect(authoring.card("confirmation")).toHaveCount(0);
  await expect(authoring.problem("X105")).toBeVisible();
  await page.keyboard.press("Alt+Shift+KeyL");
  await tabTo(/^Accept/);
  await page.keyboard.press("Enter");
  await page.keyboard.type("The parties get it by post");
  await page.keyboard.press("Enter");
  await expect(authoring.problem("X105")).toHaveCount(0);
  await expect(authoring.problems.getByText("Accepted (1)")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+KeyZ");
  await expect(authoring.problem("X105")).toBeVisible();
});
