import { readFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import type { Host } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { DAY, sign, stage, T0, TestFlow } from "../fixtures/flow-shape.ts";
import { must } from "./acts.ts";
import { APPROVERS, fill } from "./filled-workspace.ts";
import { benchFolder, removeFolder } from "./folder.ts";
import type { Row, Side } from "./row.ts";

const PEOPLE = APPROVERS.slice(0, 20);
const ONCE = { rounds: 3, roundMs: 1 };

/** The rows that a reminder leaves: two events and one for its mail's fate, the mail, and the callback's listing. */
const EVENT_ROWS = 3;
const EVENT = "x".repeat(300);
const MAIL = "x".repeat(2500);
const CALLBACK = "x".repeat(500);

/** SQLite alone, writing rows of the same sizes. */
function sqliteRows(
  file: string,
  title: string,
  commits: number,
  remindersPerCommit: number,
): Side & { close(): void } {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec("CREATE TABLE row (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)");
  const insert = db.prepare("INSERT INTO row (body) VALUES (?)");
  const commit = db.transaction(() => {
    for (let n = 0; n < remindersPerCommit; n += 1) {
      for (let row = 0; row < EVENT_ROWS; row += 1) insert.run(EVENT);
      insert.run(MAIL);
      insert.run(CALLBACK);
    }
  });
  return {
    title,
    run(times) {
      for (let n = 0; n < times * commits; n += 1) commit();
    },
    close: () => void db.close(),
  };
}

const DAYS = 364;

const YEAR = `
title: A year of reminders
process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions: []
        expect: { signed-by: { users: [${PEOPLE.join(", ")}], documents: [contract] } }
  automatic-reminders:
    - date: { type: relative, days_delay: 1, repeat: periodically }
      methods: { email: { message: again } }
process_parameters:
  documents: { contract: ./contract.pdf }
  messages: { again: Please sign. }
  users:
${PEOPLE.map((name) => `    ${name}: { id_type: email, id: ${name}@example.test }`).join("\n")}
duration: 365
`;

/** Each operation is a flow of its own on a clock of its own. */
async function yearSide(host: Host): Promise<Side> {
  const contract = readFileSync(
    path.resolve(import.meta.dirname, "../../resources/examples/nda/Mutual Non-Disclosure Agreement.pdf"),
  );
  const source = { text: YEAR, fileName: "year.flow.yaml", files: { "./contract.pdf": contract } };
  const draft = must(await host.drafts.importFlowFile(source));
  const waiting: { readonly id: string; readonly clockId: string }[] = [];
  return {
    title: "a year on a virtual clock",
    async prepare(times) {
      while (waiting.length < times) {
        waiting.push(must(await host.drafts.start(draft.id, { copies: true, clock: { virtual: "new", at: T0 } })));
      }
      await host.idle();
    },
    async run(times) {
      for (const { id, clockId } of waiting.splice(0, times)) {
        const { ran } = must(await host.clocks.advance(clockId, { to: T0 + DAYS * DAY + 1 }));
        const reminders = ran.filter(({ kind }) => kind === "reminder").length;
        const [last] = host.mailbox.list({ instanceId: id, limit: 1 }).items;
        if (reminders !== DAYS * PEOPLE.length || last?.notification !== reminders || last.status !== "delivered")
          throw new Error(`${reminders} reminders, the last message is ${last?.notification}, ${last?.status}`);
      }
    },
  };
}

export const simulatedYear: Row = {
  name: "simulated-year",
  unit: "reminders/s",
  atLeast: 0.7,
  each: DAYS * PEOPLE.length,
  pace: { rounds: 7, roundMs: 1 },
  unlike:
    "Ours moves a clock from day to day, decides each reminder, makes its mail, records its delivery and lists its callback, committing many days at once; SQLite writes rows of the same sizes, a commit per day.",
  peers: [],
  async open() {
    const dir = benchFolder();
    const host = await openWorkspace({ dir: path.join(dir, "workspace") });
    const peer = sqliteRows(path.join(dir, "bare.db"), "SQLite, a commit per day", DAYS, PEOPLE.length);
    return {
      ours: await yearSide(host),
      peer,
      async close() {
        peer.close();
        await host.close();
        removeFolder(dir);
      },
    };
  },
};

const TIMERS = 100_000;
const AWAY = 30 * DAY;

/** Daily reminders for twenty signers; the first ones of all instances fall due at one instant. */
function remindedTemplate(): TestFlow {
  return new TestFlow({
    participants: PEOPLE.map((name) => ({ name })),
    stages: [stage("signing", sign(PEOPLE))],
    reminders: [
      {
        users: null,
        methods: { email: "reminder", sms: null, emailLinkOnly: false },
        daysDelay: 1,
        periodically: true,
      },
    ],
    duration: 365,
  });
}

export const caughtUp: Row = {
  name: "catch-up",
  unit: "timers/s",
  atLeast: 0.2,
  each: TIMERS,
  pace: ONCE,
  unlike:
    "Ours opens a workspace that was closed for 30 days, folds the missed repeats of 100,000 reminders of 5,000 instances, sends each once, with its mail and its callback's listing, and is idle again; SQLite writes rows of the same sizes, 500 reminders per commit.",
  peers: [],
  async open() {
    const dir = benchFolder();
    const waiting: string[] = [];
    const peer = sqliteRows(path.join(dir, "bare.db"), "SQLite, 500 per commit", TIMERS / 500, 500);
    return {
      ours: {
        title: "opened after 30 days",
        async prepare(times) {
          while (waiting.length < times) {
            const workspace = benchFolder();
            await fill(workspace, "a", TIMERS / PEOPLE.length, remindedTemplate());
            waiting.push(workspace);
          }
        },
        async run(times) {
          for (const workspace of waiting.splice(0, times)) {
            const host = await openWorkspace({ dir: workspace, clockNow: () => T0 + AWAY });
            await host.idle();
            await host.close();
            removeFolder(workspace);
          }
        },
      },
      peer,
      async close() {
        peer.close();
        for (const workspace of waiting) removeFolder(workspace);
        removeFolder(dir);
      },
    };
  },
};
