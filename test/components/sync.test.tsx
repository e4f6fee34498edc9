import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host, useHost } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { standingOf } from "../../src-renderer/app/standing/standing-chip.tsx";
import { ConfirmDialog, setReadOnly, Tooltips } from "../../src-renderer/components/index.ts";
import { AccountCard } from "../../src-renderer/syncing/accounts/account-card.tsx";
import { OpenDrafts } from "../../src-renderer/syncing/accounts/open-drafts.tsx";
import { OpenRuns } from "../../src-renderer/syncing/accounts/open-runs.tsx";
import { PlanDialog } from "../../src-renderer/syncing/accounts/plan-dialog.tsx";
import { SyncStatus } from "../../src-renderer/syncing/sync-status.tsx";
import type { Account, SyncReport } from "../../src-renderer/syncing/types.ts";
import { PERHAPS_AMONG, PERHAPS_CHANGED, PERHAPS_CREATED } from "../../src-shared/sync/index.ts";
import { ACCOUNT, answering, FULL, REPORT } from "./an-account.ts";
import { NAMED } from "./outcome.ts";

await startI18n("en");

test("Y17: a flow that waits is offline while its service is not reached, and one that is held back says so", () => {
  const seen = { held: false, offlineSince: 1, unusable: false };
  expect(standingOf({ ...seen, state: "changed_here" })).toBe("offline");
  expect(standingOf({ ...seen, state: "up_to_date" })).toBe("up_to_date");
  expect(standingOf({ ...seen, state: "conflict" })).toBe("conflict");
  // Its request is out: the service is being asked.
  expect(standingOf({ ...seen, state: "sending" })).toBe("sending");
  expect(standingOf({ state: "only_here", held: true, offlineSince: null, unusable: false })).toBe("held");
  expect(standingOf({ ...seen, unusable: true, state: "changed_here" })).toBe("unusable");
  expect(standingOf({ ...seen, unusable: true, state: "up_to_date" })).toBe("up_to_date");
});

test("Y1: an account that is probably another one here under other credentials says so on its card, before its first sync", async () => {
  answering(ACCOUNT);
  const screen = await render(<AccountCard account={{ ...ACCOUNT, synced: false, sameAs: "Office" }} />);
  await expect.element(screen.getByText(/^Lists the same flows as “Office”: probably one account/)).toBeVisible();
});

test("Y14: a path of its dialect where nothing is found is told on the account's card", async () => {
  answering(ACCOUNT);
  const notFound = [{ call: "drafts", asks: "GET /rest/templates" }] as const;
  const screen = await render(<AccountCard account={{ ...ACCOUNT, notFound: [...notFound] }} />);
  await expect.element(screen.getByText(/^No list of flows is found at GET \/rest\/templates\./)).toBeVisible();
});

test("Y14: an account that has just been added is brought into view below the others", async () => {
  answering(ACCOUNT);
  const list = (isNew: boolean) => (
    <div data-testid="list" style={{ height: 300, overflow: "auto" }}>
      <div style={{ height: 1_000 }} />
      <AccountCard key={String(isNew)} account={ACCOUNT} isNew={isNew} />
    </div>
  );
  const screen = await render(list(false));
  const shown = screen.getByTestId("list").element();
  expect(shown.scrollTop).toBe(0);
  await screen.rerender(list(true));
  await expect.poll(() => shown.scrollTop).toBeGreaterThan(0);
});

test("Y13: an account of a read-only workspace is not said to sync by itself", async () => {
  setReadOnly("This workspace is read-only.");
  try {
    answering(ACCOUNT);
    const screen = await render(<AccountCard account={ACCOUNT} />);
    await expect.element(screen.getByText(/Does not sync: this workspace is read-only/)).toBeVisible();
    await expect.element(screen.getByText(/Syncs automatically/)).not.toBeInTheDocument();
  } finally {
    setReadOnly(null);
  }
});

test("Y13, Y17: what a service asked to be left alone for is told with its end, in the status bar and on the card", async () => {
  const waitsUntil = Date.now() + 1000;
  const offline = { since: 0, why: "The service answered with 503.", unusable: false };
  const resting: Account = { ...ACCOUNT, waitsUntil, state: "rests", activity: { ...ACCOUNT.activity, offline } };
  answering(resting);
  const screen = await render(
    <>
      <SyncStatus />
      <AccountCard account={resting} />
    </>,
  );
  await expect.element(screen.getByRole("link", { name: /^Sync waits until [\d: ,A-Za-z]+$/ })).toBeVisible();
  await expect.element(screen.getByText("Waits", { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/^The account’s service asked to wait until/)).toBeVisible();
  await expect.element(screen.getByText(/answered with 503/)).not.toBeInTheDocument();
});

test("Y17: a fault of this machine is told as such, and no account is said not to be reached", async () => {
  const last = { wallAt: 0, report: { ...REPORT, failed: FULL, heldBack: [{ what: "“Loan”", why: "It changed." }] } };
  const failed: Account = { ...ACCOUNT, state: "failed", activity: { ...ACCOUNT.activity, last } };
  answering(failed);
  const screen = await render(
    <>
      <SyncStatus />
      <AccountCard account={failed} />
    </>,
  );
  await expect.element(screen.getByRole("link", { name: "Sync failed" })).toBeVisible();
  await expect
    .element(screen.getByText(/on this machine, not at the account\. The sync ended here: .* disk is full/))
    .toBeVisible();
  const held = screen.getByRole("region", { name: "Held back" });
  await expect.element(held.getByText("“Loan”")).toBeVisible();
});

test("Y17: an account of which nobody knows what is held back says so, and offers no sync", async () => {
  const why =
    "The row 7 of remote syncs is damaged: its held is no longer JSON. Restore the workspace's database from a backup.";
  const account: Account = { ...ACCOUNT, automatic: false, damaged: why, state: "failed" };
  answering(account);
  const screen = await render(<AccountCard account={account} />);
  await expect
    .element(
      screen.getByText(
        /^What Countersign has recorded about this account cannot be read, .* The row 7 of .* is no longer JSON\./,
      ),
    )
    .toBeVisible();
  const now = screen.getByRole("button", { name: "Sync now" });
  await expect.element(now).toHaveAttribute("aria-description", "Sync record damaged");
  await expect.element(screen.getByText("Syncs only when you ask")).not.toBeInTheDocument();
});

test("Y17: a sync that found conflicts and refusals does not say that there was nothing to do", async () => {
  const conflicts = ["d-1", "d-1", "d-2"].map((draft) => ({ draft }));
  const report = { ...REPORT, conflicts, refused: [{ what: "“Loan”", why: "No." }], heldBack: [], done: ["cancel"] };
  const account: Account = { ...ACCOUNT, activity: { ...ACCOUNT.activity, last: { wallAt: 0, report } } };
  answering(account);
  const screen = await render(<AccountCard account={account} />);
  await expect.element(screen.getByText("· 1 command done, 2 in conflict, 1 refused")).toBeVisible();
});

test("Y14: an account whose credentials are no longer taken says why once", async () => {
  const why = "The service does not take these credentials.";
  const report = { ...REPORT, refused: [{ what: "Bank", about: { kind: "account" as const }, why }] };
  const activity = { ...ACCOUNT.activity, last: { wallAt: 0, report } };
  const account: Account = { ...ACCOUNT, state: "stopped", stopped: why, activity };
  answering(account);
  const screen = await render(<AccountCard account={account} />);
  await expect.element(screen.getByText(/Nothing is sent until you give new credentials/)).toBeVisible();
  expect(screen.getByText(/does not take these credentials/).elements().length).toBe(1);
});

test("Y14: what stopped an account is told no more once a check found it well", async () => {
  const why = "The service does not take these credentials.";
  const report = {
    ...REPORT,
    refused: [
      { what: "Bank", about: { kind: "account" as const }, why },
      { what: "“Loan”", why: "No." },
    ],
  };
  const activity = { ...ACCOUNT.activity, last: { wallAt: 1, report } };
  answering(ACCOUNT);
  const screen = await render(<AccountCard account={{ ...ACCOUNT, activity, wallContact: 0 }} />);
  await expect.element(screen.getByText(/does not take these/)).toBeVisible();
  await screen.rerender(<AccountCard account={{ ...ACCOUNT, activity, wallContact: 2 }} />);
  await expect.element(screen.getByText("“Loan”")).toBeVisible();
  await expect.element(screen.getByText(/does not take these/)).not.toBeInTheDocument();
});

test("Y14: a card says since when an answer is waited for, and not why the service was not reached before", async () => {
  const offline = { since: 0, why: "Nothing listens at bank.example.", unusable: false };
  const account = { ...ACCOUNT, activity: { ...ACCOUNT.activity, silentSince: Date.now(), offline } };
  answering(account);
  const screen = await render(<AccountCard account={account} />);
  await expect.element(screen.getByText(/^No answer since \d\d:\d\d\. .* “Cancel sync” stops it\.$/)).toBeVisible();
  await expect.element(screen.getByText(/Nothing listens/)).not.toBeInTheDocument();
});

test("Y17: nobody is told that an account syncs while its service gives no answer, or Countersign itself is away", async () => {
  const offline = { since: 0, why: "Nothing listens at bank.example.", unusable: false };
  const running = { ...ACCOUNT.activity, running: true, offline };
  const trying: Account = { ...ACCOUNT, state: "unanswered", activity: { ...running, unanswered: true } };
  const shown = (account: Account) => (
    <>
      <SyncStatus />
      <AccountCard account={account} />
    </>
  );
  answering(trying);
  const screen = await render(shown(trying));
  await expect.element(screen.getByRole("link", { name: "Waiting for an answer" })).toBeVisible();
  await expect.element(screen.getByText(/^Not reached since/)).toBeVisible();
  expect(screen.getByText("Waiting for an answer").elements().length).toBe(2);
  await screen.rerender(shown({ ...ACCOUNT, state: "running", activity: running }));
  await expect.element(screen.getByText("Syncing")).toBeVisible();
  await expect.element(screen.getByText(/^Not reached since/)).not.toBeInTheDocument();
  useHost.setState({ connected: false });
  try {
    await expect.element(screen.getByText("Syncing")).not.toBeInTheDocument();
    expect(screen.getByRole("link").elements()).toEqual([]);
  } finally {
    useHost.setState({ connected: null });
  }
});

test("Y14: an account that is stopped has what its author can do about it beside why, and a look at it offers no sync", async () => {
  const why = "The service does not take these credentials.";
  const account: Account = { ...ACCOUNT, state: "stopped", stopped: why };
  answering(account, { refused: [{ what: "Bank", about: { kind: "account" as const }, why }] });
  const screen = await render(
    <>
      <AccountCard account={account} />
      <PlanDialog account={account} onClose={() => undefined} />
    </>,
  );
  const plan = screen.getByRole("dialog");
  await expect.element(plan.getByText(/^The service does not take these credentials\./)).toBeVisible();
  await expect.element(plan.getByRole("button", { name: "Sync now" })).not.toBeInTheDocument();
  await expect.element(plan.getByText("Nothing would be sent.")).not.toBeInTheDocument();
});

test("Y14: the buttons of an account that is stopped ask for credentials and check it", async () => {
  const account: Account = { ...ACCOUNT, state: "stopped", stopped: "The service does not take these credentials." };
  answering(account);
  const screen = await render(<AccountCard account={account} />);
  await userEvent.click(screen.getByRole("button", { name: "Check connection" }));
  expect(vi.mocked(host.call).mock.calls).toContainEqual(["sync.accounts.check", { name: "Bank" }]);
  await userEvent.click(screen.getByRole("button", { name: "New credentials…" }));
  await expect.element(screen.getByRole("dialog", { name: "New credentials for Bank" })).toBeVisible();
});

test("Y17: a sync with nothing to do does not hide what the one before did", async () => {
  const did = { wallAt: 0, sums: { pushed: 4, pulled: 0, bound: 0, merged: 1, archived: 0, runs: 0, done: 0 } };
  const last = { wallAt: 60_000, report: REPORT };
  const card = (activity: Partial<Account["activity"]>) => (
    <AccountCard account={{ ...ACCOUNT, activity: { ...ACCOUNT.activity, did, ...activity } }} />
  );
  answering(ACCOUNT);
  const screen = await render(card({ last }));
  await expect.element(screen.getByText("· Nothing to do")).toBeVisible();
  await expect.element(screen.getByText("· 4 sent, 1 merged")).toBeVisible();
  await screen.rerender(card({ last: { ...last, wallAt: 0 } }));
  await expect.element(screen.getByText("Last changes")).not.toBeInTheDocument();
});

test.each([
  ["id_unknown", null, /^Adopt a run…/, "Which run on Bank is this start?"],
  ["perhaps_started", null, /^Adopt a run…/, "Which run on Bank is this start?"],
  ["starting", null, /^Adopt a run…/, "Which run on Bank is this start?"],
] as const)(
  "Y10: a start that is %s can be adopted and forgotten where it is listed",
  async (state, id, button, title) => {
    const item = { ...NAMED, id, state, why: null, command: null };
    const call = vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items: [item], left: 0 } } as never);
    const screen = await render(
      <>
        <OpenRuns account="Bank" />
        <ConfirmDialog />
      </>,
    );
    await userEvent.click(screen.getByRole("button", { name: /^Forget/ }));
    await userEvent.click(screen.getByRole("alertdialog").getByRole("button", { name: "Forget" }));
    await vi.waitFor(() => expect(call.mock.calls).toContainEqual(["sync.runs.forget", { name: "Bank", run: "r-1" }]));
    await userEvent.click(screen.getByRole("button", { name: button }));
    const dialog = screen.getByRole("dialog", { name: title });
    await userEvent.fill(dialog.getByRole("textbox"), "17");
    await userEvent.click(dialog.getByRole("button", { name: "Adopt" }));
    const asked = ["sync.runs.adopt", { name: "Bank", run: "17", start: "r-1" }];
    await vi.waitFor(() => expect(call.mock.calls).toContainEqual(asked));
  },
);

test("Y12: a run whose last check failed is checked again where it is listed", async () => {
  const item = { ...NAMED, state: "refused", why: "No.", command: null };
  const call = vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items: [item], left: 0 } } as never);
  const screen = await render(<OpenRuns account="Bank" />);
  await expect.element(screen.getByText("Check failed")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /^Check now/ }));
  await vi.waitFor(() => expect(call.mock.calls).toContainEqual(["sync.runs.adopt", { name: "Bank", run: "17" }]));
});

test("Y14: what stopped an account is not counted as something that was refused", async () => {
  const why = "The service does not take these credentials.";
  const refused = [
    { what: "Bank", about: { kind: "account" as const }, why },
    { what: "“Loan”", why: "No." },
  ];
  const card = (report: Partial<SyncReport>) => {
    const activity = { ...ACCOUNT.activity, last: { wallAt: 0, report: { ...REPORT, ...report } } };
    return <AccountCard account={{ ...ACCOUNT, state: "stopped", stopped: why, activity }} />;
  };
  answering(ACCOUNT);
  const screen = await render(card({ refused: refused.slice(0, 1) }));
  await expect.element(screen.getByRole("definition").filter({ hasText: /Stopped$/ })).toBeVisible();
  await expect.element(screen.getByText(/\d refused/)).not.toBeInTheDocument();
  await screen.rerender(card({ refused }));
  await expect.element(screen.getByText("· 1 refused, Stopped")).toBeVisible();
  const check = {
    what: "run “Loan”",
    about: { kind: "check" as const },
    why: "bank.example broke off the connection.",
  };
  await screen.rerender(card({ refused: [check] }));
  await expect.element(screen.getByText("· 1 check failed")).toBeVisible();
  await expect.element(screen.getByText(check.why)).not.toBeInTheDocument();
});

test.each([
  [
    "perhaps_sent",
    "It got no answer.",
    "It got no answer. Ask those concerned, then remove it from the list, or send it again from the run.",
  ],
  ["refused", "No.", "No. Remove it from the list, or ask again on the page of the run where that can help."],
])("Y11: a command that is %s says why and what to do", async (state, why, words) => {
  const command = { key: "c-1", kind: "remind", days: null, participants: [], state, why };
  const item = { ...NAMED, state: "up_to_date", why: null, command };
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items: [item], left: 0 } } as never);
  const screen = await render(<OpenRuns account="Bank" />);
  await expect.element(screen.getByText(words)).toBeVisible();
});

test("Y14, Y17: an account whose certificate is refused says so in the status bar, with its reason on hover, and on the card", async () => {
  const offline = { since: 0, why: "The certificate of bank.example is not trusted.", unusable: true };
  const account: Account = { ...ACCOUNT, state: "unusable", activity: { ...ACCOUNT.activity, offline } };
  answering(account);
  const screen = await render(
    <>
      <SyncStatus />
      <AccountCard account={account} />
      <Tooltips />
    </>,
  );
  await expect.element(screen.getByText(/^Unusable since .*not trusted\. Countersign keeps trying/)).toBeVisible();
  const badge = screen.getByRole("link", { name: "Check account" });
  await userEvent.hover(badge);
  await expect.element(screen.getByText("Bank: The certificate of bank.example is not trusted.")).toBeVisible();
  expect(screen.container.textContent).not.toContain("Offline");
});

test("Y17: an account that takes only new flows says how to publish, and not that it is up to date", async () => {
  const account: Account = { ...ACCOUNT, level: "publish", state: "up_to_date" };
  answering(account);
  const screen = await render(<AccountCard account={account} />);
  await expect.element(screen.getByText(/^Creates new flows only: choose Publish/)).toBeVisible();
  expect(screen.container.textContent).not.toContain("Up to date");
});

test.each([
  ["known", PERHAPS_CREATED, PERHAPS_CREATED],
  ["publish", PERHAPS_CREATED, PERHAPS_CREATED],
  ["full", PERHAPS_CREATED, /The next syncs look for it\./],
  ["full", PERHAPS_AMONG, PERHAPS_AMONG],
] as const)("Y9: of a flow that a copied workspace perhaps created: %s, %s", async (level, why, words) => {
  const draft = { key: "d", id: "1", title: "Loan", state: "perhaps_sent", why, held: false } as const;
  const drafts = { value: { items: [draft] }, error: null, loading: false, reload: () => undefined };
  const screen = await render(<OpenDrafts account={{ ...ACCOUNT, level }} drafts={drafts as never} />);
  await expect.element(screen.getByText(words)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "It is there…: Loan" }));
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  // Only a service that shows no flows cannot say whose id it is.
  expect(screen.getByText(/so the id is taken unchecked/).elements()).toHaveLength(level === "publish" ? 1 : 0);
});

test("Y17: of a change that was cut off, it says that the next sync looks, and asks nothing", async () => {
  const draft = { key: "d", id: "1", title: "Loan", state: "perhaps_sent", why: PERHAPS_CHANGED, held: false } as const;
  const drafts = { value: { items: [draft] }, error: null, loading: false, reload: () => undefined };
  const screen = await render(<OpenDrafts account={ACCOUNT} drafts={drafts as never} />);
  await expect.element(screen.getByText("Perhaps sent")).toBeVisible();
  await expect.element(screen.getByText(PERHAPS_CHANGED)).toBeVisible();
  expect(screen.getByRole("button").elements()).toEqual([]);
});

test("Y16: a flow that was held back is synced alone, and an account that syncs only when asked says who tries again", async () => {
  const offline = { since: 0, why: "Nobody answers.", unusable: false };
  const account: Account = { ...ACCOUNT, automatic: false, activity: { ...ACCOUNT.activity, offline } };
  const draft = { key: "d-1", id: "1", title: "Loan", state: "only_here", why: null, held: true } as const;
  const syncs = answering(account, {}, [draft]);
  const screen = await render(<AccountCard account={account} />);
  await expect.element(screen.getByText(/Nobody answers\. “Sync now” tries again\./)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Sync this flow: Loan" }));
  await vi.waitFor(() => expect(syncs().at(-1)).toEqual({ name: "Bank", dryRun: false, only: "d-1" }));
});

test("Y16: an account that was never synced and is not reached names the button that it has", async () => {
  const offline = { since: 0, why: "Nobody answers.", unusable: false };
  const account: Account = { ...ACCOUNT, automatic: false, synced: false, activity: { ...ACCOUNT.activity, offline } };
  answering(account);
  const screen = await render(<AccountCard account={account} />);
  await expect.element(screen.getByText(/Nobody answers\. “Review first sync” tries again\./)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Review first sync" })).toBeVisible();
});

test.each([
  ["full", /The next syncs look for it\./],
  ["known", /Look for it on the service\./],
] as const)(
  "Y9: a flow that was perhaps sent to an account of level %s says who looks for it",
  async (level, words) => {
    const draft = { key: "d-1", id: "1", title: "Loan", state: "perhaps_sent", why: null, held: false } as const;
    const account: Account = { ...ACCOUNT, level };
    answering(account, {}, [draft]);
    const screen = await render(<AccountCard account={account} />);
    await expect.element(screen.getByText(words)).toBeVisible();
  },
);

test("Y7: flows that were archived here, as they are gone there, stand on the card by name", async () => {
  const activity = { ...ACCOUNT.activity, archived: [{ id: "7", title: "Lease" }] };
  answering(ACCOUNT);
  const screen = await render(<AccountCard account={{ ...ACCOUNT, activity }} />);
  const part = screen.getByRole("region", { name: "Archived here, as they are gone on the service" });
  await expect.element(part.getByRole("link", { name: "Lease" })).toHaveAttribute("href", "#/flows/7");
});

test("V101: why a flow is refused has its names in the type of names, and no marks around them", async () => {
  const why = "`allow-rejections` is not known to this service.";
  const draft = { key: "d-1", id: "1", title: "Loan", state: "refused", why, held: false } as const;
  answering(ACCOUNT, {}, [draft]);
  const refused = [{ what: "“Lease”", why }];
  const activity = { ...ACCOUNT.activity, last: { wallAt: 0, report: { ...REPORT, refused } } };
  const screen = await render(<AccountCard account={{ ...ACCOUNT, activity }} />);
  await expect.element(screen.getByRole("list", { name: "Flows that are not up to date" })).toBeVisible();
  expect(
    [...screen.container.querySelectorAll(".open-why code, .account-notes code")].map((one) => one.textContent),
  ).toEqual(["allow-rejections", "allow-rejections"]);
  expect(screen.container.textContent).not.toContain("`");
});

test("Y1, Y7: a flow that is refused, as one that is gone there with most others, leaves its account where it is listed", async () => {
  const draft = { key: "d-1", id: "7", title: "Loan", state: "refused", why: "Gone.", held: false } as const;
  answering(ACCOUNT, {}, [draft]);
  const screen = await render(<AccountCard account={ACCOUNT} />);
  await userEvent.click(screen.getByRole("button", { name: "Stop syncing: Loan" }));
  await vi.waitFor(() => expect(vi.mocked(host.call).mock.calls).toContainEqual(["sync.unbind", { draftId: "7" }]));
});

test("Y17: what can be done about a flow on an account's card is called by its flow, and a state that leads nowhere is no link", async () => {
  const draft = (title: string, state: string) => ({ key: title, id: title, title, state, why: "Gone.", held: false });
  answering(ACCOUNT, {}, [draft("Loan", "conflict"), draft("Lease", "conflict"), draft("House", "refused")]);
  const screen = await render(<AccountCard account={ACCOUNT} />);
  for (const name of ["Settle conflict: Loan", "Settle conflict: Lease"])
    await expect.element(screen.getByRole("link", { name, exact: true })).toHaveTextContent("Settle conflict");
  await expect.element(screen.getByRole("button", { name: "Stop syncing: House", exact: true })).toBeVisible();
  await expect.element(screen.getByText("Refused", { exact: true })).toBeVisible();
  expect(screen.getByRole("link", { name: "Refused" }).elements()).toEqual([]);
});
