import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { requestWords } from "../../src-renderer/app/remote/request-words.ts";
import { ConfirmDialog, translate, useFocusStays } from "../../src-renderer/components/index.ts";
import { Commands } from "../../src-renderer/monitoring/remote-runs/run-commands.tsx";
import type { RemoteRun } from "../../src-renderer/monitoring/remote-runs/types.ts";
import { OpenRuns } from "../../src-renderer/syncing/accounts/open-runs.tsx";
import { PlanDialog } from "../../src-renderer/syncing/accounts/plan-dialog.tsx";
import { RemoveAccount } from "../../src-renderer/syncing/accounts/remove-account.tsx";
import type { Account } from "../../src-renderer/syncing/types.ts";
import { NOTHING } from "./outcome.ts";

await startI18n("en");

const waiting = {
  ...{ key: "c-1", kind: "cancel", days: null, participants: [], state: "waiting", why: null },
  ...{ againFrom: null, behind: false },
};
const RUN = {
  ...{ key: "r-1", id: "17", title: "Loan", state: "up_to_date", status: "in_progress", stage: "first" },
  ...{
    trashed: false,
    why: null,
    looked: 0,
    wallCreated: 0,
    adopted: false,
    timeout: 0,
    waitingFor: [],
    adminActions: [],
    participants: [],
  },
  commands: [waiting, { ...waiting, key: "c-2", kind: "prolong", days: 7 }],
};

/** What tells what commands of an account wait for. */
const BANK = { name: "Bank", level: "full", stopped: null, activity: { running: false } };

const shown = async (account: object) => {
  const items = [{ ...BANK, ...account }];
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items } } as never);
  return render(<Commands account="Bank" run={RUN as unknown as RemoteRun} />);
};

test("Y11: a command that waits while its account is stopped says what it waits for, and where that is done", async () => {
  const screen = await shown({ stopped: "No." });
  await expect.element(screen.getByText(/^Cancel run: waits until the account can be used/)).toBeVisible();
  await expect.element(screen.getByText("Sync with Bank has stopped.")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Go to Sync" })).toHaveAttribute("href", "#/sync");
});

test.each([
  ["the page of the run", () => <Commands account="Bank" run={RUN as unknown as RemoteRun} />],
  ["the account", () => <OpenRuns account="Bank" />],
])(
  "Y11: a double click takes back one command, and not the next, which moves up under the pointer: %s",
  async (_where, page) => {
    const cleared: unknown[] = [];
    const items = RUN.commands.map((command) => ({ ...RUN, command }));
    vi.spyOn(host, "call").mockImplementation((async (name: string, input: unknown) => {
      if (name === "sync.runs.clear") cleared.push(input);
      return { ok: true, value: { items: name === "sync.commands.list" ? items : [BANK], left: 0 } };
    }) as never);
    const screen = await render(page());
    const click = (name: RegExp, detail: number) =>
      screen
        .getByRole("button", { name })
        .element()
        .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
    await expect.element(screen.getByRole("button", { name: /^Take back: Cancel run/ })).toBeVisible();
    click(/^Take back: Cancel run/, 1);
    await expect.poll(() => cleared.length).toBe(1);
    await expect
      .element(screen.getByRole("button", { name: /^Take back: Extend/ }))
      .not.toHaveAttribute("aria-busy", "true");
    click(/^Take back: Extend/, 2);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(cleared).toMatchObject([{ command: "c-1" }]);
  },
);

test("Y11: each command that waits has its own name on the button that takes it back", async () => {
  const screen = await shown({});
  await expect.element(screen.getByText(/^Cancel run: waits for the next sync that/)).toBeVisible();
  for (const name of ["Take back: Cancel run", "Take back: Extend deadline by 7 days"])
    await expect.element(screen.getByRole("button", { name })).toBeVisible();
});

test("Y11: a command without an answer says from when it is sent again, and one behind it that it waits for it", async () => {
  const lost = { ...waiting, state: "sending", againFrom: Date.parse("2026-01-05T09:00:20Z") };
  const reminder = { ...lost, key: "c-2", kind: "remind", againFrom: null };
  const behind = { ...waiting, key: "c-3", kind: "trash", behind: true };
  const commands = [lost, reminder, behind];
  const items = commands.map((command) => ({ ...RUN, ...BANK, command }));
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items, left: 0 } } as never);
  const screen = await render(
    <>
      <Commands account="Bank" run={{ ...RUN, commands } as unknown as RemoteRun} />
      <OpenRuns account="Bank" />
    </>,
  );
  const again = "The next sync checks whether it was done. If not, it is sent again from 2026-01-05 09:01.";
  await expect.element(screen.getByText(`It has no answer yet. ${again}`)).toBeVisible();
  await expect.element(screen.getByText("It has no answer yet. It is not sent again automatically.")).toBeVisible();
  await expect.element(screen.getByText(/^Waits for the command before it, which has no/)).toBeVisible();
  await expect
    .poll(() => screen.container.textContent)
    .toMatch(/Cancel run: sent, no answer yet\s+\(asked for [^)]+\) The next sync checks/);
  await expect.poll(() => screen.container.textContent).toContain("Move to trash: waits for the command before it");
});

test.each([
  [{ activity: { running: true } }, "waits for its turn: work with the account is under way"],
  [{}, "waits for the next sync that reaches the service"],
  [{ stopped: "No." }, "waits until the account can be used"],
])(
  "Y11: what a command waits for is told in the same words on the page of its run and in the view Sync: %j",
  async (account, words) => {
    const [command] = RUN.commands;
    const items = [{ ...RUN, ...BANK, ...account, command }];
    vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items, left: 0 } } as never);
    const screen = await render(
      <>
        <Commands account="Bank" run={{ ...RUN, commands: [command] } as unknown as RemoteRun} />
        <OpenRuns account="Bank" />
      </>,
    );
    await expect.poll(() => screen.container.textContent).toContain(`Cancel run: ${words}`);
    const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
    await expect.element(screen.getByText(sentence, { exact: true })).toBeVisible();
  },
);

const NAMES = ["ann", "bo", "cy", "di", "ed", "flo", "gus", "hal"];

test.each([
  [["ann", "bo\u202e"], String.raw`Remind: ann, bo\u202e`],
  [NAMES, "Remind: ann, bo, cy, di, ed, flo and 2 more"],
  [[], "Remind"],
])("Y11: a reminder says whom it is for, wherever it is listed: %j", async (participants, words) => {
  const command = { ...waiting, kind: "remind", participants };
  const items = [{ ...RUN, ...BANK, command }];
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items, left: 0 } } as never);
  const screen = await render(
    <>
      <Commands account="Bank" run={{ ...RUN, commands: [command] } as unknown as RemoteRun} />
      <OpenRuns account="Bank" />
    </>,
  );
  await expect.poll(() => screen.container.textContent).toContain(`${words}: waits for the next sync`);
  await expect.element(screen.getByRole("link", { name: `${words}: Loan 17, started 1970-01-01 00:00` })).toBeVisible();
});

const LONG_ID = "01a22d44-7029-768c-95f0-f2df2e514274";
const NINE = Date.UTC(2026, 10, 24, 9);
/** Runs of one flow: their ids begin alike, as those do that count up with the time. */
const ALIKE = [
  { ...RUN, key: "r-1", id: LONG_ID, wallCreated: NINE, adopted: false },
  { ...RUN, key: "r-2", id: LONG_ID.replace("2e51", "8b07"), wallCreated: NINE + 60_000, adopted: false },
  { ...RUN, key: "r-3", id: "17", wallCreated: NINE, adopted: true },
];
const FIRST = "…2e514274, started 2026-11-24 09:00";

/** What is open of an account's runs, as the view Sync lists it. */
const listed = async (items: readonly object[]) => {
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items, left: 0 } } as never);
  return render(
    <>
      <OpenRuns account="Bank" />
      <ConfirmDialog />
    </>,
  );
};

test("Y11: each row of what is open says which run of its flow it is, and so does its button", async () => {
  const states = ["waiting", "refused", "perhaps_sent"];
  const screen = await listed(
    ALIKE.map((run, at) => ({ ...run, command: { ...waiting, key: `c-${at}`, state: states[at] } })),
  );
  const links = screen.getByRole("link");
  await expect
    .poll(() => links.elements().map(({ textContent }) => textContent))
    .toEqual([
      `Cancel run: Loan ${FIRST}`,
      "Cancel run: Loan …8b074274, started 2026-11-24 09:01",
      "Cancel run: Loan 17, adopted 2026-11-24 09:00",
    ]);
  for (const name of [
    `Take back: Cancel run, “Loan” (${FIRST})`,
    "Remove from list: Cancel run, “Loan” (…8b074274, started 2026-11-24 09:01)",
    "Remove from list: Cancel run, “Loan” (17, adopted 2026-11-24 09:00)",
  ])
    await expect.element(screen.getByRole("button", { name, exact: true })).toBeVisible();
});

test("Y10: a start whose id is not known says when it was asked for, also where it is adopted or forgotten", async () => {
  const screen = await listed([{ ...ALIKE[0], id: null, state: "perhaps_started", command: null }]);
  const name = "“Loan” (start of 2026-11-24 09:00)";
  await screen.getByRole("button", { name: `Forget: ${name}` }).click();
  await expect
    .element(screen.getByRole("alertdialog"))
    .toHaveAccessibleDescription(/^“Loan” \(start of 2026-11-24 09:00\) Its record/);
  await screen.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await screen.getByRole("button", { name: `Adopt a run…: ${name}` }).click();
  await expect.element(screen.getByRole("dialog")).toHaveAccessibleDescription(name);
});

test.each([
  ["Cancel run", {}, "Participants can no longer sign or approve. What is sealed stays. A comparison under way stops."],
  ["Delete for good", { trashed: true }, "It cannot be restored on the service. Its last known state stays here."],
  ["Forget", {}, "Its record, commands and sealed documents are removed from this workspace."],
  ["Extend deadline", {}, "The deadline moves by this many days"],
  ["Remind", { adminActions: null, participants: [{ id: "1", name: "ann" }] }, "The service sends real mail or SMS"],
])("Y11: the question before “%s” says which run it is about", async (name, state, text) => {
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { ...NOTHING, items: [] } } as never);
  const screen = await render(<OnPage run={{ ...ALIKE[0], commands: [], ...state }} />);
  await screen.getByRole("button", { name, exact: true }).click();
  const dialog = screen.getByRole(["Extend deadline", "Remind"].includes(name) ? "dialog" : "alertdialog");
  await expect.element(dialog).toHaveAccessibleDescription(new RegExp(`^“Loan” \\(${FIRST}\\) ${text}`));
  // Whoever asks first stays open for all: the next would find it.
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test.each([
  ["deleted_there", "It is not on Bank any more."],
  ["perhaps_started", "If it was started on Bank, it stays there as it is."],
  ["up_to_date", "On Bank it stays as it is."],
])("Y11, Y12: the question before a run is forgotten says how it stands on the account: %s", async (state, text) => {
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { ...NOTHING, items: [] } } as never);
  const screen = await render(<OnPage run={{ ...ALIKE[0], commands: [], state }} />);
  await screen.getByRole("button", { name: "Forget", exact: true }).click();
  const dialog = screen.getByRole("alertdialog");
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(new RegExp(`are not sent\\. ${text.replaceAll(".", "\\.")}$`));
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("Y16, Y18: what would be sent, and what an account that is removed never got, is told apart run by run", async () => {
  const [, second, third] = ALIKE;
  const open = [ALIKE[0], { ...second, title: "Loan ".repeat(90) }, third].map((run, at) => ({
    ...{ ...run, command: { ...waiting, key: `c-${at}` } },
  }));
  vi.spyOn(host, "call").mockImplementation((async (name: string) => ({
    ok: true,
    value: { items: name === "sync.commands.list" ? open : [], left: 0 },
  })) as never);
  const screen = await render(
    <RemoveAccount account={{ name: "Bank", drafts: 0 } as Account} onClose={() => undefined} />,
  );
  await expect.element(screen.getByText(`“Loan” (${FIRST}): Cancel run, Waiting`)).toBeVisible();
  // A long title is cut before that, and not by the end of what a line may show.
  const long = screen.getByText(/…” \(…8b074274, started 2026-11-24 09:01\): Cancel run, Waiting$/);
  await expect.element(long).toBeVisible();
  const planned = { what: "", kind: "cancelInstance", title: "run “Loan”", remoteId: LONG_ID };
  expect(requestWords(translate, planned)).toBe("Cancel run “Loan” (…2e514274)");
  expect(requestWords(translate, { ...planned, remoteId: null })).toBe("Cancel run “Loan”");
});

/** A run as its page holds it: what goes away hands on the focus. */
function OnPage({ run }: { readonly run: object }) {
  const view = useRef<HTMLElement>(null);
  useFocusStays(view);
  return (
    <main ref={view}>
      <Commands account="Bank" run={run as RemoteRun} />
      <ConfirmDialog />
    </main>
  );
}

test.each([
  ["Cancel run", {}, { status: "canceled" }],
  ["Move to trash", { status: "completed" }, { status: "completed", trashed: true }],
  ["Delete for good", { trashed: true }, { trashed: true, state: "deleted_there" }],
])("Y11: after “%s” the focus is on nothing that ends or forgets a run", async (name, before, after) => {
  vi.spyOn(host, "call").mockResolvedValue({
    ok: true,
    value: { ...NOTHING, items: [], command: "c-1", outcome: NOTHING },
  } as never);
  const run = { ...RUN, commands: [] };
  const screen = await render(<OnPage run={{ ...run, ...before }} />);
  const button = screen.getByRole("button", { name });
  await button.click();
  if (name !== "Move to trash") {
    await screen.getByRole("alertdialog").getByRole("button", { name }).click();
    await expect.element(screen.getByRole("alertdialog")).not.toBeInTheDocument();
  }
  await expect.element(screen.getByRole("button", { name: "Stop waiting" })).not.toBeInTheDocument();
  await screen.rerender(<OnPage run={{ ...run, ...after }} />);
  await expect.element(screen.getByRole("button", { name: "Check now" })).toHaveFocus();
});

test("Y16: a review that has nothing to send does not explain what could be unticked", async () => {
  const report = {
    planned: [],
    incoming: [],
    refused: [],
    failed: null,
    unreachable: null,
    unusable: false,
    review: "1",
  };
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: report } as never);
  const account = { name: "Bank", stopped: null } as Account;
  const screen = await render(<PlanDialog account={account} onClose={() => undefined} />);
  await expect.element(screen.getByText("Nothing would be sent.")).toBeVisible();
  await expect.element(screen.getByText(/untick/)).not.toBeInTheDocument();
});

test("Y11: a command that waits for its turn says that work with its account is under way", async () => {
  const screen = await shown({ activity: { running: true } });
  await expect.element(screen.getByText(/^Cancel run: waits for its turn/)).toBeVisible();
});
