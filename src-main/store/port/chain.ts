import { hash } from "node:crypto";
import { chainEntry } from "../../../src-shared/evidence/index.ts";
import { canonicalJson, type FlowEvent } from "../../../src-shared/flow/index.ts";
import { companionNames, type DraftTexts } from "../../../src-shared/foresight/index.ts";

/** An event as it is stored and hashed. */
export function eventText(event: FlowEvent): string {
  return canonicalJson(event);
}

/**
 * SHA-256 hex over the predecessor's hash and the canonical JSON of `{seq, recorded, by, event}` (law 3). Takes the
 * event's own canonical JSON, so that the stored bytes are the hashed ones.
 */
export function chainHash(previous: string, seq: number, recorded: number, by: string, event: string): string {
  return hash("sha256", previous + chainEntry(seq, recorded, by, event), "hex");
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
