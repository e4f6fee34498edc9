import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Outline } from "../../src-renderer/authoring/outline/outline.tsx";
import { LEASE, showFlow } from "../fixtures/shown-flow.tsx";

const showOutline = async (text = LEASE) => {
  const flow = await showFlow(Outline, text);
  const tree = flow.screen.getByRole("tree", { name: "Parts of the flow" });
  /** A row by how it is heard, from its beginning. */
  const row = (begins: string) => tree.getByRole("treeitem", { name: new RegExp(`^${begins}`) }).first();
  const focusIs = (begins: string) => expect.element(row(begins)).toHaveFocus();
  const goTo = async (begins: string) => {
    await expect.element(row(begins)).toBeVisible();
    row(begins).element().focus();
    await focusIs(begins);
  };
  return { ...flow, tree, row, focusIs, goTo };
};

test("rows open and close by arrows; one row is the stop for Tab", async () => {
  const { tree, row, goTo, focusIs } = await showOutline();
  await goTo("signing: stage 1");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await focusIs("Invite ada, bo");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  await expect.element(row("signing: stage 1")).toHaveAttribute("aria-expanded", "false");
  expect(
    tree
      .getByRole("treeitem")
      .elements()
      .filter((each) => each.getAttribute("tabindex") === "0"),
  ).toHaveLength(1);
});

test("a stage is renamed, moved, copied and deleted by keys, each as one step of undo", async () => {
  const { goTo, focusIs, undo, isText } = await showOutline();
  await goTo("signing: stage 1");
  await userEvent.keyboard("{F2}");
  await userEvent.keyboard("both sign{Enter}");
  await focusIs("both sign: stage 1");
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await focusIs("both sign: stage 2");
  await userEvent.keyboard("{Alt>}{Shift>}d{/Shift}{/Alt}");
  await focusIs("both sign-2: stage 3");
  await userEvent.keyboard("{Delete}");
  await focusIs("Participants");
  for (let step = 0; step < 4; step += 1) undo();
  await isText(LEASE);
});

test("a name that exists is refused while it is typed; Escape leaves it as it was", async () => {
  const { tree, goTo, focusIs, isText } = await showOutline();
  await goTo("signing: stage 1");
  await userEvent.keyboard("{Enter}");
  const field = tree.getByRole("textbox", { name: "Name of the stage" });
  await userEvent.fill(field, "done");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveAccessibleDescription("done exists already: choose another name.");
  await userEvent.keyboard("{Escape}");
  await focusIs("signing: stage 1");
  await isText(LEASE);
});

test("names are checked in a menu that stays open; the last one cannot be taken out", async () => {
  const { screen, goTo, hasLine } = await showOutline();
  await goTo("signing: stage 1");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
  await goTo("Participants: ada, bo");
  await userEvent.keyboard("{Enter}");
  await screen.getByRole("menuitemcheckbox", { name: "bo" }).click();
  await hasLine("- notify: { users: [ada], methods: { email: { message: hello } } }");
  const ada = screen.getByRole("menuitemcheckbox", { name: "ada At least one is needed." });
  await expect.element(ada).toHaveAttribute("aria-disabled", "true");
});

test("a new participant is asked for a name, then for an address", async () => {
  const { tree, goTo, hasLine } = await showOutline();
  await goTo("Participants");
  await userEvent.keyboard("{Insert}");
  await expect.element(tree.getByRole("textbox", { name: "New participant" })).toHaveFocus();
  await userEvent.keyboard("cy{Enter}");
  await expect.element(tree.getByRole("textbox", { name: "Identity" })).toHaveFocus();
  await userEvent.keyboard("cy@example.test{Enter}");
  await hasLine('cy: { id_type: email, id: "cy@example.test" }');
});

test("a signature becomes an approval from a menu; deleting takes it away, and undo brings it back", async () => {
  const { row, goTo, focusIs, hasLine, undo, isText } = await showOutline();
  await goTo("signing: stage 1");
  await userEvent.keyboard("{ArrowRight}");
  await goTo("ada: signs lease");
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{Enter}");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await focusIs("lease: approves");
  await hasLine("approved-by: { users: [ada], documents: [lease] }");
  await userEvent.keyboard("{ArrowLeft}{Delete}");
  await expect.element(row("ada: approves lease")).not.toBeInTheDocument();
  undo();
  undo();
  await isText(LEASE);
});

test("a title that turns its direction shows the sign that does it, and turns nothing else of its row", async () => {
  const { row } = await showOutline(LEASE.replace(/^title: .*/m, 'title: "Loan \\u202Ex"'));
  await expect.element(row("Title")).toHaveAccessibleName(/Loan \\u202ex/);
  expect(row("Title").element().textContent).toContain(String.raw`Loan \u202ex`);
});
