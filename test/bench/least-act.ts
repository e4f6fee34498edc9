import { hash } from "node:crypto";
import path from "node:path";
import Database from "better-sqlite3";
import { DATABASE_FILE } from "../../src-main/store/files/marker.ts";
import { canonicalJson, decide, due, replay, type State, waitingFor } from "../../src-shared/flow/index.ts";
import { type Act, type Acts, clockNow } from "./acts.ts";
import type { Side } from "./row.ts";

interface Running {
  readonly ordinal: number;
  state: State;
  seq: number;
  hash: string;
}

/**
 * The least program that does an act as law 3 wants it: decides, chains the event, writes it and the projection in one
 * commit, after a turn of the event loop. No port, no retention, no messages, nobody to tell: the ceiling of ours.
 * @param dir a filled workspace that nobody has open
 */
export function leastActs(dir: string, acts: Acts): { readonly side: Side; close(): void } {
  const db = new Database(path.join(dir, DATABASE_FILE));
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -32000");
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  const insert = db.prepare(
    `INSERT INTO events (instance, seq, recorded, "by", hash, event) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const update = db.prepare(
    `UPDATE instances SET stage = ?, waitingFor = ?, wakesAt = ?, lastEventAt = ?, timeoutAt = ?, lastSeq = ? WHERE ordinal = ?`,
  );
  const running = runsOf(db);
  let waiting: Act[] = [];

  function act({ instanceId, participant, document }: Act): void {
    const run = running(instanceId);
    const command = { type: "act", participant, verb: "approve", document, signature: null } as const;
    begin.run();
    const decision = decide(run.state, command, clockNow());
    if (!decision.ok) throw new Error(decision.refusal.message);
    const { state, events } = decision;
    const { lastEventAt, timeoutAt } = state;
    const stage = state.program.stages[state.stage]?.name;
    const waitsFor = JSON.stringify(waitingFor(state));
    const lastSeq = run.seq + events.length;
    update.run(stage, waitsFor, due(state)[0]?.at, lastEventAt, timeoutAt, lastSeq, run.ordinal);
    const by = `participant:${participant}`;
    for (const event of events) {
      run.seq += 1;
      const text = canonicalJson(event);
      const entry = `{"by":${JSON.stringify(by)},"event":${text},"recorded":${clockNow()},"seq":${run.seq}}`;
      run.hash = hash("sha256", run.hash + entry, "hex");
      insert.run(run.ordinal, run.seq, clockNow(), by, run.hash, text);
    }
    commit.run();
    run.state = state;
  }

  const side: Side = {
    title: "the least program's act",
    supply: acts.count,
    async prepare(times) {
      while (waiting.length < times) {
        const next = acts.each.next();
        if (next.done) throw new Error("The workspace holds too few acts for this measure.");
        running(next.value.instanceId);
        waiting.push(next.value);
      }
    },
    async run() {
      const taken = waiting;
      waiting = [];
      for (const next of taken) {
        await new Promise((resolve) => setImmediate(resolve));
        act(next);
      }
    },
  };
  return { side, close: () => void db.close() };
}

/** Instances as their histories left them, each read once. */
function runsOf(db: Database.Database): (instanceId: string) => Running {
  const select = db.prepare<[string], { ordinal: number; seq: number; hash: string; event: string }>(
    `SELECT instance AS ordinal, seq, hash, event FROM events
      WHERE instance = (SELECT ordinal FROM instances WHERE id = ?) ORDER BY seq`,
  );
  const runs = new Map<string, Running>();
  return (instanceId) => {
    const known = runs.get(instanceId);
    if (known !== undefined) return known;
    const events = select.all(instanceId);
    const state = replay(events.map(({ event }) => JSON.parse(event)));
    const last = events.at(-1);
    if (state === null || last === undefined) throw new Error(`The instance ${instanceId} was not filled.`);
    const run = { ordinal: last.ordinal, state, seq: last.seq, hash: last.hash };
    runs.set(instanceId, run);
    return run;
  };
}
