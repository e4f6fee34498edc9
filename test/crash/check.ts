import { expect } from "vitest";
import { verifyWorkspace } from "../../src-main/cli/verify-workspace.ts";
import { openWorkspace } from "../../src-main/host.ts";
import type { Host } from "../../src-main/host-types.ts";
import { due, replay } from "../../src-shared/flow/index.ts";
import { must } from "../harness/workspace.ts";
import type { FlakyReceiver } from "./receiver.ts";
import type { Said } from "./workload.ts";

/** All that the killed hosts of one workspace have acknowledged. */
export class Acknowledged {
  readonly started = new Set<string>();
  /** `<instance> <participant>` */
  readonly acts = new Set<string>();
  /** The latest instant of each clock. */
  readonly clocks = new Map<string, number>();

  add(said: readonly Said[]): void {
    for (const { event, id, participant = "", at = 0 } of said) {
      if (event === "started") this.started.add(id);
      if (event === "acted") this.acts.add(`${id} ${participant}`);
      if (event === "moved") this.clocks.set(id, at);
    }
  }
}

/** Opens the workspace as the next start of the app does, lets it catch up, and holds it against what was acknowledged. */
export async function checkAfterCrash(
  dir: string,
  acknowledged: Acknowledged,
  receiver: FlakyReceiver,
): Promise<{ readonly reminders: number; readonly callbacks: number }> {
  const host = await openWorkspace({ dir });
  const had = { reminders: 0, callbacks: 0 };
  try {
    await host.idle();
    const ids = allInstances(host);
    const found = new Set(ids);
    expect([...acknowledged.started].filter((id) => !found.has(id))).toEqual([]);
    const acts = new Set<string>();
    for (const id of ids) had.reminders += checkInstance(host, id, acts);
    expect([...acknowledged.acts].filter((act) => !acts.has(act))).toEqual([]);
    for (const [clockId, at] of acknowledged.clocks) {
      expect(must(host.clocks.now(clockId))).toBeGreaterThanOrEqual(at);
      // An advance that was cut off goes on with the next one; nothing due before the clock's own now may be left.
      await host.clocks.advance(clockId, { by: "PT0S" });
    }
    had.callbacks = checkCallbacks(host, receiver);
  } finally {
    await host.close();
  }
  // Chains, projections against replayed histories, blobs and seals.
  expect((await verifyWorkspace(dir)).problems).toEqual([]);
  return had;
}

function allInstances(host: Host): readonly string[] {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = host.instances.list({ cursor, limit: 500 });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  return ids;
}

/** @returns how many reminders it has sent */
function checkInstance(host: Host, id: string, acts: Set<string>): number {
  const { items } = must(host.instances.history(id, { limit: 500 }));
  for (const { event } of items) {
    if (event.type !== "acted") continue;
    const act = `${id} ${event.participant}`;
    // Thousands of them: an assertion for each takes longer than the host that is killed.
    if (acts.has(act)) throw new Error(`An act happened twice: ${act}.`);
    acts.add(act);
  }
  const state = replay(items.map(({ event }) => event));
  if (state === null) throw new Error(`${id} has no history.`);
  // What the state says will happen is what the jobs say: none lost, none left over.
  const planned = due(state).map(({ id: what, at }) => `${id}:${what} ${at}`);
  const jobs = must(host.instances.due(id)).filter(({ kind }) => kind === "time_out" || kind === "reminder");
  expect(jobs.map((job) => `${job.id} ${job.at}`).sort()).toEqual(planned.sort());
  // All effects that were asked for have been had.
  expect(state.notifications.flat().filter(({ status }) => status === "queued")).toEqual([]);
  expect(
    state.documents.filter(({ sealRequested, state: sealed }) => sealRequested && sealed === "in_progress"),
  ).toEqual([]);
  return state.notifications.flat().filter(({ kind }) => kind === "reminder").length;
}

/** At least once: every callback was received, and doubles carry the same id and body. @returns how many there are */
function checkCallbacks(host: Host, receiver: FlakyReceiver): number {
  let count = 0;
  let cursor: string | null = null;
  do {
    const page = host.callbacks.list({ cursor, limit: 500 });
    const seen = page.items.map(({ eventId, state }) => ({
      ...{ eventId, state },
      bodies: new Set(receiver.got.get(eventId)).size,
    }));
    expect(seen.filter(({ state, bodies }) => state !== "delivered" || bodies !== 1)).toEqual([]);
    count += seen.length;
    cursor = page.next;
  } while (cursor !== null);
  return count;
}
