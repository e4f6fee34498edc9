import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FlakyReceiver {
  readonly url: string;
  /** Bodies by `webhook-id`, every delivery of each. */
  readonly got: ReadonlyMap<string, readonly string[]>;
  /** Calls `then` in the middle of the n-th delivery from now: read, not answered. */
  inTheMiddleOf(n: number, then: () => void): void;
  /** Every delivery from now is answered: nobody is left for the one that was to come. */
  answerAll(): void;
  close(): Promise<void>;
}

/** Answers 200; the delivery in whose middle something happens gets no answer at all. */
export async function startFlakyReceiver(): Promise<FlakyReceiver> {
  const got = new Map<string, string[]>();
  let planned: { left: number; readonly then: () => void } | null = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const id = String(request.headers["webhook-id"]);
      got.set(id, [...(got.get(id) ?? []), Buffer.concat(chunks).toString("utf8")]);
      if (planned !== null) {
        planned.left -= 1;
        if (planned.left === 0) {
          planned.then();
          planned = null;
          return;
        }
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callbacks`,
    got,
    inTheMiddleOf(n, then) {
      planned = { left: n, then };
    },
    answerAll() {
      planned = null;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
