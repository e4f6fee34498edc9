/** The renderer's one way to the host: Electron's preload where there is one, else the headless shell's WebSocket. */
import type { BridgeClient } from "../../../src-shared/bridge/index.ts";
import { onNewSession, storedSession } from "./app-session.ts";
import { createDesktopClient, type DesktopApi } from "./desktop-client.ts";
import { createSocketClient } from "./socket-client.ts";

declare global {
  interface Window {
    /** Set by the preload script of the desktop shell. */
    readonly countersign?: DesktopApi;
  }
}

/** Picks the carrier. */
export function createBridgeClient(): BridgeClient {
  if (window.countersign) return createDesktopClient(window.countersign);
  return createSocketClient({ origin: window.location.origin, session: storedSession, onNewSession });
}
