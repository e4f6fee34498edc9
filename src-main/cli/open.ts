import { homedir } from "node:os";
import path from "node:path";
import openBrowser from "open";
import { openApp } from "../app.ts";
import type { WebShell } from "../bridge/index.ts";
import { appVersion } from "../host/index.ts";
import { openAppReadOnly, type ShownApp } from "../read-only-app.ts";
import { Refusal } from "./explain-error.ts";
import { logToStderr, stopAsked } from "./log.ts";
import { EXAMPLES, ROOT } from "./paths.ts";
import { builtRenderer } from "./renderer.ts";
import { OPEN_AGAIN, startAppShell, startLookingShell } from "./shell.ts";

export interface OpenOptions {
  readonly workspace?: string;
  readonly port?: number;
  readonly browser: boolean;
  /** For looking and exporting only. */
  readonly readOnly?: boolean;
}

/** `countersign open [FILE]`: the whole app in the browser, over the same bridge as the desktop window (law 7). */
export async function open(options: OpenOptions, file?: string): Promise<number> {
  const dir = path.resolve(options.workspace ?? path.join(homedir(), "Countersign"));
  const rendererDir = await builtRenderer();
  // From here on a Ctrl+C closes what was opened, also one that comes before the address is printed.
  const stopped = stopAsked();
  const common = { dir, rendererDir, examplesDir: EXAMPLES, version: appVersion(ROOT), log: logToStderr };
  if (options.readOnly) {
    if (file !== undefined) throw new Refusal(`${file} cannot be opened in a workspace that is only looked at.`);
    const app = openAppReadOnly(common);
    const shell = await startLookingShell(app, rendererDir, printAgain, options.port);
    return show(options, { app, shell, url: shell.link(), dir: `${dir}, for looking and exporting only`, stopped });
  }
  const app = await openApp({ ...common, withExamples: true });
  const opened = file === undefined ? null : await app.host.draftFiles.open(path.resolve(file));
  if (opened?.ok === false) {
    await app.close();
    process.stderr.write(`${opened.error.message}\n`);
    return 1;
  }
  const shell = await startAppShell(app, rendererDir, printAgain, options.port);
  const url = shell.link(opened === null ? undefined : `/flows/${opened.value.id}`);
  return show(options, { app, shell, url, dir, stopped });
}

function printAgain(url: string): void {
  process.stdout.write(`${OPEN_AGAIN} ${url}\n`);
}

interface Showing {
  readonly app: ShownApp;
  readonly shell: WebShell;
  readonly url: string;
  /** The workspace, in words. */
  readonly dir: string;
  /** The exit code. */
  readonly stopped: Promise<number>;
}

/** Prints the address and shows it, until the program is told to stop. */
async function show({ browser }: OpenOptions, { app, shell, url, dir, stopped }: Showing): Promise<number> {
  try {
    process.stdout.write(`Countersign is open at ${url}\nWorkspace: ${dir}\nPress Ctrl+C to stop; nothing is lost.\n`);
    if (browser) await showInBrowser(url);
    return await stopped;
  } finally {
    await shell.close();
    await app.close();
  }
}

/** A machine without a browser, or without a screen, still has the address on its terminal. */
async function showInBrowser(url: string): Promise<void> {
  if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const child = await openBrowser(url);
  child.on("error", () => process.stderr.write("No browser could be opened here: open the address above in one.\n"));
}
