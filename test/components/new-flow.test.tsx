import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { NewFlowDialog } from "../../src-renderer/flows/new-flow-dialog.tsx";

await startI18n("en");

const newFlow = async (...fileNames: readonly string[]) => {
  const onDone = vi.fn(async () => undefined);
  const screen = await render(<NewFlowDialog fileNames={fileNames} onDone={onDone} onClose={vi.fn()} />);
  const person = (number: number) => screen.getByRole("group", { name: `Participant ${number}` });
  return { screen, onDone, person, create: screen.getByRole("button", { name: "Create flow" }) };
};

test("nothing needs to be filled in: titles come from the files, and participants may come later", async () => {
  const { onDone, create } = await newFlow("Lease.pdf", "House rules.PDF");
  await create.click();
  expect(onDone).toHaveBeenCalledExactlyOnceWith({ title: "Lease", titles: ["Lease", "House rules"], people: [] });
});

test("several people are typed in one go; who is added acts in the turn of the one before, and has the focus", async () => {
  const { screen, onDone, person, create } = await newFlow("Lease.pdf");
  await userEvent.fill(screen.getByLabelText("Title of Lease.pdf"), "Lease of flat 3");
  await userEvent.fill(person(1).getByLabelText("E-mail or mobile number"), "mira@example.test");
  await screen.getByRole("button", { name: "Add another" }).click();
  await expect.element(person(2).getByLabelText("Name")).toHaveFocus();
  await userEvent.keyboard("Landlord{Tab}+46 70 174 06 05");
  await userEvent.selectOptions(person(2).getByRole("combobox", { name: "What they do" }), "Approves");
  await userEvent.selectOptions(person(2).getByRole("combobox", { name: "Turn" }), "2");
  await screen.getByRole("button", { name: "Add another" }).click();
  await expect.element(person(3).getByRole("combobox", { name: "Turn" })).toHaveValue("2");
  await screen.getByRole("button", { name: "Remove participant 3" }).click();
  await create.click();
  expect(onDone).toHaveBeenCalledExactlyOnceWith({
    title: "Lease",
    titles: ["Lease of flat 3"],
    people: [
      { name: "mira", contact: "mira@example.test", part: "sign", turn: 1 },
      { name: "Landlord", contact: "+46701740605", part: "approve", turn: 2 },
    ],
  });
});

test("a file that does not belong there is left out, and what else was typed stays; one document remains", async () => {
  const { screen, onDone, person, create } = await newFlow("Lease.pdf", "fake.pdf");
  await userEvent.fill(person(1).getByLabelText("E-mail or mobile number"), "mira@example.test");
  await screen.getByRole("button", { name: "Remove fake.pdf" }).click();
  await expect.element(screen.getByRole("dialog", { name: "New flow from 1 PDF" })).toBeVisible();
  await expect.element(screen.getByLabelText("Title of Lease.pdf")).toHaveFocus();
  await expect.element(screen.getByRole("button", { name: "Remove Lease.pdf" })).not.toBeInTheDocument();
  await create.click();
  expect(onDone).toHaveBeenCalledExactlyOnceWith({
    title: "Lease",
    titles: ["Lease", null],
    people: [{ name: "mira", contact: "mira@example.test", part: "sign", turn: 1 }],
  });
});

test("PDFs that were refused are counted at the foot, and say why where they stand, until they are taken out", async () => {
  const refusals = [null, '"fake.pdf" is not a PDF.', '"torn.pdf" is damaged.'];
  const fileNames = ["Lease.pdf", "fake.pdf", "torn.pdf"];
  const screen = await render(<NewFlowDialog {...{ fileNames, refusals }} onDone={vi.fn()} onClose={vi.fn()} />);
  const foot = screen.getByRole("alert");
  await expect
    .element(foot)
    .toHaveTextContent("2 PDFs were refused, for the reasons beside them. Remove them, or fix that and try again.");
  await screen.getByRole("button", { name: "Remove torn.pdf" }).click();
  await expect
    .element(foot)
    .toHaveTextContent("1 PDF was refused, for the reason beside it. Remove it, or fix that and try again.");
  await screen.getByRole("button", { name: "Remove fake.pdf" }).click();
  await expect.element(foot).toBeEmptyDOMElement();
});

test("a flow is not called after a PDF that was refused, and the only one is not to be removed", async () => {
  const call = (fileNames: readonly string[], refusals: readonly (string | null)[]) => (
    <NewFlowDialog {...{ fileNames, refusals }} onDone={vi.fn()} onClose={vi.fn()} />
  );
  const screen = await render(call(["torn.pdf", "Lease.pdf"], ['"torn.pdf" is damaged.', null]));
  await expect.element(screen.getByLabelText("Title of the flow")).toHaveValue("Lease");
  await screen.unmount();
  const alone = await render(call(["torn.pdf"], ['"torn.pdf" is damaged.']));
  await expect
    .element(alone.getByRole("alert"))
    .toHaveTextContent("This PDF was refused, for the reason beside it. Fix that and try again, or cancel.");
});

test("the long name of a file stays within the dialog", async () => {
  const file = `${"x".repeat(200)}.pdf`;
  const { screen } = await newFlow(file);
  const dialog = screen.getByRole("dialog").element();
  expect(dialog.scrollWidth).toBe(dialog.clientWidth);
});

test("the title follows the first document that remains, unless one was typed", async () => {
  const { screen } = await newFlow("fake.pdf", "Lease.pdf", "Annex.pdf");
  const title = screen.getByLabelText("Title of the flow");
  await screen.getByRole("button", { name: "Remove fake.pdf" }).click();
  await expect.element(title).toHaveValue("Lease");
  await userEvent.fill(title, "Flat 3");
  await screen.getByRole("button", { name: "Remove Lease.pdf" }).click();
  await expect.element(title).toHaveValue("Flat 3");
});

test("P007: an address that the flow could not use is refused here already", async () => {
  const { screen, onDone, person } = await newFlow("Lease.pdf");
  const contact = person(1).getByLabelText("E-mail or mobile number");
  await userEvent.fill(contact, "<b>@example");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText(/enter an address such as/)).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
});

test("a person who cannot be reached is named, and nothing is made", async () => {
  const { screen, onDone, person } = await newFlow("Lease.pdf");
  await userEvent.fill(person(1).getByLabelText("Name"), "Mira");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("Mira needs an e-mail address or a mobile number.")).toBeVisible();
  const contact = person(1).getByLabelText("E-mail or mobile number");
  await expect.element(contact).toHaveAttribute("aria-invalid", "true");
  await expect.element(contact).toHaveFocus();
  await userEvent.fill(contact, "070 174 06 05");
  await expect.element(screen.getByText(/^Mira: enter an address such as/)).toBeVisible();
  await userEvent.fill(contact, "mira@example.test");
  await expect.element(screen.getByText(/^Mira/)).not.toBeInTheDocument();
  expect(onDone).not.toHaveBeenCalled();
});

test("while the flow is made the dialog stays: its documents are not taken away from under it", async () => {
  const made = Promise.withResolvers<undefined>();
  const onClose = vi.fn();
  const screen = await render(<NewFlowDialog fileNames={["Lease.pdf"]} onDone={() => made.promise} {...{ onClose }} />);
  await screen.getByRole("button", { name: "Create flow" }).click();
  await userEvent.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  made.resolve(undefined);
  await expect.element(screen.getByRole("button", { name: "Cancel" })).not.toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
