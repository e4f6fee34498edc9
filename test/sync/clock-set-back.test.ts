import { expect, test, vi } from "vitest";
import { asksForUnsealed } from "../../src-shared/sync/index.ts";
import { testBridge } from "../harness/bridge.ts";
import { must } from "../harness/workspace.ts";
import { openRig, TEXT } from "./rig.ts";
import { withRun } from "./scene.ts";

const SOON = { timeout: 15_000, interval: 50 };
const MINUTE = 60_000;
const DAY = 86_400_000;
const YEAR = 365 * DAY;

test("Y3: a flow that was changed while the machine's clock was ahead is sent once the clock is right again", async () => {
  const rig = await openRig();
  const { id } = await rig.draft(TEXT);
  await rig.sync();
  rig.ahead = YEAR;
  must(await rig.host.drafts.patch(id, { title: "House" }));
  rig.ahead = 0;
  rig.keepsInSync();
  await vi.waitFor(() => expect([...rig.there().keys()]).toEqual(["House"]), SOON);
});

test("Y13: a run that was looked at while the clock was ahead is looked at by itself once the clock is right again", async () => {
  const { rig, id } = await withRun();
  const now = rig.ahead;
  rig.ahead = now + YEAR;
  await rig.sync();
  rig.ahead = now;
  const { length } = rig.proxy.asked;
  rig.keepsInSync();
  await vi.waitFor(() => expect(rig.proxy.asked.slice(length)).toContain(`GET /flow/instances/${id}`), SOON);
});

test("Y12: documents without a seal are asked for again after the clock was set back", () => {
  const asked = { first: YEAR, last: YEAR, ending: 1 };
  expect(asksForUnsealed(asked, { ending: 1, now: YEAR + 1_000 })).toBe(false);
  expect(asksForUnsealed(asked, { ending: 1, now: YEAR - 1_000 })).toBe(false);
  expect(asksForUnsealed(asked, { ending: 1, now: 0 })).toBe(true);
});

test("Y9: a create that got no answer while the clock was ahead is sent again a minute after the clock is right again", async () => {
  const rig = await openRig();
  const { key } = await rig.draft(TEXT);
  rig.ahead = YEAR;
  rig.proxy.fault = ({ method, path }) => (method === "POST" && path === "/flow/drafts" ? "drop" : null);
  expect(await rig.sync()).toMatchObject({ pushed: [], perhaps: [{}] });
  rig.proxy.fault = () => null;
  rig.ahead = 0;
  // It may have been sent a moment ago, and may still arrive.
  expect(await rig.sync()).toMatchObject({ pushed: [], perhaps: [{}] });
  rig.ahead = MINUTE;
  expect(await rig.sync()).toMatchObject({ pushed: [key], perhaps: [] });
});

test("Y11: a command that got no answer while the clock was ahead is sent again a minute after the clock is right again", async () => {
  const { rig, id } = await withRun();
  const now = rig.ahead;
  rig.ahead = now + YEAR;
  rig.proxy.fault = ({ path }) => (path.endsWith("/cancel") ? "drop" : null);
  must(await rig.host.sync.runs.command("Bank", id, { kind: "cancel" }));
  await rig.sync();
  rig.proxy.fault = () => null;
  rig.ahead = now;
  const { length } = rig.proxy.asked;
  const sent = () => rig.proxy.asked.slice(length).filter((asked) => asked.endsWith("/cancel")).length;
  expect([(await rig.sync()).perhaps.length, sent()]).toEqual([1, 0]);
  rig.ahead = now + MINUTE;
  expect([(await rig.sync()).perhaps.length, sent()]).toEqual([0, 1]);
});

test("Y9: a create that got no answer is not sent again because the clock was set forward", async () => {
  const rig = await openRig();
  const { key } = await rig.draft(TEXT);
  rig.proxy.fault = ({ method, path }) => (method === "POST" && path === "/flow/drafts" ? "drop" : null);
  expect(await rig.sync()).toMatchObject({ pushed: [], perhaps: [{}] });
  rig.proxy.fault = () => null;
  rig.setForward = DAY;
  expect(await rig.sync()).toMatchObject({ pushed: [], perhaps: [{}] });
  rig.ahead = MINUTE;
  expect(await rig.sync()).toMatchObject({ pushed: [key], perhaps: [] });
});

test("Y11: a command that got no answer is not sent again because the clock was set forward", async () => {
  const { rig, id } = await withRun();
  rig.proxy.fault = ({ path }) => (path.endsWith("/cancel") ? "drop" : null);
  must(await rig.host.sync.runs.command("Bank", id, { kind: "cancel" }));
  rig.proxy.fault = () => null;
  rig.setForward = DAY;
  const { length } = rig.proxy.asked;
  const sent = () => rig.proxy.asked.slice(length).filter((asked) => asked.endsWith("/cancel")).length;
  expect([(await rig.sync()).perhaps.length, sent()]).toEqual([1, 0]);
  rig.ahead += MINUTE;
  expect([(await rig.sync()).perhaps.length, sent()]).toEqual([0, 1]);
});

test("Y7: a flow that was deleted while the clock was ahead is deleted there by itself once the clock is right again", async () => {
  const rig = await openRig();
  const { id, key } = await rig.draft(TEXT);
  await rig.sync();
  rig.ahead = YEAR;
  await testBridge(rig.host).call("drafts.remove", { id, key, there: "remove" });
  rig.ahead = 0;
  rig.keepsInSync();
  await vi.waitFor(() => expect([...rig.there().keys()]).toEqual([]), SOON);
});
