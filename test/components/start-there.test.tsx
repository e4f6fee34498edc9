import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { useAccountEntries } from "../../src-renderer/app/remote/account-entries.tsx";
import { CompareThere } from "../../src-renderer/app/remote/compare-there.tsx";
import { PublishThere } from "../../src-renderer/app/remote/publish-there.tsx";
import { StartThere } from "../../src-renderer/app/remote/start-there.tsx";
import type { OutputOf } from "../../src-shared/bridge/index.ts";
import { NOTHING, type Outcome } from "./outcome.ts";

await startI18n("en");
beforeEach(() => void vi.restoreAllMocks());

const LOST = "Its start got no answer: a sync within 10 minutes sends it again, which cannot start it twice.";

const DIALOGS = {
  start: (onClose: () => void) => <StartThere account="Bank" draftId="1" title="Loan" onClose={onClose} />,
  comparison: (onClose: () => void) => <CompareThere of={{ draftId: "1", scenario: "Signs" }} onClose={onClose} />,
};

/** What is known of a comparison before it starts. */
type Before = Pick<OutputOf<"sync.drift.recipients">, "acts" | "left">;

/** A dialog, and a start that is answered when the test says. */
async function dialog(kind: keyof typeof DIALOGS = "start", before: Before = { acts: 1, left: [] }) {
  const answer = Promise.withResolvers<Outcome>();
  const asked: string[] = [];
  vi.spyOn(host, "call").mockImplementation((async (name: string) => {
    asked.push(name);
    if (/(runs|drift)\.start$/.test(name)) return { ok: true, value: await answer.promise };
    const items = name === "sync.accounts.list" ? [{ name: "Bank", level: "full" }] : [];
    return { ok: true, value: { items, ...(name === "sync.drift.recipients" && before) } };
  }) as never);
  const onClose = vi.fn();
  const screen = await render(DIALOGS[kind](onClose));
  await userEvent.click(screen.getByRole("button", { name: /^Start for real/ }));
  return { screen, onClose, asked, answer: (outcome: Partial<Outcome>) => answer.resolve({ ...NOTHING, ...outcome }) };
}

test.each(["start", "comparison"] as const)(
  "Y10: Cancel ends a %s that waits for its answer, and Escape does not",
  async (kind) => {
    const { screen, onClose, asked, answer } = await dialog(kind);
    await userEvent.keyboard("{Escape}");
    expect([asked.includes("sync.stopAsking"), onClose.mock.calls.length]).toEqual([false, 0]);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(asked).toContain("sync.stopAsking");
    answer({ canceled: true });
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  },
);

test.each(["start", "comparison"] as const)(
  "Y10: what is perhaps started closes the dialog of a %s, whatever failed after it: there is no second start from it",
  async (kind) => {
    const { onClose, answer } = await dialog(kind);
    answer({ perhaps: [{ what: "run “Loan”", why: LOST }], unreachable: "Nothing listens at 127.0.0.1." });
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
  },
);

test("Y10: where nothing was started, the dialog stays and says why", async () => {
  const { screen, onClose, answer } = await dialog();
  const why =
    "Nothing was started: “Bank” has not answered for 45 seconds. Check that its service is running, then start again.";
  answer({ unreachable: why });
  await expect.element(screen.getByRole("alert")).toHaveTextContent(why);
  expect(onClose).not.toHaveBeenCalled();
  await expect.element(screen.getByRole("button", { name: "Start for real" })).toBeEnabled();
});

test("Y10: a run that was started is opened", async () => {
  const { onClose, answer } = await dialog();
  answer({ done: ["start: run “Loan”"], run: "r-1" });
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(location.hash).toBe("#/instances?account=Bank&run=r-1");
});

test.each<[string, Partial<Outcome>]>([
  ["the service is lost after it", { done: ["start: run “Loan”"], unreachable: "Nothing listens at 127.0.0.1." }],
  [
    "a change of the data retention is refused before it",
    {
      done: ["start: run “Loan”"],
      refused: [{ what: "the data retention", why: "No.", about: { kind: "retention" } }],
    },
  ],
])("Y10: what was started closes the dialog, so that it is not started twice: %s", async (_what, outcome) => {
  const { onClose, answer } = await dialog();
  answer(outcome);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test.each(["start", "comparison"] as const)(
  "Y10: a change of the data retention without an answer is no %s that perhaps was made",
  async (kind) => {
    const { screen, onClose, answer } = await dialog(kind);
    const retention = { what: "the data retention", why: "It got no answer.", about: { kind: "retention" } } as const;
    answer({ perhaps: [retention], unreachable: "Nothing listens at 127.0.0.1." });
    await expect.element(screen.getByRole("alert")).toHaveTextContent("Nothing listens at 127.0.0.1.");
    expect(onClose).not.toHaveBeenCalled();
  },
);

test("Y10: flows of one title are told apart where one is chosen to be started, as in the list of flows", async () => {
  const flow = (id: string, title: string, folderId: string | null, modified = 0) => ({
    id,
    title,
    folderId,
    modified,
  });
  const flows = [
    ...[flow("1", "Loan", null), flow("2", "Loan", "f-1"), flow("3", "Loan", "f-1"), flow("4", "Lease", null)],
    flow("5", "Loan", "f-1", 86_400_000),
  ];
  const folders = [
    { id: "home", name: "", home: true },
    { id: "f-1", name: "Retail", home: false },
  ];
  vi.spyOn(host, "call").mockImplementation((async (name: string) => {
    if (name === "folders.list") return { ok: true, value: { items: folders } };
    return { ok: true, value: { items: name === "drafts.list" ? flows : [], next: null } };
  }) as never);
  const screen = await render(<StartThere account="Bank" onClose={() => undefined} />);
  const options = () => [...screen.getByRole("combobox").element().querySelectorAll("option")].map((one) => one.text);
  await expect.poll(() => options().length).toBe(5);
  expect(options().map((words) => words.replace(/1970-01-0(\d) \d\d:\d\d/, "day $1"))).toEqual([
    "Loan (Home, day 1)",
    "Loan (Retail, day 1, flow 2)",
    "Loan (Retail, day 1, flow 3)",
    "Lease",
    "Loan (Retail, day 2)",
  ]);
});

test.each(["start", "comparison"] as const)(
  "Y10: why a flow cannot be started is said once in the dialog of a %s, also once its button is pressed",
  async (kind) => {
    const why = "The flow cannot be started. The file takes no key `url`.";
    vi.spyOn(host, "call").mockImplementation((async (name: string) =>
      /recipients$/.test(name)
        ? { ok: false, error: { code: "conflict_error", message: why } }
        : { ok: true, value: { items: [] } }) as never);
    const screen = await render(DIALOGS[kind](() => undefined));
    const said = screen.getByText(/^The flow cannot be started\. The file takes no key/);
    await expect.element(said).toBeVisible();
    expect(screen.getByRole("dialog").element().querySelector("code")?.textContent).toBe("url");
    const plain = "The flow cannot be started. The file takes no key url.";
    const button = screen.getByRole("button", { name: /^Start for real/ });
    await expect.element(button).toHaveAccessibleDescription(plain);
    await userEvent.click(button, { force: true });
    expect(said.elements().length).toBe(1);
  },
);

test.each(["start", "comparison"] as const)(
  "Y10: a %s confirms the list that its dialog shows; after a refusal the list is shown anew, and counted anew",
  async (kind) => {
    const person = (name: string) => ({ name, email: `${name}@example.test`, phone: null });
    const list = (fourth: string) => ({
      items: ["alice", "bob", "carol", fourth].map(person),
      ...{ fingerprint: `with ${fourth}`, acts: 1, left: [] },
    });
    let now = list("dora");
    const why = "Nothing was started: the flow has changed since you looked. Look at it again, then start again.";
    const starts: unknown[] = [];
    vi.spyOn(host, "call").mockImplementation((async (name: string, input: unknown) => {
      if (/recipients$/.test(name)) return { ok: true, value: now };
      if (!/(runs|drift)\.start$/.test(name)) return { ok: true, value: { items: [{ name: "Bank", level: "full" }] } };
      starts.push(input);
      return { ok: false, error: { code: "conflict_error", message: why } };
    }) as never);
    const screen = await render(DIALOGS[kind](() => undefined));
    const count = screen.getByRole("textbox");
    await userEvent.fill(count, "4");
    now = list("mallory");
    await userEvent.click(screen.getByRole("button", { name: /^Start for real/ }));
    await expect.element(screen.getByRole("alert")).toHaveTextContent(why);
    expect(starts).toEqual([expect.objectContaining({ fingerprint: "with dora", recipients: 4, dryRun: false })]);
    await expect.element(screen.getByText("mallory@example.test")).toBeVisible();
    await expect.element(count).toHaveValue("");
  },
);

const PERSON = { name: "alice", email: "alice@example.test", phone: null };

/** A dialog whose list is another after its first start is refused. */
async function refusedOnce(kind: keyof typeof DIALOGS, before: object, after: object) {
  const list = { items: [PERSON], address: "https://bank.example", acts: 1, left: [] };
  let now = { ...list, ...before };
  const starts: unknown[] = [];
  vi.spyOn(host, "call").mockImplementation((async (name: string, input: { readonly fingerprint: string }) => {
    if (/recipients$/.test(name)) return { ok: true, value: now };
    if (!/(runs|drift)\.start$/.test(name)) return { ok: true, value: { items: [{ name: "Bank", level: "full" }] } };
    starts.push(input.fingerprint);
    now = { ...list, ...after };
    return { ok: false, error: { code: "conflict_error", message: "Nothing was started." } };
  }) as never);
  const onClose = vi.fn();
  const screen = await render(DIALOGS[kind](onClose));
  const start = screen.getByRole("button", { name: /^Start for real/ });
  await userEvent.click(start);
  return { screen, starts, start, onClose, note: screen.getByRole("status", { name: "Changed since you looked" }) };
}

test("Y10: what changed since its author looked is named until they confirm anew, and who is new, changed or gone", async () => {
  const [bob, carol] = ["bob", "carol"].map((name) => ({ ...PERSON, name, email: `${name}@example.test` }));
  const { screen, note } = await refusedOnce(
    "start",
    { items: [PERSON, bob], fingerprint: "account.one.people.flow." },
    {
      ...{ items: [{ ...PERSON, email: "mallory@example.test" }, carol], address: "https://other.example" },
      fingerprint: "account.two.people2.flow2.",
    },
  );
  await expect.element(note).toBeVisible();
  expect(
    note
      .getByRole("listitem")
      .elements()
      .map((item) => item.textContent),
  ).toEqual([
    "The account’s address: it is https://other.example now",
    "Who gets mail or SMS: see the list",
    "The text of the flow",
  ]);
  const people = screen.getByRole("region", { name: "2 people get mail or SMS" }).getByRole("listitem");
  expect(people.elements().map((item) => item.textContent)).toEqual([
    "alice mallory@example.test Changed, was alice@example.test",
    "carol carol@example.test New",
    "bob Gets nothing any more",
  ]);
});

test.each<[keyof typeof DIALOGS, string, string, string]>([
  ["start", "a.b.people.flow2.", "The text of the flow", "Open the flow"],
  ["comparison", "a.b.people.flow.acts2", "The steps to compare", "Open the flow"],
])("Y10: a %s with the same people says what else changed, and leads there", async (kind, fingerprint, words, link) => {
  const { screen, note, onClose } = await refusedOnce(
    kind,
    { fingerprint: "a.b.people.flow.acts" },
    { fingerprint: fingerprint.endsWith(".") ? `${fingerprint}acts` : fingerprint },
  );
  await expect.element(note.getByText(words)).toBeVisible();
  await expect.element(screen.getByText("alice@example.test")).toBeVisible();
  await expect.element(note.getByRole("link", { name: link })).toHaveAttribute("href", "#/flows/1");
  await userEvent.click(note.getByRole("link", { name: link }));
  expect(onClose).toHaveBeenCalled();
});

test("Y10: a second press right after a refusal does not confirm what nobody has read; one after that does", async () => {
  const [before, after] = ["a.b.people.flow.", "a.b.people.flow2."];
  const clock = vi.spyOn(performance, "now").mockReturnValue(10_000);
  const { note, starts, start } = await refusedOnce("start", { fingerprint: before }, { fingerprint: after });
  await expect.element(note).toBeVisible();
  (start.element() as HTMLElement).click();
  expect(starts).toEqual([before]);
  clock.mockReturnValue(11_000);
  await expect
    .poll(() => {
      (start.element() as HTMLElement).click();
      return starts;
    })
    .toEqual([before, after]);
  await expect.element(note).not.toBeInTheDocument();
});

test.each(["start", "comparison"] as const)("Y10: a %s says once that Countersign is not reached", async (kind) => {
  const away = { ok: false, error: { code: "not_connected", message: "Countersign cannot be reached." } };
  let isAway = false;
  vi.spyOn(host, "call").mockImplementation((async (name: string) => {
    if (isAway) return away;
    isAway = /start$/.test(name);
    const items = name === "sync.accounts.list" ? [{ name: "Bank", level: "full" }] : [];
    return isAway ? away : { ok: true, value: { items, fingerprint: "a", acts: 1, left: [] } };
  }) as never);
  const screen = await render(DIALOGS[kind](() => undefined));
  await userEvent.click(screen.getByRole("button", { name: /^Start for real/ }));
  await expect.element(screen.getByText("The flow cannot be started")).toBeVisible();
  expect(screen.getByText("Countersign cannot be reached.").elements().length).toBe(1);
});

test("Y16: what is published is the flow and the account as they were when the dialog opened; after a refusal it names what changed", async () => {
  const why = "Nothing was published: the flow has changed since you looked. Look at it again, then publish again.";
  const asked: unknown[] = [];
  let fingerprint = "a.b..flow.";
  vi.spyOn(host, "call").mockImplementation((async (name: string, input: unknown) => {
    if (name === "sync.publish.get") return { ok: true, value: { fingerprint, address: "https://bank.example" } };
    asked.push(input);
    return { ok: false, error: { code: "conflict_error", message: why } };
  }) as never);
  const screen = await render(<PublishThere account="Bank" draftId="1" title="Loan" onClose={vi.fn()} />);
  const publish = screen.getByRole("button", { name: /^Publish/ });
  await expect.element(publish).toBeEnabled();
  fingerprint = "a.b..flow2.";
  const published = (of: string) => expect.objectContaining({ draftId: "1", fingerprint: of, dryRun: false });
  await userEvent.click(publish);
  await expect.element(screen.getByRole("alert")).toHaveTextContent(why);
  await expect.element(screen.getByText("The text of the flow")).toBeVisible();
  await expect
    .poll(() => {
      (publish.element() as HTMLElement).click();
      return asked;
    })
    .toEqual([published("a.b..flow."), published("a.b..flow2.")]);
});

/** The menu of a flow that is being written. */
function Entries({ saved }: { readonly saved: () => Promise<boolean> }) {
  const flow = { id: "1", title: "Loan", sync: null };
  const { start, dialog } = useAccountEntries(flow, [{ name: "Bank", level: "full" }], saved);
  const [run] = start.flatMap((entry) => ("run" in entry ? [entry.run] : []));
  return (
    <>
      <button type="button" onClick={run}>
        Start on Bank
      </button>
      {dialog}
    </>
  );
}

test("Y10: what is being written is saved before the dialog lists whom it writes to; what cannot be saved is not started", async () => {
  vi.spyOn(host, "call").mockImplementation((async () => ({ ok: true, value: { items: [] } })) as never);
  let saving = Promise.withResolvers<boolean>();
  const screen = await render(<Entries saved={() => saving.promise} />);
  const ask = () => userEvent.click(screen.getByRole("button", { name: "Start on Bank" }));
  await ask();
  saving.resolve(false);
  await saving.promise;
  saving = Promise.withResolvers();
  await ask();
  expect(screen.getByRole("dialog").elements()).toEqual([]);
  saving.resolve(true);
  await expect.element(screen.getByRole("dialog")).toBeVisible();
  expect(host.call).toHaveBeenCalledWith("sync.runs.recipients", { id: "1", name: "Bank" });
});

test("Y10: the first flow stands there to begin with, chosen once the dialog is drawn", async () => {
  const flow = { id: "7", title: "Loan", folderId: null, modified: 0 };
  vi.spyOn(host, "call").mockImplementation((async (name: string) => ({
    ok: true,
    value: name === "drafts.list" ? { items: [flow], next: null } : { items: [] },
  })) as never);
  const complained = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await render(<StartThere account="Bank" onClose={() => undefined} />);
  await expect.poll(() => host.call).toHaveBeenCalledWith("sync.runs.recipients", { id: "7", name: "Bank" });
  expect(complained.mock.calls.map(([words]) => String(words))).toEqual([]);
});

test("Y10: where there are very many flows, one is found by the host's search, and they are not all read", async () => {
  const flows = Array.from({ length: 200 }, (_, at) => ({
    id: `${at}`,
    title: `Flow ${at}`,
    folderId: null,
    modified: 0,
  }));
  const asked: unknown[] = [];
  vi.spyOn(host, "call").mockImplementation((async (name: string, input: { search?: string }) => {
    if (name !== "drafts.list") return { ok: true, value: { items: [] } };
    asked.push(input);
    const found = { id: "7000", title: "Lease of a boat", folderId: null, modified: 0 };
    return { ok: true, value: input.search ? { items: [found], next: null } : { items: flows, next: "200" } };
  }) as never);
  const screen = await render(<StartThere account="Bank" onClose={vi.fn()} />);
  const field = screen.getByRole("combobox", { name: "Flow" });
  await expect.element(field).toHaveTextContent("Flow 0");
  await userEvent.click(field);
  await userEvent.keyboard("boat");
  await expect.element(screen.getByText("Lease of a boat")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveTextContent("Lease of a boat");
  await expect
    .poll(() =>
      vi
        .mocked(host.call)
        .mock.calls.find(([name, input]) => name === "sync.runs.recipients" && (input as { id: string }).id === "7000"),
    )
    .toBeDefined();
  expect(asked).toContainEqual(expect.objectContaining({ search: "boat" }));
  expect(asked).not.toContainEqual(expect.objectContaining({ cursor: "200" }));
});

test("Y16, drift: the dialog names what is not compared, and why, and that only the start is", async () => {
  const shown = { label: "asa signs loan", who: "asa", does: "signs", document: "loan" };
  const left = [{ step: shown.label, shown, why: "Only asa can prove who they are." }];
  const { screen } = await dialog("comparison", { acts: 0, left });
  const list = screen.getByRole("region", { name: "Not compared on the account" });
  await expect.element(list).toBeVisible();
  expect(list.element().textContent).toMatch(/asa signs .*Only .*can prove who they are/);
  await expect.element(screen.getByText("No act can be carried out: only the start is compared.")).toBeVisible();
});

test("Y10, drift: the account that a comparison goes to stays the same while the list of accounts changes", async () => {
  const listeners: Parameters<typeof host.onChange>[0][] = [];
  vi.spyOn(host, "onChange").mockImplementation((listener) => {
    listeners.push(listener);
    return () => undefined;
  });
  let names = ["Bank"];
  let lists = 0;
  const asked: unknown[] = [];
  vi.spyOn(host, "call").mockImplementation((async (name: string, input: { name?: string }) => {
    if (name === "sync.drift.recipients") asked.push(input.name);
    if (name === "sync.accounts.list") lists += 1;
    const accounts = names.map((each) => ({ name: each, level: "full" }));
    return { ok: true, value: { items: name === "sync.accounts.list" ? accounts : [], acts: 1, left: [] } };
  }) as never);
  const screen = await render(DIALOGS.comparison(vi.fn()));
  const field = screen.getByRole("combobox", { name: "Account" });
  await expect.element(field).toHaveValue("Bank");
  names = ["Agency", "Bank"];
  for (const listener of listeners) listener({ kind: "account", id: "2", instanceId: null } as never);
  await expect.poll(() => lists).toBe(2);
  // Drawn, and what is asked for because of it.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await expect.element(field).toHaveValue("Bank");
  expect(asked).not.toContain("Agency");
});
