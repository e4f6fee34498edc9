import type { Session } from "./session.ts";

/** How often the page asks for others' acts while it is seen. */
const EVERY_MS = 4000;

/** Keeps the page up to date while its tab is visible. */
export function followPage(session: Session): void {
  let timer: number | undefined;
  const ask = async () => {
    if (document.visibilityState === "visible") await session.reload();
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, EVERY_MS);
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void ask();
  });
  void ask();
}
