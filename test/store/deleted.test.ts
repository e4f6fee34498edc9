import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clearDeleted } from "../../src-main/store/database/clearing.ts";
import { Connection } from "../../src-main/store/database/connection.ts";
import {
  openStore,
  openStoreReadOnly,
  type Store,
  type StoreError,
  type StoreWrites,
} from "../../src-main/store/index.ts";
import {
  acted,
  attemptRow,
  callbackRow,
  documentRow,
  draftRow,
  instanceRow,
  jobRow,
  mailRow,
  START,
} from "../fixtures/rows.ts";
import { textIn } from "../harness/files.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";

let folder: TemporaryFolder;

beforeEach(() => {
  folder = temporaryFolder("store-deleted");
});
afterEach(() => folder.remove());

const database = (): string => path.join(folder.path, "countersign.db");
const logSize = (): number => statSync(`${database()}-wal`).size;
const word = (number: number): string => `word${String(number).padStart(6, "0")}`;
const allWords = (dir = folder.path): readonly string[] => [...new Set(textIn(dir).match(/word\d{6}/g))].sort();

/** Everything that a run keeps, of lengths that make pages split, overflow and be balanced. */
function begin(tx: StoreWrites, n: number): void {
  const id = `i${n}`;
  const words = (most: number) => `${word(n)} `.repeat(1 + ((n * 7919) % most));
  tx.instances.save(instanceRow(id, { title: words(4), waitingFor: [words(8)] }));
  tx.events.append(id, 1, START, "author", [acted(words(300)), acted(words(20), words(3))]);
  tx.mail.put(mailRow(`m${n}`, { instanceId: id, participant: words(2), text: words(400), html: words(30) }));
  tx.callbacks.put(callbackRow(`e${n}`, { instanceId: id, body: { words: words(90) } }));
  tx.callbacks.addAttempt(attemptRow(`e${n}`, 1, { responseBody: words(900) }));
  tx.jobs.put(jobRow(`${id}/${word(n)}`, { instanceId: id, payload: { words: words(9) } }));
}

/** Begins runs that outgrow their pages and deletes all but every seventh; the words of those that are kept. */
function beginAndDelete(store: Store, count: number): readonly string[] {
  const all = Array.from({ length: count }, (_, n) => n);
  const kept = all.filter((n) => n % 7 === 0);
  const grow = (tx: StoreWrites, n: number) => tx.instances.save(instanceRow(`i${n}`, grown(n)), instanceRow(`i${n}`));
  for (const first of all.filter((n) => n % 20 === 0)) {
    store.write((tx) => {
      for (const n of all.slice(first, first + 20)) begin(tx, n);
      for (const n of all.slice(0, first)) if ((n + first) % 60 === 0) grow(tx, n);
    });
  }
  for (const n of all) store.write((tx) => (n % 7 === 0 ? grow(tx, n) : tx.instances.remove(`i${n}`, START)));
  return kept.map(word);
}

const grown = (n: number) => ({ title: word(n), waitingFor: [word(n).repeat(60)] });

test("G11: of deleted runs, drafts and documents no word is left in the folder of a closed workspace", () => {
  const store = openStore(folder.path);
  const kept = beginAndDelete(store, 300);
  store.write((tx) => {
    const draft = tx.drafts.create(draftRow("d", { title: word(900_001), text: word(900_002).repeat(999) }));
    tx.drafts.remove(draft.id);
    tx.documents.remove(tx.documents.create(documentRow("k", { title: word(900_003), fileName: word(900_004) })).id);
  });
  store.close();
  expect(allWords()).toEqual(kept);
});

const LONG_DRAFT = draftRow("d", { text: `${word(1)} `.repeat(99_999) });

/** What earlier versions left: freed, and not overwritten. */
function leaveTraces(): void {
  const db = new Database(database());
  db.exec(
    "PRAGMA secure_delete = OFF; DELETE FROM settings WHERE \"key\" = 'store.cleared'; DELETE FROM drafts WHERE id = 1;",
  );
  db.close();
}

function withTraces(): void {
  const store = openStore(folder.path);
  store.write((tx) => [LONG_DRAFT, draftRow("e")].map((row) => tx.drafts.create(row)));
  store.close();
  leaveTraces();
  expect(allWords()).toEqual([word(1)]);
}

test("G11: what an earlier version deleted goes at the first closing", () => {
  withTraces();
  const reported: string[] = [];
  const options = { onNotCleared: ({ message }: StoreError) => reported.push(message) };
  openStore(folder.path, options).close();
  expect([allWords(), reported]).toEqual([[], []]);
});

test.each<[string, boolean, (tx: StoreWrites) => void]>([
  ["a run's", true, (tx) => tx.instances.remove("i1", START)],
  ["a draft's", true, (tx) => tx.drafts.remove("1")],
  ["a document's", true, (tx) => tx.documents.remove("1001")],
  ["no", false, (tx) => tx.jobs.remove("j")],
])("G11: the file is written anew at the closing after %s deletion", (_, anew, remove) => {
  const first = openStore(folder.path);
  first.write((tx) => {
    begin(tx, 1);
    tx.drafts.create(draftRow("d"));
    tx.documents.create(documentRow("k"));
  });
  first.close();
  const db = new Database(database());
  db.exec("CREATE TABLE spare (text TEXT); INSERT INTO spare VALUES (zeroblob(99999)); DROP TABLE spare");
  db.close();
  const before = statSync(database()).size;
  const store = openStore(folder.path);
  store.write(remove);
  store.close();
  expect(statSync(database()).size < before).toBe(anew);
});

test("G11: a database that cannot be written anew is told of, and is at its next closing", () => {
  withTraces();
  const other = new Database(database());
  other.exec("BEGIN IMMEDIATE");
  const reported: string[] = [];
  const db = new Connection(database(), { busyMilliseconds: 1 });
  clearDeleted(db, ({ code }) => reported.push(code));
  db.close();
  other.close();
  expect([allWords(), reported]).toEqual([[word(1)], ["busy"]]);
  openStore(folder.path).close();
  expect(allWords()).toEqual([]);
});

test.each<[string, boolean, (store: Store) => void]>([
  ["had been deleted before it looked", true, () => undefined],
  ["is deleted while it looks", false, (store) => store.write((tx) => tx.drafts.remove("2"))],
])(
  "G11: beside a reader, a closing tells that words stay of what %s, and the next one leaves none",
  (_, anew, remove) => {
    withTraces();
    const reported: StoreError[] = [];
    const options = { onNotCleared: (why: StoreError) => reported.push(why) };
    const store = openStore(folder.path, options);
    const reader = openStoreReadOnly(folder.path);
    reader.read.settings.get("any");
    remove(store);
    const log = logSize();
    store.close();
    expect(logSize() > log).toBe(anew);
    reader.close();
    const sentence = `Another program was using ${database()}`;
    expect(reported).toMatchObject([{ code: "busy", message: expect.stringContaining(sentence) }]);
    expect(allWords()).toEqual([word(1)]);
    openStore(folder.path, options).close();
    expect([allWords(), reported.length]).toEqual([[], 1]);
  },
);

describe("Crash and limits: a workspace whose folder went away while it was open is closed all the same", () => {
  function openedAndDeletedFrom(name: string) {
    const dir = path.join(folder.path, name);
    mkdirSync(dir);
    const reported: StoreError[] = [];
    const store = openStore(dir, { onNotCleared: (why) => reported.push(why) });
    const { id } = store.write((tx) => tx.drafts.create(LONG_DRAFT));
    store.write((tx) => tx.drafts.remove(id));
    return { dir, store, reported };
  }

  test("moved or renamed: no word is left where it is now, and it opens there", () => {
    const { dir, store, reported } = openedAndDeletedFrom("before");
    const after = path.join(folder.path, "after");
    renameSync(dir, after);
    store.close();
    expect([reported, allWords(after)]).toEqual([[], []]);
    openStore(after).close();
  });

  test("deleted: a new one opens in its place", () => {
    const { dir, store, reported } = openedAndDeletedFrom("gone");
    rmSync(dir, { recursive: true });
    store.close();
    expect(reported).toEqual([]);
    mkdirSync(dir);
    openStore(dir).close();
  });
});
