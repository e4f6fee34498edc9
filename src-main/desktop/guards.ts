import { app, session, shell, type WebContents } from "electron";
import { JUDGED_REQUESTS, judgeNavigation, judgeWindow, mayRedirect, mayRequest, type Verdict } from "./navigation.ts";

/** What pages may do beyond their own origin: write text to the clipboard (`copy as curl`), and nothing else. */
const GRANTED: ReadonlySet<string> = new Set(["clipboard-sanitized-write"]);

/**
 * Keeps every page and frame of this app where it is, and off the network (navigation.ts).
 * @param serviceUrl the local service's base URL.
 */
export function guardPages(serviceUrl: () => string | null): void {
  app.on("web-contents-created", (_event, contents) => guardContents(contents, serviceUrl));
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, answer) => answer(GRANTED.has(permission)));
  defaultSession.setPermissionCheckHandler((_contents, permission) => GRANTED.has(permission));
  defaultSession.webRequest.onBeforeRequest({ urls: [...JUDGED_REQUESTS] }, ({ url, resourceType, frame }, answer) => {
    const asked = { url, isFrame: resourceType === "subFrame", asking: frame?.url ?? null };
    answer({ cancel: !mayRequest({ ...asked, serviceUrl: serviceUrl() }) });
  });
}

function guardContents(contents: WebContents, serviceUrl: () => string | null): void {
  contents.on("will-attach-webview", (event) => event.preventDefault());
  const guard = (event: { readonly url: string; preventDefault(): void }, mainFrame: boolean): void => {
    const verdict = judgeNavigation({ url: event.url, mainFrame, serviceUrl: serviceUrl() });
    if (verdict !== "stay") event.preventDefault();
    carryOut(verdict, event.url);
  };
  contents.on("will-navigate", (event) => guard(event, true));
  // Also fires for the main frame, which `will-navigate` handles.
  contents.on("will-frame-navigate", (event) => {
    if (!event.isMainFrame) guard(event, false);
  });
  contents.on("will-redirect", (event) => {
    const asked = { url: event.url, mainFrame: event.isMainFrame, serviceUrl: serviceUrl() };
    if (!mayRedirect(asked)) event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    carryOut(judgeWindow(url, serviceUrl()), url);
    return { action: "deny" };
  });
}

function carryOut(verdict: Verdict, url: string): void {
  if (verdict === "browser") void shell.openExternal(url);
}
