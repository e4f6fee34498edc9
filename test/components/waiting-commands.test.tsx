import { useRef } from "react";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { ConfirmDialog, useFocusStays } from "../../src-renderer/components/index.ts";
import { Commands } from "../../src-renderer/monitoring/remote-runs/run-commands.tsx";
import type { RemoteRun } from "../../src-renderer/monitoring/remote-runs/types.ts";
import { OpenRuns } from "../../src-renderer/syncing/accounts/open-runs.tsx";
import { PlanDialog } from "../../src-renderer/syncing/accounts/plan-dialog.tsx";
import type { Account } from "../../src-renderer/syncing/types.ts";
import { NOTHING } from "./outcome.ts";

await startI18n("en");

const waiting = {
  ...{ key: "c-1", kind: "cancel", days: null, participants: [], state: "waiting", why: null },
  ...{ againFrom: null, behind: false },
};
const RUN = {
  ...{ key: "r-1", id: "17", title: "Loan", state: "up_to_date", status: "in_progress", stage: "first" },
  ...{ trashed: false, why: null, looked: 0, timeout: 0, waitingFor: [], adminActions: [], participants: [] },
  commands: [waiting, { ...waiting, key: "c-2", kind: "prolong", days: 7 }],
};

const shown = async (state: string) => {
  const items = [{ name: "Bank", level: "full", state }];
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items } } as never);
  return render(<Commands account="Bank" run={RUN as unknown as RemoteRun} />);
};

test("Y11: a command that waits while its account is stopped says what it waits for, and where that is done", async () => {
  const screen = await shown("stopped");
  await expect.element(screen.getByText(/^Cancel run: waits until the account can be used/)).toBeVisible();
  await expect.element(screen.getByText("Sync with Bank has stopped.")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Go to Sync" })).toHaveAttribute("href", "#/sync");
});

test("Y11: each command that waits has its own name on the button that takes it back", async () => {
  const screen = await shown("up_to_date");
  await expect.element(screen.getByText(/^Cancel run: waits for the next sync that/)).toBeVisible();
  for (const name of ["Take back: Cancel run", "Take back: Extend deadline by 7 days"])
    await expect.element(screen.getByRole("button", { name })).toBeVisible();
});

test("Y11: a command without an answer says from when it is sent again, and one behind it that it waits for it", async () => {
  const lost = { ...waiting, state: "sending", againFrom: Date.parse("2026-01-05T09:00:20Z") };
  const reminder = { ...lost, key: "c-2", kind: "remind", againFrom: null };
  const behind = { ...waiting, key: "c-3", kind: "trash", behind: true };
  const commands = [lost, reminder, behind];
  const items = commands.map((command) => ({ ...RUN, command, name: "Bank", level: "full", state: "up_to_date" }));
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items, left: 0 } } as never);
  const screen = await render(
    <>
      <Commands account="Bank" run={{ ...RUN, commands } as unknown as RemoteRun} />
      <OpenRuns account="Bank" />
    </>,
  );
  const again = "A sync looks whether it was done. If not, it is sent again from 2026-01-05 09:01.";
  await expect.element(screen.getByText(`It has no answer yet. ${again}`)).toBeVisible();
  await expect.element(screen.getByText("It has no answer yet. It is not sent again by itself.")).toBeVisible();
  await expect.element(screen.getByText(/^It waits for the command before it, which has no/)).toBeVisible();
  await expect.poll(() => screen.container.textContent).toMatch(/Cancel run: sent, no answer yet\s+A sync looks/);
  await expect.poll(() => screen.container.textContent).toContain("Move to trash: waits for the command before it");
});

const NAMES = ["ann", "bo", "cy", "di", "ed", "flo", "gus", "hal"];

test.each([
  [["ann", "bo\u202e"], String.raw`Remind: ann, bo\u202e`],
  [NAMES, "Remind: ann, bo, cy, di, ed, flo and 2 more"],
  [[], "Remind"],
])("Y11: a reminder says whom it is for, wherever it is listed: %j", async (participants, words) => {
  const command = { ...waiting, kind: "remind", participants };
  const items = [{ ...RUN, command, name: "Bank", level: "full", state: "up_to_date" }];
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { items, left: 0 } } as never);
  const screen = await render(
    <>
      <Commands account="Bank" run={{ ...RUN, commands: [command] } as unknown as RemoteRun} />
      <OpenRuns account="Bank" />
    </>,
  );
  await expect.poll(() => screen.container.textContent).toContain(`${words}: waits for the next sync`);
  await expect.element(screen.getByRole("link", { name: `${words}: Loan` })).toBeVisible();
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
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { ...NOTHING, items: [] } } as never);
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
