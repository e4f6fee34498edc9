/** Milliseconds of work between two looks at the messages that have come meanwhile. */
const SLICE_MS = 30;

/**
 * Does work in a worker to its end, in slices, so that it hears at once when nobody wants it any more: null then.
 * @param onProgress hears of each slice but the last
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

/** Resolves when the messages that have come meanwhile are read. */
function messagesRead(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
