import { isOver, type Session } from "./session.ts";

/** Polling interval for others' acts while the page is visible. */
const EVERY_MS = 4000;
/** Polling interval if the service sends updates: only for the passing time. */
const TOLD_EVERY_MS = 60_000;

/**
 * Keeps the page up to date while its tab is visible. Once the visit has ended, it stops polling until the tab is
 * visible again.
 * @param isTold it is in a frame of the wall, and the service sends it updates
 */
export function pollPage(session: Session, isTold: boolean) {
  let timer: number | undefined;
  let resting = false;
  let asking = false;
  let again = false;
  let open: AbortController | null = null;
  const askIn = (ms: number): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, ms);
  };
  const listen = async (): Promise<void> => {
    if (!isTold || resting || open !== null) return;
    const mine = new AbortController();
    open = mine;
    await session.api.follow(session.sent, mine.signal);
    if (open !== mine) return;
    // The service went away, or has no updates: its answer to the next request says which.
    open = null;
    askIn(EVERY_MS);
  };
  /** One request at a time: requests made during it are combined into one afterwards. */
  async function ask(): Promise<void> {
    again = asking;
    if (asking) return;
    window.clearTimeout(timer);
    asking = true;
    if (document.visibilityState === "visible" && !resting) await session.reload();
    asking = false;
    if (again) return ask();
    if (isOver(session.store.getState())) return;
    void listen();
    askIn(open === null ? EVERY_MS : TOLD_EVERY_MS);
  }
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void ask();
  });
  void ask();
  return {
    /** A paused page requests nothing and gets no updates; on waking it requests at once. */
    rest(wanted: boolean) {
      const wakes = resting && !wanted;
      resting = wanted;
      if (wakes) void ask();
      if (!resting) return;
      open?.abort();
      open = null;
    },
  };
}

export type Following = ReturnType<typeof pollPage>;
