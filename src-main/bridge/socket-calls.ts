import type { WebSocket } from "ws";
import { parsedJson } from "../../src-shared/basics/index.ts";
import { type BridgeHandlers, type ChangeNotice, clientFrame } from "../../src-shared/bridge/index.ts";
import { isLostConnection } from "../http/index.ts";
import { type FaultLog, serveProcedure } from "./serve.ts";

/** Calls of one page that may be under way together; one is under way until its answer has left. */
const MAX_RUNNING = 32;
/** Calls that wait beyond those: from here on the page's socket is not read, and its sender waits. */
const MAX_WAITING = 64;
/** Bytes that a page may leave unread; a page that has stopped reading is cut, and connects again. */
const MAX_UNREAD = 64 * 1024 * 1024;

export interface Calls {
  readonly handlers: BridgeHandlers;
  readonly onChange: (listener: (notice: ChangeNotice) => void) => () => void;
  readonly log: FaultLog;
}

/**
 * Answers the calls of one page and pushes changes to it. Calls start in order, one per turn of the event loop, so that a
 * page with many calls does not block the others.
 */
export function serveCalls(client: WebSocket, { handlers, onChange, log }: Calls): void {
  const waiting: string[] = [];
  let running = 0;
  let isPlanned = false;

  /** Sends and resolves once it has left; a page that is gone needs no answer. */
  const send = (frame: object): Promise<void> =>
    new Promise((resolve) => {
      if (client.bufferedAmount > MAX_UNREAD) client.terminate();
      client.send(JSON.stringify(frame), () => resolve());
    });

  async function answer(message: string): Promise<void> {
    const frame = clientFrame.safeParse(parsedJson(message));
    if (!frame.success) return client.close(1008, "not a frame of the bridge");
    const { id, call, input } = frame.data;
    await send({ id, result: await serveProcedure(handlers, log, call, input) });
  }

  function plan(): void {
    if (isPlanned || running >= MAX_RUNNING || waiting.length === 0) return;
    isPlanned = true;
    setImmediate(begin);
  }

  function begin(): void {
    isPlanned = false;
    const message = waiting.shift();
    if (message === undefined || client.readyState !== client.OPEN) return;
    running += 1;
    answer(message)
      .catch((cause: unknown) => log("socket", "bridge message", cause))
      .finally(() => {
        running -= 1;
        plan();
      });
    if (waiting.length < MAX_WAITING) client.resume();
    plan();
  }

  const stop = onChange((change) => void send({ change }));
  client.on("close", stop);
  client.on("error", (cause) => {
    if (!isOfClient(cause)) log("socket", "bridge socket", cause);
  });
  client.on("message", (data) => {
    waiting.push(String(data));
    if (waiting.length >= MAX_WAITING) client.pause();
    plan();
  });
}

/** Of a frame that is none, or too long: its socket is closed with the code that says so. */
function isOfClient(error: NodeJS.ErrnoException): boolean {
  return error.code?.startsWith("WS_ERR_") === true || isLostConnection(error);
}
