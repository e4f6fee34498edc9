import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { openWorkspace } from "../../src-main/host.ts";
import type { Host, Result } from "../../src-main/host-types.ts";
import type { Row, Side } from "./row.ts";
import { sqliteCommits } from "./sqlite-commits.ts";

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
    const sqlite = sqliteCommits(path.join(dir, "bare.db"));
    return {
      ours: await engineSide(host),
      peer: sqlite.side,
      async close() {
        sqlite.close();
        await host.close();
        rmSync(dir, { recursive: true, force: true });
      },
    };
  },
};
