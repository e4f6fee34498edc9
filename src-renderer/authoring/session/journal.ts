/**
 * Keeps a draft's text safe: every edit reaches the host within a second, and until then is on this page's own disk. A
 * pure step that returns what to do next; `draft-store.ts` does it.
 */
import type { BridgeError } from "../../../src-shared/bridge/index.ts";
import { isTooLong } from "./text-limit.ts";

export interface Version {
  readonly text: string;
  readonly revision: number;
}

export interface Journal {
  /** What the author sees. */
  readonly text: string;
  /** The host's text that `text` is based on. */
  readonly base: Version;
  /** too_long: over the language's limit, so neither sent nor stored until it is short again [S008]. */
  readonly phase: "saved" | "dirty" | "saving" | "away" | "failed" | "conflict" | "too_long";
  /** The text that is being sent; while saving, null once the host has refused it for a conflict. */
  readonly sent: string | null;
  /** A text that was sent and never answered: the host may or may not have it. */
  readonly unsure: string | null;
  /** The other text, in a conflict. */
  readonly theirs: Version | null;
  readonly error: BridgeError | null;
}

export type JournalEvent =
  | { readonly type: "typed"; readonly text: string }
  /** Time to save: the pause after an edit is over, or on the author's request. */
  | { readonly type: "save" }
  | { readonly type: "saved"; readonly revision: number }
  | { readonly type: "refused"; readonly error: BridgeError }
  /** The host's current text, requested after a change or a conflict. */
  | { readonly type: "found"; readonly version: Version }
  | { readonly type: "connected" }
  | { readonly type: "keep_mine" }
  | { readonly type: "take_theirs" };

/**
 * remember, forget: the copy on this page's disk. send: save to the host. later: send after a pause. again: send once
 * the machine may have recovered. find: request the host's text.
 */
export type JournalEffect = "remember" | "forget" | "send" | "later" | "again" | "find";

export interface Step {
  readonly journal: Journal;
  readonly effects: readonly JournalEffect[];
}

const CONFLICTS: ReadonlySet<string> = new Set(["precondition_failed", "conflict_error"]);

const settled = (version: Version): Step => ({
  journal: { text: version.text, base: version, phase: "saved", sent: null, unsure: null, theirs: null, error: null },
  effects: ["forget"],
});
const sending = (journal: Journal): Step =>
  isTooLong(journal.text)
    ? tooLong(journal)
    : { journal: { ...journal, phase: "saving", sent: journal.text, error: null }, effects: ["send"] };
const tooLong = (journal: Journal): Step => ({
  journal: { ...journal, phase: "too_long", sent: null, error: null },
  effects: [],
});

/** The journal of a draft that was just opened; `kept` is the text that this page had not sent when it was closed. */
export function openJournal(
  host: Version,
  kept: { readonly text: string; readonly baseRevision: number } | null,
): Step {
  if (kept === null || kept.text === host.text) return settled(host);
  const journal: Journal = {
    text: kept.text,
    base: host,
    phase: "dirty",
    sent: null,
    unsure: null,
    theirs: null,
    error: null,
  };
  if (kept.baseRevision === host.revision) return { journal, effects: ["later"] };
  return { journal: { ...journal, phase: "conflict", theirs: host }, effects: [] };
}

export function stepJournal(journal: Journal, event: JournalEvent): Step {
  switch (event.type) {
    case "typed":
      return typed(journal, event.text);
    case "save":
      return ["dirty", "failed", "away"].includes(journal.phase) ? sending(journal) : { journal, effects: [] };
    case "saved":
      return saved(journal, { text: journal.sent ?? journal.text, revision: event.revision });
    case "refused":
      return refused(journal, event.error);
    case "found":
      return found(journal, event.version);
    case "connected":
      return journal.phase === "away"
        ? sending(journal)
        : { journal, effects: journal.phase === "saved" ? ["find"] : [] };
    case "keep_mine":
      return journal.theirs === null
        ? { journal, effects: [] }
        : sending({ ...journal, base: journal.theirs, theirs: null });
    case "take_theirs":
      return journal.theirs === null ? { journal, effects: [] } : settled(journal.theirs);
  }
}

function typed(journal: Journal, text: string): Step {
  if (text === journal.text) return { journal, effects: [] };
  const next = { ...journal, text };
  const long = isTooLong(text);
  // The answer to a pending save is still needed, and a conflict is resolved first.
  if (journal.phase === "conflict" || journal.phase === "saving")
    return { journal: next, effects: long ? [] : ["remember"] };
  if (long) return tooLong(next);
  if (journal.phase === "away") return { journal: next, effects: ["remember"] };
  if (text === journal.base.text) return { journal: { ...next, phase: "saved", error: null }, effects: ["forget"] };
  return { journal: { ...next, phase: "dirty" }, effects: ["remember", "later"] };
}

function saved(journal: Journal, version: Version): Step {
  return journal.text === version.text ? settled(version) : rebased(journal, version);
}

/** The author's text is now based on `version`; it still needs saving. */
function rebased(journal: Journal, version: Version): Step {
  const next: Journal = { ...journal, base: version, phase: "dirty", sent: null, unsure: null, error: null };
  return isTooLong(journal.text) ? tooLong(next) : { journal: next, effects: ["remember", "later"] };
}

function refused(journal: Journal, error: BridgeError): Step {
  if (CONFLICTS.has(error.code)) return { journal: { ...journal, sent: null, error }, effects: ["find"] };
  // A failed request for the host's text says nothing about ours.
  if (journal.phase !== "saving") return { journal, effects: [] };
  if (error.code !== "not_connected") {
    const failed: Journal = { ...journal, phase: "failed", sent: null, error };
    return { journal: failed, effects: error.code === "storage_error" ? ["again"] : [] };
  }
  const away: Journal = { ...journal, phase: "away", sent: null, unsure: journal.sent ?? journal.unsure, error };
  return isTooLong(journal.text) ? tooLong(away) : { journal: away, effects: [] };
}

function found(journal: Journal, version: Version): Step {
  const nothing: Step = { journal, effects: [] };
  // A save is pending: its answer will show the state.
  if (journal.phase === "saving" && journal.sent !== null) return nothing;
  const wasRefused = journal.phase === "saving";
  if (!wasRefused && version.revision <= journal.base.revision) return nothing;
  // Both sides wrote the same, or an earlier save succeeded although its answer got lost.
  if (version.text === journal.text) return settled(version);
  if (version.text === journal.unsure || version.text === journal.base.text) return rebased(journal, version);
  if (journal.phase === "saved") return settled(version);
  return { journal: { ...journal, phase: "conflict", sent: null, theirs: version }, effects: ["remember"] };
}
