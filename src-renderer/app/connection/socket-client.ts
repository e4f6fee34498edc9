import { messageOf } from "../../../src-shared/basics/index.ts";
import {
  type BridgeClient,
  type ChangeNotice,
  hostFrame,
  type Result,
  type SentFile,
} from "../../../src-shared/bridge/index.ts";
import { backOff } from "./back-off.ts";
import { readDocument, readDraft, readResult } from "./results.ts";

export interface SocketOptions {
  /** Such as `http://127.0.0.1:4100`. */
  readonly origin: string;
  /** The session that this browser has now; empty if it has none. */
  readonly session: () => string;
  /** Called when another tab of this browser gets a session. */
  readonly onNewSession: (listener: () => void) => void;
}

/** A host that hangs after its connection was lost counts as away. */
const ANSWERS_WITHIN_MS = 10_000;

const AWAY: Result<never> = {
  ok: false,
  error: {
    code: "not_connected",
    message: "Countersign cannot be reached. If it has stopped, start it again and open the link that it prints.",
  },
};

const REFUSED: Result<never> = {
  ok: false,
  error: {
    code: "insufficient_privileges",
    message: "Session expired. Open the newest link that Countersign printed.",
  },
};

/**
 * One socket at a time; lost ones are replaced after `backOff`. A call in flight when the socket closes answers
 * `not_connected`. After a refusal, the client stops retrying until this browser has a new session.
 */
export function createSocketClient({ origin, session, onNewSession }: SocketOptions): BridgeClient {
  const changeListeners = new Set<(notice: ChangeNotice) => void>();
  const connectionListeners = new Set<(connected: boolean) => void>();
  const pending = new Map<number, (answer: unknown) => void>();
  let socket: WebSocket | null = null;
  /** null until the first attempt has ended. */
  let connected: boolean | null = null;
  let nextId = 1;
  let failures = 0;
  /** The answer to calls while there is no socket. */
  let without = AWAY;
  /** Calls made before the first connection wait for it instead of failing. */
  let opened: Promise<void> = connect();
  onNewSession(() => {
    if (without === REFUSED) opened = connect();
  });

  function announce(now: boolean) {
    connected = now;
    for (const listener of connectionListeners) listener(now);
  }

  function connect(): Promise<void> {
    return new Promise<void>((settled) => {
      const next = new WebSocket(`${origin.replace(/^http/, "ws")}/bridge`, protocols(session()));
      next.onopen = () => {
        socket = next;
        without = AWAY;
        failures = 0;
        announce(true);
        settled();
      };
      next.onmessage = (event) => receive(String(event.data));
      next.onclose = async () => {
        socket = null;
        for (const answer of pending.values()) answer(AWAY);
        pending.clear();
        const refused = await isRefused(origin, session());
        without = refused ? REFUSED : AWAY;
        announce(false);
        settled();
        if (refused) return;
        failures += 1;
        setTimeout(
          () => {
            opened = connect();
          },
          backOff(failures, Math.random()),
        );
      };
    });
  }

  function receive(data: string) {
    const frame = hostFrame.safeParse(JSON.parse(data));
    if (!frame.success) throw new Error("The host sent a frame that this app does not know.", { cause: frame.error });
    if ("change" in frame.data) {
      for (const listener of changeListeners) listener(frame.data.change);
      return;
    }
    pending.get(frame.data.id)?.(frame.data.result);
    pending.delete(frame.data.id);
  }

  async function ask(call: string, input: unknown): Promise<unknown> {
    await opened;
    if (!socket) return without;
    const id = nextId++;
    const answer = new Promise<unknown>((resolve) => pending.set(id, resolve));
    socket.send(JSON.stringify({ id, call, input }));
    return answer;
  }

  return {
    async call(name, input) {
      return readResult(name, await ask(name, input));
    },
    onChange(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
    onConnection(listener) {
      connectionListeners.add(listener);
      if (connected !== null) listener(connected);
      return () => connectionListeners.delete(listener);
    },
    upload: (file) => send("/bridge/documents", "application/pdf", { session: session(), file, read: readDocument }),
    importArchive: (file) => send("/bridge/archives", "application/zip", { session: session(), file, read: readDraft }),
  };
}

const protocols = (session: string) => (session === "" ? ["countersign"] : ["countersign", `session.${session}`]);
const headersOf = (session: string) => ({ "x-countersign-session": session });

/** A browser does not say why a socket was closed; a request shows whether the host refuses the session. */
async function isRefused(origin: string, session: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    const answer = await fetch(new URL("/bridge/session", origin), { headers: headersOf(session), signal });
    return answer.status === 401;
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
    if (error instanceof TypeError || isTimeout) return false;
    throw error;
  }
}

/** Uploads a file outside the message channel (law 10) and parses the answer. */
async function send<T>(address: string, type: string, { session, file, read }: Sending<T>): Promise<Result<T>> {
  try {
    const response = await fetch(`${address}?name=${encodeURIComponent(file.name)}`, {
      method: "POST",
      headers: { "content-type": type, ...headersOf(session) },
      body: new Blob([new Uint8Array(file.bytes)]),
    });
    // The host's own sentence says what to do.
    if (!response.ok) return refused(`${file.name}: ${(await response.text()).slice(0, 500)}`);
    return read(await response.json());
  } catch (error) {
    return notSent(file.name, messageOf(error));
  }
}

interface Sending<T> {
  readonly session: string;
  readonly file: SentFile;
  readonly read: (answer: unknown) => Result<T>;
}

const refused = (message: string): Result<never> => ({ ok: false, error: { code: "server_error", message } });

const notSent = (name: string, reason: string): Result<never> => ({
  ok: false,
  error: {
    code: "not_connected",
    message: `${name} was not sent (${reason}). Check that Countersign is running, then try again.`,
  },
});
