import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore, StoreError } from "../../src-main/store/index.ts";
import { chainHash, eventText } from "../../src-main/store/port/chain.ts";
import { acted, instanceRow, START } from "../fixtures/rows.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder("store-tampering");
  const store = openStore(folder.path);
  store.write((tx) => {
    tx.instances.save(instanceRow("i1", { lastSeq: 5 }));
    tx.events.append(
      "i1",
      1,
      START,
      "author",
      ["a", "b", "c", "d", "e"].map((name) => acted(name)),
    );
  });
  store.close();
});
afterEach(() => folder.remove());

function afterTampering(statement: string) {
  const raw = new Database(path.join(folder.path, "countersign.db"));
  raw.exec(statement);
  raw.close();
  const store = openStore(folder.path);
  const verified = store.read.events.verify("i1");
  store.close();
  return verified;
}

describe("law 3: a history that was tampered with is told from its first wrong event on", () => {
  test.each<[string, string, number]>([
    ["an event's text", "UPDATE events SET event = replace(event, '\"c\"', '\"x\"') WHERE seq = 3", 3],
    ["the spelling of an event", "UPDATE events SET event = replace(event, ',', ', ') WHERE seq = 3", 3],
    ["the time of an append", "UPDATE events SET recorded = recorded + 1 WHERE seq = 2", 2],
    ["who did it", "UPDATE events SET \"by\" = 'participant:eve' WHERE seq = 5", 5],
    ["what it was decided with", "UPDATE events SET decision = 2 WHERE seq = 4", 4],
    ["a hash", "UPDATE events SET hash = upper(hash) WHERE seq = 1", 1],
    ["an event taken out", "DELETE FROM events WHERE seq = 2", 3],
    ["the first event taken out", "DELETE FROM events WHERE seq = 1", 2],
    ["the last event taken out", "DELETE FROM events WHERE seq = 5", 5],
    ["all events taken out", "DELETE FROM events", 1],
    [
      "two events exchanged",
      "UPDATE events SET seq = -2 WHERE seq = 2; UPDATE events SET seq = 2 WHERE seq = 3; UPDATE events SET seq = 3 WHERE seq = -2",
      2,
    ],
  ])("%s", (_, statement, brokenAt) => {
    expect(afterTampering(statement).brokenAt).toBe(brokenAt);
  });

  test("a number left out, though the hashes were made to fit", () => {
    const store = openStore(folder.path);
    const last = store.read.events.last("i1")?.hash ?? "";
    store.close();
    const hash = chainHash(last, 7, START, "author", eventText(acted("eve")));
    const event = eventText(acted("eve"));
    expect(
      afterTampering(`INSERT INTO events (instance, seq, recorded, "by", hash, event)
        VALUES (1, 7, ${START}, 'author', '${hash}', '${event}')`),
    ).toEqual({ count: 5, brokenAt: 7 });
  });

  test("the row of the newest instance is lost, and the next instance takes no part in its events", () => {
    afterTampering("DELETE FROM instances");
    const store = openStore(folder.path);
    store.write((tx) => {
      tx.instances.save(instanceRow("i2", { lastSeq: 1 }));
      tx.events.append("i2", 1, START, "author", [acted("bob")]);
    });
    expect(store.read.events.verify("i2")).toEqual({ count: 1, brokenAt: null });
    store.close();
  });

  test("an untouched one is whole", () => {
    expect(afterTampering("SELECT 1")).toEqual({ count: 5, brokenAt: null });
  });

  test.each([
    ["no longer JSON", "noise"],
    ["JSON, and no event", "null"],
    ["an event without a time", '{"type":"acted"}'],
  ])("an event that is %s is reported with its place", (_, text) => {
    afterTampering(`UPDATE events SET event = '${text}' WHERE seq = 4`);
    const store = openStore(folder.path);
    expect(() => store.read.events.load("i1")).toThrow(StoreError);
    expect(() => store.read.events.load("i1")).toThrow(/Event 4 of instance i1 is damaged/);
    store.close();
  });
});
