import { notifyFailure } from "./notify-failure.ts";

type Work = () => Promise<void>;

/** Runs one piece of work at a time; of those queued only the newest runs; null cancels it. */
export function newestOnly(): (work: Work | null) => void {
  let next: Work | null = null;
  let busy = false;
  const run = async () => {
    if (busy) return;
    busy = true;
    try {
      while (next !== null) {
        const work = next;
        next = null;
        await work();
      }
    } catch (error) {
      notifyFailure(error);
    } finally {
      busy = false;
    }
  };
  return (work) => {
    next = work;
    void run();
  };
}
