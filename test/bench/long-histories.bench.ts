import path from "node:path";
import Database from "better-sqlite3";
import { createStates } from "../../src-main/engine/core/states.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { DATABASE_FILE, openStore } from "../../src-main/store/index.ts";
import { DAY, sign, stage, T0, TestFlow } from "../fixtures/flow-shape.ts";
import { approvalTemplate } from "./acts.ts";
import { APPROVERS, fill, instanceId, type Template } from "./filled-workspace.ts";
import { benchFolder, removeFolder } from "./folder.ts";
import type { Row } from "./row.ts";

const INSTANCES = 100_000;
const EVENTS_EACH = 20;

/** A start, and approvals until the history has as many events as are asked for. */
function approvals(events: number): Template {
  const flow = approvalTemplate(APPROVERS.slice(0, EVENTS_EACH));
  for (const name of APPROVERS.slice(0, EVENTS_EACH)) if (flow.events.length < events) flow.approve(name);
  return flow;
}

export const openLargeWorkspace: Row = {
  name: "open-workspace",
  unit: "openings/s",
  atLeast: 0.05,
  unlike:
    "Ours takes the workspace's lock, inspects and opens the database of 100,000 instances and 2,000,000 events, takes up due work and answers the first page of instances; SQLite opens the same file and reads the same page.",
  peers: [],
  async open() {
    const dir = benchFolder();
    const template = approvals(EVENTS_EACH);
    await fill(dir, "a", INSTANCES, template);
    return {
      ours: {
        title: "the workspace",
        async run(times) {
          for (let n = 0; n < times; n += 1) {
            const host = await openWorkspace({ dir, clockNow: () => T0 + 1000 });
            if (host.instances.list({}).items.length !== 100) throw new Error("The page is not full.");
            await host.close();
          }
        },
      },
      peer: {
        title: "SQLite, open and read a page",
        run(times) {
          for (let n = 0; n < times; n += 1) {
            const db = new Database(path.join(dir, DATABASE_FILE));
            db.prepare("SELECT * FROM instances ORDER BY ordinal DESC LIMIT 100").all();
            db.close();
          }
        },
      },
      async close() {
        removeFolder(dir);
      },
    };
  },
};

const LONG = 10_000;

/** Reminders by the day for twenty signers, with the fate of each mail, until the history has so many events. */
export function longHistory(events: number): Template {
  const names = APPROVERS.slice(0, 20);
  const flow = new TestFlow({
    participants: names.map((name) => ({ name })),
    stages: [stage("signing", sign(names))],
    reminders: [{ users: null, methods: null, daysDelay: 1, periodically: true }],
    duration: 365,
  });
  for (let day = 1; flow.events.length < events; day += 1) {
    for (const name of names) flow.fallDue(`reminder:0:${name}`, T0 + day * DAY);
    for (const { id, status } of flow.state.notifications.flat()) {
      if (status === "queued") flow.send({ type: "notification_result", id, status: "delivered", reason: null });
    }
  }
  return { state: flow.state, events: flow.events };
}

export const replayHistory: Row = {
  name: "replay",
  unit: "events/s",
  atLeast: 0.25,
  each: LONG,
  unlike:
    "Ours reads the events and evolves the state of a flow from them; SQLite reads the same rows and parses their JSON.",
  peers: [],
  async open() {
    const dir = benchFolder();
    await fill(dir, "long", 1, longHistory(LONG));
    const store = openStore(dir);
    const db = new Database(path.join(dir, DATABASE_FILE), { readonly: true });
    const rows = db.prepare(
      "SELECT event FROM events WHERE instance = (SELECT ordinal FROM instances WHERE id = ?) AND seq > 0 ORDER BY seq LIMIT ?",
    );
    const id = instanceId("long", 0);
    return {
      ours: {
        title: "a history of 10,000 events",
        run(times) {
          for (let n = 0; n < times; n += 1) createStates(1).get(store.read, id);
        },
      },
      peer: {
        title: "SQLite and JSON.parse",
        run(times) {
          for (let n = 0; n < times; n += 1)
            for (const { event } of rows.all(id, LONG) as { event: string }[]) JSON.parse(event);
        },
      },
      async close() {
        db.close();
        store.close();
        removeFolder(dir);
      },
    };
  },
};
