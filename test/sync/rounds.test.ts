import { globSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFailed, onTestFinished, test } from "vitest";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { must } from "../harness/workspace.ts";
import { openService } from "../service/harness.ts";
import { openRig, type Rig } from "./rig.ts";
import { drafts, edit, everSaid, type Hand, type Random, same, seeded, spoilt } from "./rounds.ts";

const ROUNDS = 25;
/** Syncs without faults and edits until nothing is left to do. */
const MOST_TO_SETTLE = 12;

async function settle(rigs: readonly Rig[]): Promise<void> {
  for (let again = 0; again < MOST_TO_SETTLE; again += 1) {
    let open = 0;
    for (const rig of rigs) {
      rig.ahead += 120_000;
      const { pushed, pulled, merged, archived, conflicts, refused, perhaps } = await rig.sync();
      open += pushed.length + pulled.length + merged.length + archived.length + refused.length + perhaps.length;
      for (const draft of draftsIn(conflicts)) {
        open += 1;
        must(await rig.host.sync.settle("Bank", draft, "mine"));
      }
    }
    if (open === 0) return;
  }
}

/** Some edits by any hand, then one sync through faults, whose conflicts are settled by chance. @returns the edits' marks */
async function round(rigs: readonly Rig[], hands: readonly Hand[], random: Random, name: string): Promise<string[]> {
  const marks: string[] = [];
  for (let edits = 1 + random.below(3); edits > 0; edits -= 1) {
    const mark = await edit(random.one(hands), random, `${name}x${edits}`);
    if (mark !== null) marks.push(mark);
  }
  const rig = random.one(rigs);
  rig.ahead += random.below(90_000);
  await bindAll(rig);
  rig.proxy.fault = spoilt(random, 0.1);
  const { conflicts } = await rig.sync();
  rig.proxy.fault = () => null;
  for (const draft of draftsIn(conflicts))
    if (random.chance(0.7))
      must(await rig.host.sync.settle("Bank", draft, random.one(["mine", "theirs", "text"] as const)));
  return marks;
}

const draftsIn = (conflicts: readonly { readonly draft: string }[]) => new Set(conflicts.map(({ draft }) => draft));

async function bindAll(rig: Rig): Promise<void> {
  for (const { id } of rig.host.drafts.list({}).items) must(await rig.host.sync.bind("Bank", id));
}

/** Seeds that failed once are files, and are tried again each time. */
const regressions = path.join(import.meta.dirname, "regressions");
const failed = globSync("rounds-*.json", { cwd: regressions }).map((name) => Number(/\d+/.exec(name)?.[0]));
const seeds = new Set([...failed, ...Array.from({ length: inputs(2) }, (_, at) => at + 1)]);

function keepSeed(seed: number): void {
  mkdirSync(regressions, { recursive: true });
  writeFileSync(path.join(regressions, `rounds-${seed}.json`), `${JSON.stringify({ seed, rounds: ROUNDS })}\n`);
}

test.each([...seeds])(
  "Y1 to Y9: two installations and the other hand edit at random through faults, and end the same with nothing lost: seed %s",
  { timeout: FUZZ_TIMEOUT },
  async (seed) => {
    onTestFailed(() => keepSeed(seed));
    const random = seeded(seed);
    const remote = await openService();
    onTestFinished(() => remote.close());
    const rigs = [await openRig({ remote }), await openRig({ remote })];
    const hands: readonly Hand[] = [...rigs.map((rig) => ({ host: () => rig.host })), { host: () => remote.host }];
    const marks: string[] = [];
    for (let at = 0; at < ROUNDS; at += 1) marks.push(...(await round(rigs, hands, random, `m${seed}x${at}`)));
    await Promise.all(rigs.map(bindAll));
    await settle(rigs);
    const there = drafts(remote.host);
    for (const rig of rigs) expect(same(drafts(rig.host), there), JSON.stringify([drafts(rig.host), there])).toBe(true);
    const said = rigs.map(everSaid).join("\n") + JSON.stringify(there);
    expect(marks.filter((mark) => !said.includes(mark))).toEqual([]);
    for (const rig of rigs) {
      const { items, next } = rig.host.ledger.outbound({ limit: 500 });
      if (next !== null) continue;
      expect(items.filter(({ kind, result }) => kind === "account" && result !== "not sent").length).toBe(
        rig.proxy.asked.length,
      );
    }
  },
);
