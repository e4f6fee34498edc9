import type { DriftReport } from "../../../src-shared/drift/index.ts";
import { RemoteError } from "../remote/remote-error.ts";

interface UnderWay {
  readonly control: AbortController;
  readonly ended: Promise<void>;
}

/** Comparisons under way, by the keys of their runs on accounts: what was cut off by the end of the program is not. */
const under = new Map<string, UnderWay>();
/** How those ended whose last word could not be kept, by the same keys. */
const unkept = new Map<string, DriftReport>();

/** Runs a comparison. @param work gets a signal to stop after the current act, with the reason */
export async function comparing<T>(runKey: string, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const control = new AbortController();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  under.set(runKey, { control, ended });
  try {
    return await work(control.signal);
  } finally {
    under.delete(runKey);
    resolve();
  }
}

export const isCompared = (runKey: string): boolean => under.has(runKey);

/** Whether the comparison of a run ends once the act under way is done. */
export const isStopping = (runKey: string): boolean => under.get(runKey)?.control.signal.aborted === true;

/** Stops a run's comparison after the current act. @returns once it has stopped; at once if none is running */
export async function stopComparing(runKey: string, why: string): Promise<void> {
  const found = under.get(runKey);
  found?.control.abort(new RemoteError("canceled", why));
  await found?.ended;
}

/** Why a comparison is to end now; null: it goes on. */
export function whyStopped({ aborted, reason }: AbortSignal): RemoteError | null {
  if (!aborted) return null;
  return reason instanceof RemoteError ? reason : new RemoteError("canceled", "It was canceled.");
}

/** Keeps in memory how a comparison ended, where the disk does not take it. */
export const keepInMemory = (runKey: string, report: DriftReport): void => void unkept.set(runKey, report);
export const fromMemory = (runKey: string): DriftReport | null => unkept.get(runKey) ?? null;
