import type { App } from "../app.ts";
import { listenWhereBefore } from "../app.ts";
import type { WebShell } from "../bridge/web.ts";
import { startWebShell } from "../bridge/web.ts";
import { randomSecret } from "../engine/vault.ts";
import type { ShownApp } from "../looking.ts";
import { logToStderr } from "./log.ts";

const APP_PORT = "app.port";

/**
 * Serves the app's own pages for an open app. Its token lives in the workspace, so that an open tab finds its host again
 * after a restart.
 * @throws the listen error, after closing the app: a port asked for must be had.
 */
export async function startAppShell(app: App, rendererDir: string, port?: number): Promise<WebShell> {
  try {
    const token = await app.host.accounts.appToken();
    return await listenWhereBefore({ host: app.host, key: APP_PORT, asked: port, log: logToStderr }, (at) =>
      startWebShell({ ...app, rendererDir, token, port: at, log: logFault }),
    );
  } catch (cause) {
    await app.close();
    throw cause;
  }
}

/** Serves the app's pages for a workspace that is only looked at: nothing of this may be kept in it, its token neither. */
export async function startLookingShell(app: ShownApp, rendererDir: string, port = 0): Promise<WebShell> {
  try {
    return await startWebShell({ ...app, rendererDir, token: randomSecret(), port, log: logFault });
  } catch (cause) {
    await app.close();
    throw cause;
  }
}

function logFault(id: string, where: string, cause: unknown): void {
  logToStderr({ level: "error", message: `${where} failed (reference ${id})`, error: cause });
}
