import type { Session } from "./session.ts";

/** How often the page asks for others' acts while it is seen. */
const EVERY_MS = 4000;

/** Keeps the page up to date while its tab is visible. */
export function followPage(session: Session) {
  let timer: number | undefined;
  let resting = false;
  let asking = false;
  let again = false;
  /** One question at a time: what comes meanwhile is asked once, afterwards. */
  const ask = async (): Promise<void> => {
    again = asking;
    if (asking) return;
    window.clearTimeout(timer);
    asking = true;
    if (document.visibilityState === "visible" && !resting) await session.reload();
    asking = false;
    if (again) return ask();
    timer = window.setTimeout(ask, EVERY_MS);
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void ask();
  });
  void ask();
  return {
    /** Asks at once, unless the page rests. */
    ask: () => void (resting || ask()),
    /** A page that rests asks for nothing; one that wakes asks at once. */
    rest(wanted: boolean) {
      const wakes = resting && !wanted;
      resting = wanted;
      if (wakes) void ask();
    },
  };
}

export type Following = ReturnType<typeof followPage>;
