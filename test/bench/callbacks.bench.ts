import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { startReceiver } from "../../src-main/callbacks/index.ts";
import { createSender } from "../../src-main/callbacks/send.ts";
import { openWorkspace } from "../../src-main/host.ts";
import type { Host, Result } from "../../src-main/host-types.ts";
import type { Row, Side } from "./row.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const AT = Date.parse("2026-03-02T09:00:00.000Z");
const AT_ONCE = 32;
/** Callbacks of one instance. */
const EACH = 100;

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** A flow that enters its stage with so many callbacks, and then waits. */
const flow = (url: string, callbacks: number): string => `
title: Callbacks
callback: { url: "${url}", version: 1 }
process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions:
${"          - callback: { callback-name: hook }\n".repeat(callbacks)}
        expect: { signed-by: { users: [signer], documents: [contract] } }
process_parameters:
  documents: { contract: ./contract.pdf }
  users: { signer: { id_type: email, id: signer@example.test } }
duration: 30
`;

interface Opened {
  readonly host: Host;
  draft(url: string, callbacks: number): Promise<string>;
  close(): Promise<void>;
}

async function open(): Promise<Opened> {
  // In the checkout, not in the system's temporary folder: that may be memory.
  mkdirSync(path.join(ROOT, ".cache"), { recursive: true });
  const dir = mkdtempSync(path.join(ROOT, ".cache", "bench-"));
  const host = await openWorkspace({ dir });
  const contract = readFileSync(path.join(ROOT, "resources/examples/nda/nda.pdf"));
  return {
    host,
    async draft(url, callbacks) {
      const text = flow(url, callbacks);
      const source = { text, fileName: "callbacks.flow.yaml", files: { "./contract.pdf": contract } };
      return must(await host.drafts.importFlowFile(source)).id;
    },
    async close() {
      await host.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function startReceiving(): Promise<{ readonly url: string; close(): void }> {
  const child = fork(path.join(import.meta.dirname, "receive.ts"));
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}/`, close: () => void child.kill() };
}

/** The same POSTs by the same HTTP client, without a job, a ledger or a state. */
function bare(url: string): Side & { close(): Promise<void> } {
  const sender = createSender();
  const body = JSON.stringify({ version: 1, type: "custom", event_id: "0".repeat(36), callback_name: "hook" });
  return {
    title: "the HTTP client alone",
    async run(times) {
      let left = times;
      const one = async () => {
        while (left > 0) {
          left -= 1;
          await sender.post(url, { "content-type": "application/json" }, body);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
    },
    close: () => sender.close(),
  };
}

export const callbacksDelivered: Row = {
  name: "callbacks-delivered",
  unit: "callbacks/s",
  target: { of: "ours", atLeast: 5_000 },
  unlike:
    "Ours takes each from the job table, builds body and headers, and commits attempt, ledger line, new state and the job's end; the peer only sends, by the same client, as many at once, to the same receiver in another process.",
  peers: [],
  async open() {
    const opened = await open();
    const { host } = opened;
    const receiving = await startReceiving();
    const draft = await opened.draft(receiving.url, EACH);
    const clock = must(await host.clocks.create({ name: "bench", at: AT }));
    const peer = bare(receiving.url);
    return {
      ours: {
        title: "callbacks of 100 each",
        async prepare(times) {
          // The first attempts meet a simulated 503, so that all of them are due five seconds later.
          const effect = { kind: "answer", status: 503, retryAfter: null } as const;
          must(await host.callbacks.setFaults([{ instanceId: null, type: null, effect, times: null }]));
          for (let started = 0; started < times; started += 1) {
            must(await host.drafts.start(draft, { copies: true, clock: { virtual: clock.id } }));
          }
          await host.idle();
          must(await host.callbacks.setFaults([]));
        },
        async run() {
          must(await host.clocks.advance(clock.id, { by: "PT6S" }));
        },
      },
      peer: { title: peer.title, run: (times) => peer.run(times * EACH) },
      async close() {
        await peer.close();
        receiving.close();
        await opened.close();
      },
    };
  },
  each: EACH,
};

/** Nearest rank. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const firstAttempt: Row = {
  name: "callback-first-attempt",
  unit: "starts/s",
  target: { of: "ours", atLeast: 50 },
  unlike:
    "Ours starts an instance, waits for its commit and for the receiver to have the callback in its hands; the peer only sends a callback, one after the other. The note tells how long after the commit it came.",
  peers: [],
  async open() {
    const opened = await open();
    const { host } = opened;
    const receiver = await startReceiver();
    const draft = await opened.draft(receiver.url, 1);
    const peer = bare(receiver.url);
    const waited: number[] = [];
    return {
      ours: {
        title: "a start and its callback",
        async run(times) {
          for (let count = 0; count < times; count += 1) {
            const before = receiver.received().length;
            must(await host.drafts.start(draft, { copies: true }));
            const committed = performance.now();
            await receiver.waitFor(before + 1);
            waited.push(performance.now() - committed);
          }
          await host.idle();
        },
      },
      peer: {
        title: peer.title,
        async run(times) {
          for (let count = 0; count < times; count += 1) await peer.run(1);
        },
      },
      note: () =>
        `From commit to first attempt: median ${percentile(waited, 0.5).toFixed(1)} ms, p99 ${percentile(waited, 0.99).toFixed(1)} ms of ${waited.length}; target p99 under 20 ms.`,
      async close() {
        await peer.close();
        await receiver.close();
        await opened.close();
      },
    };
  },
};
