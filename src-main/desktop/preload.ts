import { contextBridge, type IpcRendererEvent, ipcRenderer } from "electron";
import type { ChangeNotice } from "../../src-shared/bridge/index.ts";
import { ARCHIVE, CALL, CHANGE, UPLOAD } from "./channels.ts";

/** What the page may ask of its host: four named functions, and never the channel itself. */
contextBridge.exposeInMainWorld("countersign", {
  call: (name: string, input: unknown): Promise<unknown> => ipcRenderer.invoke(CALL, name, input),
  onChange(listener: (notice: ChangeNotice) => void): () => void {
    const heard = (_event: IpcRendererEvent, notice: ChangeNotice) => listener(notice);
    ipcRenderer.on(CHANGE, heard);
    return () => ipcRenderer.off(CHANGE, heard);
  },
  importArchive: (name: string, bytes: Uint8Array): Promise<unknown> => ipcRenderer.invoke(ARCHIVE, name, bytes),
  upload: (name: string, bytes: Uint8Array): Promise<unknown> => ipcRenderer.invoke(UPLOAD, name, bytes),
});
