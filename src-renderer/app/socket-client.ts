import {
  type BridgeClient,
  type BridgeError,
  type ChangeNotice,
  hostFrame,
  type Result,
  type SentFile,
} from "../../src-shared/bridge/index.ts";
import { backOff } from "./back-off.ts";
import { readDocument, readDraft, readResult } from "./results.ts";

export interface SocketOptions {
  /** Such as `http://127.0.0.1:4100`. */
  readonly origin: string;
  /** Empty: the cookie of the origin speaks. */
  readonly token: string;
  /** The host runs and does not know the token. */
  readonly onRefused: () => void;
}

const AWAY: Result<never> = {
  ok: false,
  error: {
    code: "not_connected",
    message: "The host cannot be reached. Start Countersign again; this page reconnects by itself.",
  },
};

const REFUSED: Result<never> = {
  ok: false,
  error: {
    code: "insufficient_privileges",
    message: "Countersign runs, but this page does not have its key. Open the address that Countersign printed.",
  },
};

/**
 * One socket at a time; lost ones are replaced after `backOff`. A call in flight when the socket closes answers
 * `not_connected`. A refused token gives way to the cookie; refused with that too, the client stops asking.
 */
export function createSocketClient({ origin, token: given, onRefused }: SocketOptions): BridgeClient {
  let token = given;
  const changeListeners = new Set<(notice: ChangeNotice) => void>();
  const connectionListeners = new Set<(connected: boolean) => void>();
  const pending = new Map<number, (answer: unknown) => void>();
  let socket: WebSocket | null = null;
  let connected = false;
  let nextId = 1;
  let failures = 0;
  /** What calls are answered while there is no socket. */
  let without = AWAY;
  /** Calls made before the first connection wait for it instead of failing. */
  let opened: Promise<void> = connect();

  function announce(now: boolean) {
    connected = now;
    for (const listener of connectionListeners) listener(now);
  }

  function connect(): Promise<void> {
    return new Promise<void>((settled) => {
      const next = new WebSocket(`${origin.replace(/^http/, "ws")}/bridge`, protocols(token));
      next.onopen = () => {
        socket = next;
        failures = 0;
        announce(true);
        settled();
      };
      next.onmessage = (event) => receive(String(event.data));
      next.onclose = async () => {
        socket = null;
        for (const answer of pending.values()) answer(AWAY);
        pending.clear();
        const refused = await isRefused(origin, token);
        if (refused && token !== "") {
          token = "";
          onRefused();
          return settled(connect());
        }
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
      if (connected) listener(true);
      return () => connectionListeners.delete(listener);
    },
    upload: (file) => send("/bridge/documents", "application/pdf", { token, file, read: readDocument }),
    importArchive: (file) => send("/bridge/archives", "application/zip", { token, file, read: readDraft }),
  };
}

const protocols = (token: string) => (token === "" ? ["countersign"] : ["countersign", `token.${token}`]);
const headersOf = (token: string): Record<string, string> => (token === "" ? {} : { "x-countersign-token": token });

/** A browser does not say why a socket was closed: whether the host runs and refuses the token, a request tells. */
async function isRefused(origin: string, token: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL("/bridge/files/-", origin), { headers: headersOf(token) });
    return answer.status === 401;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Posts a file outside the message channel (law 10) and parses what it came to. */
async function send<T>(address: string, type: string, { token, file, read }: Sending<T>): Promise<Result<T>> {
  try {
    const response = await fetch(`${address}?name=${encodeURIComponent(file.name)}`, {
      method: "POST",
      headers: { "content-type": type, ...headersOf(token) },
      body: new Blob([new Uint8Array(file.bytes)]),
    });
    if (!response.ok) return notSent("server_error", file.name, (await response.text()).slice(0, 500));
    return read(await response.json());
  } catch (error) {
    return notSent("not_connected", file.name, error instanceof Error ? error.message : String(error));
  }
}

interface Sending<T> {
  readonly token: string;
  readonly file: SentFile;
  readonly read: (answer: unknown) => Result<T>;
}

const notSent = (code: BridgeError["code"], name: string, reason: string): Result<never> => ({
  ok: false,
  error: { code, message: `${name} was not sent (${reason}). Check that Countersign is running, then try again.` },
});
