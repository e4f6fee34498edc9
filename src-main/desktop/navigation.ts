/** Where the window's pages may go: decisions alone, without Electron, so that they are tested where it is not. */

export const SCHEME = "app";
export const HOST = "countersign";
export const APP_ORIGIN = `${SCHEME}://${HOST}`;

export interface Navigation {
  readonly url: string;
  /** The window's own page, rather than a frame in it. */
  readonly mainFrame: boolean;
  /** Base URL of the local service; null while there is none. */
  readonly serviceUrl: string | null;
}

/**
 * `stay`: the page goes there. `browser`: it stays where it is, and the person's own browser opens the address. `refuse`:
 * nothing opens.
 */
export type Verdict = "stay" | "browser" | "refuse";

/**
 * Pages stay within the app. A participant's link opens in the person's own browser, as it would from a mail, when the
 * window itself is led there; a frame leads nowhere. No other address opens at all.
 */
export function judgeNavigation({ url, mainFrame, serviceUrl }: Navigation): Verdict {
  if (url.startsWith(`${APP_ORIGIN}/`)) return "stay";
  // What a frame shows of a mail, and of a file.
  if (!mainFrame) return isOwnFrame(url) ? "stay" : "refuse";
  return judgeWindow(url, serviceUrl);
}

/** A link that asks for a window of its own: the app opens none. */
export function judgeWindow(url: string, serviceUrl: string | null): Exclude<Verdict, "stay"> {
  return serviceUrl !== null && isWeb(url) && originOf(url) === originOf(serviceUrl) ? "browser" : "refuse";
}

/** A redirect comes from a server, and the app's own pages have none. */
export function mayRedirect(url: string): boolean {
  return url.startsWith(`${APP_ORIGIN}/`);
}

/**
 * Blocks every network request of the pages, on any protocol. They reach their host by IPC and their
 * files by the app's own scheme. These patterns are refused before anything is sent, WebSockets and tunnels included.
 */
export const REFUSED_REQUESTS: readonly string[] = ["http", "https", "ws", "wss", "ftp"].map(
  (scheme) => `${scheme}://*/*`,
);

const isOwnFrame = (url: string): boolean =>
  url === "about:blank" || url === "about:srcdoc" || url.startsWith(`blob:${APP_ORIGIN}/`);

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url);

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);
