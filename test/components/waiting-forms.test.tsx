import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { AdoptRun } from "../../src-renderer/app/remote/adopt-run.tsx";
import { PublishThere } from "../../src-renderer/app/remote/publish-there.tsx";
import { StartThere } from "../../src-renderer/app/remote/start-there.tsx";
import { FormDialog, InputField } from "../../src-renderer/components/index.ts";
import { AccountRetention } from "../../src-renderer/syncing/accounts/account-retention.tsx";
import { AddAccount } from "../../src-renderer/syncing/accounts/add-account.tsx";
import type { Account } from "../../src-renderer/syncing/types.ts";

await startI18n("en");
beforeEach(() => void vi.restoreAllMocks());

const KEYS = JSON.stringify({ apitoken: "a", apisecret: "b", accesstoken: "c", accesssecret: "d" });
const noop = () => undefined;
const SLOW = "bank.example gave no whole answer within 30 seconds: try again later.";
const UNSET = { trash_completed: null, trash_failed: null, trash_timed_out: null, delete_trashed: null };
const BANK = { name: "Bank", retention: { seen: UNSET, wanted: null, why: null } } as Account;

interface Call {
  readonly name: string;
  readonly input: unknown;
}

/** A host whose answers to one call come when the test gives them; everything else is answered at once. */
function answering(slow: string) {
  const calls: Call[] = [];
  const waiting: ((answer: unknown) => void)[] = [];
  vi.spyOn(host, "call").mockImplementation((async (name: string, input: unknown) => {
    calls.push({ name, input });
    if (name === slow) return new Promise((resolve) => waiting.push(resolve));
    return { ok: true, value: { items: [], fingerprint: "a.b.c.", address: "https://bank.example" } };
  }) as never);
  return {
    asked: (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input),
    waits: () => waiting.length,
    answer: (answer: unknown) => waiting.shift()?.(answer),
    refuse: (message: string) => waiting.shift()?.({ ok: false, error: { code: "conflict_error", message } }),
  };
}

async function adding(onClose = noop) {
  const service = answering("sync.accounts.add");
  const screen = await render(<AddAccount onClose={onClose} />);
  await userEvent.fill(screen.getByLabelText("Name"), "Bank");
  await userEvent.fill(screen.getByLabelText("Address"), "https://bank.example");
  await userEvent.fill(screen.getByLabelText(/^JSON with/), KEYS);
  const add = screen.getByRole("button", { name: "Check and add" });
  await userEvent.click(add);
  await expect.poll(service.waits).toBe(1);
  return { screen, service, add, cancel: screen.getByRole("button", { name: "Cancel" }) };
}

test("Y14: while a second check is under way, what came of the first is gone, and the dialog says whose answer it waits for", async () => {
  const { screen, service, add } = await adding();
  const field = { wrong: { field: "credentials", why: "The service does not take these credentials (401)." } };
  service.answer({ ok: true, value: field });
  await expect.element(screen.getByText(/does not take these/)).toBeVisible();
  await userEvent.click(add);
  await expect.element(screen.getByText(/does not take these/)).not.toBeInTheDocument();
  service.refuse(SLOW);
  await expect.element(screen.getByText(SLOW)).toBeVisible();
  await userEvent.click(add);
  await expect.element(screen.getByText(SLOW)).not.toBeInTheDocument();
  const status = screen.getByRole("status");
  await expect
    .poll(() => status.element().textContent, { timeout: 5_000 })
    .toBe("Waiting for bank.example to answer. “Cancel” stops it.");
  await expect.element(status).toBeVisible();
  service.refuse(SLOW);
  await expect.element(screen.getByText(SLOW)).toBeVisible();
  await expect.element(status).not.toBeInTheDocument();
});

test("Y10: while a second start is under way, no sentence says what came of the first", async () => {
  const service = answering("sync.runs.start");
  const screen = await render(<StartThere account="Bank" draftId="1" title="Loan" onClose={noop} />);
  const start = screen.getByRole("button", { name: "Start for real" });
  await userEvent.click(start);
  const why = "Nothing was started: the flow has changed since you looked. Look at it again, then start again.";
  service.refuse(why);
  await expect.element(screen.getByText(why)).toBeVisible();
  await userEvent.click(start);
  await expect.poll(service.waits).toBe(1);
  await expect.element(screen.getByText(why)).not.toBeInTheDocument();
  await expect.element(start).toHaveAttribute("aria-busy", "true");
  await expect.element(screen.getByText("Waiting for Bank to answer. Only “Cancel” stops it.")).toBeVisible();
});

test("Y14: what was typed stays as it was sent while it is checked, and Cancel ends that check", async () => {
  const { screen, service, add, cancel } = await adding();
  const name = screen.getByLabelText("Name");
  await expect.element(name).toBeDisabled();
  await expect.element(screen.getByLabelText(/^JSON with/)).toBeDisabled();
  await userEvent.click(cancel);
  expect(service.asked("sync.stopAsking")).toEqual([{ name: "Bank" }]);
  await expect.element(screen.getByText("Canceling…")).toBeVisible();
  service.refuse("It was canceled.");
  const said = screen.getByText("It was canceled.");
  await expect.element(said).toHaveClass("soft");
  await expect.element(name).toBeEnabled();
  await expect.element(name).toHaveValue("Bank");
  await expect.element(add).not.toHaveAttribute("aria-disabled");
});

test("Y14: whoever pressed Enter in a field goes on there once the check came to nothing", async () => {
  const service = answering("sync.runs.adopt");
  const screen = await render(<AdoptRun account="Bank" onClose={noop} />);
  const field = screen.getByRole("textbox");
  await userEvent.fill(field, "r-1");
  await userEvent.keyboard("{Enter}");
  await expect.poll(service.waits).toBe(1);
  await expect.element(field).toBeDisabled();
  await userEvent.keyboard("{Enter}");
  expect([service.waits(), service.asked("sync.stopAsking")]).toEqual([1, []]);
  service.refuse(SLOW);
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue("r-1");
});

test.each([
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["the X", async (close: Element) => userEvent.click(close)],
])("Y14: %s ends a check as Cancel does, and closes its dialog once that is over", async (_what, press) => {
  const onClose = vi.fn();
  const { screen, service } = await adding(onClose);
  const close = screen.getByRole("button", { name: "Close" }).element();
  await press(close);
  expect(service.asked("sync.stopAsking")).toEqual([{ name: "Bank" }]);
  service.refuse("It was canceled.");
  await expect.element(screen.getByText("It was canceled.")).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await press(close);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test.each([
  ["a start", "sync.runs.start", "Start for real", <StartThere key="s" account="Bank" draftId="1" onClose={noop} />],
  [
    "a publishing",
    "sync.publish",
    "Publish",
    <PublishThere key="p" account="Bank" draftId="1" title="Loan" onClose={noop} />,
  ],
  [
    "a change of the data retention",
    "sync.accounts.setRetention",
    "Change on the service",
    <AccountRetention key="r" account={BANK} onClose={noop} />,
  ],
])("Y10: Escape does not end %s, and is told at once what does", async (_what, call, done, dialog) => {
  const service = answering(call);
  const screen = await render(dialog);
  await userEvent.click(screen.getByRole("button", { name: done }));
  await expect.poll(service.waits).toBe(1);
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByText("Waiting for Bank to answer. Only “Cancel” stops it.")).toBeVisible();
  expect(service.asked("sync.stopAsking")).toEqual([]);
});

test("a form that works for a while says so, and shows no earlier problem", async () => {
  const screen = await render(
    <FormDialog title="Lease" done="Save" busy problem="No." onSubmit={noop} onClose={noop}>
      <InputField label="Days" value="7" onChange={noop} />
    </FormDialog>,
  );
  await expect.element(screen.getByText("This takes a moment…")).toBeVisible();
  await expect.element(screen.getByText("No.")).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText("Days")).toBeEnabled();
});

test("Y14: marks in a service's own text are shown and not obeyed, and its long words end at the dialog's edge", async () => {
  const { screen, service } = await adding();
  const why = `The service does not take these credentials (401, \u202e${"x".repeat(300)}): make new ones there.`;
  service.answer({ ok: true, value: { wrong: { field: "credentials", why } } });
  const told = screen.getByRole("alert").getByText(/does not take these/);
  await expect.poll(() => told.element().textContent).toContain("(401, \\u202ex");
  const dialog = screen.getByRole("dialog").element();
  expect(dialog.scrollWidth).toBe(dialog.clientWidth);
});
