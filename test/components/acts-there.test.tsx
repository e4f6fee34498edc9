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
    return { ok: true, value: await answerOf(name, () => answer.promise) };
  }) as never);
  const reasons: string[] = [];
  vi.spyOn(toasts, "add").mockImplementation(({ title, description }) => {
    told.push(String(title));
    reasons.push(String(description));
    return "1";
  });
  return { asked, told, reasons, answer: (outcome: Partial<Outcome>) => answer.resolve({ ...NOTHING, ...outcome }) };
}

async function answerOf(name: string, outcome: () => Promise<Outcome>): Promise<unknown> {
  if (name === "sync.publish") return outcome();
  if (name === "sync.outcome.get") return { outcome: await outcome() };
  return name === "sync.runs.command" ? { command: "c-1" } : { items: [] };
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
  expect(asked).toContain("sync.stopAsking");
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

test("Y11: a command closes its dialog once it is kept, before its answer, and holds no other command up", async () => {
  const { screen, dialog, asked, told } = await extending();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked.filter((name) => name.startsWith("sync."))).toEqual(["sync.runs.command", "sync.outcome.get"]);
  for (const name of ["Extend deadline", "Remind", "Cancel run", "Check now"])
    await expect.element(screen.getByRole("button", { name, exact: true })).toBeEnabled();
  expect(told).toEqual([]);
});

test.each<[string, Partial<Outcome>, string]>([
  ["it waits in the outbox", { canceled: true }, "Canceled"],
  ["it is perhaps sent", { canceled: true, perhaps: [LOST] }, "Perhaps sent"],
])("Y11: what comes of a command whose account is canceled meanwhile is told: %s", async (_what, outcome, title) => {
  const { told, answer } = await extending();
  answer(outcome);
  await expect.poll(() => told).toEqual([title]);
});

test("Y11: a command whose app goes away before its answer is not told as not done: it is kept", async () => {
  const { told } = answering();
  const asked: string[] = [];
  vi.spyOn(host, "call").mockImplementation((async (name: string) => {
    asked.push(name);
    if (name === "sync.runs.command") return { ok: true, value: { command: "c-1" } };
    return { ok: false, error: { code: "not_connected", message: "Countersign cannot be reached." } };
  }) as never);
  const screen = await render(<Commands account="Bank" run={{ ...RUN, status: "completed" }} />);
  await userEvent.click(screen.getByRole("button", { name: "Move to trash" }));
  await expect.poll(() => asked).toContain("sync.outcome.get");
  await expect.element(screen.getByRole("button", { name: "Move to trash" })).toBeEnabled();
  expect(told).toEqual([]);
});

test.each([
  ["in_progress", ["Remind", "Extend deadline", "Cancel run"]],
  ["finalising", []],
  ["timed_out", ["Remind", "Extend deadline", "Cancel run", "Move to trash"]],
  ["completed", ["Move to trash"]],
  ["canceled", ["Move to trash"]],
  ["hibernating", ["Remind", "Extend deadline", "Cancel run", "Move to trash"]],
])(
  "Y11: a run offers what its status allows, and the service judges one that nobody knows: %s",
  async (status, names) => {
    answering();
    const screen = await render(<Commands account="Bank" run={{ ...RUN, status }} />);
    const offered = screen.getByRole("button").all();
    expect(offered.map((button) => button.element().textContent)).toEqual(["Check now", ...names, "Forget"]);
  },
);

test("Y11: what waits already is not asked for a second time, save another extension or reminder", async () => {
  answering();
  const waiting = (kind: string) => ({
    ...{ key: kind, kind, days: null, participants: [], state: "waiting", behind: false, againFrom: null, why: null },
    ...{ wallCreated: 0, wallSent: null },
  });
  const commands = ["cancel", "prolong", "remind"].map(waiting) as unknown as RemoteRun["commands"];
  const screen = await render(<Commands account="Bank" run={{ ...RUN, commands }} />);
  await expect
    .element(screen.getByRole("button", { name: "Cancel run", exact: true }))
    .toHaveAccessibleDescription("This is under Commands already.");
  for (const name of ["Extend deadline", "Remind"])
    await expect
      .element(screen.getByRole("button", { name, exact: true }))
      .not.toHaveAttribute("aria-disabled", "true");
});

test("Y11: what is told of a command is its own, and not that of one that waited before it", async () => {
  const { reasons, answer } = await extending();
  answer({
    perhaps: [
      { what: "remind participants: “Loan”", why: "The service does not show whether a reminder was sent." },
      LOST,
    ],
  });
  await expect.poll(() => reasons).toEqual([LOST.why]);
});

test("Y11: a command that the service refuses is told as not done, with the reason", async () => {
  const { told, reasons, answer } = await extending();
  answer({ refused: [{ what: LOST.what, why: "It has ended." }] });
  await expect.poll(() => [told, reasons]).toEqual([["The command was not done"], ["It has ended."]]);
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
  expect(asked).toContain("sync.stopAsking");
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
