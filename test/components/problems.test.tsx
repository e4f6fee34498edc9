import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { ProblemsPanel } from "../../src-renderer/authoring/editor/problems-panel.tsx";
import { LEASE, showFlow } from "../fixtures/shown-flow.tsx";

/** Bo signs, and is left out of the confirmation. */
const UNTOLD = LEASE.replace("users: [ada, bo], kind: confirmation", "users: [ada], kind: confirmation");

test("X105: a finding stands among the problems, with the run that shows it and its fix", async () => {
  const { screen, hasLine } = await showFlow(ProblemsPanel, UNTOLD);
  const problem = screen.getByRole("listitem").filter({ hasText: "never gets the final copy" });
  await expect.element(problem).toBeVisible();
  const how = problem.getByRole("button", { name: /^How it happens/ });
  await userEvent.click(how);
  await expect.element(how).toHaveAttribute("aria-expanded", "true");
  const steps = screen.getByRole("list", { name: "Steps of a run" }).getByRole("listitem");
  await expect
    .poll(() => steps.elements().map((step) => step.textContent))
    .toEqual(["bo signs lease", "ada signs lease"]);
  await userEvent.click(problem.getByRole("button", { name: "Fix: Add bo to the confirmation in stage done" }));
  await hasLine("- notify: { users: [ada, bo], kind: confirmation, methods: { email: hello } }");
  await expect.element(screen.getByText("No problems. The flow can run.")).toBeVisible();
});

test("X102, F004: who is never invited is told once, with a fix that makes the invitation in one step", async () => {
  const uninvited = LEASE.replace(/actions:\n.*hello } } }/, "actions: []");
  const { screen, hasLine, isText, undo } = await showFlow(ProblemsPanel, uninvited);
  const problem = screen.getByRole("listitem").filter({ hasText: "bo acts in stage signing and is never invited" });
  await expect.element(problem).toBeVisible();
  expect(screen.getByText(/^F004/).elements()).toEqual([]);
  await userEvent.click(problem.getByRole("button", { name: "Fix: Invite bo in stage signing" }));
  await hasLine("users: [bo]");
  await expect.element(problem).not.toBeInTheDocument();
  undo();
  await isText(uninvited);
});

test("X102: a finding that is so from the start says so; one that no run can show offers none", async () => {
  const uninvited = LEASE.replace(/actions:\n.*hello } } }/, "actions: []").replace(
    "process_parameters:",
    "  automatic-reminders:\n    - methods: { sms: hello }\n      date: { type: relative, days_delay: 3 }\nprocess_parameters:",
  );
  const { screen } = await showFlow(ProblemsPanel, uninvited);
  const problem = screen.getByRole("listitem").filter({ hasText: "bo acts in stage signing and is never invited" });
  await problem.getByRole("button", { name: /^How it happens/ }).click();
  await expect.element(problem.getByText("True from the start: no step leads to it.")).toBeVisible();
  await expect.element(problem.getByRole("button", { name: /^Play it/ })).not.toBeInTheDocument();
  const reminder = screen.getByRole("listitem").filter({ hasText: "This reminder never reaches ada, bo" });
  await expect.element(reminder.getByRole("button", { name: /^Fix: Remind ada, bo by / })).toBeVisible();
  await expect.element(reminder.getByRole("button", { name: /^How it happens/ })).not.toBeInTheDocument();
});

test("P006: an address that callbacks may not go to can be allowed where the problem stands", async () => {
  const { screen } = await showFlow(
    ProblemsPanel,
    `${LEASE}callback: { url: "https://hooks.example.test/in", version: 1 }\n`,
  );
  const problem = screen.getByRole("listitem").filter({ hasText: "hooks.example.test" });
  await expect.element(problem.getByRole("button", { name: "Allow callbacks to hooks.example.test" })).toBeVisible();
});

test("a flow with an error shows the error alone", async () => {
  const { screen } = await showFlow(ProblemsPanel, UNTOLD.replace("documents: [lease]", "documents: [leaze]"));
  await expect.element(screen.getByRole("button", { name: /leaze/ }).first()).toBeVisible();
  expect(screen.getByText(/never gets the final copy/).elements()).toEqual([]);
});

test("a long run opens below its problem, which stays in sight", async () => {
  const many = Array.from({ length: 12 }, (_, at) => `p${at}`);
  const users = many.map((name) => `    ${name}: { id_type: email, id: ${name}@example.test }\n`).join("");
  const crowd = UNTOLD.replaceAll("ada, bo", `ada, bo, ${many.join(", ")}`).replace(
    "  messages:",
    `${users}  messages:`,
  );
  const { screen } = await showFlow(ProblemsPanel, crowd);
  const problem = screen.getByRole("listitem").filter({ hasText: /^bo, p0, .* act on lease and never get / });
  await expect.element(problem).toBeVisible();
  const panel = screen.getByRole("region", { name: "Problems" }).element() as HTMLElement;
  panel.style.cssText = "height: 120px; overflow: auto";
  await userEvent.click(problem.getByRole("button", { name: /^How it happens/ }));
  await expect.element(screen.getByRole("list", { name: "Steps of a run" })).toBeInTheDocument();
  const words = problem.element().querySelector(".problem-words") as HTMLElement;
  expect(words.getBoundingClientRect().top).toBeGreaterThanOrEqual(panel.getBoundingClientRect().top);
});

test("X302: a scenario that fails is a problem, with its place, and can be played", async () => {
  const failing = "scenarios:\n  - scenario: Bo twice\n    steps:\n      - bo signs lease\n      - bo signs lease\n";
  const { screen, session } = await showFlow(ProblemsPanel, LEASE, "", failing);
  const problem = screen.getByRole("listitem").filter({ hasText: "Scenario “Bo twice” fails at step 2:" });
  await expect.element(problem.getByText("X302 · Scenarios, line 5")).toBeVisible();
  await expect.element(problem.getByRole("button", { name: "Play it: Bo twice" })).toBeVisible();
  await expect.element(problem.getByText(/The run waits for: ada signs lease\./)).toBeVisible();
  session.companion("scenarios").applyEdits(failing, [{ range: { from: 0, to: failing.length }, insert: "" }]);
  await expect.element(screen.getByText("No problems. The flow can run.")).toBeVisible();
});
