import path from "node:path";
import { openWorkspace } from "../../src-main/host.ts";
import type { Host } from "../../src-main/host-types.ts";
import { actingSide, actsOn, clockNow, fillWithApprovals } from "./acts.ts";
import { benchFolder, removeFolder } from "./filled-workspace.ts";
import type { Row, Side } from "./row.ts";
import { sqliteCommits } from "./sqlite-commits.ts";

/** Short rounds and many: a disk's bad moment falls on both sides. */
const PACE = { rounds: 25, roundMs: 120 };
const count = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index);

export const durableAct: Row = {
  name: "durable-act",
  unit: "commits/s",
  target: { of: "ratio", atLeast: 0.6 },
  pace: PACE,
  unlike:
    "Ours decides, hashes the event into its chain, writes event, projections and due work in one transaction and answers through a promise; SQLite inserts one row in a synchronous call.",
  peers: [],
  async open() {
    const dir = benchFolder();
    const workspace = path.join(dir, "workspace");
    await fillWithApprovals(workspace, "a", 1000);
    const host = await openWorkspace({ dir: workspace, clockNow });
    const bare = sqliteCommits(path.join(dir, "bare.db"));
    return {
      ours: actingSide("an act through the host", host, actsOn("a", count(1000))),
      peer: bare.side,
      async close() {
        bare.close();
        await host.close();
        removeFolder(dir);
      },
    };
  },
};

export const actsTogether: Row = {
  name: "acts-together",
  unit: "acts/s",
  target: { of: "ratio", atLeast: 3 },
  pace: PACE,
  unlike:
    "The same acts through the same host; ours are given by 32 at once, the others by one that waits for each answer.",
  peers: [],
  async open() {
    const dir = benchFolder();
    await fillWithApprovals(dir, "a", 1024);
    await fillWithApprovals(dir, "b", 1024);
    const host = await openWorkspace({ dir, clockNow });
    return {
      ours: actingSide("32 instances at once", host, actsOn("a", count(1024)), 32),
      peer: actingSide("one at a time", host, actsOn("b", count(1024))),
      async close() {
        await host.close();
        removeFolder(dir);
      },
    };
  },
};

const SIZES = [100, 1_000, 10_000, 100_000] as const;
/** As many instances are acted on in each workspace, spread evenly over all of it. */
const ACTED_ON = 100;

export const actAmongMany: Row = {
  name: "act-among-100000",
  unit: "acts/s",
  target: { of: "ratio", atLeast: 0.8 },
  pace: PACE,
  unlike: "The same acts on 100 instances; ours lie among 100,000 in their workspace, the others are all there is.",
  peers: [],
  async open() {
    const dirs = new Map(SIZES.map((size) => [size, benchFolder()]));
    const hosts: Host[] = [];
    const sides: Side[] = [];
    for (const [size, dir] of dirs) {
      await fillWithApprovals(dir, "a", size);
      const host = await openWorkspace({ dir, clockNow });
      hosts.push(host);
      const numbers = count(ACTED_ON).map((n) => Math.floor((n * size) / ACTED_ON));
      sides.push(actingSide(`among ${size.toLocaleString("en")}`, host, actsOn("a", numbers)));
    }
    const [smallest, ...between] = sides;
    const largest = between.pop();
    if (smallest === undefined || largest === undefined) throw new Error("There are too few sizes for a curve.");
    return {
      ours: largest,
      peer: smallest,
      beside: between,
      async close() {
        for (const host of hosts) await host.close();
        for (const dir of dirs.values()) removeFolder(dir);
      },
    };
  },
};
