import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isFresh } from "../../scripts/freshness.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";

/** The renderer is built again exactly when it has to be. */

let folder: TemporaryFolder;
let stamp: string;
let sources: string;

/** Writes a file, and says that it and its folder last changed `seconds` after 2026 began. */
function write(file: string, seconds: number): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "");
  settle(file, seconds);
  settle(path.dirname(file), seconds);
}

function settle(file: string, seconds: number): void {
  const time = Date.UTC(2026, 0, 1) / 1000 + seconds;
  utimesSync(file, time, time);
}

beforeEach(() => {
  folder = temporaryFolder("freshness");
  stamp = path.join(folder.path, "out/.built");
  sources = path.join(folder.path, "src");
  write(path.join(sources, "deep/page.tsx"), 10);
  settle(sources, 10);
  write(stamp, 20);
});

afterEach(() => folder.remove());

test("nothing changed since: fresh, and an absent source counts as unchanged", async () => {
  expect(isFresh(stamp, [sources, path.join(folder.path, "absent")])).toBe(true);
});

test("never built: stale", async () => {
  rmSync(stamp);
  expect(isFresh(stamp, [sources])).toBe(false);
});

test("a file changed: stale", async () => {
  settle(path.join(sources, "deep/page.tsx"), 30);
  expect(isFresh(stamp, [sources])).toBe(false);
});

test("a file was removed, which only its folder shows: stale", async () => {
  rmSync(path.join(sources, "deep/page.tsx"));
  expect(isFresh(stamp, [sources])).toBe(false);
});
