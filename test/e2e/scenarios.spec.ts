import { expect, test } from "./fixtures.ts";
import { inspect } from "./inspect.ts";
import { EXAMPLE } from "./pages/flows.ts";
import { Versions } from "./pages/versions.ts";

test("promise 2: what a change of a flow does to its scenarios, its people and its runs is seen before anybody runs it", async ({
  flows,
  shell,
  page,
}) => {
  test.slow();
  const instance = await flows.start(EXAMPLE.loan);
  await page.getByRole("button", { name: "Cancel run" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel run" }).click();
  await expect(instance.status).toHaveText("Canceled");

  await shell.go("Flows");
  const authoring = await flows.open(EXAMPLE.loan);
  await expect(authoring.card("borrower")).toBeVisible();
  await page.keyboard.press("Alt+Shift+KeyS");
  const view = page.getByRole("region", { name: "Scenarios" });
  await expect(view.getByText(/^All 4 scenarios pass\./)).toBeVisible();
  await view.getByRole("button", { name: "New by participant" }).click();
  await page.getByRole("textbox", { name: "What it is about" }).fill("The guarantor is slow");
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  const guarantor = view.getByRole("group", { name: "guarantor" });
  await guarantor.getByRole("button", { name: "Add to guarantor" }).click();
  await page.getByRole("menuitem", { name: "waits…" }).click();
  await page.getByRole("dialog").getByRole("spinbutton", { name: "Days" }).fill("2");
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await guarantor.getByRole("button", { name: "Move up: waits 2 days" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(guarantor.getByRole("listitem").nth(1)).toHaveText("waits 2 days");
  await inspect(page, "scripts", view.getByText(/^All 5 scenarios pass\./));
  await view.getByRole("button", { name: "Play it: The guarantor is slow" }).click();
  const strip = page.getByRole("region", { name: "Steps that this run follows" });
  await strip.getByRole("button", { name: "Play all" }).click();
  await expect(strip.getByText("7 of 7 steps")).toBeVisible({ timeout: 60_000 });
  await expect(instance.status).toHaveText("Completed");
  await shell.go("Flows");
  await flows.open(EXAMPLE.loan);
  await expect(view.getByText(/^All 5 scenarios pass\./)).toBeVisible();
  await authoring.cursorAfter("approved-by: { users: [guarantor");
  await page.keyboard.type(", lender");
  await expect(view.getByText(/^4 of 5 scenarios fail\./)).toBeVisible();
  await view.getByRole("button", { name: /^Everybody signs in turn/ }).click();
  await inspect(page, "scenarios", view.getByText(/The run waits for: lender approves loan\.$/).first());
  await view.getByRole("button", { name: "Show on the canvas" }).click();
  await inspect(page, "coverage", page.getByText("in no scenario", { exact: true }).first());

  const versions = new Versions(page);
  await versions.open();
  const people = versions.drawer.getByRole("region", { name: "What people can do" });
  await expect(people.getByText("New: lender approves loan.")).toBeVisible();
  await people.getByRole("button", { name: "How it happens: New: lender approves loan." }).click();
  await inspect(page, "people", people.getByRole("list", { name: "Steps of a run" }));
  await versions.drawer.getByText("Recorded runs").click();
  const runs = versions.drawer.getByRole("region", { name: "Recorded runs" });
  await inspect(page, "recorded-runs", runs.getByText("Ends the same: 1."));
  await runs.getByRole("paragraph").filter({ hasText: "Canceled" }).getByRole("link").click();
  await expect(instance.status).toHaveText("Canceled");
});

test("promise 2: a scenario is recorded by acting in a run, from the flow's scenarios and back to them", async ({
  flows,
  page,
}) => {
  test.slow();
  const authoring = await flows.open(EXAMPLE.board);
  await expect(authoring.card("decision")).toBeVisible();
  await page.keyboard.press("Alt+Shift+KeyS");
  const view = page.getByRole("region", { name: "Scenarios" });
  await view.getByRole("button", { name: "Record…" }).click();
  const strip = page.getByRole("region", { name: "Recording." });
  await expect(strip).toBeVisible();
  await page.getByRole("button", { name: "Act as petra" }).click();
  await page.getByRole("menuitem", { name: "Approve resolution" }).click();
  await expect(page.getByText("petra approved resolution").first()).toBeVisible();
  await inspect(page, "recording", strip);
  await strip.getByRole("button", { name: "Stop recording" }).click();
  await expect(strip).toHaveCount(0);
  await page.getByRole("button", { name: "More operations" }).click();
  await page.getByRole("menuitem", { name: "Start recording" }).click();
  await strip.getByRole("button", { name: "Save as scenario…" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "What it is about" }).fill("Petra comes first");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(strip).toHaveCount(0);
  await page.getByRole("button", { name: "Show scenarios" }).click();
  await view.getByRole("button", { name: "Petra comes first" }).click();
  await expect(view.getByText("petra approves resolution").first()).toBeVisible();
});
