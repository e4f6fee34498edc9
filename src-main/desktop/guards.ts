import { app, session, shell, type WebContents } from "electron";
import { APP_ORIGIN } from "./pages.ts";

/** What pages may do beyond their own origin: write text to the clipboard (`copy as curl`), and nothing else. */
const GRANTED: ReadonlySet<string> = new Set(["clipboard-sanitized-write"]);

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/**
 * Keeps every page of this app where it is. A participant's link opens in the person's own browser, as it would from a
 * mail; no other address opens at all.
 * @param serviceUrl the local service's base URL.
 */
export function guardPages(serviceUrl: () => string | null): void {
  const open = (url: string): void => {
    const base = serviceUrl();
    if (base !== null && originOf(url) === originOf(base)) void shell.openExternal(url);
  };
  app.on("web-contents-created", (_event, contents) => guardContents(contents, open));
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(GRANTED.has(permission)),
  );
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => GRANTED.has(permission));
}

function guardContents(contents: WebContents, open: (url: string) => void): void {
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.on("will-navigate", (event) => {
    if (event.url.startsWith(`${APP_ORIGIN}/`)) return;
    event.preventDefault();
    open(event.url);
  });
  contents.setWindowOpenHandler(({ url }) => {
    open(url);
    return { action: "deny" };
  });
}
