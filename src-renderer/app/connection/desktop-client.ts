import type { BridgeClient, ChangeNotice } from "../../../src-shared/bridge/index.ts";
import { readDocument, readDraft, readResult } from "./results.ts";

/** The desktop shell's preload API: named functions, never a generic channel. */
export interface DesktopApi {
  call(name: string, input: unknown): Promise<unknown>;
  onChange(listener: (notice: ChangeNotice) => void): () => void;
  importArchive(name: string, bytes: Uint8Array): Promise<unknown>;
  upload(name: string, bytes: Uint8Array): Promise<unknown>;
}

/** The desktop shell starts and stops with its host, so it is always connected. */
export function createDesktopClient(api: DesktopApi): BridgeClient {
  return {
    async call(name, input) {
      return readResult(name, await api.call(name, input));
    },
    onChange: (listener) => api.onChange(listener),
    onConnection(listener) {
      listener(true);
      return () => undefined;
    },
    async importArchive(file) {
      return readDraft(await api.importArchive(file.name, file.bytes));
    },
    async upload(file) {
      return readDocument(await api.upload(file.name, file.bytes));
    },
  };
}
