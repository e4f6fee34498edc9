import type { ReactElement, ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render, renderHook } from "vitest-browser-react";
import { host, useHost, type WorkspaceInfo } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { CompareThere } from "../../src-renderer/app/remote/compare-there.tsx";
import { PublishThere } from "../../src-renderer/app/remote/publish-there.tsx";
import { StartThere } from "../../src-renderer/app/remote/start-there.tsx";
import { CallbackSettings } from "../../src-renderer/app/settings/callback-settings.tsx";
import { CertificateSettings } from "../../src-renderer/app/settings/certificate-settings.tsx";
import { ConflictBars } from "../../src-renderer/authoring/bars/conflict-bar.tsx";
import { AcceptButton } from "../../src-renderer/authoring/expectations/accept.tsx";
import { ExpectationForm } from "../../src-renderer/authoring/expectations/expectation-form.tsx";
import { TestCall } from "../../src-renderer/authoring/parameters/callback/test-call.tsx";
import { WaitDialog } from "../../src-renderer/authoring/scenarios/wait-dialog.tsx";
import type { AuthoringSession } from "../../src-renderer/authoring/session/session.ts";
import { SessionContext } from "../../src-renderer/authoring/session/use-session.ts";
import { useStart } from "../../src-renderer/authoring/session/use-start.ts";
import { VersionDetail } from "../../src-renderer/authoring/versions/version-detail.tsx";
import { ConfirmDialog, NameDialog, useBusy } from "../../src-renderer/components/index.ts";
import { DeleteDialog } from "../../src-renderer/flows/delete-dialog.tsx";
import { DeleteFolder } from "../../src-renderer/flows/delete-folder.tsx";
import { HomePage } from "../../src-renderer/flows/home-page.tsx";
import { NewFlowDialog } from "../../src-renderer/flows/new-flow-dialog.tsx";
import { CallbackActions } from "../../src-renderer/monitoring/callbacks/callback-actions.tsx";
import { CallbackDetail } from "../../src-renderer/monitoring/callbacks/callback-detail.tsx";
import { NewFault } from "../../src-renderer/monitoring/callbacks/new-fault.tsx";
import { ClockBar } from "../../src-renderer/monitoring/clock/clock-bar.tsx";
import { useFollowing } from "../../src-renderer/monitoring/following/use-following.ts";
import { ActAs } from "../../src-renderer/monitoring/instance/act-as.tsx";
import { Operations } from "../../src-renderer/monitoring/instance/operations.tsx";
import { SealStrip } from "../../src-renderer/monitoring/instance/seal-strip.tsx";
import { NewMailRule } from "../../src-renderer/monitoring/mailbox/new-mail-rule.tsx";
import { ExtendDeadline } from "../../src-renderer/monitoring/remote-runs/extend-deadline.tsx";
import { RemindParticipants } from "../../src-renderer/monitoring/remote-runs/remind-participants.tsx";
import { Commands } from "../../src-renderer/monitoring/remote-runs/run-commands.tsx";
import type { RemoteRun } from "../../src-renderer/monitoring/remote-runs/types.ts";
import type { Callback } from "../../src-renderer/monitoring/types.ts";
import { ActDialog } from "../../src-renderer/participation/acts/act-dialog.tsx";
import { RejectDialog } from "../../src-renderer/participation/acts/reject-dialog.tsx";
import { useAttempt } from "../../src-renderer/participation/acts/use-attempt.ts";
import { participantApi } from "../../src-renderer/participation/session/api.ts";
import { createSession, SessionProvider } from "../../src-renderer/participation/session/session.ts";
import { AccountRetention } from "../../src-renderer/syncing/accounts/account-retention.tsx";
import { AddAccount } from "../../src-renderer/syncing/accounts/add-account.tsx";
import { NewCredentials } from "../../src-renderer/syncing/accounts/new-credentials.tsx";
import { OpenRuns } from "../../src-renderer/syncing/accounts/open-runs.tsx";
import { RemoveAccount } from "../../src-renderer/syncing/accounts/remove-account.tsx";
import { SettleEach } from "../../src-renderer/syncing/conflict/settle-each.tsx";
import type { Account } from "../../src-renderer/syncing/types.ts";
import { shownRun } from "../fixtures/shown-run.ts";
import { NAMED } from "./outcome.ts";
import { TITLE } from "./some-conflicts.ts";

await startI18n("en");
beforeEach(() => void vi.restoreAllMocks());

const noop = () => undefined;
const never = () => new Promise<never>(() => undefined);

/** The host answers everything but the call of this name. @returns how often that was asked for */
function unanswered(call: string, value: object = { items: [] }): () => number {
  const asked = vi
    .spyOn(host, "call")
    .mockImplementation(((name: string) => (name === call ? never() : Promise.resolve({ ok: true, value }))) as never);
  return () => asked.mock.calls.filter(([name]) => name === call).length;
}

/** Presses it again before the page can show that it is busy. */
async function pressTwice(name: RegExp | string) {
  const button = page.getByRole("button", { name }).last();
  await expect.element(button).not.toHaveAttribute("aria-disabled");
  const [element, form] = [button.element() as HTMLElement, button.element().closest("form")];
  for (const _time of [1, 2]) {
    if (form === null) element.click();
    else form.requestSubmit();
  }
  await new Promise(requestAnimationFrame);
}

const fill = (label: RegExp | string, text: string) => userEvent.fill(page.getByLabelText(label), text);
const KEYS = JSON.stringify({ apitoken: "a", apisecret: "b", accesstoken: "c", accesssecret: "d" });
const fillAccount = async () => {
  await fill("Name", "Bank");
  await fill("Address", "https://bank.example");
  await fill(/^JSON with/, KEYS);
};

test("an act that is pressed while it is under way is not done again, and after it, even if it failed, it can be", async () => {
  const underWay = Promise.withResolvers<string>();
  const acts = vi.fn(() => underWay.promise);
  const { result, act } = await renderHook(() => useBusy());
  const press = () => result.current.unlessBusy(acts).catch((why: unknown) => why);
  let first: Promise<unknown> = never();
  await act(async () => {
    first = press();
    expect(await press()).toBeUndefined();
  });
  expect([result.current.busy, acts.mock.calls.length]).toEqual([true, 1]);
  underWay.reject(new Error("The disk is full."));
  await act(async () => expect(await first).toEqual(new Error("The disk is full.")));
  expect(result.current.busy).toBe(false);
  acts.mockResolvedValue("done");
  await act(async () => expect(await press()).toBe("done"));
});

type Call = Parameters<typeof unanswered>;
type HostCase = [what: string, call: Call, button: RegExp | string, shown: ReactElement, fill?: () => unknown];

const ACCOUNT = { name: "Bank", drafts: 0, retention: null } as Account;
const FOLDER = { id: "f", home: false, name: "Leases" } as Parameters<typeof DeleteFolder>[0]["folder"];
const SEAL = {
  ...{ id: "seal", kind: "seal", participant: null, event: null, callbackName: null, document: "lease", action: null },
  ...{ attempt: 1, at: 0, wall: false, waits: { why: "disk_full", until: 1 } },
} as ReturnType<typeof shownRun>["due"][number];
const FAILED = shownRun({
  status: "failed",
  sealFailure: { seq: 7, sentence: { key: "failed.sealing", values: { document: "lease", message: "It failed." } } },
});
const CALLBACK = {
  ...{ eventId: "e", type: "completed", url: "http://127.0.0.1:9", state: "dead", nextAttempt: null, onItsWay: false },
  ...{ instanceId: "r", instanceTitle: "Loan", forkNumber: null, sequence: 1, body: {}, attemptList: [] },
} as unknown as Callback;
const OWN = new File(["a"], "own.p12");
const PLACE = { view: "callbacks", runId: null, zone: "UTC", id: "e", query: {} } as const;
const thereRun = (change: object) => {
  const run = { ...NAMED, key: "r", state: "up_to_date", status: "in_progress", trashed: false, adminActions: null };
  const rest = { participants: [{ id: "1", name: "Ann" }], waitingFor: [], commands: [] };
  return <Commands key="" account="Bank" run={{ ...run, ...rest, ...change } as unknown as RemoteRun} />;
};
const WAITS = { key: "c", kind: "cancel", days: null, participants: [], state: "waiting", why: null };
const OPEN_RUN = { ...NAMED, key: "r", state: "up_to_date", why: null, command: WAITS };
const commanded = (state: string) => thereRun({ commands: [{ ...WAITS, state }] });
const asked = (run: ReactElement) => (
  <div key="">
    {run}
    <ConfirmDialog />
  </div>
);
const press = (name: RegExp | string) => page.getByRole("button", { name }).last().click();
const person = { name: "Bank", level: "full", email: "a@b.test", phone: null };
const people = { items: [person], acts: 1, left: [] };

test.each<HostCase>([
  ["an account is added", ["sync.accounts.add"], "Check and add", <AddAccount key="" onClose={noop} />, fillAccount],
  [
    "an account's retention is changed",
    ["sync.accounts.setRetention"],
    "Change on the service",
    <AccountRetention key="" account={ACCOUNT} onClose={noop} />,
  ],
  [
    "new credentials are checked",
    ["sync.accounts.check"],
    /^Check/,
    <NewCredentials key="" name="Bank" onClose={noop} />,
    () => fill(/^JSON with/, KEYS),
  ],
  [
    "an account is removed",
    ["sync.accounts.remove"],
    /^Remove/,
    <RemoveAccount key="" account={ACCOUNT} onClose={noop} />,
  ],
  [
    "a flow is published",
    ["sync.publish"],
    /^Publish/,
    <PublishThere key="" account="Bank" draftId="1" title="Loan" onClose={noop} />,
  ],
  [
    "a flow is started for real",
    ["sync.runs.start", people],
    /^Start for real/,
    <StartThere key="" account="Bank" draftId="1" title="Loan" onClose={noop} />,
  ],
  [
    "a comparison is started",
    ["sync.drift.start", people],
    /^Start for real/,
    <CompareThere key="" of={{ draftId: "1", scenario: "Signs" }} onClose={noop} />,
  ],
  [
    "a folder is deleted",
    ["folders.remove", { why: null, flows: 0 }],
    /^Delete/,
    <DeleteFolder key="" folder={FOLDER} onDeleted={noop} onClose={noop} />,
  ],
  [
    "a conflict is settled",
    ["sync.settle"],
    /^Settle/,
    <SettleEach key="" conflicts={[TITLE]} draft="d" account="Bank" />,
    () => page.getByRole("button", { name: "Take theirs" }).click(),
  ],
  [
    "G9: a deadline is extended",
    ["instances.prolong"],
    "Extend deadline",
    <Operations key="" instance={shownRun()} onDone={noop} />,
    async () => {
      await page.getByRole("button", { name: /^Extend deadline/ }).click();
      await expect.element(page.getByRole("dialog")).toBeVisible();
    },
  ],
  [
    "G5: a seal is tried again",
    ["instances.sealAgain"],
    "Try again",
    <SealStrip key="" instance={shownRun({ due: [SEAL] })} />,
  ],
  [
    "C5: a run whose seal failed is forked",
    ["instances.fork"],
    "Try again in a fork",
    <SealStrip key="" instance={FAILED} />,
  ],
  [
    "dead callbacks are sent again",
    ["callbacks.replayDead", { items: [{}] }],
    /^Replay/,
    <CallbackActions key="" instanceId={null} />,
  ],
  ["C6: a clock is moved", ["clocks.advance"], "+1 day", <ClockBar key="" instance={shownRun()} />],
  ["a first flow is made", ["drafts.list"], /^Run/, <HomePage key="" />],
  [
    "law 8: a host is allowed",
    ["callbacks.setAllowedHosts", { callbackHosts: [], secret: null }],
    "Allow host",
    <CallbackSettings key="" />,
    () => fill("Host to allow", "hooks.example.com"),
  ],
  [
    "a certificate of one's own is used",
    ["seal.useCertificate", { certificate: null }],
    "Use this certificate",
    <CertificateSettings key="" />,
    () => userEvent.upload(page.elementLocator(document.querySelector("input[type=file]") ?? document.body), OWN),
  ],
  [
    "a callback is sent again",
    ["callbacks.replay"],
    "Replay",
    <CallbackDetail key="" callback={CALLBACK} place={PLACE} />,
  ],
  [
    "G6: whoever is acted for declines",
    ["plays.act"],
    "Decline",
    <main key="">
      <ActAs instance={shownRun()} participant={shownRun().participants[0] as never} />
    </main>,
    async () => {
      await page.getByRole("button", { name: "Act as ada" }).click();
      await page.getByRole("menuitem", { name: "Decline the whole run…" }).click();
    },
  ],
  ["Y11: a run there is looked at", ["sync.runs.adopt"], "Check now", thereRun({})],
  ["Y11: a run there is moved to the trash", ["sync.runs.command"], "Move to trash", thereRun({ status: "canceled" })],
  ["Y11: a run there is restored", ["sync.runs.command"], "Restore", thereRun({ trashed: true })],
  ["Y11: a run there is canceled", ["sync.runs.command"], "Cancel run", asked(thereRun({})), () => press("Cancel run")],
  [
    "Y11: a run there is deleted for good",
    ["sync.runs.command"],
    "Delete for good",
    asked(thereRun({ trashed: true })),
    () => press("Delete for good"),
  ],
  ["Y11: a command is taken back", ["sync.runs.clear"], /^Take back/, commanded("waiting")],
  ["Y11: the list of commands is cleared", ["sync.runs.clear"], "Clear list", commanded("done")],
  [
    "Y11: a command is taken back on its account's card",
    ["sync.runs.clear", { items: [OPEN_RUN], left: 0 }],
    /^Take back/,
    <OpenRuns key="" account="Bank" />,
  ],
])("%s once, however quickly it is pressed again", async (_what, [call, value], button, shown, first) => {
  useHost.setState({ workspace: { callbackHosts: [] } as unknown as WorkspaceInfo });
  const asked = unanswered(call, value);
  await render(shown);
  await first?.();
  await pressTwice(button);
  await expect.poll(asked).toBe(1);
});

type Asked = () => Promise<never>;

test.each<[what: string, button: RegExp | string, shown: (onDone: Asked) => ReactElement, fill?: () => unknown]>([
  [
    "a name is given",
    "Save",
    (onDone) => <NameDialog title="New flow" label="Title" done="Save" maxLength={9} onDone={onDone} onClose={noop} />,
    () => fill("Title", "Loan"),
  ],
  ["a fault is added", "Add fault", (onDone) => <NewFault instanceId={null} onAdd={onDone} />],
  ["a delivery rule is added", /^Add/, (onDone) => <NewMailRule address="a@b.test" onAdd={onDone} />],
  [
    "Y11: people are reminded",
    /^Remind/,
    (onDone) => (
      <RemindParticipants
        run={NAMED}
        account="Bank"
        participants={[{ id: "1", name: "Ann" }] as never}
        onDone={onDone}
        onClose={noop}
      />
    ),
  ],
  [
    "Y11: a deadline there is extended",
    "Extend deadline",
    (onDone) => <ExtendDeadline run={NAMED} onDone={onDone} onClose={noop} />,
  ],
  [
    "flows are deleted",
    "Delete",
    (onDone) => <DeleteDialog title="Delete?" description="" account={null} onDelete={onDone} onClose={noop} />,
  ],
  ["a wait is added", "Add", (onDone) => <WaitDialog value={null} onDone={onDone} onClose={noop} />],
  [
    "a flow of PDFs is made",
    "Create flow",
    (onDone) => <NewFlowDialog fileNames={["Lease.pdf"]} onDone={onDone} onClose={noop} />,
  ],
])("%s once, however quickly it is pressed again", async (_what, button, shown, first) => {
  const done = vi.fn(never);
  await render(shown(done));
  await first?.();
  await pressTwice(button);
  expect(done).toHaveBeenCalledTimes(1);
});

function Starting() {
  const { start } = useStart();
  return (
    <button type="button" onClick={() => void start("virtual")}>
      Start
    </button>
  );
}

const NAMES = { participants: ["ada"], documents: ["lease"], stages: ["signing"] };
const FINDING = { id: "X101", message: "Ada may wait.", participants: ["ada"], document: null } as const;
const TEXTS = { text: "", expectations: "", scenarios: "" };
const FOUND = { text: "", revision: 2 };
const THEIRS = { journal: { text: "", base: FOUND, theirs: FOUND }, companions: {} };
const VERSION = { revision: 1, at: 0, name: null } as Parameters<typeof VersionDetail>[0]["version"];
const version = <VersionDetail key="" version={VERSION} newest={false} before={null} onClose={noop} />;

test.each<HostCase>([
  ["a flow is started", ["drafts.start"], "Start", <Starting key="" />],
  ["a test event is sent", ["callbacks.test"], "Send a test event", <TestCall key="" request={{} as never} />],
  ["an earlier text is restored", ["drafts.restore", TEXTS], "Restore", version],
  ["an earlier text is copied", ["drafts.duplicate", TEXTS], "Make a copy", version],
  ["mine is kept, and theirs copied", ["drafts.duplicate"], "Keep mine", <ConflictBars key="" />],
  ["theirs is taken, and mine copied", ["drafts.duplicate"], "Use the other", <ConflictBars key="" />],
  [
    "an expectation is added",
    ["change"],
    "Add",
    <ExpectationForm key="" names={NAMES} suggested={[]} read={null} changed={null} onClose={noop} />,
  ],
  [
    "a finding is accepted",
    ["change"],
    "Accept",
    <AcceptButton key="" finding={FINDING} />,
    async () => {
      await press(/^Accept: /);
      await fill("Why it is right as it is", "We know.");
    },
  ],
])("%s once, however quickly it is pressed again", async (_what, [call, value], button, shown, first) => {
  const asked = unanswered(call, value);
  const useStore = Object.assign((of: (state: object) => unknown) => of(THEIRS), { getState: () => THEIRS });
  const draft = { id: "1", key: () => "k", flush: async () => true, useStore };
  const companion = () => ({ useText: () => "", change: () => host.call("change" as never, {} as never) });
  const session = { draft, companion, settled: async () => true } as unknown as AuthoringSession;
  await render(<SessionContext value={session}>{shown}</SessionContext>);
  await first?.();
  await pressTwice(button);
  await expect.poll(asked).toBe(1);
});

test("a version is named once, though Enter keeps the name and so does leaving the field", async () => {
  const asked = unanswered("drafts.nameVersion", TEXTS);
  const useStore = Object.assign((of: (state: object) => unknown) => of(THEIRS), { getState: () => THEIRS });
  const session = { draft: { id: "1", key: () => "k", useStore }, companion: () => ({ useText: () => "" }) };
  await render(<SessionContext value={session as unknown as AuthoringSession}>{version}</SessionContext>);
  await fill("Name", "Signed off");
  await userEvent.keyboard("{Enter}{Enter}{Tab}");
  expect(asked()).toBe(1);
});

test("G6: whoever is acted for does what a menu says once, and the menu waits until it is done", async () => {
  const asked = unanswered("plays.act");
  await render(
    <main>
      <ActAs instance={shownRun()} participant={shownRun().participants[0] as never} />
    </main>,
  );
  const opener = page.getByRole("button", { name: "Act as ada" });
  await opener.click();
  const entry = page.getByRole("menuitem").first().element() as HTMLElement;
  entry.click();
  entry.click();
  await expect.poll(asked).toBe(1);
  await expect.element(opener).toHaveAttribute("aria-disabled", "true");
});

test("U1: an authentication is started once, however quickly it is pressed again", async () => {
  const place = { instanceId: "i", participantId: "p" };
  const fetch = vi.fn(never);
  const session = createSession(place, participantApi(place, { fetch, token: null }), noop);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <SessionProvider value={session}>{children}</SessionProvider>
  );
  const input = { kind: "view", byCode: true, documents: [], onSuccess: async () => undefined } as const;
  const { result, act } = await renderHook(() => useAttempt(input), { wrapper });
  await act(() => {
    void result.current.start();
    void result.current.start();
  });
  expect([fetch.mock.calls.length, result.current.busy]).toEqual([1, true]);
});

test("the next step of a run is taken once, however quickly it is pressed again", async () => {
  const asked = unanswered("plays.next", { following: { title: "Completes", steps: 3, done: 1, shown: [] } });
  const { result, act } = await renderHook(() => useFollowing("r-1"));
  await expect.poll(() => result.current).not.toBeNull();
  await act(() => {
    result.current?.next();
    result.current?.next();
  });
  expect([asked(), result.current?.busy]).toEqual([1, true]);
});

const toApprove = { document_id: "1", title: "Lease" } as Parameters<typeof ActDialog>[0]["documents"][number];
const page1 = { sign_authentication: null } as Parameters<typeof ActDialog>[0]["page"];

// Both dialogs end with the button that does it.
test.each([
  ["G6: a participant declines", <RejectDialog key="" open document={null} onClose={noop} />],
  [
    "G4: a participant approves",
    <ActDialog key="" open verb="approve" page={page1} documents={[toApprove]} onClose={noop} />,
  ],
])("%s once, however quickly it is pressed again", async (_what, shown) => {
  const place = { instanceId: "i", participantId: "p" };
  const fetch = vi.fn(never);
  const session = createSession(place, participantApi(place, { fetch, token: null }), noop);
  await render(<SessionProvider value={session}>{shown}</SessionProvider>);
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await pressTwice(/./);
  expect(fetch).toHaveBeenCalledTimes(1);
});
