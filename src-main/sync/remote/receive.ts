import { open } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { letGo } from "../../basics/index.ts";
import { flatHeaders } from "../../http/index.ts";
import type { Abort } from "./abort.ts";
import type { RawAnswer } from "./read-answer.ts";

/** How far an answer is read. */
export interface Reading {
  /** Bytes at most. */
  readonly most: number;
  /** Whether what it begins with, 1 KiB or all of it, is worth reading on; left out: all is read. */
  readonly goesOn?: ((begin: Buffer) => boolean) | undefined;
}

/** Bytes by which `goesOn` decides. */
const BEGIN = 1_024;

/** More came, or was announced, than is read. */
export class TooLarge extends Error {
  readonly most: number;
  constructor(most: number) {
    super("too large");
    this.most = most;
  }
}

/** A fault of this machine's disk, and none of the connection. */
export class NotKept extends Error {}
const notKept = (cause: unknown): never => {
  throw new NotKept("not kept", { cause });
};

/**
 * Sends a request and keeps its answer in memory. undici's own `request` makes a stream of each answer, which takes a
 * third more of the processor.
 * @throws TooLarge, the reason of its ending, or what undici met
 */
export function inMemory(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  reading: Reading,
  ending: Abort,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let came: Pick<RawAnswer, "status" | "headers"> = { status: 0, headers: {} };
    let held = holding(0, reading);
    const end = () => resolve({ ...came, bytes: held.bytes, size: held.size });
    ending.onEnd(reject);
    dispatcher.dispatch(request, {
      onRequestStart: (control) => ending.onEnd((reason) => control.abort(reason)),
      onResponseStart(_, status, headers) {
        came = { status, headers: flatHeaders(headers) };
        held = holding(announced(headers), reading);
      },
      onResponseData(control, chunk) {
        if (held.add(chunk)) return;
        end();
        control.abort(new Error("Enough was read."));
      },
      onResponseEnd: end,
      onResponseError: (_, error) => reject(error),
    });
  });
}

/**
 * Sends a request whose answer is written to a file, if it is what was asked for: then only its beginning is held.
 * @throws NotKept, TooLarge, the reason of its ending, or what undici met
 */
export async function onDisk(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  reading: Reading,
  ending: Abort,
  into: string,
): Promise<RawAnswer> {
  const control = new AbortController();
  const { signal } = control;
  ending.onEnd((reason) => control.abort(reason));
  try {
    const { statusCode: status, headers, body } = await dispatcher.request({ ...request, signal });
    const isDone = status >= 200 && status <= 299;
    const held = holding(announced(headers), reading, isDone ? BEGIN : reading.most);
    if (isDone) await write(body, into, held);
    else for await (const chunk of body) if (!held.add(chunk)) break;
    return { status, headers: flatHeaders(headers), bytes: held.bytes, size: held.size };
  } catch (error) {
    if (signal.aborted && !(error instanceof NotKept)) throw signal.reason;
    control.abort();
    throw error;
  }
}

/** Bytes of an answer; 0: it does not say. */
const announced = ({ "content-length": length }: IncomingHttpHeaders): number => Number(length ?? 0);

/** @throws NotKept, TooLarge */
async function write(body: AsyncIterable<Buffer>, into: string, held: ReturnType<typeof holding>): Promise<void> {
  const file = await open(into, "w", 0o600).catch(notKept);
  try {
    for await (const chunk of body) {
      const goesOn = held.add(chunk);
      await file.appendFile(chunk).catch(notKept);
      if (!goesOn) break;
      letGo(chunk);
    }
  } finally {
    await file.close().catch(notKept);
  }
}

/**
 * The bytes of an answer as they come, in one piece from the start where it says how long it is.
 * @param keep how many of them are held
 * @throws TooLarge
 */
function holding(expected: number, { most, goesOn = () => true }: Reading, keep = most) {
  if (expected > most) throw new TooLarge(most);
  let bytes: Buffer = Buffer.alloc(Math.min(expected, keep));
  let held = 0;
  let size = 0;
  return {
    /** @returns whether to read on. @throws TooLarge */
    add(chunk: Buffer): boolean {
      const isBegin = size < BEGIN && size + chunk.length >= BEGIN;
      size += chunk.length;
      if (size > most) throw new TooLarge(most);
      const part = chunk.subarray(0, keep - held);
      if (held + part.length > bytes.length) bytes = Buffer.concat([bytes], Math.min(most, 2 * (held + part.length)));
      held += part.copy(bytes, held);
      return !isBegin || goesOn(bytes.subarray(0, BEGIN));
    },
    get bytes(): Buffer {
      return bytes.subarray(0, held);
    },
    /** Of all that came. */
    get size(): number {
      return size;
    },
  };
}
