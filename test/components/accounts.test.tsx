import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { AdoptRun } from "../../src-renderer/app/remote/adopt-run.tsx";
import { Choice, timesIn, translate } from "../../src-renderer/components/index.ts";
import { changeTime } from "../../src-renderer/monitoring/remote-runs/change-text.ts";
import { NewestRuns } from "../../src-renderer/monitoring/remote-runs/newest-runs.tsx";
import { AddAccount } from "../../src-renderer/syncing/accounts/add-account.tsx";
import { CallbackAddress } from "../../src-renderer/syncing/accounts/callback-address.tsx";
import { ChangeAddress } from "../../src-renderer/syncing/accounts/change-address.tsx";
import { dialectProblem } from "../../src-renderer/syncing/accounts/dialect-problem.ts";
import { NewCredentials } from "../../src-renderer/syncing/accounts/new-credentials.tsx";
import { RemoveAccount } from "../../src-renderer/syncing/accounts/remove-account.tsx";
import type { Account } from "../../src-renderer/syncing/types.ts";
import { dialectFile } from "../../src-shared/dialect/index.ts";
import { NAMED } from "./outcome.ts";

await startI18n("en");

const KEYS = JSON.stringify({ apitoken: "a", apisecret: "b", accesstoken: "c", accesssecret: "d" });
const noop = () => undefined;
const answers = (value: unknown) => vi.spyOn(host, "call").mockResolvedValue({ ok: true, value } as never);

test("Y14: a dialect file that cannot be read is not left out in silence", async () => {
  answers({ items: [], wrong: null });
  const screen = await render(<AddAccount onClose={noop} />);
  await userEvent.fill(screen.getByLabelText("Name"), "Bank");
  await userEvent.fill(screen.getByLabelText("Address"), "https://bank.example");
  await userEvent.fill(screen.getByLabelText(/^JSON with/), KEYS);
  const add = screen.getByRole("button", { name: "Check and add" });
  await expect.element(add).not.toHaveAttribute("aria-disabled");
  await userEvent.click(screen.getByText("The service has other paths or names"));
  const picker = screen.container.ownerDocument.querySelector("details input[type=file]");
  await userEvent.upload(picker as HTMLElement, new File(["{"], "bank-dialect.json"));
  await expect.element(screen.getByText(/^bank-dialect.json is not valid JSON, so .* Correct it as/)).toBeVisible();
  await expect.element(add).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(screen.getByRole("button", { name: "Leave it out" }));
  await expect.element(add).not.toHaveAttribute("aria-disabled");
});

test("Y14: in a low window, the dialect part and what is wrong with its file come into sight above the buttons", async () => {
  await page.viewport(1024, 560);
  try {
    answers({ drafts: 6, examples: 4, wrong: null });
    const screen = await render(<AddAccount onClose={noop} />);
    const box = (found: Element | null | undefined) => found?.getBoundingClientRect() ?? new DOMRect();
    const { ownerDocument } = screen.container;
    const isAbove = (found: Element) => box(found).bottom <= box(ownerDocument.querySelector(".dialog-foot")).top;
    await userEvent.click(screen.getByText("The service has other paths or names"));
    await expect.poll(() => isAbove(screen.getByText(/^Choose its dialect file/).element())).toBe(true);
    const picker = ownerDocument.querySelector("details input[type=file]");
    await userEvent.upload(picker as HTMLElement, new File(["{"], "bank-dialect.json"));
    await expect.poll(() => isAbove(screen.getByText(/^bank-dialect.json is not valid/).element())).toBe(true);
  } finally {
    await page.viewport(414, 896);
  }
});

test("Y14: of credentials that cannot be used it is told which value is wrong, and how", async () => {
  answers({ items: [], wrong: null });
  const screen = await render(<AddAccount onClose={noop} />);
  const odd = JSON.stringify({ apitoken: 1, apisecret: "", accesstoken: "c" });
  await userEvent.fill(screen.getByLabelText(/^JSON with/), odd);
  const told =
    "“apitoken” must be a text in quotes; “apisecret” is empty; “accesssecret” is missing. Correct it, and paste or choose it again.";
  await expect.element(screen.getByText(told)).toBeVisible();
  await userEvent.fill(screen.getByLabelText("Name"), "Bank");
  await userEvent.fill(screen.getByLabelText("Address"), "https://bank.example");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByLabelText(/^JSON with/)).toHaveFocus();
  const add = screen.getByRole("button", { name: "Check and add" });
  await expect.element(add).toHaveAttribute("aria-description", told);
});

test("Y14: an address that is refused has the focus, so that it can be corrected at once", async () => {
  answers({ drafts: 0, examples: 0, items: [], wrong: { field: "url", why: "Nothing listens there." } });
  const screen = await render(<AddAccount onClose={noop} />);
  await userEvent.fill(screen.getByLabelText("Name"), "Bank");
  await userEvent.fill(screen.getByLabelText("Address"), "https://bank.example");
  await userEvent.fill(screen.getByLabelText(/^JSON with/), KEYS);
  await userEvent.click(screen.getByRole("button", { name: "Check and add" }));
  await expect.element(screen.getByRole("textbox", { name: /^Address/ })).toHaveFocus();
});

test("Y14: of a dialect file it is told what is wrong, and what to do", async () => {
  const wrongs: readonly (readonly [dialect: unknown, told: string])[] = [
    [[], "it must be a JSON object"],
    [{}, "“name” must be a text"],
    [{ name: "" }, "“name” must not be empty"],
    [{ name: "b", cals: {} }, "“cals” is not part of a dialect, remove it"],
    [
      { name: "b", calls: { draft: { method: "FETCH", path: "/{id}" } } },
      "“calls.draft.method” must be one of GET, POST, PUT, PATCH, DELETE",
    ],
    [
      { name: "b", calls: { upload: { method: "POST", path: "/a#b" } } },
      "“calls.upload.path” must begin with / and have no spaces and no #",
    ],
    [{ name: "b", fields: { title: "duration" } }, "“fields.duration” must not have the same name as “title”"],
    [
      { name: "b", names: { id: "title" } },
      "“fields.title” must not have the same name as “id”; “instanceFields.title” must not have the same name as “id”",
    ],
    [{ name: "b", instanceFields: { status: "id" } }, "“instanceFields.status” must not have the same name as “id”"],
    [
      { name: "b", calls: { draft: { method: "GET", path: "/a" } } },
      "“calls.draft.path” must have {id} where the id goes",
    ],
    [{ name: "b", calls: { version: "x" } }, "“calls.version” must be an object"],
    [{ name: "b", authorization: { quoted: "yes" } }, "“authorization.quoted” must be true or false"],
    [{ name: "b", authorization: { scheme: "a b" } }, "“authorization.scheme” must be one word, or empty"],
    [{ name: "b", accessLink: "/x" }, "“accessLink” must begin with / and have {instance} where the id goes"],
  ];
  for (const [dialect, told] of wrongs)
    expect(dialectProblem(translate, "b.json", dialectFile.safeParse(dialect).error?.issues ?? [])).toBe(
      `b.json is not a valid dialect file: ${told}. Correct it as docs/sync.md describes, and choose it again.`,
    );
  const many = dialectFile.safeParse({ name: "b", a: 1, b: 1, c: 1, d: 1, e: 1 }).error?.issues ?? [];
  expect(dialectProblem(translate, "b.json", many)).toMatch(
    /“c” is not part of a dialect, remove it; and 2 more\. Correct/,
  );
});

test("Y1: no flow is an account's from the start, examples least of all, unless its author says so", async () => {
  const call = answers({ drafts: 6, examples: 4, wrong: null });
  const screen = await render(<AddAccount onClose={noop} />);
  const all = screen.getByLabelText("Keep all 6 in sync with it, including unchanged examples (4)");
  await expect.element(all).not.toBeChecked();
  await expect.element(screen.getByLabelText("Keep your own 2 flows in sync with it")).not.toBeChecked();
  await userEvent.fill(screen.getByLabelText("Name"), "Bank");
  await userEvent.fill(screen.getByLabelText("Address"), "https://bank.example");
  await userEvent.fill(screen.getByLabelText(/^JSON with/), KEYS);
  await userEvent.click(screen.getByRole("button", { name: "Check and add" }));
  await expect
    .poll(() => call.mock.calls.find(([name]) => name === "sync.accounts.add")?.[1])
    .toMatchObject({ bind: "none" });
});

test("Y1: where no example is left as it came, the flows that an account keeps in sync are counted alone", async () => {
  answers({ drafts: 2, examples: 0 });
  const screen = await render(<AddAccount onClose={noop} />);
  await expect.element(screen.getByLabelText("Keep all 2 in sync with it", { exact: true })).not.toBeChecked();
  await expect.element(screen.getByLabelText(/^Keep your own/)).not.toBeInTheDocument();
});

test("Y14: what does not do of an account is told in the reader's language", async () => {
  await startI18n("sv");
  try {
    const why = "Nothing listens at 127.0.0.1:9: check that the service is running, and the port.";
    answers({ items: [], wrong: { field: "url", why } });
    const screen = await render(<AddAccount onClose={noop} />);
    await userEvent.fill(screen.getByLabelText("Namn"), "Bank");
    await userEvent.fill(screen.getByLabelText("Adress"), "http://127.0.0.1:9");
    await userEvent.fill(screen.getByLabelText(/^JSON/), KEYS);
    await userEvent.click(screen.getByRole("button", { name: /^Kontrollera/ }));
    await expect.element(screen.getByText(/^Inget lyssnar på 127\.0\.0\.1:9/)).toBeVisible();
  } finally {
    await startI18n("en");
  }
});

test.each([
  ["its credentials", <NewCredentials key="1" name="Bank" onClose={noop} />, "Give the credentials first."],
  ["its address", <ChangeAddress key="2" name="Bank" url="" onClose={noop} />, "Enter the address first."],
  ["a run", <AdoptRun key="3" account="Bank" onClose={noop} />, "Enter its id or access link first."],
])("Y14: a dialog that asks for %s says what is missing", async (_of, dialog, missing) => {
  const screen = await render(dialog);
  const done = screen.getByRole("dialog").getByRole("button").last();
  await expect.element(done).toHaveAccessibleDescription(missing);
});

test.each([
  ["adding", <AddAccount key="add" onClose={noop} />, "sync.accounts.add", "Check and add"],
  ["new credentials", <NewCredentials key="new" name="Bank" onClose={noop} />, "sync.accounts.check", /^Check and/],
])("Y14: Cancel ends the check of an account: %s", async (_what, dialog, procedure, done) => {
  const call = vi
    .spyOn(host, "call")
    .mockImplementation((async (name: string) =>
      name === procedure ? new Promise(() => undefined) : { ok: true, value: { items: [] } }) as never);
  const screen = await render(dialog);
  if (procedure === "sync.accounts.add") {
    await userEvent.fill(screen.getByLabelText("Name"), "Bank");
    await userEvent.fill(screen.getByLabelText("Address"), "https://bank.example");
  }
  await userEvent.fill(screen.getByLabelText(/^JSON with/), KEYS);
  await userEvent.click(screen.getByRole("button", { name: done }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(call).toHaveBeenCalledWith("sync.stopAsking", { name: "Bank" });
  await expect.element(screen.getByRole("dialog")).toBeVisible();
});

test("Y10: the field of a run that is not taken up is marked, until something else is typed", async () => {
  const error = { code: "resource_not_found", message: "The account has no run 9.", details: null };
  vi.spyOn(host, "call").mockResolvedValue({ ok: false, error } as never);
  const screen = await render(<AdoptRun account="Bank" onClose={noop} />);
  const field = screen.getByRole("textbox");
  await userEvent.fill(field, "9");
  await expect.element(field).toHaveAttribute("aria-invalid", "false");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("alert")).toHaveTextContent("The account has no run 9.");
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
  await userEvent.fill(field, "8");
  await expect.element(field).toHaveAttribute("aria-invalid", "false");
});

test("Y10: Escape ends the look for a run that is taken up, as Cancel does, and what came of it is told quietly", async () => {
  const answer = Promise.withResolvers<unknown>();
  const call = vi
    .spyOn(host, "call")
    .mockImplementation((async (name: string) =>
      name === "sync.runs.adopt" ? answer.promise : { ok: true, value: {} }) as never);
  const onClose = vi.fn();
  const screen = await render(<AdoptRun account="Bank" onClose={onClose} />);
  await userEvent.fill(screen.getByLabelText("Its id there, or an access link"), "17");
  await userEvent.click(screen.getByRole("button", { name: "Adopt" }));
  await userEvent.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  expect(call).toHaveBeenCalledWith("sync.stopAsking", { name: "Bank" });
  answer.resolve({ ok: false, error: { code: "conflict_error", message: "It was canceled.", canceled: true } });
  const told = screen.getByText("It was canceled.");
  await expect.element(told).toHaveRole("status");
  await expect.element(told).not.toHaveClass("form-problem");
  await userEvent.click(screen.getByRole("button", { name: "Adopt" }));
  await expect.element(screen.getByRole("dialog").getByRole("alert")).toHaveClass("form-problem");
});

test("Y14: what an author stops of an account with new credentials is told quietly, and no field is wrong", async () => {
  const answer = Promise.withResolvers<unknown>();
  vi.spyOn(host, "call").mockImplementation((async (name: string) =>
    name === "sync.accounts.check" ? answer.promise : { ok: true, value: {} }) as never);
  const screen = await render(<NewCredentials name="Bank" onClose={noop} />);
  await userEvent.fill(screen.getByLabelText(/^JSON with/), KEYS);
  await userEvent.click(screen.getByRole("button", { name: /^Check and/ }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  answer.resolve({ ok: false, error: { code: "conflict_error", message: "It was canceled.", canceled: true } });
  await expect.element(screen.getByText("It was canceled.")).toHaveRole("status");
  await expect.element(screen.getByLabelText(/^JSON with/)).not.toHaveAttribute("aria-invalid", "true");
});

test.each([
  ["its credentials", { ok: true, value: { wrong: "The service does not take these credentials." } }, "true"],
  [
    "its certificate",
    { ok: false, error: { code: "conflict_error", message: "The certificate of bank.example has expired." } },
    "false",
  ],
])("Y14: the field of new credentials is marked for them alone: %s", async (_of, answer, marked) => {
  vi.spyOn(host, "call").mockResolvedValue(answer as never);
  const screen = await render(<NewCredentials name="Bank" onClose={noop} />);
  const field = screen.getByLabelText(/^JSON with/);
  await userEvent.fill(field, KEYS);
  await userEvent.click(screen.getByRole("button", { name: /^Check and/ }));
  await expect.element(screen.getByText(/does not take these credentials|has expired/).first()).toBeVisible();
  await expect.element(field).toHaveAttribute("aria-invalid", marked);
});

test("Y12: a change between two looks of one minute is told at that minute, one of a day without the day twice", () => {
  const at = (time: string) => Date.parse(`2026-11-24T${time}Z`);
  const told = (from: number, to: number) => changeTime(translate, { from, to }, timesIn("en", "UTC"));
  expect(told(at("16:27:01"), at("16:27:59"))).toBe("at 2026-11-24 16:27");
  expect(told(at("16:27:59"), at("16:28:01"))).toBe("between 2026-11-24 16:27 and 16:28");
  expect(told(at("16:27:59") - 86_400_000, at("16:28:01"))).toBe("between 2026-11-23 16:27 and 2026-11-24 16:28");
});

test("Y12: where none of the runs on accounts is found, all of them are linked", async () => {
  const value = { items: [], counts: [{ name: "Bank", count: 2 }] };
  vi.spyOn(host, "call").mockResolvedValue({ ok: true, value } as never);
  const screen = await render(<NewestRuns wanted={{ search: "x", status: null, trashed: false }} />);
  const there = screen.getByRole("link", { name: "2 runs on Bank" });
  await expect.element(there).toHaveAttribute("href", "#/instances?account=Bank");
});

test("Y4: a choice far down in what scrolls does not make the page itself scroll", async () => {
  await render(
    <div style={{ height: 100, overflow: "auto" }}>
      <div style={{ height: 5000 }} />
      <Choice label="Compare" value="a" options={[["a", "A"]]} onChange={noop} />
    </div>,
  );
  expect(document.documentElement.scrollHeight).toBeLessThan(5000);
});

test("Y18: the removal of an account names the starts, too, that may have reached people", async () => {
  const run = { ...NAMED, id: null, why: null };
  const command = { key: "c-1", kind: "remind", days: null, participants: ["asa"], state: "perhaps_sent", why: null };
  const open = [
    { ...run, state: "perhaps_started", command: null },
    { ...run, key: "r-2", title: "Lease", state: "id_unknown", command: null },
    { ...run, key: "r-3", title: "Sale", state: "refused", command: null },
    { ...run, key: "r-4", id: "17", title: "Board", state: "up_to_date", command },
  ];
  vi.spyOn(host, "call").mockImplementation(
    async (name: string) =>
      ({ ok: true, value: name === "sync.commands.list" ? { items: open, left: 0 } : { items: [] } }) as never,
  );
  const screen = await render(<RemoveAccount account={{ name: "Bank", drafts: 0 } as Account} onClose={noop} />);
  await expect.element(screen.getByText("“Loan” (start of 1970-01-01 00:00): Start, Perhaps started")).toBeVisible();
  expect(
    screen
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    "“Loan” (start of 1970-01-01 00:00): Start, Perhaps started",
    "“Lease” (start of 1970-01-01 00:00): Start, Id not known",
    "“Board” (17, started 1970-01-01 00:00): Remind: asa, Perhaps sent",
  ]);
});

test("Y13: the address for an account's callbacks is shown and copied; without one, why is told", async () => {
  answers({ url: "http://127.0.0.1:4100/told/1" });
  const screen = await render(<CallbackAddress name="Bank" onClose={noop} />);
  await expect.element(screen.getByLabelText("Address")).toHaveValue("http://127.0.0.1:4100/told/1");
  await expect.element(screen.getByRole("button", { name: /^Copy/ })).not.toHaveAttribute("aria-disabled");
  await screen.unmount();
  const error = { code: "not_found", message: "There is no account “Bank”." };
  vi.spyOn(host, "call").mockResolvedValue({ ok: false, error } as never);
  await render(<CallbackAddress name="Bank" onClose={noop} />);
  await expect.element(screen.getByRole("alert")).toHaveTextContent("There is no account “Bank”.");
  await expect.element(screen.getByRole("button", { name: /^Copy/ })).toHaveAttribute("aria-disabled", "true");
});
