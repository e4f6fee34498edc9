import { notifyFailure } from "./notify-failure.ts";

type Work = () => Promise<void>;

/** Does one piece of work after another, and of those that come meanwhile only the newest; null takes it back. */
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
