import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Order, Report } from "./load.ts";

/** The load generator, in a process of its own. */
export interface Load {
  /** Resolves when every request has had its 2xx answer. */
  run(order: Order): Promise<void>;
  close(): void;
}

export async function startLoad(): Promise<Load> {
  const child = fork(path.join(import.meta.dirname, "load.ts"));
  await message<Report>(child);
  return {
    async run(order) {
      child.send(order);
      const report = await message<Report>(child);
      if ("failed" in report) throw new Error(report.failed);
    },
    close: () => void child.kill(),
  };
}

/** The next message of a child. @throws when the child ends without one: nobody waits for it for ever. */
export async function message<T>(child: ChildProcess): Promise<T> {
  const gone = new AbortController();
  const end = () => gone.abort(new Error("A process of the benchmark ended by itself."));
  child.once("exit", end);
  try {
    const [report] = await once(child, "message", { signal: gone.signal });
    return report as T;
  } finally {
    child.off("exit", end);
  }
}

/** A whole request, as it goes over the connection. */
export function rawRequest(
  method: string,
  target: string,
  port: number,
  headers: Readonly<Record<string, string>> = {},
  body: string | null = null,
): string {
  const all = {
    host: `127.0.0.1:${port}`,
    ...headers,
    ...(body === null ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}
