import { hash } from "node:crypto";
import { canonicalJson, type FlowEvent } from "../../../src-shared/flow/index.ts";
import { companionNames, type DraftTexts } from "../../../src-shared/foresight/index.ts";

/** Stands in for the predecessor of the first event. */
export const FIRST_PREDECESSOR = "0".repeat(64);

/** An event as it is stored and hashed. */
export function eventText(event: FlowEvent): string {
  return canonicalJson(event);
}

/**
 * SHA-256 hex over the predecessor's hash and the canonical JSON of `{seq, recorded, by, event}` (law 3). Takes the
 * event's own canonical JSON, so that the stored bytes are the hashed ones; the four keys are written in sorted order.
 */
export function chainHash(previous: string, seq: number, recorded: number, by: string, event: string): string {
  const entry = `{"by":${JSON.stringify(by)},"event":${event},"recorded":${recorded},"seq":${seq}}`;
  return hash("sha256", previous + entry, "hex");
}

/** SHA-256 hex of a text, for a tombstone that must not keep the title itself [G11]. */
export function textHash(text: string): string {
  return hash("sha256", text, "hex");
}

/** SHA-256 hex of what a draft says; of one without companions that of its text, as before there were any. */
export function draftHash(draft: DraftTexts): string {
  const companions = companionNames.map((name) => draft[name]);
  return textHash(companions.every((text) => text === "") ? draft.text : JSON.stringify([draft.text, ...companions]));
}
