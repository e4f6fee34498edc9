import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { createSender } from "../../src-main/callbacks/index.ts";
import type { Host, Result } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { rawRequest, startLoad } from "./http.ts";
import { monotonicNow } from "./monotonic.ts";
import type { Arrival } from "./receive.ts";
import type { Row, Side } from "./row.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const AT = Date.parse("2026-03-02T09:00:00.000Z");
const AT_ONCE = 64;
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

interface Receiving {
  readonly url: string;
  readonly port: number;
  onArrival(listener: (arrival: Arrival) => void): void;
  close(): void;
}

async function startReceiving(...args: readonly string[]): Promise<Receiving> {
  const child = fork(path.join(import.meta.dirname, "receive.ts"), args);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    onArrival: (listener) => void child.on("message", listener),
    close: () => void child.kill(),
  };
}

const BODY = JSON.stringify({ version: 1, type: "custom", event_id: "0".repeat(36), callback_name: "hook" });

/** The same POSTs by the same HTTP client, without a job, a ledger or a state. */
function bare(url: string): Side & { close(): Promise<void> } {
  const sender = createSender();
  return {
    title: "the HTTP client alone",
    async run(times) {
      let left = times;
      const one = async () => {
        while (left > 0) {
          left -= 1;
          await sender.post(url, { "content-type": "application/json" }, BODY);
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
    "Ours takes each from the job table, builds body and headers, and commits attempt, ledger line, new state and the job's end; the peer only sends, by the same client, as many at once, to the same receiver in another process. The receiver alone is what that process takes from raw sockets in a third one, which is the most that it can answer.",
  peers: [],
  // Long enough that the disk, the log's checkpoints and the ledger's limit are all met.
  pace: { rounds: 7, roundMs: 1_500 },
  async open() {
    const opened = await open();
    const { host } = opened;
    const receiving = await startReceiving();
    const draft = await opened.draft(receiving.url, EACH);
    const clock = must(await host.clocks.create({ name: "bench", at: AT }));
    const peer = bare(receiving.url);
    const load = await startLoad();
    const requests = [rawRequest("POST", "/", receiving.port, {}, BODY)];
    return {
      beside: [
        {
          title: "the receiver alone",
          run: (times) => load.run({ port: receiving.port, connections: AT_ONCE, requests, times: times * EACH }),
        },
      ],
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
        load.close();
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

interface Waits {
  /** Milliseconds from the commit of each start to its callback at the receiver. */
  readonly all: readonly number[];
  /** Resolves when the callbacks of so many starts in all have come. */
  come(count: number): Promise<void>;
}

function waits(host: Host, receiving: Receiving): Waits {
  const committed = new Map<string, number>();
  const all: number[] = [];
  let told = Promise.withResolvers<void>();
  host.changes(({ kind, instanceId }) => {
    // The first change of an instance tells of its commit, before what the commit made due is handed over.
    if (kind === "instance" && instanceId !== null && !committed.has(instanceId)) {
      committed.set(instanceId, monotonicNow());
    }
  });
  receiving.onArrival(({ instanceId, at }) => {
    all.push(at - (committed.get(instanceId) ?? Number.NaN));
    told.resolve();
    told = Promise.withResolvers();
  });
  return {
    all,
    async come(count) {
      while (all.length < count) await told.promise;
    },
  };
}

/** A start, its commit, and its one callback at a receiver in another process. */
function startsWithCallback(name: string, title: string, atOnce: number, target: number): Row {
  return {
    name,
    unit: "starts/s",
    target: { of: "ours", atLeast: target },
    unlike:
      "Ours starts an instance with a document of its own, waits for its commit and for the receiver to have the callback in its hands; the peer only sends a callback. The note tells how long after the commit it came.",
    peers: [],
    pace: { rounds: 9, roundMs: 1_000 },
    async open() {
      const opened = await open();
      const { host } = opened;
      const receiving = await startReceiving("--tell");
      const waited = waits(host, receiving);
      const draft = await opened.draft(receiving.url, 1);
      const heardByPeer = await startReceiving();
      const peer = bare(heardByPeer.url);
      const each = async (times: number, one: () => Promise<unknown>) => {
        let left = times;
        const lane = async () => {
          while (left > 0) {
            left -= 1;
            await one();
          }
        };
        await Promise.all(Array.from({ length: atOnce }, lane));
      };
      let started = 0;
      return {
        ours: {
          title,
          async run(times) {
            await each(times, async () => {
              must(await host.drafts.start(draft, { copies: true }));
              started += 1;
              if (atOnce === 1) await waited.come(started);
            });
            await waited.come(started);
            await host.idle();
          },
        },
        peer: { title: peer.title, run: (times) => each(times, async () => peer.run(1)) },
        note: () =>
          `From commit to first attempt: median ${percentile(waited.all, 0.5).toFixed(1)} ms, p99 ${percentile(waited.all, 0.99).toFixed(1)} ms of ${waited.all.length}; target p99 under 20 ms.`,
        async close() {
          await peer.close();
          heardByPeer.close();
          receiving.close();
          await opened.close();
        },
      };
    },
  };
}

export const firstAttempt = startsWithCallback("callback-first-attempt", "a start and its callback", 1, 50);
export const firstAttemptTogether = startsWithCallback(
  "callback-first-attempt-16",
  "16 starts at a time, each with its callback",
  16,
  100,
);
