import { create } from "zustand";
import type { BridgeClient, BridgeError, ChangeNotice, OutputOf, Result } from "../../../src-shared/bridge/index.ts";
import { onNewSession, storedSession } from "./app-session.ts";
import { createDesktopClient, type DesktopApi } from "./desktop-client.ts";
import { createSocketClient } from "./socket-client.ts";

/** The one client of this page. */
export const host: BridgeClient = createBridgeClient();

export type WorkspaceInfo = OutputOf<"workspace.info">;

interface HostState {
  /** null until the first attempt has ended. */
  readonly connected: boolean | null;
  readonly workspace: WorkspaceInfo | null;
  readonly failure: BridgeError | null;
}

/** Whether the host is reachable, and which workspace it has open. */
export const useHost = create<HostState>()(() => ({ connected: null, workspace: null, failure: null }));

/** Reads the workspace's data again; resolves once it has arrived. */
export async function readWorkspace(): Promise<void> {
  const answer = await host.call("workspace.info", {});
  useHost.setState(answer.ok ? { workspace: answer.value, failure: null } : { failure: answer.error });
}

/** Follows the connection while the page lives. */
export function watchHost(onReturn: () => void) {
  host.onChange((notice) => {
    if (notice.kind === "settings") void readWorkspace();
  });
  host.onConnection((connected) => {
    useHost.setState({ connected });
    // Without a connection the answer says why.
    void readWorkspace();
    if (!connected) return;
    onReturn();
  });
}

export type ChangeKind = ChangeNotice["kind"];
export type Failure<T> = Extract<Result<T>, { ok: false }>;

declare global {
  interface Window {
    /** Set by the preload script of the desktop shell. */
    readonly countersign?: DesktopApi;
  }
}

/** Creates the client for the current transport. */
function createBridgeClient(): BridgeClient {
  if (window.countersign) return createDesktopClient(window.countersign);
  return createSocketClient({ origin: window.location.origin, session: storedSession, onNewSession });
}
