import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { NumberField, SelectField, TextField } from "../../src-renderer/authoring/forms/fields.tsx";
import type { AnalysisView } from "../../src-renderer/authoring/language/analysis-view.ts";
import { createSession } from "../../src-renderer/authoring/session/session.ts";
import { SessionContext } from "../../src-renderer/authoring/session/use-session.ts";
import { CheckList } from "../../src-renderer/components/index.ts";

await startI18n("en");

test("a text is written when its field is left, trimmed, and once", async () => {
  const onCommit = vi.fn(async () => true);
  const name = (value: string) => <TextField label="Name" value={value} onCommit={onCommit} pause={false} />;
  const screen = await render(name("Ann"));
  const field = screen.getByLabelText("Name");
  await userEvent.fill(field, " Ann Berg ");
  expect(onCommit).not.toHaveBeenCalled();
  await userEvent.tab();
  await screen.rerender(name("Ann Berg"));
  await expect.element(field).toHaveValue("Ann Berg");
  expect(onCommit).toHaveBeenCalledExactlyOnceWith("Ann Berg");
});

test("Enter writes at once; Escape takes back what is not written", async () => {
  const onCommit = vi.fn(async () => true);
  const screen = await render(<TextField label="Name" value="Ann" onCommit={onCommit} pause={false} />);
  const field = screen.getByLabelText("Name");
  await userEvent.fill(field, "Ben");
  await userEvent.keyboard("{Escape}");
  await expect.element(field).toHaveValue("Ann");
  await userEvent.fill(field, "Cy");
  await userEvent.keyboard("{Enter}");
  expect(onCommit).toHaveBeenCalledExactlyOnceWith("Cy");
});

test("a value that could not be written gives way to the flow's own once the field is left", async () => {
  const screen = await render(<TextField label="Name" value="Ann" onCommit={async () => false} pause={false} />);
  const field = screen.getByLabelText("Name");
  await userEvent.fill(field, "Ben");
  await userEvent.tab();
  await expect.element(field).toHaveValue("Ann");
});

test("what is refused is told at the field, and announced with it", async () => {
  const check = (typed: string) => (typed.includes("@") ? null : "An address has an @.");
  const screen = await render(
    <TextField label="E-mail" help="Where mail goes." value="ann" onCommit={async () => true} check={check} />,
  );
  const field = screen.getByLabelText("E-mail");
  await expect.element(field).toBeInvalid();
  await expect.element(field).toHaveAccessibleDescription("Where mail goes. An address has an @.");
  await userEvent.fill(field, "ann@example.com");
  await expect.element(field).toBeValid();
});

test("a number is written as a number, an emptied field as nothing, and no number as it stands", async () => {
  const onCommit = vi.fn(async () => true);
  const screen = await render(<NumberField label="Days" value={30} onCommit={onCommit} />);
  for (const typed of ["014", "", "soon"]) {
    await userEvent.fill(screen.getByLabelText("Days"), typed);
    await userEvent.keyboard("{Enter}");
  }
  expect(onCommit.mock.calls).toEqual([[14], [undefined], ["soon"]]);
});

test("a choice that the menu does not have is shown as it stands", async () => {
  const onChange = vi.fn(async () => true);
  const options = [
    ["email", "By e-mail"],
    ["sms", "By SMS"],
  ] as const;
  const screen = await render(
    <SessionContext value={createSession("1")}>
      <SelectField label="Way" value="fax" {...{ options, onChange }} />
    </SessionContext>,
  );
  await expect.element(screen.getByLabelText("Way")).toHaveDisplayValue("fax");
  await userEvent.selectOptions(screen.getByLabelText("Way"), "By SMS");
  await expect.element(screen.getByLabelText("Way")).toHaveDisplayValue("By SMS");
  expect(onChange).toHaveBeenCalledExactlyOnceWith("sms");
});

test("the last of quick choices stays until the views have caught up, and then the flow's own value is shown", async () => {
  const session = createSession("1");
  const options = ["fax", "email", "sms"].map((way) => [way, way] as const);
  const way = (value: string) => (
    <SessionContext value={session}>
      <SelectField label="Way" value={value} options={options} onChange={async () => true} />
    </SessionContext>
  );
  const screen = await render(way("fax"));
  const field = screen.getByLabelText("Way");
  await userEvent.selectOptions(field, "sms");
  await userEvent.selectOptions(field, "email");
  await screen.rerender(way("sms"));
  await expect.element(field).toHaveDisplayValue("email");
  session.setShown({ text: "" } as AnalysisView);
  await expect.element(field).toHaveDisplayValue("sms");
});

test("names are chosen in their order, also those that the flow no longer has", async () => {
  const onChange = vi.fn();
  const names = (chosen: readonly string[]) => (
    <CheckList label="To whom" names={["ann", "ben"]} chosen={chosen} onChange={onChange} />
  );
  const screen = await render(names(["gone", "ann"]));
  await screen.getByRole("checkbox", { name: "ben" }).click();
  expect(onChange).toHaveBeenLastCalledWith(["ann", "ben", "gone"]);
  await screen.rerender(names(["ann", "ben", "gone"]));
  await screen.getByRole("checkbox", { name: "gone" }).click();
  expect(onChange).toHaveBeenLastCalledWith(["ann", "ben"]);
});
