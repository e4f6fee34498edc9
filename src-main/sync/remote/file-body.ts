import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";

/** A body with a file in its middle, which is read as it is sent: of a large one only a piece is ever in memory. */
interface FileBody {
  readonly head: Buffer;
  readonly file: string;
  readonly tail: Buffer;
  /** Bytes of the whole. */
  readonly size: number;
}

/** What a request carries. */
export type Body = Buffer | string | FileBody;

/** @throws an error of the disk, where the file cannot be read */
export async function fileBody(head: string, file: string, tail: string): Promise<FileBody> {
  const [before, after] = [Buffer.from(head), Buffer.from(tail)];
  const { size } = await stat(file);
  return { head: before, file, tail: after, size: before.length + size + after.length };
}

/** Bytes of a body. */
export const sizeOf = (body: Body | undefined): number =>
  body === undefined ? 0 : typeof body === "object" && "size" in body ? body.size : Buffer.byteLength(body);

/** A body as it is sent, and the headers that it needs. It can be sent again. */
export function sentBody(body: Body | undefined): {
  readonly body: Buffer | string | Readable | null;
  readonly headers: Readonly<Record<string, string>>;
} {
  if (body === undefined || typeof body === "string" || Buffer.isBuffer(body))
    return { body: body ?? null, headers: {} };
  return { body: Readable.from(pieces(body)), headers: { "content-length": String(body.size) } };
}

async function* pieces({ head, file, tail }: FileBody): AsyncGenerator<Buffer> {
  yield head;
  yield* createReadStream(file);
  yield tail;
}
