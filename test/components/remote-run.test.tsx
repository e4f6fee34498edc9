import { Toast } from "@base-ui/react/toast";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { toasts } from "../../src-renderer/app/notices/notify.ts";
import { Toasts } from "../../src-renderer/app/notices/toasts.tsx";
import { timesIn, translate } from "../../src-renderer/components/index.ts";
import { AccessLinks } from "../../src-renderer/monitoring/remote-runs/access-links.tsx";
import { DriftSection } from "../../src-renderer/monitoring/remote-runs/drift-section.tsx";
import { NewestRuns } from "../../src-renderer/monitoring/remote-runs/newest-runs.tsx";
import { RemoteRunPage } from "../../src-renderer/monitoring/remote-runs/remote-run-page.tsx";
import { RemoteRunsPage } from "../../src-renderer/monitoring/remote-runs/remote-runs-page.tsx";
import { remoteStatusText } from "../../src-renderer/monitoring/remote-runs/remote-status.tsx";
import { Commands } from "../../src-renderer/monitoring/remote-runs/run-commands.tsx";
import type { RemoteRun } from "../../src-renderer/monitoring/remote-runs/types.ts";
import { OpenRuns } from "../../src-renderer/syncing/accounts/open-runs.tsx";
import "../../src-renderer/syncing/syncing.css";
import { NOTHING } from "./outcome.ts";

await startI18n("en");

const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/;
const RUN = {
  ...{ key: "r-1", id: "17", title: "Loan\u202e", state: "up_to_date", status: "odd\u202e", stage: "first\u202e" },
  ...{ trashed: false, why: null, looked: 0, timeout: 0, waitingFor: ["asa\u202e"], adminActions: ["remind"] },
  ...{ participants: [{ id: "1", name: "asa\u202e" }], documents: [], files: [], commands: [], changes: [] },
  ...{ open: 0, refused: 0, wallCreated: 0, adopted: false },
};

test.each([
  ["its page", <RemoteRunPage key="page" account="Bank" run="r-1" />],
  ["the list of those here", <NewestRuns key="newest" wanted={{ search: "", status: null, trashed: false }} />],
  ["the list", <RemoteRunsPage key="list" account="Bank" />],
])("Y12: what a service says of a run is shown in %s, and turns no other words", async (_where, page) => {
  const answers: Readonly<Record<string, unknown>> = {
    ...{ "sync.runs.get": RUN, "sync.runs.list": { items: [RUN] } },
    "sync.accounts.list": { items: [{ name: "Bank", level: "full" }] },
    "sync.newest.list": { items: [{ ...RUN, account: "Bank" }], counts: [{ name: "Bank", count: 1 }] },
  };
  vi.spyOn(host, "call").mockImplementation(
    async (name: string) => ({ ok: true, value: answers[name] ?? { items: [] } }) as never,
  );
  const screen = await render(<div style={{ width: 1200, height: 700 }}>{page}</div>);
  await expect.element(screen.getByText(String.raw`odd\u202e`)).toBeVisible();
  expect(screen.container.textContent).toContain(String.raw`asa\u202e`);
  expect(screen.container.textContent).not.toMatch(TURNS);
});

const LONG_ID = "01a22d44-7029-768c-95f0-f2df2e514274";
const NINE = Date.UTC(2026, 10, 24, 9);
const WHICH = "…2e514274, started 2026-11-24 09:00";

test("Y12: runs of one flow are told apart by their id there and when they were started, on their pages and in lists", async () => {
  const run = { ...RUN, title: "Loan", id: LONG_ID, wallCreated: NINE, adopted: false };
  const other = { ...run, key: "r-2", id: "17", adopted: true };
  const answers: Readonly<Record<string, unknown>> = {
    ...{ "sync.runs.get": run, "sync.runs.list": { items: [run, other] } },
    "sync.accounts.list": { items: [{ name: "Bank", level: "full" }] },
    "sync.newest.list": {
      items: [run, other].map((one) => ({ ...one, account: "Bank" })),
      counts: [{ name: "Bank", count: 2 }],
    },
  };
  vi.spyOn(host, "call").mockImplementation(
    async (name: string) => ({ ok: true, value: answers[name] ?? { items: [] } }) as never,
  );
  const screen = await render(<RemoteRunPage account="Bank" run="r-1" />);
  await expect.element(screen.getByRole("heading", { level: 1 })).toHaveTextContent(`Loan ${WHICH}`);
  expect(document.title).toContain(WHICH);
  await screen.rerender(<NewestRuns wanted={{ search: "", status: null, trashed: false }} />);
  for (const name of [`Loan ${WHICH}`, "Loan 17, adopted 2026-11-24 09:00"])
    await expect.element(screen.getByRole("link", { name, exact: true })).toBeVisible();
  await screen.rerender(
    <div style={{ width: 800, height: 300 }}>
      <RemoteRunsPage account="Bank" />
    </div>,
  );
  for (const name of ["Loan …2e514274", "Loan 17"])
    await expect.element(screen.getByRole("link", { name, exact: true })).toBeVisible();
  await expect.element(screen.getByRole("columnheader", { name: "Started" })).toBeVisible();
  await expect.element(screen.getByText("2026-11-24 09:00").first()).toBeVisible();
});

test("Y12: a long title never hides which run it is", async () => {
  const title = "Loan ".repeat(60);
  const command = { key: "c", kind: "cancel", days: null, participants: [], state: "refused", why: "No." };
  const run = { ...RUN, title, id: LONG_ID, wallCreated: NINE, adopted: false, command };
  const account = { name: "Bank", level: "full", stopped: null, activity: { running: false } };
  vi.spyOn(host, "call").mockImplementation((async (name: string) => ({
    ok: true,
    value: { ...run, items: [name === "sync.accounts.list" ? account : run], left: 0 },
  })) as never);
  for (const [view, which] of [
    [<RemoteRunPage key="page" account="Bank" run="r-1" />, WHICH],
    [<RemoteRunsPage key="list" account="Bank" />, "…2e514274"],
    [<OpenRuns key="open" account="Bank" />, WHICH],
  ] as const) {
    const screen = await render(<div style={{ width: 800, height: 400 }}>{view}</div>);
    const mark = screen.getByText(which, { exact: true });
    await expect.element(mark).toBeVisible();
    const { x, y, width, height } = mark.element().getBoundingClientRect();
    for (const at of [x + 2, x + width - 2])
      expect(
        document
          .elementFromPoint(at, y + height / 2)
          ?.closest("h1, [role=cell], a")
          ?.contains(mark.element()),
      ).toBe(true);
    expect(x + width).toBeLessThan(800);
    await screen.unmount();
  }
});

/** Extensions by as many days as they are old. */
const extensions = (count: number, given: object) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ key: `c-${at}`, kind: "prolong", days: at + 1, participants: [], state: "done", why: null },
    ...{ wallCreated: NINE + at * 60_000, wallSent: NINE + at * 60_000, ...given },
  }));

test("Y11: a run's page shows the commands that are open, then the newest that are done, and the others on request", async () => {
  const open = { ...extensions(1, {})[0], key: "o-1", kind: "cancel", days: null, wallSent: null };
  const commands = [
    ...extensions(50, {}),
    { ...open, state: "refused", why: "No." },
    { ...open, key: "o-2", state: "waiting" },
  ];
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { ...RUN, commands, items: [] } } as never);
  const screen = await render(<Commands account="Bank" run={{ ...RUN, commands } as unknown as RemoteRun} />);
  const lines = () =>
    screen
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent ?? "");
  await expect.poll(() => lines().length).toBe(5);
  expect(lines()[0]).toMatch(/^Cancel run: refused \(asked for 2026-11-24 09:00\)/);
  expect(lines()[1]).toMatch(/^Cancel run: waits for the next sync.* \(asked for 2026-11-24 09:00\)/);
  expect(lines().slice(2)).toEqual([
    "Extend deadline by 50 days: done at 2026-11-24 09:49",
    "Extend deadline by 49 days: done at 2026-11-24 09:48",
    "Extend deadline by 48 days: done at 2026-11-24 09:47",
  ]);
  const more = screen.getByRole("button", { name: "Show all 52 commands" });
  await expect.element(more).toHaveAttribute("aria-expanded", "false");
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => lines().length).toBe(52);
  expect(lines().at(-1)).toBe("Extend deadline by 1 day: done at 2026-11-24 09:00");
  const less = screen.getByRole("button", { name: "Show less" });
  await expect.element(less).toHaveFocus();
  await expect.element(less).toHaveAttribute("aria-expanded", "true");
  expect(document.getElementById(less.element().getAttribute("aria-controls") ?? "")?.tagName).toBe("UL");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => lines().length).toBe(5);
});

test("Y11: a few done commands stand there whole", async () => {
  const commands = extensions(4, {});
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items: [] } } as never);
  const screen = await render(<Commands account="Bank" run={{ ...RUN, commands } as unknown as RemoteRun} />);
  await expect.poll(() => screen.getByRole("listitem").elements().length).toBe(4);
  await expect.element(screen.getByRole("button", { name: /^Show all/ })).not.toBeInTheDocument();
});

test("Y12: a newest real run is opened by its own row, and every other control of the window keeps its place", async () => {
  const newest = { items: [{ ...RUN, account: "Bank" }], counts: [{ name: "Bank", count: 1 }] };
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: newest } as never);
  const screen = await render(
    <div style={{ width: 900, height: 300 }}>
      <button type="button">Elsewhere</button>
      <NewestRuns wanted={{ search: "", status: null, trashed: false }} />
    </div>,
  );
  const others = [
    screen.getByRole("button", { name: "Elsewhere" }),
    screen.getByRole("link", { name: "1 run on Bank" }),
  ];
  for (const other of others) {
    await expect.element(other).toBeVisible();
    const { x, y, width, height } = other.element().getBoundingClientRect();
    expect(document.elementFromPoint(x + width / 2, y + height / 2)).toBe(other.element());
  }
  const row = screen.getByRole("listitem").element().getBoundingClientRect();
  const run = screen.getByRole("link", { name: /^Loan/ }).element();
  expect(document.elementFromPoint(row.right - 2, row.top + row.height / 2)).toBe(run);
});

test("Y12: a newest real run for hundreds of people leaves the list of runs its room", async () => {
  const waitingFor = Array.from({ length: 300 }, (_, index) => `person-${index + 1}`);
  const newest = { items: [{ ...RUN, waitingFor, account: "Bank" }], counts: [{ name: "Bank", count: 1 }] };
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: newest } as never);
  const screen = await render(
    <div style={{ width: 900 }}>
      <NewestRuns wanted={{ search: "", status: null, trashed: false }} />
    </div>,
  );
  await expect
    .element(screen.getByText("person-1, person-2, person-3, person-4, person-5, person-6 and 294 more"))
    .toBeVisible();
  expect(screen.getByRole("listitem").element().getBoundingClientRect().height).toBeLessThan(80);
});

test("Y12: a run for hundreds of people names some of them, and all on request", async () => {
  const waitingFor = Array.from({ length: 300 }, (_, index) => `person-${index + 1}`);
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { ...RUN, waitingFor, participants: [] } } as never);
  const screen = await render(
    <div style={{ width: 1200, height: 700 }}>
      <RemoteRunPage account="Bank" run="r-1" />
    </div>,
  );
  await expect.element(screen.getByText(/person-11, person-12$/)).toBeVisible();
  const more = screen.getByRole("button", { name: "and 288 more" });
  await expect.element(more).toHaveAttribute("aria-expanded", "false");
  await more.click();
  await expect.element(screen.getByText(/person-12, person-13.*person-300$/)).toBeVisible();
  await screen.getByRole("button", { name: "Show less" }).click();
  await expect.element(screen.getByText(/person-300/)).not.toBeInTheDocument();
});

test("Y12: a last check that broke off is told as one that failed, by nobody's refusal", async () => {
  const why = "bank.example broke off the connection (ECONNRESET).";
  vi.spyOn(host, "call").mockImplementation((async (name: string) => ({
    ok: true,
    value: name === "sync.runs.get" ? { ...RUN, state: "refused", why } : { items: [], report: null },
  })) as never);
  const screen = await render(<RemoteRunPage account="Bank" run="r-1" />);
  await expect.element(screen.getByRole("status").filter({ hasText: `The last check failed: ${why}` })).toBeVisible();
});

test("Y18: the list of runs of an account that is gone says so, and offers nothing of it", async () => {
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items: [] } } as never);
  const screen = await render(
    <div style={{ width: 1200, height: 700 }}>
      <RemoteRunsPage account="Bank" />
    </div>,
  );
  await expect.element(screen.getByText("There is no account “Bank” here any more")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Go to the runs that are simulated here" }))
    .toHaveAttribute("href", "#/instances");
  await expect.element(screen.getByRole("button", { name: /^Start a flow on/ })).not.toBeInTheDocument();
});

test("Y11: an author chooses who is reminded of a run, everybody to begin with", async () => {
  const call = vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { outcome: NOTHING } } as never);
  const participants = ["asa", "bo", "cia"].map((name, at) => ({ id: `${at + 1}`, name }));
  const run = { ...RUN, status: "in_progress", participants, waitingFor: ["asa", "bo"] } as unknown as RemoteRun;
  const screen = await render(<Commands account="Bank" run={run} />);
  await userEvent.click(screen.getByRole("button", { name: "Remind" }));
  const dialog = screen.getByRole("dialog");
  for (const name of ["asa", "bo"]) await expect.element(dialog.getByRole("checkbox", { name })).toBeChecked();
  await expect.element(dialog.getByRole("checkbox", { name: "cia" })).not.toBeInTheDocument();
  await userEvent.click(dialog.getByText("asa"));
  await userEvent.click(dialog.getByText("bo"));
  await expect
    .element(dialog.getByRole("button", { name: "Remind 0 people" }))
    .toHaveAccessibleDescription("Tick somebody to remind first.");
  await userEvent.click(dialog.getByText("bo"));
  await userEvent.click(dialog.getByRole("button", { name: "Remind 1 person" }));
  const command = { kind: "remind", participants: ["2"] };
  await expect.poll(() => call.mock.calls).toContainEqual(["sync.runs.command", { name: "Bank", run: "r-1", command }]);
});

test("Y11: the dialog that extends a deadline says what its days do", async () => {
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: RUN } as never);
  const screen = await render(<Commands account="Bank" run={RUN as unknown as RemoteRun} />);
  await userEvent.click(screen.getByRole("button", { name: "Extend deadline" }));
  await expect
    .element(
      screen.getByRole("dialog").getByText(/^“Loan.*” \(17, started .*\)\s+The deadline moves by this many days/),
    )
    .toBeVisible();
});

test("Y11: a command that waits behind one without an answer says so, and why", async () => {
  const waits = "An earlier command of this run got no answer. A sync a minute later checks that one first.";
  const perhaps = [{ what: "extend: run “Loan”", why: "It got no answer.", about: { kind: "run" } }];
  vi.spyOn(host, "call").mockImplementation((async (name: string) => ({
    ok: true,
    value: name === "sync.outcome.get" ? { outcome: { ...NOTHING, perhaps, waits } } : RUN,
  })) as never);
  const run = { ...RUN, status: "failed" } as unknown as RemoteRun;
  const screen = await render(
    <Toast.Provider toastManager={toasts}>
      <Commands account="Bank" run={run} />
      <Toasts />
    </Toast.Provider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Move to trash" }));
  await expect.element(screen.getByText("Your command waits for the next sync that reaches the service")).toBeVisible();
  await expect.element(screen.getByText(waits)).toBeVisible();
});

test("Y12: a document of a run is named as its process names it, with its id", async () => {
  const file = { documentId: "1006", valid: true, signer: "Bank", reason: null, url: "/a.pdf" };
  const sealed = { what: "document", name: "1006", before: "in_progress", after: "sealed", from: 0, to: 0 };
  const documents = [{ id: "1006", state: "sealed", name: "nda\u202e" }];
  vi.spyOn(host, "call").mockImplementation((async (name: string) => ({
    ok: true,
    value:
      name === "sync.runs.get" ? { ...RUN, documents, files: [file], changes: [sealed] } : { items: [], report: null },
  })) as never);
  const screen = await render(<RemoteRunPage account="Bank" run="r-1" />);
  const name = String.raw`nda\u202e (1006)`;
  await expect.element(screen.getByRole("link", { name: `Open document ${name}` })).toBeVisible();
  const lines = screen
    .getByRole("listitem")
    .elements()
    .map(({ textContent }) => textContent);
  expect(lines).toEqual([
    `Document ${name}Sealed`,
    `Document ${name}: In progress → Sealed at 1970-01-01 00:00`,
    `Document ${name}: sealed by Bank, the seal is validOpen`,
  ]);
});

test("drift: the steps of a comparison are told in the reader's language", async () => {
  await startI18n("sv");
  try {
    const line = { outcome: "same", told: [] };
    const signs = { label: "asa signs nda", who: "asa", does: "signs", document: "nda" };
    const lines = [
      { step: "start", ...line },
      { step: signs.label, shown: signs, ...line },
      { step: "wait: 2 days", shown: { label: "wait: 2 days", waits: { days: 2, hours: 0 } }, ...line },
      { step: "bo signs nda", ...line },
    ];
    const report = { of: "Both", steps: 4, lines, notShown: [], state: "done", why: null, wallBegan: 0 };
    vi.spyOn(host, "call").mockImplementation((async (name: string) => ({
      ok: true,
      value: name === "sync.runs.get" ? RUN : { items: [], report },
    })) as never);
    const screen = await render(<RemoteRunPage account="Bank" run="r-1" />);
    const steps = () =>
      screen
        .getByRole("listitem")
        .elements()
        .map(({ textContent }) => textContent);
    await expect
      .poll(steps)
      .toEqual(["Lika Start", "Lika asa skriver under nda", "Lika 2 dagar går", "Lika bo signs nda"]);
  } finally {
    await startI18n("en");
  }
});

test("Y12: a time before the year 1 is not told as one that is to come", () => {
  const { dateTime, dateSecond, dateMillisecond } = timesIn("en", "UTC");
  const early = Date.UTC(-44, 2, 15, 9, 30);
  expect([dateTime(early), dateSecond(early)]).toEqual(["-000044-03-15 09:30", "-000044-03-15 09:30:00"]);
  expect(dateMillisecond(early + 7)).toBe("-000044-03-15 09:30:00.007");
  expect([dateTime(0), dateMillisecond(7)]).toEqual(["1970-01-01 00:00", "1970-01-01 00:00:00.007"]);
});

test.each([
  [{ state: "up_to_date", status: "in_progress" }, "In progress"],
  [{ state: "perhaps_started", status: null }, "Perhaps started"],
  [{ state: "up_to_date", status: "odd" }, "odd"],
] as const)("Y12: the status of a run there is written to a file as the list shows it: %o", (run, words) => {
  expect(remoteStatusText(translate, run)).toBe(words);
});

test("drift: where no act could be carried out, it says that only the start was compared", async () => {
  const line = { step: "start", outcome: "same", told: [] };
  const left = { step: "asa signs loan", outcome: "not_compared", told: ["Only asa can prove who they are."] };
  const report = { of: "All", steps: 2, lines: [line, left], notShown: [], state: "done", why: null, wallBegan: 0 };
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { report } } as never);
  const screen = await render(<DriftSection account="Bank" run="r-1" />);
  await expect
    .element(screen.getByRole("status"))
    .toHaveTextContent(
      "Only the start was compared: none of the acts could be carried out on the account. 1 step was not compared.",
    );
});

test("drift: one without acts says that only the start was compared", async () => {
  const line = { step: "start", outcome: "same", told: [] };
  const report = { of: "All", steps: 1, lines: [line], notShown: [], state: "done", why: null, wallBegan: 0 };
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { report } } as never);
  const screen = await render(<DriftSection account="Bank" run="r-1" />);
  await expect.element(screen.getByRole("status")).toHaveTextContent("Only the start was compared: there are no acts.");
});

test("drift: one that stopped before its start was compared says that nothing was", async () => {
  const stopped = { state: "stopped", why: "It was canceled.", wallBegan: 0 };
  const report = { of: "All", steps: 3, lines: [], notShown: ["stage"], ...stopped };
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { report } } as never);
  const screen = await render(<DriftSection account="Bank" run="r-1" />);
  const told = "Nothing was compared. The comparison stopped early. It was canceled.";
  await expect.element(screen.getByRole("status")).toHaveTextContent(told);
  expect(screen.container.textContent).not.toContain("The account never shows these");
});

test("Y11, drift: a comparison whose run is canceled says that it stops after its step", async () => {
  const report = {
    of: "All",
    steps: 3,
    lines: [],
    notShown: [],
    state: "running",
    stops: true,
    why: null,
    wallBegan: 0,
  };
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { report } } as never);
  const screen = await render(<DriftSection account="Bank" run="r-1" />);
  await expect.element(screen.getByText("Stops after this step. What was compared stays.")).toBeVisible();
});

test("drift: a comparison that stopped counts the steps that it never came to", async () => {
  const line = { step: "start", outcome: "same", told: [] };
  const stopped = { state: "stopped", why: "You asked to cancel its run.", wallBegan: 0 };
  const report = { of: "All", steps: 3, lines: [line], notShown: [], ...stopped };
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { report } } as never);
  const screen = await render(<DriftSection account="Bank" run="r-1" />);
  await expect
    .element(screen.getByRole("status"))
    .toHaveTextContent(
      "No difference was found in what was compared. 2 steps were not compared. The comparison stopped early. You asked to cancel its run.",
    );
});

test("Y12: a link that was copied is told with its person's name as it is, and one to elsewhere names its host", async () => {
  const items = [{ name: "Anna", url: "https://elsewhere.example:8443/flow/overview/1/2/3", isOwn: false }];
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items } } as never);
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const screen = await render(
    <Toast.Provider toastManager={toasts}>
      <AccessLinks account="Bank" run="r-1" />
      <Toasts />
    </Toast.Provider>,
  );
  await screen.getByRole("button", { name: "Show access links" }).click();
  await expect
    .element(screen.getByText(/leads to elsewhere\.example:8443, which is not the account’s host/))
    .toBeVisible();
  await screen.getByRole("button", { name: "Copy the access link of Anna" }).click();
  await expect.element(screen.getByText("Copied: access link of Anna")).toBeVisible();
});
