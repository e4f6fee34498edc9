/** Milliseconds of work between two checks for new messages. */
const SLICE_MS = 30;

/**
 * Runs work in a worker to its end, in slices, so that it can be canceled at once: then null.
 * @param onProgress called after each slice except the last
 */
export async function inSlices<P, T>(
  work: Generator<P, T>,
  isWanted: () => boolean,
  onProgress?: (progress: P) => void,
): Promise<T | null> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    let step = work.next();
    while (!step.done && performance.now() < until) step = work.next();
    if (step.done) return step.value;
    onProgress?.(step.value);
    await messagesRead();
    if (!isWanted()) return null;
  }
}

/** Resolves when pending messages have been handled. */
function messagesRead(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
