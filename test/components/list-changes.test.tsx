import { beforeEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render, renderHook } from "vitest-browser-react";
import { host } from "../../src-renderer/app/connection/host.ts";
import { useListChanges, without } from "../../src-renderer/app/index.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { FaultLab } from "../../src-renderer/monitoring/callbacks/fault-lab.tsx";
import { MailRules } from "../../src-renderer/monitoring/mailbox/mail-rules.tsx";

await startI18n("en");
beforeEach(() => void vi.restoreAllMocks());

/** A list that the host keeps; each list that is sent waits for `answer`. */
async function kept(first: readonly string[]) {
  let list = first;
  const waiting: ((kept: boolean) => void)[] = [];
  const send = async (items: readonly string[]) => {
    const isKept = await new Promise<boolean>((done) => void waiting.push(done));
    if (isKept) list = items;
    return isKept;
  };
  const { result } = await renderHook(() => useListChanges<string>({ read: async () => list, send }));
  const answer = async (isKept: boolean) => {
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    waiting.shift()?.(isKept);
  };
  return { change: result.current, answer, list: () => list, setElsewhere: (items: string[]) => (list = items) };
}

const add = (item: string) => (items: readonly string[]) => [...items, item];

test("changes of a list go out one after the other, each on what came of the one before", async () => {
  const { change, answer, list } = await kept(["a"]);
  const changes = [change(add("b")), change(add("c"))];
  await answer(true);
  await answer(true);
  expect([await Promise.all(changes), list()]).toEqual([
    [true, true],
    ["a", "b", "c"],
  ]);
});

test("what the host refused is not in the next change", async () => {
  const { change, answer, list } = await kept(["a"]);
  const changes = [change(add("b")), change(add("c"))];
  await answer(false);
  await answer(true);
  expect([await Promise.all(changes), list()]).toEqual([
    [false, true],
    ["a", "c"],
  ]);
});

test("a change takes nothing back that another window changed since the list was shown", async () => {
  const { change, answer, list, setElsewhere } = await kept(["a"]);
  setElsewhere(["a", "theirs"]);
  const changed = change((items) => without(items, "a"));
  await answer(true);
  expect([await changed, list()]).toEqual([true, ["theirs"]]);
});

test("of items that read the same, one is taken out", () => {
  expect(without([{ n: 1 }, { n: 2 }, { n: 1 }], { n: 1 })).toEqual([{ n: 2 }, { n: 1 }]);
});

const fault = (status: number) =>
  ({ type: null, instanceId: null, times: null, effect: { kind: "answer", status, retryAfter: null } }) as const;
const rule = (address: string) => ({ address, effect: { kind: "delay", minutes: 60 } }) as const;

test.each([
  [
    "faults",
    <FaultLab key="" instanceId={null} onClose={() => undefined} />,
    [500, 502, 503].map(fault),
    /fault [12]$/,
  ],
  ["delivery rules", <MailRules key="" address={null} />, ["a@x.test", "b@x.test", "c@x.test"].map(rule), /[ab]@x/],
] as const)("two %s that are removed one right after the other stay removed", async (what, shown, items, removed) => {
  let list: readonly object[] = items;
  vi.spyOn(host, "call").mockImplementation((async (name: string, given: { items: readonly object[] }) => {
    if (!/\.set/.test(name)) return { ok: true, value: { items: list } };
    await new Promise(requestAnimationFrame);
    list = given.items;
    return { ok: true, value: null };
  }) as never);
  const screen = await render(shown);
  if (what === "delivery rules") await userEvent.click(screen.getByRole("button"));
  const remove = screen.getByRole("button", { name: removed });
  await expect.poll(() => remove.length).toBe(2);
  for (const button of remove.elements()) (button as HTMLElement).click();
  await expect.poll(() => list).toEqual(items.slice(2));
});
