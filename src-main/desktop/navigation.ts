/** Where the window's pages may go: decisions alone, without Electron, so that they are tested where it is not. */

import { participantOfHost } from "../../src-shared/service/index.ts";

export const SCHEME = "app";
export const HOST = "countersign";
export const APP_ORIGIN = `${SCHEME}://${HOST}`;

interface Request {
  readonly url: string;
  /** Of a frame's own page, rather than of what a page asks for. */
  readonly isFrame: boolean;
  /** Of the page that asks; null where it is not known. */
  readonly asking: string | null;
  readonly serviceUrl: string | null;
}

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
 * window itself is led there. A frame of the wall shows the page of a participant at their own host; no other leads anywhere.
 * No other address opens at all.
 */
export function judgeNavigation({ url, mainFrame, serviceUrl }: Navigation): Verdict {
  if (url.startsWith(`${APP_ORIGIN}/`)) return "stay";
  // What a frame shows of a mail, of a file, and of a participant.
  if (!mainFrame) return isOwnFrame(url) || isParticipants(url, serviceUrl) ? "stay" : "refuse";
  return judgeWindow(url, serviceUrl);
}

/** A link that asks for a window of its own: the app opens none. */
export function judgeWindow(url: string, serviceUrl: string | null): Exclude<Verdict, "stay"> {
  return serviceUrl !== null && isWeb(url) && originOf(url) === originOf(serviceUrl) ? "browser" : "refuse";
}

/** A redirect comes from a server: the app's own pages have none, and a participant's link leads to their page. */
export function mayRedirect({ url, mainFrame, serviceUrl }: Navigation): boolean {
  return url.startsWith(`${APP_ORIGIN}/`) || (!mainFrame && isParticipants(url, serviceUrl));
}

/**
 * Whether a page may ask the network: a frame for its participant's page, and that page for what is of the same origin. All
 * others reach their host by IPC and their files by the app's own scheme.
 */
export function mayRequest({ url, isFrame, asking, serviceUrl }: Request): boolean {
  if (!isParticipants(url, serviceUrl)) return false;
  return isFrame || (asking !== null && originOf(asking) === originOf(url));
}

/** What is judged before anything is sent, WebSockets and tunnels included. */
export const JUDGED_REQUESTS: readonly string[] = ["http", "https", "ws", "wss", "ftp"].map(
  (scheme) => `${scheme}://*/*`,
);

const isOwnFrame = (url: string): boolean =>
  url === "about:blank" || url === "about:srcdoc" || url.startsWith(`blob:${APP_ORIGIN}/`);

/** An address at a participant's own host of the local service. */
function isParticipants(url: string, serviceUrl: string | null): boolean {
  if (serviceUrl === null || !URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  const isAtService = protocol === "http:" && port === new URL(serviceUrl).port && username + password === "";
  return isAtService && participantOfHost(hostname) !== null;
}

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url);

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);
