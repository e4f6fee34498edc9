import { type Recipient, recipientsOf } from "../../../src-shared/sync/index.ts";
import { fail, ok, type Result, type Startable, type StartThere } from "../../host/index.ts";
import type { DraftRow, RemoteAccountRow } from "../../store/index.ts";
import { missingDraft, type Workspace } from "../../workspace/index.ts";
import { fingerprintOf, NOT_STARTED, type Sender, whyChanged } from "./confirmed.ts";

/** People who get mail at a start without being counted by the author. */
const FEW = 3;

/** The draft that may be started on an account; else why not. */
export function startable(
  workspace: Workspace,
  account: RemoteAccountRow,
  draftId: string,
  given: StartThere,
): Result<DraftRow> {
  const draft = workspace.reads.drafts.get(draftId);
  return draft === null ? missingDraft(draftId) : startableAs(workspace, account, draft, given);
}

/**
 * A draft, also as it once was, that may be started on an account; else why not.
 * @param acts what is carried out there besides
 */
export function startableAs(
  workspace: Workspace,
  account: RemoteAccountRow,
  draft: DraftRow,
  { dryRun = false, recipients: counted, fingerprint: confirmed }: StartThere,
  acts?: unknown,
): Result<DraftRow> {
  const found = startableText(workspace, draft.text, account, acts);
  if (!found.ok) return found;
  const { people, fingerprint } = found.value;
  const changed = dryRun ? null : whyChanged(confirmed, fingerprint, NOT_STARTED);
  if (changed !== null) return fail("conflict_error", changed);
  const other = workspace.reads.remotes.ofDraft(draft.key);
  if (other !== null && other.accountKey !== account.key)
    return fail("conflict_error", "The draft belongs to another remote account.");
  if (other !== null && other.conflicts.length > 0)
    return fail(
      "conflict_error",
      `The flow has an open conflict with “${account.name}”: settle it first, so that what is started is what both sides have.`,
    );
  const { length } = people;
  // A number that is wrong is one of people that its author did not expect, also where none is asked for.
  if (dryRun || counted === length || (counted === undefined && length <= FEW)) return ok(draft);
  return fail(
    "request_parameters_invalid",
    `${length} people will really get mail or SMS: give their number, ${length}, to start.`,
  );
}

/** To whom a start of a draft, by its id, on an account, by its name, sends mail and SMS; else why it cannot start. */
export function recipients(workspace: Workspace, draftId: string, name?: string): Result<Startable> {
  const draft = workspace.reads.drafts.get(draftId);
  const account = name === undefined ? null : workspace.reads.remotes.accountByName(name);
  return draft === null ? missingDraft(draftId) : startableText(workspace, draft.text, account);
}

/**
 * To whom a start of a text sends mail and SMS, and what the author confirms with it; else why it cannot start.
 * @param acts what is carried out there besides
 */
export function startableText(
  workspace: Workspace,
  text: string,
  sender: Sender | null,
  acts?: unknown,
): Result<Startable> {
  const found = recipientsOfText(workspace, text);
  if (!found.ok) return found;
  const people = found.value;
  const fingerprint = fingerprintOf({ people, flow: text, acts }, sender);
  return ok({ people, fingerprint, address: sender?.baseUrl ?? null });
}

function recipientsOfText(workspace: Workspace, text: string): Result<readonly Recipient[]> {
  const analysis = workspace.analyse(text);
  if (analysis.draft !== null) return ok(recipientsOf(analysis.draft));
  const [first] = analysis.diagnostics.filter(({ severity }) => severity === "error");
  const why = first === undefined ? "It is a bare process." : `${first.rule}: ${first.message}`;
  return fail("request_parameters_invalid", `The flow has problems and cannot be started. ${why}`);
}
