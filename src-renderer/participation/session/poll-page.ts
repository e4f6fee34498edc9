import { isOver, type Session } from "./session.ts";

/** How often the page asks for others' acts while it is seen. */
const EVERY_MS = 4000;
/** The same where the service sends them: for the time that passes. */
const TOLD_EVERY_MS = 60_000;

/**
 * Keeps the page up to date while its tab is visible. Once the visit has ended, it asks no more until the tab is seen again.
 * @param isTold it stands in a frame of the wall, and the service sends it what changes
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
    // The service went away, or has nothing to tell: its answer to the next question says which.
    open = null;
    askIn(EVERY_MS);
  };
  /** One question at a time: what comes meanwhile is asked once, afterwards. */
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
    /** A page that rests asks for nothing and is told nothing; one that wakes asks at once. */
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
