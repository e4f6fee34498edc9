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
  await expect.element(screen.getByText(/^All \d+ scenarios pass\.$/)).toBeVisible();
  await expect.element(screen.getByText(/^(\d+) of \1 steps of the flow are covered\.$/)).toBeVisible();
  const completes = screen.getByRole("button", { name: /^It completes/ });
  (completes.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const steps = screen.getByRole("list", { name: "Steps of a run" }).getByRole("listitem");
  await expect
    .poll(() => steps.elements().map((step) => step.textContent))
    .toEqual(["ada signs lease", "bo signs lease", "Expected by now: the run completed"]);
});

test("a scenario that fails says at which step, why, and what the flow waits for", async () => {
  const { screen } = await showScenarios(WRITTEN);
  await expect.element(screen.getByText("1 of 2 scenarios fails.")).toBeVisible();
  // Once, in the part about coverage.
  expect(screen.getByText(/2 of \d steps of the flow are covered/).elements()).toHaveLength(1);
  await expect
    .element(screen.getByText(/^Step 4: bo signs lease is refused: .* The run waits for: ada signs lease\.$/))
    .toBeVisible();
  await screen.getByRole("button", { name: /^Ada is first/ }).click();
  const steps = screen.getByRole("list", { name: "Steps of a run" }).getByRole("listitem");
  await expect
    .poll(() => steps.elements().map((step) => step.textContent))
    .toEqual([
      "3 days pass",
      "bo signs lease",
      "Not expected by now: the run completed",
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

const BY_PEOPLE = `scenarios:
  # Who is late
  - scenario: Bo is late
    people:
      ada:
        - signs lease # at once
      bo:
        - wait: 2 days # over the weekend
        - signs lease
    then:
      - expect: completed
`;

test("a scenario by participant is written by the form alone: each change is one edit, and one step of undo", async () => {
  const { screen, scenarios, takeBack } = await showScenarios("");
  await screen.getByRole("button", { name: "New by participant" }).click();
  await screen.getByRole("textbox", { name: "What it is about" }).fill("Bo is late");
  await screen.getByRole("button", { name: "Add", exact: true }).click();
  const bo = screen.getByRole("group", { name: "bo" });
  await expect.element(bo).toBeVisible();
  expect(scenarios()).toBe(BY_PEOPLE.replaceAll(/ *#.*| {8}- wait.*\n/g, "").replace(":\n\n", ":\n"));
  await bo.getByRole("button", { name: "Add to bo" }).click();
  await screen.getByRole("menuitem", { name: "waits…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Wait" });
  await dialog.getByRole("spinbutton", { name: "Days" }).fill("2");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect.element(bo.getByText("waits 2 days")).toBeVisible();
  const before = scenarios();
  await bo.getByRole("button", { name: "Move up: waits 2 days" }).click();
  await expect.poll(scenarios).toContain("bo:\n        - wait: 2 days\n        - signs lease\n");
  const order = screen.getByRole("list", { name: "Steps of a run" }).getByRole("listitem");
  await expect
    .poll(() => order.elements().map((step) => step.textContent))
    .toEqual(["ada signs lease", "2 days pass", "bo signs lease", "Expected by now: the run completed"]);
  takeBack();
  expect(scenarios()).toBe(before);
});

test("the entries of a list move and go by keyboard, keep their comments, and keep the focus", async () => {
  const { screen, scenarios } = await showScenarios(BY_PEOPLE);
  await screen.getByRole("button", { name: /^Bo is late/ }).click();
  const bo = screen.getByRole("group", { name: "bo" });
  const up = (what: string) => bo.getByRole("button", { name: `Move up: ${what}` }).element();
  (up("signs lease") as HTMLElement).focus();
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
  await expect.poll(scenarios).toContain("- signs lease\n        - wait: 2 days # over the weekend\n");
  // In the list as it is drawn by then: before that, the focus is on a button of this name, too.
  const first = () => document.activeElement === up("signs lease") && document.activeElement.closest("li:first-child");
  await expect.poll(first).toBeTruthy();
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await expect.poll(scenarios).toBe(BY_PEOPLE);
  await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Move down: signs lease");
  await userEvent.keyboard("{Delete}");
  await expect.poll(scenarios).not.toContain("weekend\n        - signs lease");
  await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Remove: waits 2 days");
  await userEvent.keyboard("{Delete}");
  await expect.poll(scenarios).not.toContain("bo:");
  await expect.poll(() => document.activeElement?.getAttribute("aria-label")).toBe("Add to bo");
  expect(scenarios()).toContain("# Who is late");
  expect(scenarios()).toContain("# at once");
});

test("an act that never becomes possible is marked in its list; the lists are written as steps", async () => {
  const { screen, scenarios } = await showScenarios(BY_PEOPLE.replace("2 days", "90 days"));
  await expect
    .element(screen.getByText(/^Step 3: bo signs lease never becomes possible: .* The run has ended by then: /))
    .toBeVisible();
  await screen.getByRole("button", { name: /^Bo is late/ }).click();
  const bo = screen.getByRole("group", { name: "bo" });
  await expect.element(bo.getByText("Fails here")).toBeVisible();
  await bo.getByRole("button", { name: "Change: waits 90 days" }).click();
  const dialog = screen.getByRole("dialog", { name: "Wait" });
  await dialog.getByRole("spinbutton", { name: "Days" }).fill("");
  await expect.element(dialog.getByRole("button", { name: "Change" })).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("spinbutton", { name: "Days" }).fill("1");
  await dialog.getByRole("button", { name: "Change" }).click();
  await expect.poll(scenarios).toContain("- wait: 1 day # over the weekend\n");
  await expect.element(screen.getByRole("button", { name: /^Bo is late Passes/ })).toBeVisible();
  await screen.getByRole("button", { name: "Write as steps: Bo is late" }).click();
  await expect
    .poll(scenarios)
    .toContain(
      "    steps:\n      - ada signs lease\n      - wait: 1 day\n      - bo signs lease\n      - expect: completed\n",
    );
  await expect.element(bo).not.toBeInTheDocument();
});

test("U4: by SMS a later try is of the code; where one failure locks out, none is offered", async () => {
  const asked = `auth_to_sign: { provider: se_eid, max_failures: 0 }, auth_to_view: { provider: sms_otp, attempts_per_sms: 2, max_failures: 1 }`;
  const { screen, scenarios } = await showScenarios(
    BY_PEOPLE,
    LEASE.replace("id: bo@example.test }", `id: bo@example.test, phone_number: "+46701740605", ${asked} }`),
  );
  await screen.getByRole("button", { name: /^Bo is late/ }).click();
  await screen.getByRole("button", { name: "Add to bo" }).click();
  const offered = screen.getByRole("menuitem");
  await expect
    .poll(() => offered.elements().map((item) => item.textContent))
    .toEqual([
      ...["signs lease", "declines lease", "declines the whole flow", "authenticates", "fails to authenticate"],
      ...["fails to authenticate until they are locked out", "cancels the authentication"],
      ...["lets the authentication time out", "authenticates, to open their page"],
      ...["authenticates at the second try, to open their page", "mistypes a code, to open their page"],
      ...["fails to authenticate until they are locked out, to open their page", "waits…"],
    ]);
  await screen.getByRole("menuitem", { name: "authenticates at the second try, to open their page" }).click();
  await expect.poll(scenarios).toContain("- mistypes a code to view\n        - authenticates to view\n");
  await expect
    .element(screen.getByRole("button", { name: "Remove: mistypes a code, to open their page" }))
    .toBeVisible();
});

test("a list offers what the flow asks of somebody, with later tries where they authenticate", async () => {
  const { screen, scenarios } = await showScenarios(
    BY_PEOPLE,
    LEASE.replace("id: bo@example.test }", "id: bo@example.test, auth_to_sign: { provider: se_eid } }"),
  );
  await screen.getByRole("button", { name: /^Bo is late/ }).click();
  await screen.getByRole("button", { name: "Add to bo" }).click();
  const offered = screen.getByRole("menuitem");
  await expect
    .poll(() => offered.elements().map((item) => item.textContent))
    .toEqual([
      ...["signs lease", "declines lease", "declines the whole flow", "authenticates"],
      ...["authenticates at the second try", "authenticates at the third try", "fails to authenticate"],
      ...["fails to authenticate until they are locked out", "cancels the authentication"],
      ...["lets the authentication time out", "waits…"],
    ]);
  await screen.getByRole("menuitem", { name: "authenticates at the third try" }).click();
  await expect
    .poll(scenarios)
    .toContain(
      "- signs lease\n        - fails to authenticate\n        - fails to authenticate\n        - authenticates\n",
    );
  await screen.getByRole("button", { name: "Add to Once everybody is done" }).click();
  await screen.getByRole("menuitem", { name: "Not expected by now: the run completed" }).click();
  await expect.poll(scenarios).toContain("      - expect: completed\n      - expect: not completed\n");
});
