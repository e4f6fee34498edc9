import { hash } from "node:crypto";
import { canonicalJson } from "../../../src-shared/flow/index.ts";
import type { InstanceTombstone, StoreReads, StoreWrites } from "../../store/index.ts";
import { settingKey } from "./setting-keys.ts";

/**
 * Two sums by which `verify` sees an instance that was removed whole (decision 0504): over the ids of all instances ever
 * begun, and over the tombstones. Starts and deletions add to them; a sum does not depend on the order.
 */

type Texts = Iterable<string>;

interface Begun {
  readonly reads: StoreReads;
  readonly engine: { transact(work: (tx: StoreWrites) => void): Promise<unknown> };
}

export function addBegun(tx: StoreWrites, id: string): void {
  add(tx, settingKey.instancesBegun, [id]);
}

/** @param tombstone of the instance that was deleted in this transaction */
export function addDeleted(tx: StoreWrites, tombstone: InstanceTombstone | null): void {
  if (tombstone !== null) add(tx, settingKey.instancesDeleted, [canonicalJson(tombstone)]);
}

/** Begins the sums where there are none: in a new workspace, or in one that an earlier release made. */
export async function beginSums({ reads, engine }: Begun): Promise<void> {
  if (reads.settings.get(settingKey.instancesBegun) !== null) return;
  await engine.transact((tx) => {
    const { begun, deleted } = textsOf(tx);
    tx.settings.set(settingKey.instancesBegun, sumOf(begun));
    tx.settings.set(settingKey.instancesDeleted, sumOf(deleted));
  });
}

/** What was taken out of the database, or put into it, outside of Countersign: a sentence for each. */
export function sumProblems(reads: Pick<StoreReads, "instances" | "settings">): readonly string[] {
  const { begun, deleted } = textsOf(reads);
  const problems: string[] = [];
  if (differs(reads.settings, settingKey.instancesBegun, begun))
    problems.push(
      "The instances are not those that were begun here: at least one was removed from the database, or put into it, outside of Countersign.",
    );
  if (differs(reads.settings, settingKey.instancesDeleted, deleted))
    problems.push(
      "The records of deleted instances are not as they were written: the database was changed outside of Countersign.",
    );
  return problems;
}

function textsOf({ instances }: Pick<StoreReads, "instances">): { readonly begun: Texts; readonly deleted: Texts } {
  const tombstones = instances.tombstones();
  return {
    begun: [...instances.ids(), ...tombstones.map(({ id }) => id)],
    deleted: tombstones.map((tombstone) => canonicalJson(tombstone)),
  };
}

/** Not where there is no sum yet: an earlier release has made the workspace, and this one has not opened it. */
function differs(settings: StoreReads["settings"], key: string, texts: Texts): boolean {
  const sum = settings.get(key);
  return sum !== null && sum !== sumOf(texts);
}

function add(tx: StoreWrites, key: string, texts: Texts): void {
  const sum = tx.settings.get(key);
  if (sum !== null) tx.settings.set(key, sumOf(texts, sum));
}

/** Adds up the first 64 bits of the texts' SHA-256, in hex. */
function sumOf(texts: Texts, first = "0"): string {
  let sum = BigInt(`0x${first}`);
  for (const text of texts) sum += BigInt(`0x${hash("sha256", text, "hex").slice(0, 16)}`);
  return BigInt.asUintN(64, sum).toString(16);
}
