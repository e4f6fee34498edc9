import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { useChanges } from "../../src-renderer/app/connection/use-call.ts";
import { type Pages, usePages } from "../../src-renderer/app/connection/use-pages.ts";
import type { ChangeNotice } from "../../src-shared/bridge/index.ts";

interface Asked {
  readonly cursor: string | null;
  readonly answer: (items: readonly string[], next: string | null) => void;
}

/** Questions for a list that wait for their answers, and the listeners that hear of changes. */
function askedPages() {
  const open: Asked[] = [];
  const listeners = new Set<(notice: ChangeNotice) => void>();
  vi.spyOn(host, "call").mockImplementation(((_name: string, { cursor }: { cursor: string | null }) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const answer: Asked["answer"] = (items, next) =>
      resolve({ ok: true, value: { items: items.map((id) => ({ id })), next } });
    open.push({ cursor, answer });
    return promise;
  }) as never);
  vi.spyOn(host, "onChange").mockImplementation((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
  const change = (id: string) => {
    for (const listener of listeners) listener({ kind: "instance", id });
  };
  return { open, change };
}

type Row = ReturnType<typeof usePages<"instances.list">>["items"][number];
let pages: Pages<Row>;

function List() {
  pages = usePages("instances.list", { trashed: false }, ["instance"]);
  return <output>{pages.items.map(({ id }) => id).join(" ")}</output>;
}

beforeEach(() => void vi.restoreAllMocks());
afterEach(() => void vi.useRealTimers());

test("[Tables] a list whose end is reached while a change is being read shows the change, and goes on", async () => {
  const { open, change } = askedPages();
  const screen = await render(<List />);
  open[0]?.answer(["1", "2"], "after 2");
  await expect.element(screen.getByText("1 2")).toBeVisible();
  change("2");
  await expect.poll(() => open.length).toBe(2);
  pages.loadMore();
  open[1]?.answer(["1", "3"], "after 3");
  await expect.poll(() => open.length).toBe(3);
  expect(open[2]?.cursor).toBe("after 3");
  open[2]?.answer(["4"], null);
  await expect.element(screen.getByText("1 3 4")).toBeVisible();
});

test("[Tables] a change while more of a list is being read costs none of what was asked for", async () => {
  const { open, change } = askedPages();
  const screen = await render(<List />);
  open[0]?.answer(["1", "2"], "after 2");
  await expect.element(screen.getByText("1 2")).toBeVisible();
  pages.loadMore();
  change("2");
  await expect.poll(() => open.length).toBe(3);
  open[2]?.answer(["1", "3"], "after 3");
  await expect.poll(() => open.length).toBe(4);
  open[3]?.answer(["4"], null);
  await expect.element(screen.getByText("1 3 4")).toBeVisible();
});

test("[Tables] more of a list is asked for once, however often its end is reached", async () => {
  const { open } = askedPages();
  const screen = await render(<List />);
  open[0]?.answer(["1"], "after 1");
  await expect.element(screen.getByText("1")).toBeVisible();
  pages.loadMore();
  pages.loadMore();
  expect(open.length).toBe(2);
  open[1]?.answer(["2"], null);
  await expect.element(screen.getByText("1 2")).toBeVisible();
});

function Followed({ onChanges }: { readonly onChanges: (ids: ReadonlySet<string>) => void }) {
  useChanges(["instance"], onChanges);
  return <p>followed</p>;
}

test("changes that never pause are told every second, and each of them once", async () => {
  const { change } = askedPages();
  const told: string[] = [];
  const screen = await render(<Followed onChanges={(ids) => void told.push(...ids)} />);
  await expect.element(screen.getByText("followed")).toBeVisible();
  vi.useFakeTimers();
  for (let at = 0; at < 150; at += 1) {
    change(String(at));
    vi.advanceTimersByTime(20);
  }
  expect(told.length).toBeGreaterThan(90);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual(Array.from({ length: 150 }, (_, at) => String(at)));
});
