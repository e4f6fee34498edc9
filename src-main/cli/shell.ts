import { type App, listenWhereBefore } from "../app.ts";
import { startWebShell, type WebShell } from "../bridge/index.ts";
import type { ShownApp } from "../read-only-app.ts";
import { logToStderr } from "./log.ts";

const APP_PORT = "app.port";

/** The shell's sentence for a new link. */
type Tell = (url: string) => void;

/**
 * Serves the app's pages for an open app, on its previous port: after a restart an open tab finds its host again, and
 * works once the new link has been opened.
 * @throws the listen error, after closing the app: a requested port must be available.
 */
export async function startAppShell(app: App, rendererDir: string, onNewLink: Tell, port?: number): Promise<WebShell> {
  const start = () =>
    listenWhereBefore({ host: app.host, key: APP_PORT, asked: port, log: logToStderr }, (at) =>
      startWebShell({ ...app, rendererDir, onNewLink, port: at, log: logFault }),
    );
  const shell = await orClose(app, start);
  app.service.letFrame(shell.origin);
  return shell;
}

/** Serves the app's pages for a read-only workspace: the port must not be stored in it. */
export function startReadOnlyShell(app: ShownApp, rendererDir: string, onNewLink: Tell, port = 0): Promise<WebShell> {
  return orClose(app, () => startWebShell({ ...app, rendererDir, onNewLink, port, log: logFault }));
}

async function orClose(app: ShownApp, start: () => Promise<WebShell>): Promise<WebShell> {
  try {
    return await start();
  } catch (cause) {
    await app.close();
    throw cause;
  }
}

/** Announces that the app is open, and closes it on a signal. @returns the exit code */
export async function untilStopped(
  app: ShownApp,
  shell: WebShell,
  stopped: Promise<number>,
  announce: () => Promise<void>,
): Promise<number> {
  try {
    await announce();
    return await stopped;
  } finally {
    await shell.close();
    await app.close();
  }
}

/** Printed before the link: a link opens the app only once, so the last one printed is the one to use. */
export const OPEN_AGAIN = "To open it again:";

function logFault(id: string, where: string, cause: unknown): void {
  logToStderr({ level: "error", message: `${where} failed (reference ${id})`, error: cause });
}
