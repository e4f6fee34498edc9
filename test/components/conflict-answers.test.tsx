import { Toast } from "@base-ui/react/toast";
import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { toasts } from "../../src-renderer/app/notices/notify.ts";
import { Toasts } from "../../src-renderer/app/notices/toasts.tsx";
import { Tooltips } from "../../src-renderer/components/index.ts";
import type { Conflict, DraftConflict } from "../../src-renderer/syncing/conflict/choices.ts";
import { ConflictPage } from "../../src-renderer/syncing/conflict/conflict-page.tsx";
import type { ChangeNotice } from "../../src-shared/bridge/index.ts";
import { DAYS, TITLE } from "./some-conflicts.ts";

await startI18n("en");
beforeEach(() => {
  localStorage.clear();
  location.hash = "";
  toasts.close();
});

const WHOLE: Conflict = { path: [], kind: "changed", base: {}, mine: {}, theirs: {} };
const DAVE = {
  path: ["process", "stages", "signing", "expect", "signed-by", "users"],
  message: "The process mentions the participant `dave`, who is not listed in the parameters.",
};
const open = (given: Partial<DraftConflict>): DraftConflict => ({
  ...{ id: "1", title: "Loan", titleThere: "Loan", conflicts: [TITLE, DAYS], reason: "parts", errors: [] },
  ...{ base: "a: 1\n", mine: "a: 2\n", theirs: "a: 3\n", proposal: "a: 4\n", documents: {}, isOlder: false },
  seen: "1",
  ...given,
});

interface Said {
  readonly conflict: DraftConflict | null;
  readonly settled?: unknown;
  /** Whether the sync after it finds another conflict. */
  readonly again?: boolean;
  /** With what is chosen. */
  readonly as?: (chosen: unknown) => DraftConflict;
}

/** The page of a conflict, whose host says what `said` holds by then. */
async function page(said: Said) {
  const now = { said };
  const call = vi.spyOn(host, "call").mockImplementation((async (name: string, { chosen }: { chosen?: unknown }) => {
    const { conflict, settled = null, as } = now.said;
    if (name === "sync.settle" && conflict === null)
      return { ok: false, error: { code: "conflict_error", message: "There is none any more.", details: null } };
    if (name === "sync.run") return { ok: true, value: { conflicts: now.said.again ? [{ draft: "k" }] : [] } };
    if (name !== "sync.conflict.get") return { ok: true, value: { items: [] } };
    return { ok: true, value: { conflict: chosen === undefined ? conflict : (as?.(chosen) ?? conflict), settled } };
  }) as never);
  const listeners: ((notice: ChangeNotice) => void)[] = [];
  vi.spyOn(host, "onChange").mockImplementation((listener) => {
    listeners.push(listener);
    return () => undefined;
  });
  const screen = await render(
    <Toast.Provider toastManager={toasts}>
      <ConflictPage draft="k" account="Bank" />
      <Tooltips />
      <Toasts />
    </Toast.Provider>,
  );
  const become = (next: Said) => {
    now.said = next;
    for (const listener of listeners) listener({ kind: "account", id: "1" });
  };
  const settled = () => call.mock.calls.filter(([name]) => name === "sync.settle").map(([, input]) => input);
  return { screen, become, settled };
}

test("Y5, Y6: the whole flow can be settled for a side, or as its text stands, beside its parts; no key of the page does it", async () => {
  const { screen, settled } = await page({ conflict: open({}), as: () => open({ proposal: "a: whole\n" }) });
  const whole = screen.getByText("Settle the whole flow", { exact: true });
  await expect.element(whole).toBeVisible();
  const theirs = screen.getByRole("button", { name: "Take all theirs" });
  await expect.element(theirs).not.toBeInTheDocument();
  await userEvent.click(whole);
  for (const name of ["Keep all yours", "Keep the text as it is now"])
    await expect.element(screen.getByRole("button", { name })).toBeVisible();
  await userEvent.keyboard("mt");
  await expect.element(screen.getByText("2 of 2 settled")).toBeVisible();
  expect(settled()).toEqual([]);
  await userEvent.click(theirs);
  // What was chosen part by part does not count any more: only one of the two settles.
  const [parts, all] = [0, 1].map((at) => screen.getByRole("button", { name: "Settle and sync" }).nth(at));
  await expect.element(parts as never).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(screen.getByText("Result", { exact: true }));
  await expect.element(screen.getByText("a: whole")).toBeVisible();
  await userEvent.click(all as never);
  await expect.poll(settled).toEqual([{ name: "Bank", key: "k", how: "theirs", seen: "1" }]);
});

test("Y5: parts that would bring in an error say which and where, and lead to what settles the whole flow", async () => {
  const { screen, settled } = await page({ conflict: open({}), as: () => open({ errors: [DAVE] }) });
  await userEvent.keyboard("m");
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
  await userEvent.keyboard("m");
  const alert = screen.getByRole("alert");
  await expect.element(alert).toBeVisible();
  const words = () => alert.element().textContent;
  await expect.poll(words).toContain("Settled like this, the flow would have an error that neither side has.");
  await expect.poll(words).toContain("The process mentions the participant dave, who is not listed in the parameters.");
  await expect.element(alert.getByText(/^Stage “signing” › Who acts › Signed by/)).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(settled()).toEqual([]);
  await userEvent.click(alert.getByRole("button", { name: "Settle the whole flow" }));
  await expect.element(screen.getByRole("button", { name: "Keep all yours" })).toBeVisible();
  await expect.element(screen.getByText("Settle the whole flow", { exact: true }).last()).toHaveFocus();
});

test("Y5: a merge that would break the flow names the errors, with their places", async () => {
  const { screen } = await page({ conflict: open({ conflicts: [WHOLE], reason: "broken", errors: [DAVE] }) });
  await expect.element(screen.getByText(/^Together, the changes of both sides would break the flow/)).toBeVisible();
  await expect.element(screen.getByText(/Stage “signing” › Who acts/)).toBeVisible();
  await expect.element(screen.getByText("dave", { exact: true })).toBeVisible();
});

test("Y4: where another flow stands there, its page says so with its title, and what would overwrite it", async () => {
  const other = open({ conflicts: [WHOLE], reason: "another_flow", titleThere: "Cleaning", proposal: null });
  const { screen } = await page({ conflict: other });
  await expect.element(screen.getByText(/has a different flow in place of this one: “Cleaning”/)).toBeVisible();
  await expect.element(screen.getByText(/would break the flow/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Overwrite “Cleaning” there" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Take “Cleaning” in here" })).toBeVisible();
});

test.each([
  ["theirs", "Take all theirs"],
  [[{ path: ["title"], kind: "changed", take: "theirs" }], "Title: Take theirs"],
  [[{ path: ["duration"], kind: "changed", take: "value", value: 3 }], "Days until it times out: Own words"],
  [null, null],
])("Y6: a conflict that is settled elsewhere meanwhile is told as that, and how: %j", async (settled, words) => {
  const { screen, become } = await page({ conflict: open({}) });
  await expect.element(screen.getByText("0 of 2 settled")).toBeVisible();
  become({ conflict: null, settled });
  await expect.element(screen.getByText("Settled meanwhile", { exact: true })).toBeVisible();
  const where = settled === null ? /in another window, a sync ended it, or/ : /was settled in another window\./;
  await expect.element(screen.getByText(where)).toBeVisible();
  if (words !== null) await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(screen.getByText("No conflict any more")).not.toBeInTheDocument();
});

test("Y6: a conflict that changed as it was settled is told, and stays", async () => {
  const { screen, settled } = await page({ conflict: open({ conflicts: [TITLE], seen: "7" }) });
  const real = vi.mocked(host.call).getMockImplementation();
  vi.mocked(host.call).mockImplementation((async (name: string, input: never) =>
    name === "sync.settle" ? { ok: true, value: { changed: true } } : real?.(name as never, input)) as never);
  const [before, notice] = [location.hash, vi.spyOn(toasts, "add")];
  await userEvent.keyboard("m{Enter}");
  await expect.poll(settled).toMatchObject([{ key: "k", seen: "7" }]);
  await expect.poll(() => notice.mock.calls.map(([{ title }]) => title)).toEqual(["Nothing was settled"]);
  expect(location.hash).toBe(before);
  await expect.element(screen.getByRole("button", { name: "Settle and sync" })).toBeVisible();
});

test("Y6: what this window settles itself is not told as settled elsewhere", async () => {
  const { screen, become, settled } = await page({ conflict: open({ conflicts: [TITLE] }) });
  const words: string[] = [];
  const observer = new MutationObserver(() => words.push(document.body.textContent ?? ""));
  observer.observe(document.body, { subtree: true, childList: true });
  const real = vi.mocked(host.call).getMockImplementation();
  vi.mocked(host.call).mockImplementation((async (name: string, input: never) => {
    // The notice of it comes before its answer.
    if (name === "sync.settle") become({ conflict: null, settled: "mine" });
    if (name === "sync.settle") await vi.waitFor(() => expect(asked()).toBe(true));
    return name === "sync.settle" ? { ok: true, value: {} } : real?.(name as never, input);
  }) as never);
  const asked = () => vi.mocked(host.call).mock.calls.filter(([name]) => name === "sync.conflict.get").length > 2;
  await userEvent.keyboard("m{Enter}");
  await expect.poll(settled).toHaveLength(1);
  await expect.poll(() => location.hash).toContain("sync");
  observer.disconnect();
  expect(words.filter((text) => text.includes("Settled meanwhile"))).toEqual([]);
  await expect.element(screen.getByText("Settled meanwhile")).not.toBeInTheDocument();
});

const keptOfParts = () => Object.keys(localStorage).filter((key) => key.startsWith("countersign.conflict."));

test.each(["as a whole", "elsewhere"])(
  "Y6: nothing that was chosen of its parts is kept of a conflict that is settled %s",
  async (where) => {
    const { screen, become, settled } = await page({ conflict: open({}) });
    await expect.element(screen.getByText("0 of 2 settled")).toBeVisible();
    await userEvent.keyboard("m");
    await expect.poll(keptOfParts).toEqual(["countersign.conflict.k"]);
    if (where === "elsewhere") become({ conflict: null, settled: "mine" });
    else {
      await userEvent.click(screen.getByText("Settle the whole flow", { exact: true }));
      await userEvent.click(screen.getByRole("button", { name: "Take all theirs" }));
      await userEvent.click(screen.getByRole("button", { name: "Settle and sync" }).nth(1));
      await expect.poll(settled).toHaveLength(1);
    }
    await expect.poll(keptOfParts).toEqual([]);
  },
);

test("Y6: a conflict whose settling waited for a sync takes nobody back who has gone elsewhere meanwhile", async () => {
  const { settled } = await page({ conflict: open({ conflicts: [TITLE] }) });
  const answer = Promise.withResolvers<unknown>();
  const real = vi.mocked(host.call).getMockImplementation();
  vi.mocked(host.call).mockImplementation(((name: string, input: never) =>
    name === "sync.settle" ? answer.promise : real?.(name as never, input)) as never);
  location.hash = "#/sync/k?account=Bank";
  await userEvent.keyboard("m{Enter}");
  await expect.poll(settled).toHaveLength(1);
  location.hash = "#/flows";
  answer.resolve({ ok: true, value: {} });
  const synced = () => vi.mocked(host.call).mock.calls.some(([name]) => name === "sync.run");
  await expect.poll(synced).toBe(true);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(location.hash).toBe("#/flows");
});

test("the keys of a side stand in a tooltip that covers no value, nor what else the page says", async () => {
  const { screen } = await page({ conflict: open({}) });
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByRole("button", { name: "Keep yours" }).first()).toHaveFocus();
  await vi.waitFor(() => expect(document.querySelector(".tooltip")?.textContent).toBe("M"));
  const over = (one: DOMRect, other: DOMRect) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  await vi.waitFor(() => {
    const tooltip = document.querySelector(".tooltip")?.getBoundingClientRect() as DOMRect;
    const covered = [...document.querySelectorAll("pre, button, h2, .conflict-side-name, .settle-each > p")].filter(
      (element) => over(tooltip, element.getBoundingClientRect()),
    );
    expect(covered.map(({ textContent }) => textContent)).toEqual([]);
  });
});

test.each([true, false])(
  "Y6: a flow that changed there while it was settled is told as in conflict again: %s",
  async (again) => {
    const { screen, settled } = await page({ conflict: open({ conflicts: [TITLE] }), again });
    await userEvent.click(screen.getByRole("button", { name: "Keep yours" }));
    await userEvent.click(screen.getByRole("button", { name: "Settle and sync" }));
    await vi.waitFor(() => expect(settled().length).toBe(1));
    await expect.element(screen.getByText("The conflict is settled")).toBeVisible();
    const told = screen.getByText("The flow is in conflict again");
    if (!again) return expect.element(told).not.toBeInTheDocument();
    await expect.element(told).toBeVisible();
    await expect.element(screen.getByText(/^It changed in “Bank” meanwhile\./)).toBeVisible();
  },
);
