import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { translate } from "../../src-renderer/components/index.ts";
import {
  type Chosen,
  type Conflict,
  settling,
  startText,
  typedValue,
  valueText,
} from "../../src-renderer/syncing/conflict/choices.ts";
import { ConflictCard } from "../../src-renderer/syncing/conflict/conflict-card.tsx";
import { ConflictPage } from "../../src-renderer/syncing/conflict/conflict-page.tsx";
import type { Names } from "../../src-renderer/syncing/conflict/named-value.ts";
import { pathWords } from "../../src-renderer/syncing/conflict/path-words.ts";
import { SettleEach } from "../../src-renderer/syncing/conflict/settle-each.tsx";
import { SettleWhole } from "../../src-renderer/syncing/conflict/settle-whole.tsx";
import type { ChangeNotice } from "../../src-shared/bridge/index.ts";
import { DAYS, sides, TITLE } from "./some-conflicts.ts";

await startI18n("en");
beforeEach(() => localStorage.clear());

const GONE: Conflict = {
  path: ["process", "stages", "a"],
  kind: "removed",
  base: { x: 1 },
  mine: undefined,
  theirs: {},
};

test("Y6: a conflict shows what it was and both sides, which one is proposed, and takes a side or other words", async () => {
  const [onChoose, onEdit] = [vi.fn((_chosen: Chosen, _byKey?: boolean) => undefined), vi.fn(() => undefined)];
  const screen = await render(
    <ul>
      <ConflictCard conflict={TITLE} chosen={null} {...{ onChoose, onEdit }} onKey={() => undefined} />
    </ul>,
  );
  for (const words of ["Loan", "Mine", "Theirs"])
    await expect.element(screen.getByText(words, { exact: true })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Take theirs" }));
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect([onChoose.mock.calls, onEdit.mock.calls.length]).toEqual([[[{ take: "theirs" }, false]], 1]);
});

test("Y6: a title that is typed is told at once where it is too long, or more than a line", async () => {
  const card = (text: string) => (
    <ul>
      <ConflictCard
        conflict={TITLE}
        chosen={{ take: "value", text }}
        onChoose={() => undefined}
        onEdit={() => undefined}
        onKey={() => undefined}
      />
    </ul>
  );
  const screen = await render(card("x".repeat(501)));
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("The title has 501 characters, 500 are allowed: shorten it.");
  await screen.rerender(card("two\nlines"));
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("A title is one line without control characters: remove the rest.");
  await screen.rerender(card("x".repeat(500)));
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
});

test.each([
  ["+46701740605", "Removed"],
  [null, "Was not there"],
])("Y6: a field without a value is told in words, not as null: before %j", async (base, words) => {
  const path = ["process_parameters", "users", "bob", "phone_number"];
  const conflict: Conflict = { path, kind: "changed", base, mine: "+46701740606", theirs: base === null ? "+1" : null };
  const nothing = () => undefined;
  const screen = await render(
    <ul>
      <ConflictCard conflict={conflict} chosen={null} onChoose={nothing} onEdit={nothing} onKey={nothing} />
    </ul>,
  );
  await expect.element(screen.getByText(words, { exact: true })).toBeVisible();
  await expect.element(screen.getByText("null")).not.toBeInTheDocument();
});

test("Y6: where one side removed a part, the other is proposed, and there is nothing to edit", async () => {
  const screen = await render(
    <ul>
      <ConflictCard
        conflict={GONE}
        chosen={{ take: "mine" }}
        onChoose={() => undefined}
        onEdit={() => undefined}
        onKey={() => undefined}
      />
    </ul>,
  );
  await expect.element(screen.getByText("Removed", { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Keep yours" })).toHaveAttribute("aria-pressed", "true");
  await expect.element(screen.getByRole("button", { name: "Edit" })).not.toBeInTheDocument();
});

const HOME_FOLDER = {
  ...{ id: "1", name: "Home", home: true },
  retention: { trash_completed: null, trash_failed: null, trash_timed_out: null, delete_trashed: null },
};
const STAGE: Conflict = {
  path: ["process", "stages", "signing"],
  kind: "changed",
  base: { actions: [], expect: {} },
  mine: { actions: [{ notify: { users: ["bob"], methods: { email: "hello" } } }], expect: {} },
  theirs: { actions: [], expect: { "signed-by": { users: ["bob"], documents: ["contract"] } } },
};

test("Y6: a stage of a conflict is shown and edited as its author writes it", async () => {
  const mine = "actions:\n  - notify: { users: [bob], methods: { email: hello } }\nexpect: {}";
  expect(valueText(STAGE.mine)).toBe(mine);
  expect(valueText({ contract: `sha256:${"a".repeat(64)}` })).toContain("SHA-256 aaaaaaaaaaaa…");
  expect(startText(STAGE)).toBe(mine);
  expect(typedValue(STAGE, mine.replace("hello", "later"))).toEqual(
    JSON.parse(JSON.stringify(STAGE.mine).replace("hello", "later")),
  );
  for (const wrong of ["actions: [", "just words", "12"]) expect(typedValue(STAGE, wrong)).toBeUndefined();
  const screen = await render(
    <ul>
      <ConflictCard
        conflict={STAGE}
        chosen={{ take: "value", text: "just words" }}
        onChoose={() => undefined}
        onEdit={() => undefined}
        onKey={() => undefined}
      />
    </ul>,
  );
  await expect.element(screen.getByText(/signed-by:/)).toBeVisible();
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("This part is a group of keys and values: correct what you typed, or choose a side.");
  expect(screen.container.textContent).not.toContain('{"');
});

test("Y6: a folder and a PDF of a conflict are told by their names, and are chosen, not typed", async () => {
  const [before, after] = ["a".repeat(64), "b".repeat(64)];
  const names: Names = {
    folders: [{ ...HOME_FOLDER, id: "3", name: "Human resources", home: false }, HOME_FOLDER],
    documents: { [after]: "Lease 2027" },
  };
  const folder: Conflict = { path: ["folder_id"], kind: "changed", base: null, mine: "3", theirs: "7" };
  const document: Conflict = {
    path: ["process_parameters", "documents", "lease"],
    kind: "changed",
    ...{ base: `sha256:${before}`, mine: `sha256:${after}`, theirs: "./lease.pdf" },
  };
  const [onChoose, onEdit, onKey] = [vi.fn(), vi.fn(), vi.fn()];
  const screen = await render(
    <ul>
      <ConflictCard conflict={folder} chosen={null} {...{ names, onChoose, onEdit, onKey }} />
      <ConflictCard conflict={document} chosen={null} {...{ names, onChoose, onEdit, onKey }} />
    </ul>,
  );
  const told = [...screen.container.querySelectorAll(".conflict-value")].map(({ textContent }) => textContent);
  expect(told).toEqual([
    ...["Home", "Human resources", "A folder that was deleted"],
    ...[`PDF, SHA-256 ${"a".repeat(12)}…`, `Lease 2027 (PDF, SHA-256 ${"b".repeat(12)}…)`, "./lease.pdf"],
  ]);
  await expect.element(screen.getByRole("button", { name: "Edit" })).not.toBeInTheDocument();
});

test("Y6: the keys that are told of are those that there are: where nothing can be edited, E is not", async () => {
  const screen = await render(<SettleEach conflicts={[GONE]} draft="d-1" account="Bank" />);
  await expect.element(screen.getByText(/^M keeps yours, T takes theirs\. Arrow keys move/)).toBeVisible();
  await screen.rerender(<SettleEach conflicts={[GONE, TITLE]} draft="d-1" account="Bank" />);
  await expect.element(screen.getByText(/^M keeps yours, T takes theirs, E edits/)).toBeVisible();
});

test("Y6: what is typed for a number is a number, for a text it is the text; what was not chosen is not sent", () => {
  expect(typedValue(DAYS, "45")).toBe(45);
  expect(typedValue(DAYS, "soon")).toBeUndefined();
  expect(typedValue(TITLE, "45")).toBe("45");
  const sent = settling([TITLE, GONE, DAYS], { 0: { take: "mine" }, 2: { take: "value", text: "45" } });
  expect(sent).toEqual([
    { path: ["title"], kind: "changed", take: "mine" },
    { path: ["duration"], kind: "changed", take: "value", value: 45 },
  ]);
});

test("Y6: the words that differ are marked on each side, and before where a side has them no more", async () => {
  const long = (words: string) => `Hello,\n\nplease read and sign ${words} two weeks.\n`;
  const conflict: Conflict = {
    path: ["process_parameters", "messages", "invitation"],
    kind: "changed",
    ...{ base: long("it within"), mine: long("this within"), theirs: long("it in less than") },
  };
  const screen = await render(
    <ul>
      <ConflictCard
        {...{ conflict, chosen: null }}
        onChoose={() => undefined}
        onEdit={() => undefined}
        onKey={() => undefined}
      />
    </ul>,
  );
  const marks = [...screen.container.querySelectorAll("pre")].map((pre) =>
    [...pre.querySelectorAll("mark")].map((mark) => mark.textContent.trim()),
  );
  expect(marks).toEqual([["it within"], ["this"], ["in less than"]]);
  expect(screen.container.querySelector("pre")?.textContent).toBe(conflict.base);
});

test("Y6: Escape leaves the text of a conflict as it was typed, and the letters are keys again", async () => {
  const screen = await render(<SettleEach conflicts={[TITLE]} draft="d-1" account="Bank" />);
  await userEvent.keyboard("e");
  await userEvent.keyboard(" of both{Escape}");
  await expect.element(screen.getByRole("textbox")).toHaveValue("Mine of both");
  await userEvent.keyboard("t");
  await expect.element(screen.getByRole("button", { name: "Take theirs" })).toHaveAttribute("aria-pressed", "true");
});

test("Y6: own words are a choice: Escape goes on from them, so that Enter settles, and never takes a side in their place", async () => {
  const asked = spied();
  const screen = await render(<SettleEach conflicts={[DAYS, TITLE]} draft="k" account="Bank" />);
  await userEvent.keyboard("e");
  await userEvent.keyboard("{Control>}a{/Control}never{Escape}");
  await expect.element(screen.getByRole("button", { name: "Edit" }).first()).toHaveFocus();
  await userEvent.keyboard("{Enter}{Control>}a{/Control}45{Escape}");
  await expect.element(screen.getByRole("button", { name: "Keep yours" }).nth(1)).toHaveFocus();
  await userEvent.keyboard("e of both{Escape}");
  await expect.element(screen.getByRole("button", { name: "Settle and sync" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  const how = [
    { path: ["duration"], kind: "changed", take: "value", value: 45 },
    { path: ["title"], kind: "changed", take: "value", value: "Mine of both" },
  ];
  await expect.poll(asked).toEqual(settled(how));
});

const settled = (how: unknown) => [["sync.settle", { name: "Bank", key: "k", how }]];
/** @returns what has been settled so far */
function spied(): () => readonly unknown[] {
  const call = vi.spyOn(host, "call").mockResolvedValue({ ok: true, value: { conflicts: [] } } as never);
  return () => call.mock.calls.filter(([name]) => name === "sync.settle");
}

test("Y6: the keys choose before anything has the focus, Z undoes, and nothing is settled before it is said", async () => {
  const asked = spied();
  const screen = await render(<SettleEach draft="k" account="Bank" conflicts={[TITLE, DAYS]} />);
  await userEvent.keyboard("m");
  await expect.element(screen.getByText("1 of 2 settled")).toBeVisible();
  await userEvent.keyboard("tz");
  await expect.element(screen.getByText("1 of 2 settled")).toBeVisible();
  await userEvent.keyboard("t");
  expect(asked()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Settle and sync" }));
  await vi.waitFor(() =>
    expect(asked()).toEqual(
      settled([
        { path: ["title"], kind: "changed", take: "mine" },
        { path: ["duration"], kind: "changed", take: "theirs" },
      ]),
    ),
  );
});

test("Y6: keys alone settle: after the last part the focus is on the button that settles, and Up leads back", async () => {
  const asked = spied();
  const screen = await render(<SettleEach draft="k" account="Bank" conflicts={[TITLE, DAYS]} />);
  await userEvent.keyboard("mt");
  const settle = screen.getByRole("button", { name: "Settle and sync" });
  await expect.element(settle).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(screen.getByRole("button", { name: "Keep yours" }).nth(1)).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(settle).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() =>
    expect(asked()).toEqual(
      settled([
        { path: ["title"], kind: "changed", take: "mine" },
        { path: ["duration"], kind: "changed", take: "theirs" },
      ]),
    ),
  );
});

test("Y6: Enter on a side of the last part leads to the button that settles, and pressed twice never decides another part", async () => {
  const asked = spied();
  const screen = await render(<SettleEach draft="k" account="Bank" conflicts={[TITLE, DAYS]} />);
  (screen.getByRole("button", { name: "Take theirs" }).first().element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.element(screen.getByText("1 of 2 settled")).toBeVisible();
  (screen.getByRole("button", { name: "Keep yours" }).nth(1).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}{Enter}");
  const how = [
    { path: ["title"], kind: "changed", take: "theirs" },
    { path: ["duration"], kind: "changed", take: "mine" },
  ];
  await expect.poll(asked).toEqual(settled(how));
});

test("Y6: the part that the keys are of is marked", async () => {
  const screen = await render(<SettleEach draft="k" account="Bank" conflicts={[TITLE, DAYS]} />);
  const marked = () =>
    [...screen.container.querySelectorAll(".conflict-card")].map((card) => card.matches("[data-takes-keys]"));
  expect(marked()).toEqual([true, false]);
  await userEvent.keyboard("m");
  await expect.poll(marked).toEqual([false, true]);
  await userEvent.keyboard("m");
  await expect.poll(marked).toEqual([false, true]);
});

test("Y5, Y6: why a conflict was not settled stands above its buttons, until it is settled otherwise", async () => {
  const message = "Settled like this, the flow would have an error that neither side has: `x` is no address.";
  const error = { code: "conflict_error", message, details: null };
  vi.spyOn(host, "call").mockResolvedValue({ ok: false, error } as never);
  const screen = await render(<SettleEach draft="k" account="Bank" conflicts={[TITLE]} />);
  await userEvent.keyboard("m");
  const settle = screen.getByRole("button", { name: "Settle and sync" });
  await userEvent.click(settle);
  await vi.waitFor(() =>
    expect(screen.getByRole("alert").element().textContent).toMatch(
      /^The conflict was not settled\. Settled like this/,
    ),
  );
  expect(screen.getByRole("alert").getByText("x", { exact: true }).element().tagName).toBe("CODE");
  spied();
  await userEvent.click(settle);
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
});

test("Y5, Y6: why a conflict was not settled goes away once its author chooses or types otherwise", async () => {
  const error = { code: "conflict_error", message: "The text does not parse: correct it first.", details: null };
  const refuses = () => vi.spyOn(host, "call").mockResolvedValue({ ok: false, error } as never);
  refuses();
  const each = await render(<SettleEach draft="k" account="Bank" conflicts={[TITLE]} />);
  const [settle, alert] = [each.getByRole("button", { name: "Settle and sync" }), each.getByRole("alert")];
  await userEvent.keyboard("e1{Escape}");
  await userEvent.click(settle);
  await expect.element(alert).toBeVisible();
  await userEvent.fill(each.getByRole("textbox"), "Mine 2");
  await expect.element(alert).not.toBeInTheDocument();
  await userEvent.click(settle);
  await expect.element(alert).toBeVisible();
  await userEvent.click(each.getByRole("button", { name: "Take theirs" }));
  await expect.element(alert).not.toBeInTheDocument();
  await each.unmount();
  const whole: Conflict = { path: [], kind: "changed", base: {}, mine: {}, theirs: {} };
  const all = await render(<SettleWhole draft="k" account="Bank" conflict={sides([whole])} />);
  await userEvent.keyboard("e{Enter}");
  await expect.element(all.getByRole("alert")).toBeVisible();
  await userEvent.keyboard("m");
  await expect.element(all.getByRole("alert")).not.toBeInTheDocument();
});

test("Y6, Y7: a conflict of the whole flow is chosen by key, undone, and settled after that", async () => {
  const asked = spied();
  const whole: Conflict = { path: [], kind: "removed", base: {}, mine: {}, theirs: undefined };
  const screen = await render(<SettleWhole draft="k" account="Bank" conflict={{ ...sides([whole]), theirs: null }} />);
  await expect.element(screen.getByText("M: Send again as new. T: Archive here. Z: Undo choice.")).toBeVisible();
  const settle = screen.getByRole("button", { name: "Settle and sync" });
  await expect.element(settle).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("t");
  await expect.element(screen.getByText("Chosen: Archive here")).toBeVisible();
  await userEvent.keyboard("z");
  await expect.element(screen.getByText("Nothing chosen yet")).toBeVisible();
  await userEvent.keyboard("em");
  await expect.element(screen.getByText("Chosen: Send again as new")).toBeVisible();
  expect(asked()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(asked()).toEqual(settled("mine")));
  // The settled flow alone is synced: nothing else goes that nobody looked at [Y16].
  expect(host.call).toHaveBeenLastCalledWith("sync.run", { name: "Bank", dryRun: false, only: "k" });
});

test("Y6: a part is called as the app's forms call it, with its name", async () => {
  const path = (...keys: string[]) => pathWords(translate, keys);
  expect(path("title")).toBe("Title");
  expect(path("process", "stages")).toBe("Stages");
  expect(path("process", "stages", "signing", "expect", "signed-by")).toBe("Stage “signing” › Who acts › Signed by");
  expect(path("process_parameters", "users", "title", "auth_to_sign")).toBe(
    "Participant “title” › Identity check to sign",
  );
  expect(path("process_settings", "time_zone")).toBe("Time zone");
  expect(path()).toBe("the whole flow");
});

test("Y6: own words are not lost by Edit again, by a side that is chosen, or by undo", async () => {
  const screen = await render(<SettleEach conflicts={[TITLE]} account="Bank" draft="d-1" />);
  const [edit, theirs, text] = [
    screen.getByRole("button", { name: "Edit" }),
    screen.getByRole("button", { name: "Take theirs" }),
    screen.getByRole("textbox"),
  ];
  await userEvent.click(edit);
  await text.fill("My own");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(edit);
  await expect.element(text).toHaveFocus();
  await expect.element(text).toHaveValue("My own");
  await userEvent.keyboard("{Escape}e");
  await expect.element(text).toHaveFocus();
  await expect.element(text).toHaveValue("My own");
  await userEvent.click(theirs);
  await expect.element(text).not.toBeInTheDocument();
  await userEvent.click(edit);
  await expect.element(text).toHaveValue("My own");
  await userEvent.keyboard("{Escape}zzz");
  await expect.element(text).not.toBeInTheDocument();
  await userEvent.click(edit);
  await expect.element(text).toHaveValue("My own");
});

test("Y6: what is settled of a part stays while a sync changes another one, which is asked about again", async () => {
  const changed = { ...DAYS, theirs: 90 };
  let conflicts: readonly Conflict[] = [DAYS, TITLE];
  const texts = { base: "a: 1", mine: "a: 2", theirs: "a: 3", proposal: null, documents: {} };
  const whole = { id: "1", key: "d-1", title: "Loan", isOlder: true, reason: "parts", errors: [], ...texts };
  vi.spyOn(host, "call").mockImplementation((async (name: string) => ({
    ok: true,
    value: name === "sync.conflict.get" ? { conflict: { ...whole, conflicts } } : { items: [] },
  })) as never);
  const listeners: ((notice: ChangeNotice) => void)[] = [];
  vi.spyOn(host, "onChange").mockImplementation((listener) => {
    listeners.push(listener);
    return () => undefined;
  });
  const screen = await render(<ConflictPage draft="d-1" account="Bank" />);
  await expect.element(screen.getByText(/^The text of this flow has errors/)).toBeVisible();
  const [days, title] = [
    screen.getByRole("listitem", { name: "Days until it times out" }),
    screen.getByRole("listitem", { name: "Title" }),
  ];
  await userEvent.click(days.getByRole("button", { name: "Keep yours" }));
  await userEvent.click(title.getByRole("button", { name: "Edit" }));
  await title.getByRole("textbox").fill("My own");
  conflicts = [changed, TITLE];
  for (const listener of listeners) listener({ kind: "account", id: "1" });
  await expect.element(days.getByText("90")).toBeVisible();
  await expect.element(title.getByRole("textbox")).toHaveValue("My own");
  await expect.element(title.getByRole("textbox")).toHaveFocus();
  await expect.element(days.getByRole("button", { name: "Keep yours" })).toHaveAttribute("aria-pressed", "false");
  conflicts = [TITLE];
  for (const listener of listeners) listener({ kind: "account", id: "1" });
  await expect.element(days).not.toBeInTheDocument();
  await expect.element(title.getByRole("textbox")).toHaveValue("My own");
});
