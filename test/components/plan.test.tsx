import { expect, test, vi } from "vitest";
import { type Locator, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { PlanDialog } from "../../src-renderer/syncing/accounts/plan-dialog.tsx";
import { SyncPage } from "../../src-renderer/syncing/sync-page.tsx";
import type { Account } from "../../src-renderer/syncing/types.ts";
import type { ChangeNotice } from "../../src-shared/bridge/index.ts";
import { ACCOUNT, answering, FULL } from "./an-account.ts";

await startI18n("en");

test("Y16: a flow that would come in beside one of its title, which would be sent as new, says that there would be two", async () => {
  const request = { flow: "", command: null, run: null, days: null, what: "", method: "POST", path: "/x" };
  const planned = [
    { ...request, kind: "createDraft", title: "“Loan”", draft: "d-1" },
    { ...request, kind: "changeDraft", title: "“Lease”", draft: "d-2" },
  ];
  const incoming = [
    { how: "new", draft: "d-3", title: "Loan" },
    { how: "new", draft: "d-4", title: "Lease" },
  ];
  const report = { planned, incoming, refused: [], failed: null, unreachable: null, unusable: false, review: "look-1" };
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: report } as never);
  const screen = await render(
    <PlanDialog account={{ name: "Bank", stopped: null } as Account} onClose={() => undefined} />,
  );
  const told = /^A flow of this title is here, too, and would be sent as new/;
  const note = screen.getByText(told);
  await expect.element(note).toBeVisible();
  expect(note.element().closest("tr")?.textContent).toMatch(/^Loan /);
});

test("Y16: the review of a sync stays open, with what was unticked, while its account is renamed in another window", async () => {
  const listeners: ((notice: ChangeNotice) => void)[] = [];
  vi.spyOn(host, "onChange").mockImplementation((listener) => {
    listeners.push(listener);
    return () => undefined;
  });
  let name = "Bank";
  const account = () => ({ ...ACCOUNT, name, automatic: false, synced: false, state: "fresh" });
  const planned = [
    { kind: "createDraft", title: "“Loan”", draft: "d-1", flow: "", command: null, run: null, days: null },
  ].map((one) => ({ ...one, what: "", method: "POST", path: "/x" }));
  const report = { planned, incoming: [], refused: [], failed: null, unreachable: null, unusable: false, review: "1" };
  const answers = { "sync.run": () => report, "sync.accounts.list": () => ({ items: [account()] }) };
  vi.spyOn(host, "call").mockImplementation((async (asked: string) => ({
    ok: true,
    value: answers[asked as keyof typeof answers]?.() ?? { items: [], left: 0, next: null },
  })) as never);
  const screen = await render(<SyncPage />);
  await userEvent.click(screen.getByRole("button", { name: "Review first sync" }));
  const box = screen.getByRole("checkbox", { name: /Create flow/ });
  await userEvent.click(box);
  name = "Office";
  for (const listener of listeners) listener({ kind: "account", id: "a-1" });
  await expect.element(screen.getByRole("dialog", { name: "What would be sent to “Office”" })).toBeVisible();
  await expect.element(box).not.toBeChecked();
});

test("Y16: of many requests those that are looked for are shown, and one box holds them back or sends them", async () => {
  const request = { flow: "", command: null, run: null, days: null, what: "", method: "POST", path: "/x" };
  const planned = Array.from({ length: 30 }, (_, at) => ({
    ...{ ...request, kind: "createDraft", draft: `d-${at}`, title: `“${at < 3 ? "Årsavtal" : "Lease"} ${at}”` },
  }));
  const report = { planned, incoming: [], refused: [], failed: null, unreachable: null, unusable: false, review: "1" };
  const calls = vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: report } as never);
  const account = { name: "Bank", stopped: null, held: ["d-29"] as readonly string[] } as Account;
  const screen = await render(<PlanDialog account={account} onClose={() => undefined} />);
  const all = screen.getByRole("checkbox", { name: /^Send all( that match the filter)?$/ });
  const isMixed = () => (all.element() as HTMLInputElement).indeterminate;
  await expect.element(screen.getByText("30 requests", { exact: true })).toBeVisible();
  expect(isMixed()).toBe(true);
  await screen.getByRole("searchbox", { name: "Filter requests" }).fill("arsavtal");
  await expect.element(screen.getByText("3 of 30 requests")).toBeVisible();
  await expect.element(all).toHaveAccessibleName("Send all that match the filter");
  await expect.element(all).toBeChecked();
  await userEvent.click(all);
  await expect.element(screen.getByText("4 are held back")).toBeVisible();
  await screen.getByRole("searchbox", { name: "Filter requests" }).fill("nothing of this");
  await expect.element(screen.getByText("No request has these words.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Sync now" }));
  const sent = calls.mock.calls.at(-1)?.[1] as { readonly without: readonly string[] };
  expect([...sent.without].sort()).toEqual(["d-0", "d-1", "d-2", "d-29"]);
});

test("Y16: of many flows that change here those that are looked for are shown, 500 at most, and one box leaves them out", async () => {
  const incoming = Array.from({ length: 600 }, (_, at) => ({
    ...{ how: at === 0 ? "conflict" : "changed", draft: `d-${at}`, title: at < 3 ? `Årsavtal ${at}` : `Lease ${at}` },
  }));
  const report = { planned: [], incoming, refused: [], failed: null, unreachable: null, unusable: false, review: "1" };
  const calls = vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: report } as never);
  const account = { name: "Bank", stopped: null, held: [] as readonly string[] } as unknown as Account;
  const onClose = vi.fn();
  const screen = await render(<PlanDialog account={account} onClose={onClose} />);
  await expect.element(screen.getByText("600 flows", { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("dialog")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onClose).not.toHaveBeenCalled();
  await expect.element(screen.getByText(/^The first 500 are shown\./)).toBeInTheDocument();
  expect(screen.getByRole("checkbox").elements()).toHaveLength(501);
  // It is for those that are not drawn, too.
  await userEvent.click(screen.getByRole("checkbox", { name: "Take all", exact: true }));
  await expect.element(screen.getByText("599 are held back")).toBeVisible();
  await userEvent.click(screen.getByRole("checkbox", { name: "Take all", exact: true }));
  await screen.getByRole("searchbox", { name: "Filter what changes here" }).fill("arsavtal");
  await expect.element(screen.getByText("3 of 600 flows")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByText("600 flows", { exact: true })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await screen.getByRole("searchbox", { name: "Filter what changes here" }).fill("arsavtal");
  await userEvent.click(screen.getByRole("checkbox", { name: "Take all that match the filter" }));
  await expect.element(screen.getByText("2 are held back")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Sync now" }));
  expect(calls.mock.calls.at(-1)?.[1]).toMatchObject({ without: ["d-1", "d-2"] });
});

test.each([
  ["conflict", false],
  ["changed", true],
])(
  "Y16: what unticking does is said only where something can be unticked: of a flow that is %s",
  async (how, isSaid) => {
    const incoming = [{ how, draft: "d-1", title: "Loan" }];
    const report = {
      planned: [],
      incoming,
      refused: [],
      failed: null,
      unreachable: null,
      unusable: false,
      review: "1",
    };
    vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: report } as never);
    const account = { name: "Bank", stopped: null, held: [] as readonly string[] } as unknown as Account;
    const screen = await render(<PlanDialog account={account} onClose={() => undefined} />);
    await expect.element(screen.getByText("Loan", { exact: true })).toBeVisible();
    expect(screen.getByText(/^A flow that you untick/).elements().length === 1).toBe(isSaid);
  },
);

/** Presses a button at a time that the test says. */
async function press(button: Locator, timeStamp: number): Promise<void> {
  await expect.element(button).toBeVisible();
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "timeStamp", { value: timeStamp });
  button.element().dispatchEvent(event);
}

test("Y16: “Sync now” pressed twice starts a sync and does not cancel it", async () => {
  const listeners: ((notice: ChangeNotice) => void)[] = [];
  vi.spyOn(host, "onChange").mockImplementation((listener) => {
    listeners.push(listener);
    return () => undefined;
  });
  let running = false;
  const runs = (now: boolean) => {
    running = now;
    for (const listener of listeners) listener({ kind: "account", id: "a-1" });
  };
  const account = () => ({ ...ACCOUNT, automatic: false, activity: { ...ACCOUNT.activity, running } });
  const asked: string[] = [];
  vi.spyOn(host, "call").mockImplementation((async (name: string) => {
    asked.push(name);
    if (name === "sync.run") runs(true);
    if (name === "sync.cancel") runs(false);
    if (name === "sync.run") return { ok: true, value: { failed: null } };
    return {
      ok: true,
      value: name === "sync.accounts.list" ? { items: [account()] } : { items: [], left: 0, next: null },
    };
  }) as never);
  const sent = () => asked.filter((name) => ["sync.run", "sync.cancel"].includes(name));
  const screen = await render(<SyncPage />);
  const [now, cancel] = ["Sync now", "Cancel sync"].map((name) => screen.getByRole("button", { name })) as [
    Locator,
    Locator,
  ];
  await press(now, 1000);
  await press(cancel, 1300);
  expect(sent()).toEqual(["sync.run"]);
  await press(cancel, 1500);
  await expect.element(now).toBeVisible();
  expect(sent()).toEqual(["sync.run", "sync.cancel"]);
});

test("Y16: the sync that follows a look names it, so that nothing else is sent", async () => {
  const syncs = answering(ACCOUNT, { review: "look-1" });
  const screen = await render(<PlanDialog account={ACCOUNT} onClose={() => undefined} />);
  await expect.element(screen.getByText("Nothing would be sent.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Sync now" }));
  await vi.waitFor(() =>
    expect(syncs().at(-1)).toEqual({ name: "Bank", dryRun: false, without: [], review: "look-1" }),
  );
});

test("Y16: flows and commands can be taken out of what would be sent, each by its own box", async () => {
  const planned = [
    { kind: "upload", title: "“Contract”", flow: "Loan", draft: "d-1", command: null, run: null },
    { kind: "prolongInstance", title: "run “Loan”", flow: "", draft: "d-1", command: "c-1", run: "r-1", days: 3 },
    { kind: "cancelInstance", title: "run “Loan”", flow: "", draft: "d-1", command: "c-2", run: "r-1" },
    { kind: "cancelInstance", title: "run “Lease”", flow: "", draft: "d-2", command: "c-3", run: "r-2" },
  ].map((one) => ({ days: null, remoteId: null, ...one, what: "", method: "POST", path: "/x" }));
  const syncs = answering(ACCOUNT, { review: "look-1", planned });
  const screen = await render(<PlanDialog account={ACCOUNT} onClose={() => undefined} />);
  await expect.element(screen.getByRole("checkbox", { name: /Contract.* of .*Loan/ })).toBeChecked();
  await userEvent.click(screen.getByRole("checkbox", { name: "Extend deadline of run “Loan” by 3 days" }));
  await expect.element(screen.getByText("2 are held back")).toBeVisible();
  // Commands of a run go in order [Y11].
  const later = screen.getByRole("checkbox", { name: /Cancel.*Loan/i });
  await expect.element(later).toBeDisabled();
  await expect.element(later).not.toBeChecked();
  await expect.element(screen.getByText("Waits for an earlier command of its run.")).toBeVisible();
  await expect.element(screen.getByRole("checkbox", { name: /Cancel.*Lease/i })).toBeChecked();
  await expect.element(screen.getByRole("checkbox", { name: /Contract/ })).toBeChecked();
  await userEvent.click(screen.getByRole("button", { name: "Sync now" }));
  const without = { without: [], withoutCommands: ["c-1"] };
  await vi.waitFor(() => expect(syncs().at(-1)).toEqual({ name: "Bank", dryRun: false, ...without, review: "look-1" }));
});

test("Y16: a look that failed here says so, and lists nothing as if it were all", async () => {
  answering(ACCOUNT, { failed: FULL });
  const screen = await render(<PlanDialog account={ACCOUNT} onClose={() => undefined} />);
  await expect.element(screen.getByText(/could not be made.* disk is full/)).toBeVisible();
  await expect.element(screen.getByText("Nothing would be sent.")).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Sync now" })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
