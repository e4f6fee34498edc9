import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { ParametersView } from "../../src-renderer/authoring/parameters/parameters-view.tsx";
import { ConfirmDialog } from "../../src-renderer/components/index.ts";
import { LEASE, showFlow } from "../fixtures/shown-flow.tsx";

const Parameters: typeof ParametersView = (props) => (
  <>
    <ParametersView {...props} />
    <ConfirmDialog />
  </>
);

const showSection = async (name: string, text = LEASE) => {
  const flow = await showFlow(Parameters, text);
  await flow.screen.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
  const head = (participant: string) =>
    flow.screen.getByRole("button", { name: new RegExp(`^${participant}\\b`) }).first();
  return { ...flow, head, field: (label: string) => flow.screen.getByLabelText(label, { exact: true }) };
};

test("one value changed is one line changed, and one undo takes it back", async () => {
  const { head, field, hasLine, isText, undo } = await showSection("Participants");
  await head("ada").click();
  await userEvent.fill(field("E-mail address"), "ada@office.test");
  await hasLine("ada: { id_type: email, id: ada@office.test }");
  await userEvent.tab();
  undo();
  await isText(LEASE);
  await expect.element(field("E-mail address")).toHaveValue("ada@example.test");
});

test("R005: the language's own words stand under the field while it is typed in", async () => {
  const { screen, head, field } = await showSection("Participants");
  await head("bo").click();
  await userEvent.fill(field("E-mail address"), "ada@example.test");
  await expect.element(field("E-mail address")).toBeInvalid();
  await expect.element(screen.getByRole("tab", { name: /^Participants/ })).toHaveTextContent("Participants1 problem");
  await userEvent.fill(field("E-mail address"), "bo@office.test");
  await expect.element(field("E-mail address")).toBeValid();
});

test("a name changes everywhere when its field is left, and one that exists is refused", async () => {
  const { head, field, hasLine } = await showSection("Participants");
  await head("ada").click();
  await userEvent.fill(field("Name in the flow"), "bo");
  await expect.element(field("Name in the flow")).toHaveAccessibleDescription(/bo exists already/);
  await userEvent.fill(field("Name in the flow"), "ada-berg");
  await userEvent.tab();
  await hasLine("signed-by: { users: [ada-berg, bo], documents: [lease] }");
  await expect.element(head("ada-berg")).toHaveAttribute("aria-expanded", "true");
});

test.each([
  ["control characters", "a\u0007b"],
  ["more than 200 characters", "n".repeat(201)],
])("N004: a name with %s is refused in words, and the text stays as it is", async (_, name) => {
  const { head, field, isText } = await showSection("Participants");
  await head("ada").click();
  await userEvent.fill(field("Name in the flow"), name);
  await expect.element(field("Name in the flow")).toHaveAccessibleDescription(/A name has 1 to 200 characters/);
  await userEvent.tab();
  await isText(LEASE);
  await expect.element(field("E-mail address")).toHaveValue("ada@example.test");
});

test("R004: a new participant needs a name and a way to be reached; unused, the fix removes them", async () => {
  const { screen, head, isText } = await showSection("Participants");
  await screen.getByRole("button", { name: "Add participant" }).click();
  const dialog = screen.getByRole("dialog", { name: "New participant" });
  const email = dialog.getByRole("textbox", { name: /^E-mail/ });
  await userEvent.fill(dialog.getByRole("textbox", { name: /^Name/ }), "cy");
  await userEvent.keyboard("{Enter}");
  await expect.element(email).toHaveFocus();
  await expect.element(email).toHaveAccessibleDescription("Enter an e-mail address, a phone number or both.");
  await userEvent.fill(email, "cy@");
  await userEvent.keyboard("{Enter}");
  await expect.element(email).toHaveAccessibleDescription(/such as ada@example\.test/);
  await userEvent.fill(email, "cy@example.test");
  await userEvent.keyboard("{Enter}");
  await expect.element(head("cy")).toHaveAttribute("aria-expanded", "true");
  await screen.getByRole("button", { name: /Remove participant cy/ }).click();
  await isText(LEASE);
});

test("R001: who is removed goes from the stages; a name that is used and not given is added with one click", async () => {
  const { screen, head, hasLine } = await showSection("Participants");
  await head("bo").click();
  await screen.getByRole("button", { name: "Remove bo" }).click();
  await screen.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await hasLine("signed-by: { users: [ada], documents: [lease] }");
  const other = await showSection(
    "Participants",
    LEASE.replace("signed-by: { users: [ada, bo]", "signed-by: { users: [ada, cy]"),
  );
  await other.screen.getByRole("button", { name: /Add participant cy/ }).click();
  await expect.element(other.head("cy")).toBeVisible();
});

test("the calendar keeps a number of days that it cannot use, and says at the field what it takes", async () => {
  const { field } = await showSection("Reminders");
  const days = field("Everybody acts after so many days");
  await userEvent.fill(days, "-2");
  await userEvent.tab();
  await expect.element(days).toHaveValue("-2");
  await expect.element(days).toHaveAccessibleDescription(/Enter a whole number of days from 0 to 365/);
  await userEvent.fill(days, "2");
  await userEvent.tab();
  await expect.element(days).toBeValid();
  await expect.element(days).toHaveValue("2");
});

test("a problem calls a value by the label of its field", async () => {
  const { field } = await showSection("Settings");
  await userEvent.fill(field("Days until it times out"), "900");
  await expect
    .element(field("Days until it times out"))
    .toHaveAccessibleDescription(/“Days until it times out” must be a whole number of days from 1 to 365/);
});
