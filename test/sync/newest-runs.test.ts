import { expect, test } from "vitest";
import { playAll } from "../fixtures/small-flow.ts";
import { must } from "../harness/workspace.ts";
import { withFlow } from "./scene.ts";

test("Y12: of the runs on all accounts, those that go on stand before the newest, and are searched and filtered like those here", async () => {
  const { rig, id } = await withFlow();
  const { runs } = rig.host.sync;
  const wanted = { search: "", status: null, trashed: false };
  const found = (change: Partial<typeof wanted> | { readonly status: string } = {}, most = 3) =>
    runs.newest({ ...wanted, ...change }, most).runs.map(({ account, run }) => [account, run.key]);
  expect(runs.newest(wanted, 3)).toEqual({ runs: [], counts: [] });
  for (let times = 0; times < 2; times += 1) must(await runs.start("Bank", id));
  const [first, second] = must(runs.list("Bank"));
  expect(found()).toEqual([second, first].map((run) => ["Bank", run?.key]));
  await playAll(rig.remote.host, second?.id ?? "");
  await rig.sync();
  expect(found()).toEqual([first, second].map((run) => ["Bank", run?.key]));
  expect(found({}, 1)).toEqual([["Bank", first?.key]]);
  expect(found({ status: "completed" })).toEqual([["Bank", second?.key]]);
  expect([found({ search: "SMALL" }).length, found({ search: "Alice" }).length, found({ search: "x" })]).toEqual([
    2,
    2,
    [],
  ]);
  must(await runs.command("Bank", second?.key ?? "", { kind: "trash" }));
  expect([found(), found({ trashed: true })]).toEqual([[["Bank", first?.key]], [["Bank", second?.key]]]);
  expect(runs.newest(wanted, 3).counts).toEqual([{ name: "Bank", count: 2 }]);
});
