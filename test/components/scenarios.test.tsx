import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Canvas } from "../../src-renderer/authoring/canvas/canvas.tsx";
import { ScenariosView } from "../../src-renderer/authoring/scenarios/scenarios-view.tsx";
import { LEASE, showFlow } from "../fixtures/shown-flow.tsx";

/** The view of a flow whose scenarios were written before. */
async function showScenarios(scenarios: string, text = LEASE) {
  const shown = await showFlow(ScenariosView, text, "", scenarios);
  const own = shown.session.companion("scenarios");
  return { ...shown, scenarios: own.text, takeBack: own.undo };
}

const WRITTEN = `scenarios:
  - scenario: Both sign
    steps:
      - ada signs lease
      - bo signs lease
      - expect: completed
  - scenario: Ada is first
    steps:
      - wait: 3 days
      - bo signs lease
      - expect: not completed
      - bo signs lease
      - ada signs lease
`;

test("the missing scenarios are written, pass, and open to their steps by keyboard", async () => {
  const { screen } = await showScenarios("");
  await expect.element(screen.getByText("No scenarios yet")).toBeVisible();
  await screen.getByRole("button", { name: /^Write the missing ones \(\d\)$/ }).click();
  await expect
    .element(screen.getByText(/^All \d+ scenarios pass\. (\d+) of \1 steps of the flow are covered\.$/))
    .toBeVisible();
  const completes = screen.getByRole("button", { name: /^It completes/ });
  (completes.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const steps = screen.getByRole("list", { name: "Steps of a run" }).getByRole("listitem");
  await expect
    .poll(() => steps.elements().map((step) => step.textContent))
    .toEqual(["ada signs lease", "bo signs lease", "Expected by now: the flow completed"]);
});

test("a scenario that fails says at which step, why, and what the flow waits for", async () => {
  const { screen } = await showScenarios(WRITTEN);
  await expect
    .element(screen.getByText(/^1 of 2 scenarios fails\. 2 of \d steps of the flow are covered\.$/))
    .toBeVisible();
  await expect
    .element(screen.getByText(/^Step 4: bo signs lease is refused: .* The flow waits for: ada signs lease\.$/))
    .toBeVisible();
  await screen.getByRole("button", { name: /^Ada is first/ }).click();
  const steps = screen.getByRole("list", { name: "Steps of a run" }).getByRole("listitem");
  await expect
    .poll(() => steps.elements().map((step) => step.textContent))
    .toEqual([
      "3 days pass",
      "bo signs lease",
      "Not expected by now: the flow completed",
      "bo signs lease Fails here",
      "ada signs lease (not played from here on)",
    ]);
});

test("what no scenario comes to is listed, each with a run", async () => {
  const { screen } = await showScenarios(WRITTEN);
  await screen.getByRole("button", { name: "ada declines lease (stage signing)" }).click();
  const steps = screen.getByRole("list", { name: "Steps of a run" }).getByRole("listitem");
  await expect.poll(() => steps.elements().map((step) => step.textContent)).toEqual(["ada declines lease"]);
});

test("a scenario is added under a name, duplicated, deleted and brought back", async () => {
  const { screen, scenarios, takeBack } = await showScenarios(WRITTEN);
  await screen.getByRole("button", { name: "New scenario" }).click();
  await screen.getByRole("textbox", { name: "What it is about" }).fill("All is well: quickly");
  await screen.getByRole("button", { name: "Add" }).click();
  await expect.poll(scenarios).toContain('- scenario: "All is well: quickly"\n    steps:\n      - ada signs lease\n');
  await screen.getByRole("button", { name: /^Both sign/ }).click();
  await screen.getByRole("button", { name: "Duplicate Both sign" }).click();
  await expect.poll(scenarios).toContain("- scenario: Both sign (2)\n");
  await screen.getByRole("button", { name: "Delete Both sign", exact: true }).click();
  await expect.poll(scenarios).not.toContain("- scenario: Both sign\n");
  takeBack();
  await expect.element(screen.getByRole("button", { name: /^Both sign Passes/ })).toBeVisible();
});

test("a click in a list that another window has just changed deletes no other scenario", async () => {
  const { screen, scenarios, session } = await showScenarios(
    `${WRITTEN}  - scenario: Bo alone\n    steps:\n      - bo signs lease\n`,
  );
  await screen.getByRole("button", { name: /^Ada is first/ }).click();
  const remove = screen.getByRole("button", { name: "Delete Ada is first" });
  await expect.element(remove).toBeVisible();
  const from = WRITTEN.indexOf("  - scenario: Both sign");
  const edit = { range: { from, to: WRITTEN.indexOf("  - scenario: Ada") }, insert: "" };
  session.companion("scenarios").applyEdits(scenarios(), [edit]);
  (remove.element() as HTMLElement).click();
  await expect.element(screen.getByRole("button", { name: /^Both sign/ })).not.toBeInTheDocument();
  expect(scenarios()).toContain("Bo alone");
  await remove.click();
  await expect.poll(scenarios).not.toContain("Ada is first");
  expect(scenarios()).toContain("Bo alone");
});

test("scenarios of a flow with errors stay as they were, and say so", async () => {
  const { screen } = await showScenarios(WRITTEN, LEASE.replace("documents: [lease]", "documents: [leaze]"));
  await expect.element(screen.getByText(/This text is not checked/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "New scenario" })).toHaveAttribute("aria-disabled", "true");
});

test("the canvas marks what scenarios come to, if asked", async () => {
  const { screen } = await showFlow(Canvas, LEASE, "", WRITTEN.split("  - scenario: Ada")[0]);
  await screen.getByRole("button", { name: "Show coverage" }).click();
  await expect
    .element(screen.getByTitle(/^2 of \d steps of this stage are in a scenario\. Not covered: /))
    .toBeInTheDocument();
  await expect.element(screen.getByTitle("in a scenario").first()).toBeInTheDocument();
});

test("a scenario is edited as text, and plays again at once", async () => {
  const { screen, scenarios } = await showScenarios(WRITTEN);
  await screen.getByRole("button", { name: /^Ada is first/ }).click();
  await screen.getByRole("button", { name: "Edit as text: Ada is first" }).click();
  const editor = screen.getByRole("textbox", { name: "Text of the scenarios" });
  await expect.poll(() => document.activeElement === editor.element()).toBe(true);
  await userEvent.keyboard("{Control>}{End}{/Control}{Backspace}{Enter}- expect: completed{Enter}");
  await expect.poll(scenarios).toContain("- ada signs lease\n      - expect: completed\n");
  await screen.getByText("List").click();
  await expect.element(screen.getByText(/^1 of 2 scenarios fails\./)).toBeVisible();
});
