// Before all others: what they load would let the young heap grow.
import "./limit-garbage.ts";
import path from "node:path";
import { parseArgs } from "node:util";
import { app, BrowserWindow, dialog } from "electron";
import { messageOf } from "../../src-shared/basics/index.ts";
import { type App, openApp } from "../app.ts";
import { logToStderr } from "../cli/log.ts";
import { defaultWorkspace, EXAMPLES, RENDERER, ROOT } from "../cli/paths.ts";
import { catchFaults } from "../faults.ts";
import { appVersion } from "../host/index.ts";
import { openAppReadOnly, type ShownApp } from "../read-only-app.ts";
import { StoreError } from "../store/index.ts";
import { guardPages } from "./guards.ts";
import { serveIpc } from "./ipc.ts";
import { buildMenu } from "./menu.ts";
import { APP_ORIGIN } from "./navigation.ts";
import { declareScheme, servePages } from "./pages.ts";

/** The desktop shell: one window on the workspace that `countersign open` would show in a browser (law 7). */

function workspaceFolder(): string {
  const { values } = parseArgs({ options: { workspace: { type: "string" } }, strict: false });
  if (typeof values.workspace !== "string") return defaultWorkspace();
  // An empty one would be the current folder, which nobody named.
  if (values.workspace.trim() === "") throw new Error("--workspace needs the name of a folder.");
  return path.resolve(values.workspace);
}

function createWindow(): BrowserWindow {
  return new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 1024,
    minHeight: 700,
    show: false,
    title: "Countersign",
    webPreferences: {
      preload: path.join(import.meta.dirname, "../preload/index.cjs"),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
}

function logFault(id: string, where: string, cause: unknown): void {
  logToStderr({ level: "error", message: `${where} failed (reference ${id})`, error: cause });
}

async function showWindow(opened: ShownApp): Promise<BrowserWindow> {
  const window = createWindow();
  const stop = serveIpc(window, opened, logFault);
  window.once("closed", stop);
  window.once("ready-to-show", () => window.show());
  await window.loadURL(`${APP_ORIGIN}/index.html`);
  return window;
}

/** Asks for a flow file and shows its draft, which follows the file from then on. */
async function openFlow({ host }: ShownApp): Promise<void> {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) return;
  const { filePaths } = await dialog.showOpenDialog(window, {
    properties: ["openFile"],
    filters: [{ name: "Flow files", extensions: ["yaml", "yml", "json", "zip"] }],
  });
  const [file] = filePaths;
  if (file === undefined) return;
  const opened = await host.draftFiles.open(file);
  if (opened.ok) await window.loadURL(`${APP_ORIGIN}/index.html#/flows/${opened.value.id}`);
  else dialog.showErrorBox("The flow file was not opened", opened.error.message);
}

/** Lets what is under way come to its commit before the process ends. */
function closeBeforeQuit(opened: ShownApp): void {
  let closed = false;
  app.on("will-quit", (event) => {
    if (closed) return;
    event.preventDefault();
    closed = true;
    opened.close().then(
      () => app.quit(),
      (cause: unknown) => {
        logFault("close", "closing the workspace", cause);
        app.exit(1);
      },
    );
  });
}

/** After a fault the workspace is closed in order, and the program ends with exit code 1. */
function closeAfterFault(opened: ShownApp): void {
  catchFaults(logToStderr, () => {
    const end = () => app.exit(1);
    opened.close().then(end, (cause: unknown) => {
      logFault("close", "closing the workspace", cause);
      end();
    });
  });
}

/** A newer version's workspace is offered for looking and exporting; null: no, thanks. */
async function openOrLook(): Promise<App | ShownApp | null> {
  const common = {
    dir: workspaceFolder(),
    rendererDir: RENDERER,
    examplesDir: EXAMPLES,
    version: appVersion(ROOT),
    log: logToStderr,
  };
  try {
    return await openApp({ ...common, withExamples: true, syncs: true });
  } catch (cause) {
    if (!(cause instanceof StoreError) || cause.code !== "newer") throw cause;
    const { response } = await dialog.showMessageBox({
      type: "warning",
      message: "This workspace was made by a newer Countersign",
      detail: cause.message,
      buttons: ["Look and export only", "Quit"],
      cancelId: 1,
    });
    return response === 0 ? openAppReadOnly(common) : null;
  }
}

async function run(): Promise<void> {
  declareScheme();
  await app.whenReady();
  const opened = await openOrLook();
  if (opened === null) return app.quit();
  closeBeforeQuit(opened);
  closeAfterFault(opened);
  guardPages(() => ("service" in opened ? opened.service.baseUrl : null));
  servePages(RENDERER, opened);
  if ("service" in opened) opened.service.letFrame(APP_ORIGIN);
  const chooseFlow = () => {
    openFlow(opened).catch((cause: unknown) => logFault("open", "opening a flow file", cause));
  };
  buildMenu(app.isPackaged, "service" in opened ? chooseFlow : null);
  let window = await showWindow(opened);
  app.on("second-instance", () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  app.on("activate", async () => {
    if (window.isDestroyed()) window = await showWindow(opened);
  });
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
}

function refuse(cause: unknown): void {
  logFault("start", "opening the workspace", cause);
  const message = messageOf(cause);
  dialog.showErrorBox("Countersign could not open its workspace", message);
  app.exit(1);
}

// The first one shows its window instead: two hosts on one workspace would fight over it.
if (app.requestSingleInstanceLock()) run().catch(refuse);
else app.quit();
