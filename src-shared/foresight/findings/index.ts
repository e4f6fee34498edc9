import { toItsEnd } from "../../basics/index.ts";
import type { Program } from "../../flow/index.ts";
import type { CheckedDraft } from "../../language/index.ts";
import { lockOuts, rejectionsInGroups, whoBlocks } from "./blocking.ts";
import { figures, reminders } from "./calendar.ts";
import { unsealed, viewing } from "./documents.ts";
import { factsOf } from "./facts.ts";
import { finalCopies, notNotified } from "./final-messages.ts";
import type { Finding } from "./finding.ts";
import { uninvited } from "./invitations.ts";
import { races } from "./races.ts";
import { neverPossible, unreachedRedirects } from "./reach.ts";

export {
  type ChangedReminder,
  type FigureRun,
  type Figures,
  type Finding,
  type FindingId,
  type FindingSeverity,
  type FixChange,
  findingTitles,
  type NewConfirmation,
  type Wait,
} from "./finding.ts";

const FINDERS = [
  neverPossible,
  uninvited,
  lockOuts,
  notNotified,
  finalCopies,
  rejectionsInGroups,
  unsealed,
  viewing,
  races,
  reminders,
  unreachedRedirects,
  whoBlocks,
  figures,
];

/** All findings of the check in a draft without errors, for graphs of any size. */
export function findingsOf(draft: CheckedDraft): readonly Finding[] {
  return toItsEnd(finding(draft));
}

/**
 * Same as `findingsOf`, one kind at a time, so that callers can cancel. @param compiled the draft's program, if the
 * caller has it already
 */
export function* finding(draft: CheckedDraft, compiled?: Program): Generator<undefined, readonly Finding[]> {
  const facts = factsOf(draft, compiled);
  const found: Finding[] = [];
  for (const find of FINDERS) {
    yield;
    found.push(...find(facts));
  }
  return found;
}
