import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { openWorkspace } from "../../src-main/host.ts";
import type { Host, Result } from "../../src-main/host-types.ts";
import type { Row, Side } from "./row.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const APPROVERS = Array.from({ length: 8 }, (_, n) => `approver${n + 1}`);

/** Eight approvals, then a signature that nobody gives: acts that commit and start no seal. */
const FLOW = `
title: Durable acts
process:
  dsl-version: "0.3.0"
  stages:
    - approval:
        actions: []
        expect: { approved-by: { users: [${APPROVERS.join(", ")}], documents: [contract] } }
    - signing:
        actions: []
        expect: { signed-by: { users: [signer], documents: [contract] } }
process_parameters:
  documents: { contract: ./contract.pdf }
  users:
${[...APPROVERS, "signer"].map((name) => `    ${name}: { id_type: email, id: ${name}@example.test }`).join("\n")}
duration: 30
`;

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

interface Act {
  readonly instanceId: string;
  readonly participant: string;
  readonly document: string;
}

/** Each act is answered, and so committed and synced to disk, before the next is given. */
async function engineSide(host: Host): Promise<Side> {
  const contract = readFileSync(path.join(ROOT, "resources/examples/nda/nda.pdf"));
  const source = { text: FLOW, fileName: "durable.flow.yaml", files: { "./contract.pdf": contract } };
  const draft = must(await host.drafts.importFlowFile(source));
  const waiting: Act[] = [];
  return {
    title: "an act through the host",
    async prepare(times) {
      while (waiting.length < times) {
        const { id } = must(await host.drafts.start(draft.id, { copies: true }));
        waiting.push(...APPROVERS.map((participant) => ({ instanceId: id, participant, document: "contract" })));
      }
      await host.idle();
    },
    async run(times) {
      for (const act of waiting.splice(0, times)) must(await host.participants.approve(act));
    },
  };
}

/** What SQLite alone asks for one durable commit: one row of an event's size, WAL, synchronous FULL. */
function sqliteSide(db: Database.Database): Side {
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec("CREATE TABLE event (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)");
  const insert = db.prepare("INSERT INTO event (body) VALUES (?)");
  const body = JSON.stringify({
    type: "approved",
    participant: "approver1",
    document: "contract",
    hash: "0".repeat(64),
  });
  return {
    title: "SQLite, one bare commit",
    run(times) {
      for (let n = 0; n < times; n += 1) insert.run(body);
    },
  };
}

export const durableAct: Row = {
  name: "durable-act",
  unit: "commits/s",
  target: { of: "ratio", atLeast: 0.5 },
  unlike:
    "Ours decides, hashes the event into its chain, writes event, projections and due work in one transaction and answers through a promise; SQLite inserts one row in a synchronous call.",
  peers: [],
  async open() {
    // In the checkout, not in the system's temporary folder: that may be memory, and both must meet a disk.
    mkdirSync(path.join(ROOT, ".cache"), { recursive: true });
    const dir = mkdtempSync(path.join(ROOT, ".cache", "bench-"));
    const host = await openWorkspace({ dir: path.join(dir, "workspace") });
    const db = new Database(path.join(dir, "bare.db"));
    return {
      ours: await engineSide(host),
      peer: sqliteSide(db),
      async close() {
        db.close();
        await host.close();
        rmSync(dir, { recursive: true, force: true });
      },
    };
  },
};
