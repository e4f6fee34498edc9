import { Temporal } from "temporal-polyfill";
import { z } from "zod";
// Past the room's front door: the page that checks bundles would carry the whole language along.
import { canonicalJson } from "../flow/model/canonical.ts";
import type { SignatureCrypto } from "./cms.ts";

/** Stands in for the predecessor of the first event. */
export const FIRST_PREDECESSOR = "0".repeat(64);

/** What the hash of an event stands on, beside its predecessor's; `event` is its canonical JSON, the keys are in order (law 3). */
export function chainEntry(seq: number, recorded: number, by: string, event: string): string {
  return `{"by":${JSON.stringify(by)},"event":${event},"recorded":${recorded},"seq":${seq}}`;
}

const line = z.looseObject({
  seq: z.int(),
  recorded: z.string(),
  by: z.string(),
  event: z.looseObject({}),
  hash: z.string(),
});

/** What the hash chain of an exported history comes to. */
export interface ChainReport {
  readonly events: number;
  /** Of the last event, hex. */
  readonly lastHash: string;
  /** A sentence; null: each hash fits. */
  readonly problem: string | null;
}

/** Recomputes the hash chain of a history of JSON lines. */
export async function checkHistory(text: string, { sha256 }: Pick<SignatureCrypto, "sha256">): Promise<ChainReport> {
  let lastHash = FIRST_PREDECESSOR;
  const lines = text.split("\n").slice(0, -1);
  for (const [index, written] of lines.entries()) {
    const found = readLine(written);
    const events = index + 1;
    if (found === null) return { events, lastHash, problem: `Line ${events} of the history is no event.` };
    const { seq, hash, entry } = found;
    const expected = hexOf(await sha256(new TextEncoder().encode(lastHash + entry)));
    if (seq !== events || hash !== expected)
      return { events, lastHash, problem: `The history's hash chain breaks at event ${events}.` };
    lastHash = hash;
  }
  return { events: lines.length, lastHash, problem: null };
}

function readLine(text: string) {
  try {
    const { seq, recorded, by, event, hash } = line.parse(JSON.parse(text));
    const at = Temporal.Instant.from(recorded).epochMilliseconds;
    return { seq, hash, entry: chainEntry(seq, at, by, canonicalJson(event)) };
  } catch {
    return null; // The caller says which line.
  }
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
