import { spawn } from "node:child_process";
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openWorkspace } from "../../src-main/host.ts";
import type { Host } from "../../src-main/host-types.ts";
import { migrations } from "../../src-main/store/migrations/index.ts";
import { AT, playAll, startSmall } from "../harness/flows.ts";
import { makeOlder, OLDER } from "../harness/older.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { must } from "../harness/workspace.ts";
import { Acknowledged, checkAfterCrash } from "./check.ts";
import type { CrashPoint } from "./crash-points.ts";
import { between, random } from "./random.ts";
import { type FlakyReceiver, startFlakyReceiver } from "./receiver.ts";
import type { Said } from "./workload.ts";

const REGRESSIONS = join(import.meta.dirname, "regressions");
const SEEDS = [20_260_302];
/** `COUNTERSIGN_CRASH_SEED=7 vitest run test/crash` tries another one. */
const tried = process.env.COUNTERSIGN_CRASH_SEED;
const kept = readdirSync(REGRESSIONS).filter((name) => /^\d+\.txt$/.test(name));
const seeds = [...kept.map((name) => Number.parseInt(name, 10)), ...(tried === undefined ? SEEDS : [Number(tried)])];

/** How far the run may come before each point strikes, at most: as deep as a run of a second or two goes. */
const POINTS: readonly (readonly [CrashPoint | "delivery" | "any-instant", number])[] = [
  ["before-commit", 300],
  ["after-commit", 300],
  ["after-answer", 300],
  ["delivery", 150],
  ["sealing", 3],
  ["before-blob", 3],
  ["after-blob", 3],
  ["any-instant", 400],
  ["any-instant", 400],
];

describe("Crash and limits: killed at named points and at any instant", { timeout: 300_000 }, () => {
  test.each(seeds)(
    "seed %i: no acknowledged act is lost, none is doubled, no due job is lost, the chain is whole",
    async (seed) => {
      const next = random(seed);
      using folder = temporaryFolder("crash");
      const receiver = await startFlakyReceiver();
      onTestFinished(() => receiver.close());
      const acknowledged = new Acknowledged();
      let had = { reminders: 0, callbacks: 0 };
      for (const [point, most] of POINTS) {
        const count = between(next, 1, most);
        const crash = `seed ${seed}, ${point} ${count}`;
        const said = await runUntilKilled(folder.path, receiver, { point, count, seed: between(next, 1, 1_000_000) });
        acknowledged.add(said);
        try {
          had = await checkAfterCrash(folder.path, acknowledged, receiver);
        } catch (error) {
          writeFileSync(join(REGRESSIONS, `${seed}.txt`), `${crash}\n${String(error)}\n`);
          throw new Error(`${crash}: the workspace was not as it should be.`, { cause: error });
        }
      }
      expect(acknowledged.acts.size).toBeGreaterThan(500);
      expect(had.reminders).toBeGreaterThan(100);
      expect(had.callbacks).toBeGreaterThan(500);
    },
  );
});

interface Crash {
  readonly point: CrashPoint | "delivery" | "any-instant";
  readonly count: number;
  readonly seed: number;
}

async function runUntilKilled(
  dir: string,
  receiver: Pick<FlakyReceiver, "url"> & Partial<FlakyReceiver>,
  { point, count, seed }: Crash,
): Promise<readonly Said[]> {
  const child = spawn(
    process.execPath,
    [
      "--import",
      join(import.meta.dirname, "crash-points.ts"),
      join(import.meta.dirname, "workload.ts"),
      dir,
      receiver.url,
      String(seed),
    ],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, COUNTERSIGN_TEST_CRASH: `${point}:${count}` } },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once("exit", (_code, signal) => resolve(signal)),
  );
  if (point === "delivery") receiver.inTheMiddleOf?.(count, () => child.kill("SIGKILL"));
  const said: Said[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(JSON.parse(line));
    if (point === "any-instant" && said.length === count) child.kill("SIGKILL");
  }
  expect(await exited).toBe("SIGKILL");
  return said;
}

test("Crash and limits: killed in the middle of a migration, the workspace opens as if it had not begun", async () => {
  using folder = temporaryFolder("crash-migration");
  const receiver = await startFlakyReceiver();
  onTestFinished(() => receiver.close());
  expect(await runUntilKilled(folder.path, receiver, { point: "in-migration", count: 1, seed: 1 })).toEqual([]);
  await checkAfterCrash(folder.path, new Acknowledged(), receiver);
});

describe("Crash and limits: killed in the middle of an upgrade", () => {
  /** A closed workspace of an older version, and what must be in it whenever it opens. */
  let older: TemporaryFolder;
  let held: unknown;
  /** The files of one whose upgrade nobody has killed. */
  let tidy: readonly string[];
  beforeAll(async () => {
    older = temporaryFolder("crash-upgrade");
    const host = await openWorkspace({ dir: older.path });
    const { id, clockId } = await startSmall(host, { duration: 3 }, { clock: { virtual: "new", at: AT } });
    await playAll(host, (await startSmall(host)).id);
    must(await host.clocks.advance(clockId, { by: "P1D" }));
    must(await host.participants.sign({ instanceId: id, participant: "alice", document: "contract" }));
    await host.idle();
    held = contents(host);
    await host.close();
    makeOlder(older.path);
    using upgraded = temporaryFolder("crash-upgrade");
    cpSync(older.path, upgraded.path, { recursive: true });
    await (await openWorkspace({ dir: upgraded.path })).close();
    tidy = files(upgraded.path);
  });
  afterAll(() => older.remove());

  const contents = (host: Host): unknown =>
    host.instances.list({}).items.map(({ id }) => {
      const { count, brokenAt } = must(host.instances.verifyHistory(id));
      const { items } = must(host.instances.history(id, { limit: 5000 }));
      return { id, count, brokenAt, events: items, due: must(host.instances.due(id)) };
    });
  const files = (dir: string): readonly string[] =>
    readdirSync(dir, { recursive: true, encoding: "utf8" })
      .map((name) => name.replace(/\d{4}-\d\d-\d\dT[-\d.]+Z/, "when"))
      .sort();

  test.each<[CrashPoint, number]>([
    ["before-copy", OLDER],
    ["in-copy", OLDER],
    ["copied", OLDER],
    ["named-copy", OLDER],
    ["in-migration", OLDER],
    ["before-commit", OLDER],
    ["after-commit", migrations.length],
  ])("at its %s, the next opening has every event, one whole backup and no leftovers", async (point, version) => {
    using folder = temporaryFolder("crash-upgrade");
    cpSync(older.path, folder.path, { recursive: true });
    expect(await runUntilKilled(folder.path, { url: "" }, { point, count: 1, seed: 1 })).toEqual([]);
    expect(inDatabase(join(folder.path, "countersign.db")).version).toBe(version);
    const host = await openWorkspace({ dir: folder.path });
    try {
      expect(contents(host)).toEqual(held);
    } finally {
      await host.close();
    }
    expect(files(folder.path)).toEqual(tidy);
    const [copy = ""] = readdirSync(join(folder.path, "backups"));
    expect(inDatabase(join(folder.path, "backups", copy))).toEqual(inDatabase(join(older.path, "countersign.db")));
  });

  function inDatabase(file: string) {
    const db = new Database(file, { readonly: true });
    try {
      const told = (name: string) => db.pragma(name, { simple: true });
      const events = db.prepare("SELECT count(*) FROM events").pluck().get();
      return { version: told("user_version"), integrity: told("integrity_check"), events };
    } finally {
      db.close();
    }
  }
});
