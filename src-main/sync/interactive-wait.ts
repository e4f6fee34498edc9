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

/** Wall milliseconds that an author waits for what comes next: a little more than a request may take. */
export const ANSWER_TIMEOUT = 45_000;
/** Wall milliseconds for work that has been ended to come to its own end, beside those that its last answer still has. */
export const SHUTDOWN_GRACE = 500;
/** The same behind work that waits itself, for a service that asked for it. */
const WHILE_IT_RESTS = 2_000;
/** Bytes of a request that go out in a millisecond, at least. */
const SLOWEST = 64;

/** Why an author is not kept waiting any longer. `behind`: earlier work with the account has not ended. */
type Over = "canceled" | "behind" | "silent";

/** Work that an author waits for, once its turn has come. */
export interface Turn {
  readonly account: RemoteAccountRow;
  /** How the account is asked, so that what comes of it is heard. */
  readonly asking: Required<Pick<AskOptions, "signal" | "goesOut" | "answered" | "began" | "longestPause">>;
  /** What the author waits for is done: what else there is to do takes its time. */
  readonly done: () => void;
}
export type WaitForAuthor = ReturnType<typeof createAuthorWait>;

export interface WaitOptions extends Pick<SyncOptions, "patience" | "grace"> {
  /** That the service of an account asked to be left alone, and until when; null: it did not. */
  readonly rests?: (name: string) => string | null;
  /** By which an author ends a wait. */
  readonly asks?: CancelableWaits;
}

/** What an author hears who is not kept waiting any longer. */
interface Words {
  readonly behind: (name: string) => string;
  readonly silent: (name: string, seconds: number) => string;
  /** Whether the work waits on for its turn, though nobody waits for it any more; left out: it does not. */
  readonly goesOn?: boolean;
  /** Why nothing of it was done, with that said first; left out: the reason alone. */
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
 * Work with an account for an author who waits for it [Y10, Y11]: they reset of it once it is over, once nothing has come for a
 * while, or once they cancel. What is under way is ended then, and what it comes to is kept; nothing else is sent. Its last
 * parameter says whether it changes nothing on either side.
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

/** Calls `over` once nothing has been heard for a while; after `done`, never. @param patience wall milliseconds */
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

/** Wall milliseconds in which a request of so many bytes goes out at the latest. */
export const uploadTime = (bytes: number): number => bytes / SLOWEST;

/** What had come of work when its author was not kept waiting any longer. */
function silenced(report: SyncReport, why: string): SyncReport {
  const isNothing = report.done.length + report.pushed.length + report.perhaps.length === 0;
  return { ...report, canceled: false, unreachable: isNothing ? why : null };
}

/** A report that says with each reason that nothing was done, where that is so: whoever reads why asks that first. */
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
