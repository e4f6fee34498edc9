import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from "electron";
import { z } from "zod";
import { type FaultLog, serveProcedure } from "../bridge/index.ts";
import type { ShownApp } from "../read-only-app.ts";
import { ARCHIVE, CALL, CHANGE, UPLOAD } from "./channels.ts";
import { APP_ORIGIN } from "./navigation.ts";

const call = z.tuple([z.string(), z.unknown()]);
const upload = z.tuple([z.string(), z.instanceof(Uint8Array)]);

/**
 * Serves the bridge to one window over Electron IPC: the same procedures as over the WebSocket (law 7). Only the
 * window's own top frame, showing the app's own page, is answered.
 * @returns stops serving.
 */
export function serveIpc(window: BrowserWindow, app: ShownApp, log: FaultLog): () => void {
  const check = ({ senderFrame }: IpcMainInvokeEvent, channel: string): void => {
    if (senderFrame !== null && senderFrame === window.webContents.mainFrame && senderFrame.origin === APP_ORIGIN)
      return;
    throw new Error(`${channel} was refused: it came from ${senderFrame?.origin ?? "a frame that is gone"}.`);
  };
  ipcMain.handle(CALL, (event, ...args: unknown[]) => {
    check(event, CALL);
    const [name, input] = call.parse(args);
    return serveProcedure(app.handlers, log, name, input);
  });
  const receive = (channel: string, take: ShownApp["upload"]) =>
    ipcMain.handle(channel, (event, ...args: unknown[]) => {
      check(event, channel);
      return take(...upload.parse(args));
    });
  receive(UPLOAD, app.upload);
  receive(ARCHIVE, app.importArchive);
  const stop = app.onChange((notice) => {
    if (!window.isDestroyed()) window.webContents.send(CHANGE, notice);
  });
  return () => {
    stop();
    ipcMain.removeHandler(CALL);
    ipcMain.removeHandler(UPLOAD);
    ipcMain.removeHandler(ARCHIVE);
  };
}
