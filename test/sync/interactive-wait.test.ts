import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ok, type Result, type SyncReport } from "../../src-main/host/index.ts";
import type { RemoteAccountRow } from "../../src-main/store/index.ts";
import { createAuthorWait, type Turn } from "../../src-main/sync/interactive-wait.ts";
import { newReport } from "../../src-main/sync/run.ts";
import { must, mustFail } from "../harness/workspace.ts";

const SECOND = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work with an account that goes on until it is ended, and what its author has heard. */
function asking(): { readonly turn: Turn; readonly heard: () => SyncReport | null } {
  let given: Turn | null = null;
  const patiently = createAuthorWait((_name, work) => work({} as RemoteAccountRow, new AbortController().signal), {});
  let heard: SyncReport | null = null;
  const work = (now: Turn) => {
    given = now;
    const ended = Promise.withResolvers<Result<SyncReport>>();
    now.asking.signal.addEventListener("abort", () => ended.resolve(ok({ ...newReport("Bank"), canceled: true })));
    return ended.promise;
  };
  void patiently("Bank", work).then((result) => {
    heard = must(result);
  });
  if (given === null) throw new Error("It has no turn.");
  return { turn: given, heard: () => heard };
}

test("Y10: a request that goes out again and again without an answer gives its author no more hope", async () => {
  const { turn, heard } = asking();
  for (let seconds = 0; seconds < 45; seconds += 15) {
    turn.asking.goesOut(0);
    expect(heard()).toBeNull();
    await vi.advanceTimersByTimeAsync(15 * SECOND);
  }
  expect(heard()).toMatchObject({ canceled: false, unreachable: expect.stringMatching(/not answered for 45 seconds/) });
});

test("Y10: an answer gives its author as much hope again, and a large document the time that it takes", async () => {
  const { turn, heard } = asking();
  await vi.advanceTimersByTimeAsync(40 * SECOND);
  turn.asking.answered();
  await vi.advanceTimersByTimeAsync(40 * SECOND);
  expect(heard()).toBeNull();
  turn.asking.goesOut(64_000 * 20);
  await vi.advanceTimersByTimeAsync(24 * SECOND);
  expect(heard()).toBeNull();
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(heard()).not.toBeNull();
});

test("Y10: whoever has heard what they waited for waits no more", async () => {
  const { turn, heard } = asking();
  turn.done();
  turn.asking.answered();
  await vi.advanceTimersByTimeAsync(600 * SECOND);
  expect(heard()).toBeNull();
});

test("Y13: whoever waits behind a sync that waits for its service hears of that, and until when", async () => {
  const why = "bank.example asked to wait until 2026-11-29 18:00:00 UTC. Nothing is sent before then.";
  const behind = () => new Promise<Result<SyncReport>>(() => undefined);
  const asked = (rests: string | null) =>
    createAuthorWait(behind, { rests: () => rests, grace: 1 })("Bank", async () => ok(newReport("Bank")));
  const [resting, working] = [asked(why), asked(null)];
  await vi.advanceTimersByTimeAsync(3 * SECOND);
  expect(mustFail(await resting).message).toBe(why);
  await vi.advanceTimersByTimeAsync(45 * SECOND);
  expect(mustFail(await working).message).toMatch(/^Nothing was sent: earlier work/);
});
