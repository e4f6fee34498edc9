import { setTimeout as pause } from "node:timers/promises";
import { fail, ok, type Result, type SyncReport } from "../host/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import type { RunExclusive } from "./account-locks.ts";
import { type CancelableWaits, createCancelableWaits } from "./cancelable-waits.ts";
import type { SyncOptions } from "./connect.ts";
import { CANCEL_GRACE } from "./remote/abort.ts";
import { LONGEST_PAUSE, SHORT_PAUSE } from "./remote/backoff.ts";
import { newReport, type Report } from "./run.ts";
import type { AskOptions } from "./sync-account.ts";

/** Wall milliseconds that an author waits for the next answer: a little more than a request may take. */
export const ANSWER_TIMEOUT = 45_000;
/** Extra wall milliseconds for aborted work to finish, after the grace period of its last answer. */
export const SHUTDOWN_GRACE = 500;
/** The same, while the account itself waits as its service asked. */
const WHILE_IT_RESTS = 2_000;
/** Bytes of a request that go out in a millisecond, at least. */
const SLOWEST = 64;

/** Why the wait ended. `behind`: earlier work with the account has not finished. */
type Over = "canceled" | "behind" | "silent";

/** Work that an author waits for, once its turn has come. */
export interface Turn {
  readonly account: RemoteAccountRow;
  /** Options that report each request and answer to the wait. */
  readonly asking: Required<Pick<AskOptions, "signal" | "goesOut" | "answered" | "began" | "longestPause">>;
  /** Ends the author's wait; the rest may take its time. */
  readonly done: () => void;
}
export type WaitForAuthor = ReturnType<typeof createAuthorWait>;

export interface WaitOptions extends Pick<SyncOptions, "patience" | "grace"> {
  /** That the service of an account asked to be left alone, and until when; null: it did not. */
  readonly rests?: (name: string) => string | null;
  /** Lets the author cancel the wait. */
  readonly asks?: CancelableWaits;
}

/** Messages for a wait that ended early. */
interface Words {
  readonly behind: (name: string) => string;
  readonly silent: (name: string, seconds: number) => string;
  /** Whether the work stays queued after the author's wait ends; left out: no. */
  readonly goesOn?: boolean;
  /** Prefixes a reason with what was not done; left out: the reason alone. */
  readonly nothing?: (why: string) => string;
}

/** Of a start. */
export const START_MESSAGES: Words = {
  nothing: (why) => (why.includes("Nothing was started") ? why : `Nothing was started. ${why}`),
  behind: (name) =>
    `Nothing was started: earlier work with “${name}” has not ended. Wait for it, or cancel it in the view Sync, then start again.`,
  silent: (name, seconds) =>
    `Nothing was started: “${name}” has not answered for ${seconds} seconds. Check that its service is running, then start again.`,
};

/** Of a command: it is kept before its turn comes, and goes out then. */
export const COMMAND_MESSAGES: Words = {
  behind: (name) =>
    `Earlier work with “${name}” has not ended: this waits under Commands, and is sent after it. Take it back there if you do not want that.`,
  silent: (name, seconds) =>
    `“${name}” has not answered for ${seconds} seconds. Check that its service is running: this waits under Commands, and is sent with the next sync.`,
  goesOn: true,
};

/** Of whatever else is sent. */
export const SEND_MESSAGES: Words = {
  behind: (name) =>
    `Nothing was sent: earlier work with “${name}” has not ended. Wait for it, or cancel it in the view Sync, then try again.`,
  silent: (name, seconds) =>
    `“${name}” has not answered for ${seconds} seconds. Check that its service is running, then try again.`,
};

/**
 * Runs account work that an author waits for [Y10, Y11]. The wait ends with the result, when nothing has come for a
 * while, or when they cancel. Then the work is aborted, its result so far is saved, and nothing else is sent.
 */
export const createAuthorWait =
  (
    runExclusive: RunExclusive,
    {
      patience = ANSWER_TIMEOUT,
      grace = CANCEL_GRACE,
      asks = createCancelableWaits(),
      rests = () => null,
    }: WaitOptions,
  ) =>
  async (
    name: string,
    work: (turn: Turn) => Promise<Result<SyncReport>>,
    words = SEND_MESSAGES,
    onlyLooks = false,
  ): Promise<Result<SyncReport>> => {
    const over = Promise.withResolvers<Over>();
    const ended = new AbortController();
    const ask = asks.begin(name, words.goesOn !== true);
    ask.signal.addEventListener("abort", () => over.resolve("canceled"), { once: true });
    let report: Report | null = null;
    let waits = true;
    let why: Over = "behind";
    const { extend, reset, done: stopTimer } = idleTimer(patience, () => over.resolve(why));
    const done = () => {
      waits = false;
      ask.over();
      stopTimer();
    };
    extend(rests(name) === null ? 0 : Math.min(0, WHILE_IT_RESTS - patience));
    const whole = runExclusive(
      name,
      async (account, given) => {
        const signal = AbortSignal.any([given, ended.signal]);
        // Its author has heard that nothing of it was done.
        if (signal.aborted) return ok({ ...newReport(name), canceled: true });
        why = "silent";
        reset();
        const asking = {
          signal,
          answered: reset,
          longestPause: () => (waits ? SHORT_PAUSE : LONGEST_PAUSE),
          goesOut: (bytes: number) => extend(uploadTime(bytes)),
          began: (begun: Report) => {
            report = begun;
          },
        };
        return work({ account, asking, done });
      },
      (signal) => signal.addEventListener("abort", () => waits && over.resolve("canceled"), { once: true }),
      onlyLooks,
    );
    const first = await Promise.race([whole, over.promise]).finally(done);
    if (typeof first !== "string") return withNothingDone(first, words);
    if (first !== "behind" || words.goesOn !== true || rests(name) !== null) ended.abort();
    if (first === "behind") return stillQueued(name, rests(name), words);
    // Canceled before its turn came: nothing is under way.
    if (why === "behind") return ok({ ...newReport(name), canceled: true });
    const last = await Promise.race([whole, pause(grace + SHUTDOWN_GRACE, null, { ref: false })]);
    if (last !== null && !(last.ok && last.value.canceled)) return withNothingDone(last, words);
    const left = last?.value ?? report ?? newReport(name);
    return ok(
      first === "canceled"
        ? { ...left, canceled: true }
        : silenced(left, words.silent(name, Math.ceil(patience / 1_000))),
    );
  };

/** @param asksToWait what the service of an account asked for; null: nothing */
function stillQueued(name: string, asksToWait: string | null, { behind, goesOn }: Words): ReturnType<typeof fail> {
  if (asksToWait !== null) return fail("conflict_error", asksToWait, { rests: true, waits: true });
  return fail("conflict_error", behind(name), { waits: goesOn === true });
}

/** Calls `over` after a while without an answer; never after `done`. @param patience wall milliseconds */
export function idleTimer(patience: number, over: () => void) {
  let heard = performance.now();
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  /** @param more wall milliseconds that go by before an answer can come */
  const extend = (more = 0) => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(over, heard + patience + more - performance.now());
  };
  const reset = () => {
    heard = performance.now();
    extend();
  };
  const done = () => {
    isOver = true;
    clearTimeout(timer);
  };
  return { extend, reset, done };
}

/** Longest upload time of a request, in wall milliseconds. */
export const uploadTime = (bytes: number): number => bytes / SLOWEST;

/** The report so far, for a wait that ended early. */
function silenced(report: SyncReport, why: string): SyncReport {
  const isNothing = report.done.length + report.pushed.length + report.perhaps.length === 0;
  return { ...report, canceled: false, unreachable: isNothing ? why : null };
}

/** Adds to each reason that nothing was done, if so: that is the reader's first question. */
function withNothingDone(result: Result<SyncReport>, { nothing }: Words): Result<SyncReport> {
  if (nothing === undefined || !result.ok) return result;
  const report = result.value;
  const isOpen = report.perhaps.some(({ about }) => about?.kind !== "retention");
  if (isOpen || report.done.length > 0) return result;
  const orNull = (why: string | null) => (why === null ? null : nothing(why));
  const refused = report.refused.map((note) =>
    note.about === undefined || note.about.kind === "account" ? { ...note, why: nothing(note.why) } : note,
  );
  return ok({ ...report, refused, failed: orNull(report.failed), unreachable: orNull(report.unreachable) });
}
