import path from "node:path";
import openBrowser from "open";
import { openApp } from "../app.ts";
import { appVersion } from "../host/index.ts";
import { openAppReadOnly } from "../read-only-app.ts";
import { Refusal } from "./explain-error.ts";
import { logToStderr, whileStoppable } from "./log.ts";
import { defaultWorkspace, EXAMPLES, ROOT } from "./paths.ts";
import { requireFlowFile } from "./read-text.ts";
import { builtRenderer } from "./renderer.ts";
import { OPEN_AGAIN, startAppShell, startReadOnlyShell, untilStopped } from "./shell.ts";

export interface OpenOptions {
  readonly workspace?: string;
  readonly port?: number;
  readonly browser: boolean;
  /** Read-only: for viewing and exporting. */
  readonly readOnly?: boolean;
}

/** `countersign open [FILE]`: the whole app in the browser, over the same bridge as the desktop window (law 7). */
export function open(options: OpenOptions, file?: string): Promise<number> {
  // Ctrl+C closes everything that was opened, even before the address is printed.
  return whileStoppable((stopped) => openUntil(stopped, options, file));
}

async function openUntil(stopped: Promise<number>, options: OpenOptions, file?: string): Promise<number> {
  const dir = path.resolve(options.workspace ?? defaultWorkspace());
  const rendererDir = await builtRenderer();
  const common = { dir, rendererDir, examplesDir: EXAMPLES, version: appVersion(ROOT), log: logToStderr };
  if (options.readOnly) {
    if (file !== undefined) throw new Refusal(`${file} cannot be opened in a workspace that is only looked at.`);
    const app = openAppReadOnly(common);
    const shell = await startReadOnlyShell(app, rendererDir, printAgain, options.port);
    const where = `${dir}, for looking and exporting only`;
    return untilStopped(app, shell, stopped, () => show(shell.link(), where, options.browser));
  }
  if (file !== undefined) await requireFlowFile(file);
  const app = await openApp({ ...common, withExamples: true, syncs: true });
  const opened = file === undefined ? null : await app.host.draftFiles.open(path.resolve(file));
  if (opened?.ok === false) {
    await app.close();
    throw new Refusal(opened.error.message);
  }
  const shell = await startAppShell(app, rendererDir, printAgain, options.port);
  const url = shell.link(opened === null ? undefined : `/flows/${opened.value.id}`);
  return untilStopped(app, shell, stopped, () => show(url, dir, options.browser));
}

function printAgain(url: string): void {
  process.stdout.write(`${OPEN_AGAIN} ${url}\n`);
}

async function show(url: string, workspace: string, inBrowser: boolean): Promise<void> {
  process.stdout.write(
    `Countersign is open at ${url}\nWorkspace: ${workspace}\nPress Ctrl+C to stop; nothing is lost.\n`,
  );
  if (inBrowser) await showInBrowser(url);
}

/** A machine without a browser or screen still shows the address in its terminal. */
async function showInBrowser(url: string): Promise<void> {
  if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const child = await openBrowser(url);
  child.on("error", () => process.stderr.write("No browser could be opened here: open the address above in one.\n"));
}
