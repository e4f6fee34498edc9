import { Temporal } from "temporal-polyfill";
import { z } from "zod";
// Bypasses the room's front door: the page that checks bundles would otherwise include the whole language.
import { canonicalJson } from "../flow/model/canonical.ts";
import type { SignatureCrypto } from "./cms.ts";

/** Replaces the predecessor of the first event. */
export const FIRST_PREDECESSOR = "0".repeat(64);

/**
 * The hashed data of an event, besides its predecessor's hash; `event` is its canonical JSON, the keys are in order
 * (law 3).
 */
export function chainEntry(seq: number, recorded: number, by: string, event: string): string {
  return `{"by":${JSON.stringify(by)},"event":${event},"recorded":${recorded},"seq":${seq}}`;
}

const line = z.looseObject({
  seq: z.int(),
  recorded: z.string(),
  by: z.string(),
  /** For readers: they repeat data of the event. */
  type: z.string().optional(),
  at: z.string().optional(),
  event: z.looseObject({}),
  hash: z.string(),
});

/** An event's data, and its hash. */
export interface ChainRow {
  readonly event: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

/** The result of checking the hash chain of an exported history. */
export interface ChainReport {
  readonly events: number;
  /** The hash of the last event, hex. */
  readonly lastHash: string;
  readonly rows: readonly ChainRow[];
  /** A sentence; null: every hash matches. */
  readonly problem: string | null;
}

/** Recomputes the hash chain of a history of JSON lines. */
export async function checkHistory(text: string, { sha256 }: Pick<SignatureCrypto, "sha256">): Promise<ChainReport> {
  let lastHash = FIRST_PREDECESSOR;
  const rows: ChainRow[] = [];
  const lines = text.split("\n");
  const rest = lines.pop();
  for (const [index, written] of lines.entries()) {
    const found = readLine(written);
    const events = index + 1;
    if (found === null) return { events, lastHash, rows, problem: `Line ${events} of the history is no event.` };
    const { seq, hash, entry, event } = found;
    const expected = hexOf(await sha256(new TextEncoder().encode(lastHash + entry)));
    if (seq !== events || hash !== expected)
      return { events, lastHash, rows, problem: `The history's hash chain breaks at event ${events}.` };
    if (!found.readsAsEvent)
      return {
        events,
        lastHash,
        rows,
        problem: `Line ${events} of the history tells of another time or kind than its event.`,
      };
    lastHash = hash;
    rows.push({ event, hash });
  }
  const problem = rest === "" ? null : "Something stands behind the last event of the history.";
  return { events: lines.length, lastHash, rows, problem };
}

function readLine(text: string) {
  try {
    const { seq, recorded, by, event, hash, type, at } = line.parse(JSON.parse(text));
    const wall = Temporal.Instant.from(recorded).epochMilliseconds;
    const readsAsEvent =
      type === event.type && at !== undefined && Temporal.Instant.from(at).epochMilliseconds === event.at;
    return { seq, hash, event, entry: chainEntry(seq, wall, by, canonicalJson(event)), readsAsEvent };
  } catch {
    return null; // The caller adds the line.
  }
}

/** Bytes in lower-case hex. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
