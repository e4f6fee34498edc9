import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openStore, type Store } from "../../src-main/store/index.ts";
import { OUTBOUND_KEPT } from "../../src-main/store/port/limits.ts";
import { attemptRow, callbackRow } from "../fixtures/rows.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { walk } from "./contract/opened.ts";

const KIB_64 = 64 * 1024;

/** Writes the lines from `first` to `last`; each names its number. */
function writeLines(store: Store, first: number, last: number): void {
  store.write((tx) => {
    for (let line = first; line <= last; line += 1) {
      tx.ledger.addOutbound({ wallAt: line, kind: "callback", target: "http://127.0.0.1:1/", result: "204" });
    }
  });
}

/** Numbers of the lines that the ledger holds, newest first. */
function lines(store: Store): readonly number[] {
  return walk((cursor) => store.read.ledger.outbound({ cursor, limit: 500 })).map(({ wallAt }) => wallAt);
}

/** Pages of the database that hold something. */
function pagesUsed(dir: string): number {
  const raw = new Database(path.join(dir, "countersign.db"), { readonly: true });
  const count = (name: string) => Number(raw.pragma(name, { simple: true }));
  const used = count("page_count") - count("freelist_count");
  raw.close();
  return used;
}

test("law 8: the outbound ledger holds 100,000 lines at most, always the latest, and its storage stays bounded", () => {
  expect(OUTBOUND_KEPT).toBe(100_000);
  using folder = temporaryFolder("limits");
  const store = openStore(folder.path);
  const held = () => {
    const kept = lines(store);
    expect(kept).toEqual(Array.from(kept, (_, index) => (kept[0] ?? 0) - index));
    return { count: kept.length, newest: kept[0] };
  };

  writeLines(store, 1, 100_000);
  expect(held()).toEqual({ count: 100_000, newest: 100_000 });
  const full = pagesUsed(folder.path);
  writeLines(store, 100_001, 100_001);
  expect(held()).toEqual({ count: 99_001, newest: 100_001 });
  writeLines(store, 100_002, 101_000);
  expect(held()).toEqual({ count: 100_000, newest: 101_000 });
  writeLines(store, 101_001, 152_500);
  expect(held()).toEqual({ count: 99_500, newest: 152_500 });
  expect(pagesUsed(folder.path)).toBeLessThan(full * 1.05);
  store.close();

  // What was numbered before goes on after the next opening.
  const again = openStore(folder.path);
  writeLines(again, 152_501, 153_001);
  expect(lines(again).length).toBe(99_001);
  again.close();
});

test("Callbacks: an event that is dead and sent again without end keeps 20 answers, and its storage stays bounded", () => {
  using folder = temporaryFolder("limits");
  const store = openStore(folder.path);
  const responseBody = "x".repeat(KIB_64);
  const attempts = (first: number, last: number) =>
    store.write((tx) => {
      for (let attempt = first; attempt <= last; attempt += 1) {
        tx.callbacks.addAttempt(attemptRow("e1", attempt, { status: 503, responseBody }));
      }
    });
  store.write((tx) => tx.callbacks.put(callbackRow("e1", { state: "dead" })));
  attempts(1, 20);
  const full = pagesUsed(folder.path);
  attempts(21, 500);
  const kept = store.read.callbacks.attempts("e1").map(({ attempt }) => attempt);
  expect(kept).toEqual(Array.from({ length: 20 }, (_, index) => index + 481));
  expect(pagesUsed(folder.path)).toBeLessThan(full * 1.05);
  store.close();
});
