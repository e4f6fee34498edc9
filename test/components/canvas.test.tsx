import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Canvas } from "../../src-renderer/authoring/canvas/canvas.tsx";
import { LEASE, showFlow } from "../fixtures/shown-flow.tsx";

const stageNames = (text: string) => [...text.matchAll(/^ {4}- ([\w-]+):/gm)].map(([, name]) => name);

const showCanvas = async (text = LEASE) => {
  const flow = await showFlow(Canvas, text);
  const card = (name: string) => flow.screen.getByRole("button", { name, exact: true });
  return {
    ...flow,
    card,
    stagesAre: (...names: string[]) => expect.poll(() => stageNames(flow.text())).toEqual(names),
  };
};

test("a flow without stages offers its first one", async () => {
  const { screen, stagesAre } = await showCanvas('process:\n  dsl-version: "0.3.0"\n  stages: []\n');
  await expect.element(screen.getByText("Nothing to draw yet")).toBeVisible();
  await screen.getByRole("button", { name: /^Add stage/ }).click();
  await stagesAre("stage");
});

test("the plus between two cards adds a stage there, ready to be named", async () => {
  const { screen, stagesAre } = await showCanvas();
  await screen.getByRole("button", { name: "Add stage after signing" }).click();
  await expect.element(screen.getByLabelText("Name of the stage")).toHaveFocus();
  await userEvent.keyboard("review{Enter}");
  await stagesAre("signing", "review", "done");
});

test("a card moves, is copied and is deleted by keys, each as one step of undo", async () => {
  const { card, stagesAre, isText, undo } = await showCanvas();
  await card("signing").click();
  await userEvent.keyboard("{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}");
  await stagesAre("done", "signing");
  undo();
  await isText(LEASE);
  await card("signing").click();
  await userEvent.keyboard("{Alt>}{Shift>}d{/Shift}{/Alt}");
  await stagesAre("signing", "signing-2", "done");
  undo();
  await isText(LEASE);
  await card("done").click();
  await userEvent.keyboard("{Delete}");
  await stagesAre("signing");
  undo();
  await isText(LEASE);
});

test("a cell goes from sign to approve to nothing, and the text with it", async () => {
  const { screen, card, hasLine, isText, undo } = await showCanvas();
  await card("signing").click();
  await screen.getByRole("button", { name: "bo, lease: signs" }).click();
  await hasLine("approved-by: { users: [bo], documents: [lease] }");
  await hasLine("signed-by: { users: [ada], documents: [lease] }");
  undo();
  await isText(LEASE);
});

test("a name that another stage has is refused at the field, and changes nothing", async () => {
  const { screen, card, isText } = await showCanvas();
  await card("signing").click();
  const name = screen.getByLabelText("Name of the stage");
  await userEvent.fill(name, "done");
  await userEvent.keyboard("{Enter}");
  await expect.element(name).toHaveAccessibleDescription("done exists already: choose another name.");
  await userEvent.tab();
  await expect.element(name).toHaveValue("done");
  await isText(LEASE);
  await name.click();
  await userEvent.keyboard("{Escape}");
  await expect.element(name).toHaveValue("signing");
  await expect.element(name).toBeValid();
});

test("the card's menu says why something cannot be done", async () => {
  const { screen, card } = await showCanvas();
  await card("signing").click();
  await userEvent.keyboard("{Shift>}{F10}{/Shift}");
  const earlier = screen.getByRole("menuitem", { name: /Move stage earlier/ });
  await expect.element(earlier).toHaveAttribute("aria-disabled", "true");
  await expect.element(earlier.getByText("It is the first stage.")).toBeVisible();
});

const GROUP = LEASE.replace("signed-by: {", "signed-by-group-of: { count: 1,");
const SIGNED = "scenario: Ada signs\nsteps: [ada signs lease, expect: completed]\n";

test("with the order of acts and the coverage both marked, the stage keeps its name and the tools their row", async () => {
  const { screen } = await showFlow(Canvas, GROUP, "", SIGNED);
  const buttons = [
    screen.getByRole("button", { name: "Order of acts" }),
    screen.getByRole("button", { name: "Show coverage" }),
  ];
  for (const button of buttons) await button.click();
  await expect.element(screen.getByText("in no scenario", { exact: true }).last()).toBeVisible();
  await expect.element(screen.getByTitle(/^2 of 2 acts happen only/)).toBeVisible();
  const name = document.querySelector(".stage-card-head strong");
  expect(name?.textContent).toBe("signing");
  expect(name?.scrollWidth).toBeLessThanOrEqual(name?.clientWidth ?? 0);
  const tops = buttons.map((button) => button.element().getBoundingClientRect().top);
  expect(new Set(tops).size).toBe(1);
  for (const button of buttons) await button.click();
});

test("X109: the order of acts marks those that only some runs bring about, in words too, and says what the mark means", async () => {
  const group = LEASE.replace(
    "signed-by: { users: [ada, bo], documents: [lease] }",
    "signed-by: { users: [ada], documents: [lease] }\n          signed-by-group-of: { users: [ada, bo, cy], documents: [lease], count: 2 }",
  ).replace("  messages:", "    cy: { id_type: email, id: cy@example.test }\n  messages:");
  const { screen } = await showCanvas(group);
  const button = screen.getByRole("button", { name: "Order of acts" });
  await expect.element(button).toHaveAttribute("aria-pressed", "false");
  const legend = "Only in some runs: the stage can end without it";
  const cell = (name: string) => document.querySelector(`.matrix-cell[data-participant="${name}"]`)?.textContent;
  expect(cell("bo")).not.toContain(legend);
  await button.click();
  await expect.element(screen.getByText(legend, { exact: true })).toBeVisible();
  await expect.poll(() => cell("bo")).toContain(legend);
  expect(cell("cy")).toContain(legend);
  // Her signature is always needed.
  expect(cell("ada")).not.toContain(legend);
  await expect.element(screen.getByTitle(/^2 of 3 acts happen only in some runs/)).toBeVisible();
  await expect.element(screen.getByText("Passes at once")).toBeVisible();
  await button.click();
  await expect.poll(() => cell("bo")).not.toContain(legend);
});
