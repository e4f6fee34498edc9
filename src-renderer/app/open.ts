import { storeSession } from "./connection/app-session.ts";

/**
 * The page of a printed link, `/open#code=…&view=…`: trades the one-time code for a session, then shows the app. A
 * refused code changes nothing: a browser with a session continues with it, and the app tells any other what to do.
 */
async function open({ hash }: Location): Promise<void> {
  window.history.replaceState(null, "", window.location.pathname);
  const given = new URLSearchParams(hash.slice(1));
  const code = given.get("code");
  const session = code === null ? null : await trade(code);
  if (session !== null) storeSession(session);
  window.location.replace(`/#${given.get("view") ?? ""}`);
}

/** null if the code is refused, or no host answers. */
async function trade(code: string): Promise<string | null> {
  try {
    const response = await fetch("/bridge/session", { method: "POST", body: code });
    return response.ok ? await response.text() : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

await open(window.location);
