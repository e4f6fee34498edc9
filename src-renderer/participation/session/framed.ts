import { type FromFrame, frameLook } from "../../../src-shared/service/index.ts";
import { showLanguage } from "./i18n.ts";
import type { Following } from "./poll-page.ts";

/** Whether the page is in a frame of the participants' wall. */
export const isFramed = (): boolean => window.parent !== window;

/** In a frame of the participants' wall, the page takes its look from the wall and pauses while it is not visible. */
export function followWall(following: Following): void {
  if (!isFramed()) return;
  // The parent's origin is not known here; nothing secret is sent.
  const say = (countersign: FromFrame["countersign"]) => window.parent.postMessage({ countersign }, "*");
  window.addEventListener("message", ({ source, data }) => {
    const wanted = frameLook.safeParse(data);
    if (source !== window.parent || !wanted.success) return;
    const { theme, language, resting } = wanted.data;
    if (theme === null) document.documentElement.removeAttribute("data-theme");
    else document.documentElement.dataset.theme = theme;
    void showLanguage(language);
    following.rest(resting);
  });
  window.addEventListener("keydown", ({ key }) => key === "F6" && say("leave"));
  say("ready");
}
