import path from "node:path";
import type { Host } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { actingSide, actsOn, approvalTemplate, clockNow } from "./acts.ts";
import { APPROVERS, fill } from "./filled-workspace.ts";
import { benchFolder, removeFolder } from "./folder.ts";
import { leastActs } from "./least-act.ts";
import type { Row, Side } from "./row.ts";
import { sqliteCommits } from "./sqlite-commits.ts";

/** Short rounds and many: a disk's bad moment falls on both sides. */
const PACE = { rounds: 25, roundMs: 120 };

export const durableAct: Row = {
  name: "durable-act",
  unit: "commits/s",
  atLeast: 0.9,
  pace: PACE,
  unlike:
    "Both decide, hash the event into its chain and write event and projection in one transaction after a turn of the event loop; ours also keeps due work, retention, messages and listeners. SQLite alone inserts one row in a synchronous call.",
  peers: [],
  async open() {
    const dir = benchFolder();
    const workspace = path.join(dir, "workspace");
    await fill(workspace, "a", 6000, approvalTemplate());
    const host = await openWorkspace({ dir: workspace, clockNow });
    const least = path.join(dir, "least");
    await fill(least, "a", 6000, approvalTemplate());
    const ceiling = leastActs(least, actsOn("a", 6000));
    const bare = sqliteCommits(path.join(dir, "bare.db"));
    return {
      ours: actingSide("an act through the host", host, actsOn("a", 6000)),
      beside: [bare.side],
      peer: ceiling.side,
      async close() {
        ceiling.close();
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
  atLeast: 3,
  pace: { rounds: 15, roundMs: 80 },
  unlike:
    "The same acts through the same host; ours are given by 32 at once, the others by one that waits for each answer.",
  peers: [],
  async open() {
    const dir = benchFolder();
    await fill(dir, "a", 6000, approvalTemplate());
    await fill(dir, "b", 4000, approvalTemplate());
    const host = await openWorkspace({ dir, clockNow });
    return {
      ours: actingSide("32 instances at once", host, actsOn("a", 6000), 32),
      peer: actingSide("one at a time", host, actsOn("b", 4000)),
      async close() {
        await host.close();
        removeFolder(dir);
      },
    };
  },
};

const SIZES = [100, 1_000, 10_000, 100_000] as const;
const ACTED_ON = 100;
/** Acts: three pages each of the 1,000 that the log grows to. */
const GROWN_AFTER = 400;

export const actAmongMany: Row = {
  name: "act-among-100000",
  unit: "acts/s",
  atLeast: 0.8,
  pace: { rounds: 15, roundMs: 60 },
  unlike: "The same acts on 100 instances; ours lie among 100,000 in their workspace, the others are all there is.",
  peers: [],
  async open() {
    const dirs = new Map(SIZES.map((size) => [size, benchFolder()]));
    const hosts: Host[] = [];
    const sides: Side[] = [];
    for (const [size, dir] of dirs) {
      await fill(dir, "other", (size - ACTED_ON) / 2, approvalTemplate());
      await fill(dir, "acted-on", ACTED_ON, approvalTemplate(APPROVERS));
      await fill(dir, "later", (size - ACTED_ON) / 2, approvalTemplate());
      const host = await openWorkspace({ dir, clockNow });
      hosts.push(host);
      const acts = actsOn("acted-on", ACTED_ON, APPROVERS);
      const side = actingSide(`among ${size.toLocaleString("en")}`, host, acts);
      // A log that still grows makes each commit cost twice, and an opening compares plans behind the first acts.
      await side.prepare?.(GROWN_AFTER);
      await side.run(GROWN_AFTER);
      sides.push({ ...side, supply: acts.count - GROWN_AFTER });
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
