import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { createSender } from "../../src-main/callbacks/index.ts";
import type { Host } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { must } from "./acts.ts";
import { benchFolder, ROOT, removeFolder } from "./folder.ts";
import { message, rawRequest, startLoad } from "./http.ts";
import { waitsInWords } from "./measure.ts";
import { monotonicNow } from "./monotonic.ts";
import type { Arrival } from "./receive.ts";
import type { Row, Side } from "./row.ts";
import { sqliteCommits } from "./sqlite-commits.ts";

const AT = Date.parse("2026-03-02T09:00:00.000Z");
const AT_ONCE = 64;
/** Callbacks of one instance. */
const EACH = 100;

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
  const dir = benchFolder();
  const host = await openWorkspace({ dir });
  const contract = readFileSync(path.join(ROOT, "resources/examples/nda/Mutual Non-Disclosure Agreement.pdf"));
  return {
    host,
    async draft(url, callbacks) {
      const text = flow(url, callbacks);
      const source = { text, fileName: "callbacks.flow.yaml", files: { "./contract.pdf": contract } };
      return must(await host.drafts.importFlowFile(source)).id;
    },
    async close() {
      await host.close();
      removeFolder(dir);
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
  const { port } = await message<{ readonly port: number }>(child);
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    onArrival: (listener) => void child.on("message", listener),
    close: () => void child.kill(),
  };
}

const BODY = JSON.stringify({ version: 1, type: "custom", event_id: "0".repeat(36), callback_name: "hook" });

/** What an attempt leaves: the attempt itself, the callback's new state, and its line in the ledger. */
const RECORD = ["x".repeat(900), "x".repeat(500), "x".repeat(150)];

/** The least program that delivers: the same POSTs by the same HTTP client, recorded in one commit for as many as go out at once. */
function recorded(url: string, file: string): Side & { close(): Promise<void> } {
  const sender = bare(url);
  const db = new Database(file);
  db.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE row (seq INTEGER PRIMARY KEY, body TEXT)",
  );
  const insert = db.prepare("INSERT INTO row (body) VALUES (?)");
  const record = db.transaction((count: number) => {
    for (let n = 0; n < count; n += 1) for (const row of RECORD) insert.run(row);
  });
  return {
    title: "the client, and a commit per 64",
    async run(times) {
      for (let left = times; left > 0; left -= AT_ONCE) {
        const count = Math.min(left, AT_ONCE);
        await sender.run(count);
        record(count);
      }
    },
    async close() {
      db.close();
      await sender.close();
    },
  };
}

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
  atLeast: 0.7,
  unlike:
    "Ours takes each from the job table, builds body and headers, and commits attempt, ledger line, new state and the job's end; the least program sends the same body, by the same client, as many at once, to the same receiver in another process, and commits rows of the same sizes. The client alone commits nothing. The receiver alone is what that process takes from raw sockets in a third one, which is the most that it can answer.",
  peers: [],
  // Long enough that the disk, the log's checkpoints and the ledger's limit are all met.
  pace: { rounds: 7, roundMs: 1_500 },
  async open() {
    const opened = await open();
    const { host } = opened;
    const receiving = await startReceiving();
    const draft = await opened.draft(receiving.url, EACH);
    const clock = must(await host.clocks.create({ name: "bench", at: AT }));
    const client = bare(receiving.url);
    const bareFolder = benchFolder();
    const peer = recorded(receiving.url, path.join(bareFolder, "bare.db"));
    const load = await startLoad();
    const requests = [rawRequest("POST", "/", receiving.port, {}, BODY)];
    return {
      beside: [
        {
          title: "the receiver alone",
          run: (times) => load.run({ port: receiving.port, connections: AT_ONCE, requests, times: times * EACH }),
        },
        { title: client.title, run: (times) => client.run(times * EACH) },
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
        await client.close();
        await peer.close();
        removeFolder(bareFolder);
        receiving.close();
        await opened.close();
      },
    };
  },
  each: EACH,
};

interface Waits {
  /** Milliseconds from the commit of each start to its callback at the receiver. */
  readonly all: readonly number[];
  /** Resolves when the callbacks of so many starts in all have come. */
  come(count: number): Promise<void>;
}

function waits(host: Host, receiving: Receiving): Waits {
  const committed = new Map<string, number>();
  const all: number[] = [];
  let reported = Promise.withResolvers<void>();
  host.changes(({ kind, instanceId }) => {
    // The first change of an instance announces its commit, before the work that the commit made due is handed over.
    if (kind === "instance" && instanceId !== null && !committed.has(instanceId)) {
      committed.set(instanceId, monotonicNow());
    }
  });
  receiving.onArrival(({ instanceId, at }) => {
    all.push(at - (committed.get(instanceId) ?? Number.NaN));
    reported.resolve();
    reported = Promise.withResolvers();
  });
  return {
    all,
    async come(count) {
      while (all.length < count) await reported.promise;
    },
  };
}

/** A start, its commit, and its one callback at a receiver in another process. */
function startsWithCallback(name: string, title: string, atOnce: number, atLeast: number): Row {
  return {
    name,
    unit: "starts/s",
    atLeast,
    unlike:
      "Ours starts an instance with a document of its own, waits for its commit and for the receiver to have the callback in its hands; the peer commits one row with SQLite and sends a callback. The note tells how long after the commit it came.",
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
      const bareFolder = benchFolder();
      const commits = sqliteCommits(path.join(bareFolder, "bare.db"));
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
        peer: {
          title: "a bare commit, then the HTTP client",
          run: (times) =>
            each(times, async () => {
              await commits.side.run(1);
              await peer.run(1);
            }),
        },
        note: () => `From commit to first attempt: ${waitsInWords(waited.all)}.`,
        async close() {
          await peer.close();
          commits.close();
          removeFolder(bareFolder);
          heardByPeer.close();
          receiving.close();
          await opened.close();
        },
      };
    },
  };
}

export const firstAttempt = startsWithCallback("callback-first-attempt", "a start and its callback", 1, 0.25);
export const firstAttemptTogether = startsWithCallback(
  "callback-first-attempt-16",
  "16 starts at a time, each with its callback",
  16,
  1.5,
);
