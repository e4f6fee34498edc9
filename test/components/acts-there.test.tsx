import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { toasts } from "../../src-renderer/app/notices/notify.ts";
import { PublishThere } from "../../src-renderer/app/remote/publish-there.tsx";
import { Commands } from "../../src-renderer/monitoring/remote-runs/run-commands.tsx";
import type { RemoteRun } from "../../src-renderer/monitoring/remote-runs/types.ts";
import { NOTHING, type Outcome } from "./outcome.ts";

await startI18n("en");
beforeEach(() => void vi.restoreAllMocks());

const LOST = { what: "extend the deadline: “Loan”", why: "It got no answer." };
const RUN = {
  ...{ key: "k", id: "7", title: "Loan", state: "up_to_date", status: "in_progress", trashed: false, stage: null },
  ...{ looked: 1, waitingFor: [], open: 0, refused: 0, why: null, changes: [], files: [], timeout: null },
  ...{ participants: [{ name: "alice", id: "1" }], documents: [], adminActions: null, commands: [] },
} as unknown as RemoteRun;

/** Acts on an account that are answered when the test says. */
function answering() {
  const answer = Promise.withResolvers<Outcome>();
  const asked: string[] = [];
  const told: (string | undefined)[] = [];
  vi.spyOn(host, "call").mockImplementation((async (name: string) => {
    asked.push(name);
    return { ok: true, value: /publish|command$/.test(name) ? await answer.promise : { items: [] } };
  }) as never);
  const reasons: string[] = [];
  vi.spyOn(toasts, "add").mockImplementation(({ title, description }) => {
    told.push(String(title));
    reasons.push(String(description));
    return "1";
  });
  return { asked, told, reasons, answer: (outcome: Partial<Outcome>) => answer.resolve({ ...NOTHING, ...outcome }) };
}

async function publishing() {
  const acts = answering();
  const onClose = vi.fn();
  const screen = await render(<PublishThere account="Bank" draftId="1" title="Loan" onClose={onClose} />);
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  return { ...acts, screen, onClose };
}

test("Y9: Cancel ends a publishing that waits for its answer, which is then not told as published", async () => {
  const { screen, onClose, asked, told, answer } = await publishing();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(asked).toContain("sync.cancel");
  answer({ canceled: true });
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(told).toEqual(["Canceled. Nothing was published."]);
});

test("Y9: what is perhaps published closes the dialog, whatever failed after it", async () => {
  const { onClose, told, answer } = await publishing();
  answer({ perhaps: [LOST], unreachable: "Nothing listens at 127.0.0.1." });
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(told).toEqual(["Perhaps published"]);
});

test.each<[string, Partial<Outcome>]>([
  ["the service is lost after it", { unreachable: "Nothing listens at 127.0.0.1." }],
  [
    "the service does not keep one of its fields",
    {
      refused: [
        { what: "“Loan”, duration", why: "Not kept.", about: { kind: "field", title: "Loan", path: ["duration"] } },
      ],
    },
  ],
])("Y9: what was published closes the dialog, so that it is not published twice: %s", async (_what, outcome) => {
  const { onClose, told, answer } = await publishing();
  answer({ ...outcome, done: ["d-1"] });
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(told).toEqual(["“Loan” is published on Bank"]);
});

async function extending() {
  const acts = answering();
  const screen = await render(<Commands account="Bank" run={RUN} />);
  await userEvent.click(screen.getByRole("button", { name: "Extend deadline" }));
  const dialog = screen.getByRole("dialog");
  await userEvent.click(dialog.getByRole("button", { name: "Extend deadline" }));
  return { ...acts, screen, dialog };
}

test.each<[string, Partial<Outcome>, string]>([
  ["it waits in the outbox", { canceled: true }, "Canceled"],
  ["it is perhaps sent", { canceled: true, perhaps: [LOST] }, "Perhaps sent"],
])("Y11: Cancel ends the wait for a command's answer, and Escape does not: %s", async (_what, outcome, title) => {
  const { dialog, asked, told, answer } = await extending();
  await userEvent.keyboard("{Escape}");
  expect([asked.includes("sync.cancel"), dialog.query() === null]).toEqual([false, false]);
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(asked).toContain("sync.cancel");
  answer(outcome);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(told).toEqual([title]);
});

test("Y11: a command without a dialog that waits for its answer can be stopped", async () => {
  const { asked, answer } = answering();
  const screen = await render(<Commands account="Bank" run={{ ...RUN, status: "completed" }} />);
  await userEvent.click(screen.getByRole("button", { name: "Move to trash" }));
  await userEvent.click(screen.getByRole("button", { name: "Stop waiting" }));
  expect(asked).toContain("sync.cancel");
  answer({ canceled: true });
  await expect.element(screen.getByRole("button", { name: "Stop waiting" })).not.toBeInTheDocument();
});

test("Y11: what is told of a command is its own, and not that of one that waited before it", async () => {
  const { reasons, answer } = await extending();
  answer({ perhaps: [{ what: "remind participants: “Loan”", why: "A reminder leaves nothing to see." }, LOST] });
  await expect.poll(() => reasons).toEqual([LOST.why]);
});

test("Y11: a command that the service refuses is told as not done, with the reason", async () => {
  const { dialog, told, reasons, answer } = await extending();
  answer({ refused: [{ what: LOST.what, why: "It has ended." }] });
  await expect.poll(() => dialog.query()).toBeNull();
  expect([told, reasons]).toEqual([["The command was not done"], ["It has ended."]]);
});

test("Y12: an author who stops a look at a run hears that, and of no error", async () => {
  const { asked, told } = answering();
  const answer = Promise.withResolvers<unknown>();
  vi.spyOn(host, "call").mockImplementation((async (name: string) => {
    asked.push(name);
    return name === "sync.runs.adopt" ? answer.promise : { ok: true, value: {} };
  }) as never);
  const errors = vi.spyOn(toasts, "add");
  const screen = await render(<Commands account="Bank" run={RUN} />);
  await userEvent.click(screen.getByRole("button", { name: "Check now" }));
  await userEvent.click(screen.getByRole("button", { name: "Stop waiting" }));
  expect(asked).toContain("sync.cancel");
  answer.resolve({ ok: false, error: { code: "conflict_error", message: "It was canceled.", canceled: true } });
  await expect.poll(() => told).toEqual(["Canceled"]);
  expect(errors).not.toHaveBeenCalledWith(expect.objectContaining({ type: "error" }));
});

test.each([
  ["Extend deadline", "Extend deadline"],
  ["Remind", "Remind 1 person"],
])("Y11: a command that did not reach the app leaves what was asked for in its dialog: %s", async (opens, sends) => {
  const error = { code: "not_connected", message: "Countersign cannot be reached." };
  vi.spyOn(host, "call").mockResolvedValue({ ok: false, error } as never);
  const told = vi.spyOn(toasts, "add").mockReturnValue("1");
  const screen = await render(<Commands account="Bank" run={RUN} />);
  await userEvent.click(screen.getByRole("button", { name: opens }));
  const dialog = screen.getByRole("dialog");
  await userEvent.click(dialog.getByRole("button", { name: sends }));
  await expect.poll(() => told.mock.calls.length).toBe(1);
  await expect.element(dialog.getByRole("button", { name: sends })).not.toHaveAttribute("aria-busy", "true");
  await expect.element(dialog).toBeVisible();
});
