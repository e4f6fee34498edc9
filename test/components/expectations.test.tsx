import { Toast } from "@base-ui/react/toast";
import { useEffect } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { listenForShortcuts } from "../../src-renderer/app/actions/actions.ts";
import { toasts } from "../../src-renderer/app/notices/notify.ts";
import { Toasts } from "../../src-renderer/app/notices/toasts.tsx";
import { EditorActions } from "../../src-renderer/authoring/editor/editor-actions.tsx";
import { ProblemsPanel } from "../../src-renderer/authoring/editor/problems-panel.tsx";
import { ExpectationsView } from "../../src-renderer/authoring/expectations/expectations-view.tsx";
import { ForesightView } from "../../src-renderer/authoring/foresight/foresight-view.tsx";
import type { AnalysisView } from "../../src-renderer/authoring/language/analysis-view.ts";
import { LEASE, showFlow } from "../fixtures/shown-flow.tsx";

const KEPT = "always: { when: completed, that: [ada signed lease] }";
const BROKEN = "before: [ada signs lease, bo signs lease]";
const EXPECTED = `# What matters to us.
expect:
  - ${KEPT} # both sign
  - ${BROKEN}
  - never: ada sees leaze
`;

test("each expectation is a sentence with its state; one that fails opens to the run that breaks it", async () => {
  const { screen } = await showFlow(ExpectationsView, LEASE, EXPECTED);
  const rows = screen.getByRole("listitem").filter({ has: screen.getByRole("button", { name: /^Remove/ }) });
  await expect.element(screen.getByText("1 of 3 holds")).toBeVisible();
  const standing = () => rows.elements().map((row) => row.getAttribute("data-standing"));
  expect(standing()).toEqual(["holds", "fails", "unread"]);
  const words = rows.elements().map((row) => row.textContent ?? "");
  expect(words[0]).toContain("Always before the flow completes: ada signs lease");
  expect(words[1]).toContain("Fails. bo signs lease can happen before ada signs lease.");
  expect(words[2]).toContain("Cannot be read. The flow has no document leaze: it has lease.");
  const how = rows.nth(1).getByRole("button", { name: /How it happens/ });
  (how.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const steps = screen.getByRole("list", { name: "Steps of a run" }).getByRole("listitem");
  await expect.poll(() => steps.elements().map((step) => step.textContent)).toEqual(["bo signs lease"]);
});

test("a form changes an expectation by a minimal edit, which undo takes back", async () => {
  const { screen, expectations, session } = await showFlow(ExpectationsView, LEASE, EXPECTED);
  await screen.getByRole("button", { name: "Change: ada signs lease before bo signs lease" }).click();
  const dialog = screen.getByRole("dialog", { name: "Change expectation" });
  await dialog.getByRole("group", { name: "And this after it" }).getByLabelText("Who").selectOptions("The flow");
  await expect.element(dialog.getByText("ada signs lease before the flow completes")).toBeVisible();
  await dialog.getByRole("button", { name: "Change", exact: true }).click();
  await expect.poll(expectations).toBe(EXPECTED.replace("lease, bo signs lease", "lease, completed"));
  await expect.element(screen.getByText("2 of 3 hold")).toBeVisible();
  session.undo();
  await expect.poll(expectations).toBe(EXPECTED);
});

test("a form changes the expectation that it was opened for, wherever that stands by now, and none once it is gone", async () => {
  const { screen, expectations, session } = await showFlow(ExpectationsView, LEASE, EXPECTED);
  /** As from another window. */
  const remove = (line: string) => {
    const text = expectations();
    const from = text.indexOf(line);
    session.companion("expectations").applyEdits(text, [{ range: { from, to: from + line.length }, insert: "" }]);
  };
  await screen.getByRole("button", { name: "Change: ada signs lease before bo signs lease" }).click();
  const dialog = screen.getByRole("dialog", { name: "Change expectation" });
  await dialog.getByRole("group", { name: "And this after it" }).getByLabelText("Who").selectOptions("The flow");
  remove(`  - ${KEPT} # both sign\n`);
  await expect.element(screen.getByText("0 of 2 hold")).toBeInTheDocument();
  await dialog.getByRole("button", { name: "Change", exact: true }).click();
  await expect.poll(expectations).toContain("- before: [ada signs lease, completed]\n  - never: ada sees leaze");
  await screen.getByRole("button", { name: "Change: ada signs lease before the flow completes" }).click();
  remove("  - before: [ada signs lease, completed]\n");
  await expect.element(dialog.getByText(/changed or removed meanwhile/).first()).toBeVisible();
  const left = expectations();
  await userEvent.keyboard("{Enter}");
  expect(expectations()).toBe(left);
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("a click in a list that another window has just changed is refused, and works once the list shows that", async () => {
  const first = "  - { finding: X102, because: first }\n";
  const written = `${EXPECTED}accept:\n${first}  - { finding: X101, because: mine }\n`;
  const { screen, expectations, session } = await showFlow(ExpectationsView, LEASE, written);
  /** Removes a line as another window does, and clicks before the page has read the text again. */
  const race = (line: string, name: RegExp) => {
    const text = expectations();
    const button = screen.getByRole("button", { name }).element() as HTMLElement;
    const range = { from: text.indexOf(line), to: text.indexOf(line) + line.length };
    session.companion("expectations").applyEdits(text, [{ range, insert: "" }]);
    button.click();
    return text.replace(line, "");
  };
  await expect.element(screen.getByText("1 of 3 holds")).toBeVisible();
  const broken = /^Remove: ada signs lease before/;
  const left = race(`  - ${KEPT} # both sign\n`, broken);
  await expect.element(screen.getByText("0 of 2 hold")).toBeVisible();
  expect(expectations()).toBe(left);
  await screen.getByRole("button", { name: broken }).click();
  await expect.poll(expectations).toBe(left.replace(`  - ${BROKEN}\n`, ""));
  const mine = /^Remove the acceptance of X101/;
  const accepted = race(first, mine);
  await expect.element(screen.getByText("Accepted (1)")).toBeVisible();
  expect(expectations()).toBe(accepted);
  await screen.getByRole("button", { name: mine }).click();
  await expect.poll(expectations).not.toContain("X101");
});

test("a run that is open stays with its expectation when one above goes", async () => {
  const { screen } = await showFlow(
    ExpectationsView,
    LEASE,
    `expect:\n  - ${KEPT}\n  - ${BROKEN}\n  - ${BROKEN.replace("ada signs", "bo signs").replace("bo signs lease]", "ada signs lease]")}\n`,
  );
  await screen.getByRole("button", { name: /^How it happens: ada signs/ }).click();
  await screen.getByRole("button", { name: /^Remove: Always before/ }).click();
  await expect.element(screen.getByText("0 of 2 hold")).toBeVisible();
  const opened = screen.getByRole("button", { expanded: true });
  await expect.element(opened).toBeVisible();
  expect(opened.element().getAttribute("aria-label")).toContain("ada signs lease before");
});

test("an expectation is added by keyboard, with numbers, and removed again", async () => {
  const { screen, expectations } = await showFlow(ExpectationsView, LEASE, EXPECTED);
  const add = screen.getByRole("button", { name: "Add expectation" });
  await expect.element(add).toBeVisible();
  (add.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const dialog = screen.getByRole("dialog", { name: "Add expectation" });
  await dialog.getByRole("combobox", { name: "What you expect" }).selectOptions("At most so many messages");
  const most = dialog.getByLabelText("At most");
  // The number that holds comes once it is known, and a text that is selected meanwhile is no longer.
  await expect.element(most).toHaveValue(2);
  await most.fill("");
  const needs = dialog.getByText("Enter whole numbers from 0 to 99,999.").first();
  await expect.element(needs).toBeVisible();
  await most.fill("1");
  await expect.element(needs).not.toBeInTheDocument();
  await most.fill("1e21");
  await expect.element(needs).toBeVisible();
  await most.fill("2");
  await userEvent.keyboard("{Enter}");
  await expect.poll(expectations).toBe(`${EXPECTED}  - at-most: { "2": email to ada }\n`);
  await expect.element(screen.getByText("2 of 4 hold")).toBeVisible();
  await screen.getByRole("button", { name: "Remove: ada gets at most 2 e-mails" }).click();
  await expect.poll(expectations).toBe(EXPECTED);
});

test("the form offers the acts that some stage asks for, and keeps the nearest when somebody else is chosen", async () => {
  const bare = LEASE.replace(
    "documents: [lease] }",
    "documents: [lease] }\n          approved-by: { users: [bo], documents: [rules] }",
  ).replace('lease: "1001" }', 'lease: "1001", rules: "1002" }');
  const { screen } = await showFlow(ExpectationsView, bare, "expect: [{ never: bo approves rules }]");
  await screen.getByRole("button", { name: "Change: Never: bo approves rules" }).click();
  const dialog = screen.getByRole("dialog", { name: "Change expectation" });
  const choices = (name: string) =>
    dialog
      .getByLabelText(name)
      .getByRole("option")
      .elements()
      .map((option) => option.textContent);
  const others = ["sees", "gets an e-mail", "gets an SMS", "gets a sealed copy of"];
  expect(choices("Does what")).toEqual(["signs", "approves", "declines", ...others]);
  expect(choices("Document")).toEqual(["rules"]);
  await dialog.getByLabelText("Does what").selectOptions("declines");
  expect(choices("Document")).toEqual(["lease", "rules", "the whole flow"]);
  await dialog.getByLabelText("Who").selectOptions("ada");
  expect(choices("Does what")).toEqual(["signs", "declines", ...others]);
  expect(choices("Document")).toEqual(["lease", "the whole flow"]);
  await expect.element(dialog.getByText("Never: ada declines lease")).toBeVisible();
});

test("a new expectation begins as one that holds, of each kind", async () => {
  const { screen, expectations } = await showFlow(ExpectationsView);
  // Known for as long as the flow stays as it is.
  const suggested = screen.getByRole("button", { name: /^Add: / });
  await expect.poll(() => suggested.elements().length).toBe(3);
  for (const kind of KINDS) {
    await screen.getByRole("button", { name: "Add expectation" }).click();
    const dialog = screen.getByRole("dialog", { name: "Add expectation" });
    await dialog.getByRole("combobox", { name: "What you expect" }).selectOptions(kind);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  }
  await expect.element(screen.getByText("6 of 6 hold")).toBeVisible();
  expect(expectations()).not.toContain("without: []");
});

test("a suggestion that is added leaves the others to be added", async () => {
  const { screen } = await showFlow(ExpectationsView);
  const suggested = screen.getByRole("button", { name: /^Add: / });
  const names = () => suggested.elements().map((button) => button.getAttribute("aria-label"));
  await expect.poll(names).toHaveLength(3);
  const [, second, third] = names();
  await suggested.first().click();
  await expect.poll(names).toEqual([second, third]);
  await suggested.first().click();
  await expect.poll(names).toEqual([third]);
  await suggested.first().click();
  await expect.element(screen.getByText("3 of 3 hold")).toBeVisible();
  expect(names()).toEqual([]);
});

const KINDS = [
  "One thing comes before another",
  "Something has always happened by a point",
  "Something never happens",
  "Something can happen",
  "At most so many messages",
  "Done within so many days",
];

test("without any, it says what an expectation is and offers three that hold, each one click away", async () => {
  const { screen, expectations } = await showFlow(ExpectationsView);
  await expect.element(screen.getByRole("heading", { name: "No expectations yet" })).toBeVisible();
  const adds = screen.getByRole("button", { name: /^Add: / });
  await expect.poll(() => adds.elements().length).toBe(3);
  await adds.first().click();
  await expect.poll(expectations).toContain("expect:\n  - always: { when: completed, that: [");
  await expect.element(screen.getByText("1 of 1 holds")).toBeVisible();
});

test("as text: the words of the flow complete, and a place that was asked for is selected", async () => {
  const { screen, expectations, session } = await showFlow(ExpectationsView, LEASE, EXPECTED);
  session.showBeside("expectations", { from: EXPECTED.indexOf(BROKEN), to: EXPECTED.indexOf(BROKEN) + 6 });
  const text = screen.getByRole("textbox", { name: "Text of the expectations" });
  await expect.element(text).toHaveFocus();
  await expect.poll(() => String(getSelection())).toBe("before");
  // What may be said comes unasked: at an item, behind the key that was chosen for it, and narrowed by its letters.
  await userEvent.keyboard("{Control>}{End}{/Control}  - ");
  await screen.getByRole("option", { name: "never" }).click();
  await expect.element(screen.getByRole("option", { name: "completed" })).toBeVisible();
  await userEvent.keyboard("bo g");
  const offered = screen.getByRole("option", { name: "bo gets sms" });
  await expect.element(offered).toBeVisible();
  // While what was typed last is still being looked up, a click chooses nothing.
  const choose = async () => {
    for (const option of offered.elements()) await userEvent.click(option).catch(() => undefined);
    return expectations();
  };
  await expect.poll(choose, { timeout: 10_000 }).toBe(`${EXPECTED}  - never: bo gets sms`);
  await screen.getByText("List").click();
  await expect.element(screen.getByText("2 of 4 hold")).toBeVisible();
  session.undo();
  await expect.poll(expectations).not.toContain("bo gets sms");
  // Shown as text this once: the next flow begins with its list.
  session.showBeside("expectations", { from: 0, to: 1 });
  await expect.element(text).toBeVisible();
  const next = await showFlow(ExpectationsView, LEASE, EXPECTED);
  await expect.element(next.screen.getByText("1 of 3 holds")).toBeVisible();
  await expect.element(next.screen.getByRole("button", { name: /^Remove: / }).first()).toBeVisible();
});

/** The view with what the editors can do by keys. */
function WithKeys({ analysis }: { readonly analysis: AnalysisView }) {
  useEffect(listenForShortcuts, []);
  return (
    <>
      <ExpectationsView analysis={analysis} />
      <EditorActions />
    </>
  );
}

test("as text: the keys of the editor work in the text that has the focus", async () => {
  const { screen, session } = await showFlow(WithKeys, LEASE, EXPECTED);
  session.showBeside("expectations", { from: 0, to: 0 });
  const text = screen.getByRole("textbox", { name: "Text of the expectations" });
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard("{Control>}{Home}{/Control}{ArrowDown}{Shift>}{F1}{/Shift}");
  await expect.element(screen.getByText("What every run of the flow must keep to.").first()).toBeVisible();
  await expect.element(text).toHaveFocus();
});

/** Two views of one flow, as the page shows them. */
function Both({ analysis }: { readonly analysis: AnalysisView }) {
  return (
    <>
      <ForesightView analysis={analysis} />
      <ProblemsPanel analysis={analysis} />
    </>
  );
}

const LOCKS = LEASE.replace(
  "id: ada@example.test }",
  "id: ada@example.test, phone_number: '+46700000001', auth_to_sign: { provider: sms_otp } }",
);

test("X202: problems tell what fails, and a finding is accepted with its reason until that is removed", async () => {
  const { screen, expectations, session } = await showFlow(Both, LOCKS, EXPECTED);
  const problems = screen.getByRole("region", { name: "Problems" });
  await expect
    .element(problems.getByRole("button", { name: /can happen before ada signs lease. X202 · Expectations, line 4$/ }))
    .toBeVisible();
  const accept = problems.getByRole("button", { name: /^Accept: ada can fail to authenticate/ });
  await accept.click();
  const dialog = screen.getByRole("dialog", { name: "Accept a finding" });
  await dialog.getByLabelText("Why it is right as it is").fill("we unlock by phone");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(expectations)
    .toBe(`${EXPECTED}accept:\n  - { finding: X103, of: ada, because: we unlock by phone }\n`);
  await expect.element(accept).not.toBeInTheDocument();
  // In Problems, and in what can happen.
  const folded = screen.getByRole("button", { name: "Accepted (1)" });
  await expect.poll(() => folded.elements().length).toBe(2);
  await folded.last().click();
  await expect.element(problems.getByText("Accepted: we unlock by phone")).toBeVisible();
  await problems.getByRole("button", { name: /^Remove the acceptance of X103/ }).click();
  await expect.element(accept).toBeVisible();
  session.undo();
  await expect.element(accept).not.toBeInTheDocument();
});

/** The view with the messages of the app. */
function WithToasts({ analysis }: { readonly analysis: AnalysisView }) {
  return (
    <Toast.Provider toastManager={toasts}>
      <ExpectationsView analysis={analysis} />
      <Toasts />
    </Toast.Provider>
  );
}

test("a message that undo brings something back goes with the undo", async () => {
  const { screen, expectations, session } = await showFlow(WithToasts, LEASE, EXPECTED);
  const reported = screen.getByText("Undo brings it back.");
  await screen.getByRole("button", { name: "Remove: ada signs lease before bo signs lease" }).click();
  await expect.element(reported).toBeVisible();
  session.undo();
  expect(expectations()).toBe(EXPECTED);
  // Sooner than it goes by itself.
  await expect.element(reported, { timeout: 2000 }).not.toBeInTheDocument();
});

test("a finding about several people is accepted for all of them in one step", async () => {
  const group = LEASE.replace("signed-by: {", "signed-by-group-of: { count: 1,").replace(
    / {4}- done:[\s\S]*?expect: \{\}\n/,
    "",
  );
  const { screen, expectations } = await showFlow(Both, group, "");
  const problems = screen.getByRole("region", { name: "Problems" });
  await problems
    .getByRole("button", { name: /^Accept: ada, bo (are invited|act on)/ })
    .first()
    .click();
  const dialog = screen.getByRole("dialog", { name: "Accept a finding" });
  await dialog.getByLabelText("Why it is right as it is").fill("by phone");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(expectations)
    .toMatch(/^accept:\n {2}- \{ finding: X10[45], of: \[ada, bo\], because: by phone \}\n$/);
});
