import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { ScenariosView } from "../../src-renderer/authoring/scenarios/scenarios-view.tsx";
import { showFlow } from "../fixtures/shown-flow.tsx";

test("scenarios are written, played and opened", async () => {
  const { screen } = await showFlow(ScenariosView);
  await expect.element(screen.getByText("No scenarios yet")).toBeVisible();
  await screen.getByRole("button", { name: /^Write the missing ones \(\d\)$/ }).click();
  await expect
    .element(screen.getByText(/^All \d+ scenarios pass\. (\d+) of \1 steps of the flow are covered\.$/))
    .toBeVisible();
  const completes = screen.getByRole("button", { name: /It completes/ });
  (completes.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const steps = screen.getByRole("list", { name: "Steps of a run" }).getByRole("listitem");
  await expect
    .poll(() => steps.elements().map((step) => step.textContent))
    .toEqual(["ada signs lease", "bo signs lease", "Expected by now: completed"]);
});
