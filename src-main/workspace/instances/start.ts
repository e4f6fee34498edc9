import { problemCount, short } from "../../../src-shared/basics/index.ts";
import { type Command, decide, type Instant, type StartedDocument } from "../../../src-shared/flow/index.ts";
import { namesOf, readStep, writtenStep } from "../../../src-shared/foresight/index.ts";
import { type CheckedDraft, wireFields } from "../../../src-shared/language/index.ts";
import { type Beginning, everyEffect, type InstanceContext, ownClockId } from "../../engine/index.ts";
import { fail, type InstanceDetail, ok, type Result, type Script, type StartOptions } from "../../host/index.ts";
import { type DocumentRow, REAL_CLOCK, type StoreWrites } from "../../store/index.ts";
import { beyondClocks, clockName, clockNameOf } from "../clocks/index.ts";
import { createDocument } from "../documents/index.ts";
import { makeLinks, takeParticipantIds } from "../participants/index.ts";
import { secretRef } from "../secrets/index.ts";
import { editFields, redactPassword } from "../texts/index.ts";
import { refused, type Workspace } from "../workspace.ts";
import { instanceDetail } from "./instance-views.ts";

export interface StartRequest {
  readonly text: string;
  readonly accountId: string;
  readonly draftId: string | null;
  readonly options: StartOptions;
  /** Passwords by their names in the text, in addition to those of the secret store. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Starts an instance from a flow file's text [G1]. A refused start stores nothing. */
export async function start(workspace: Workspace, request: StartRequest): Promise<Result<InstanceDetail>> {
  const overridden = await override(workspace, request);
  if (!overridden.ok) return overridden;
  const { text, secrets } = overridden.value;
  const checked = check(workspace, text);
  if (!checked.ok) return checked;
  const script = scriptOf(request.options, checked.value);
  if (!script.ok) return script;
  const instanceId = workspace.newId();
  const begun = await workspace.engine.begin(instanceId, (tx) =>
    build(workspace, tx, { ...request, instanceId, draft: checked.value, secrets, script: script.value }),
  );
  if (!begun.ok) return begun;
  const now = workspace.engine.now(begun.value.row.clockId) ?? begun.value.row.lastEventAt;
  return ok(instanceDetail(workspace.reads, begun.value, now));
}

async function override(
  workspace: Workspace,
  { text, options, secrets }: StartRequest,
): Promise<Result<{ readonly text: string; readonly secrets: ReadonlyMap<string, string> }>> {
  if (options.overrides === undefined) return ok({ text, secrets });
  const stored = wireFields(workspace.analyse(text).value).callback;
  const redacted = redactPassword(options.overrides, stored, workspace.newId);
  if (!redacted.ok) return redacted;
  const edited = await editFields(text, redacted.value.fields, workspace.analyse);
  return edited.ok ? ok({ text: edited.value, secrets: new Map([...secrets, ...redacted.value.secrets]) }) : edited;
}

function check(workspace: Workspace, text: string): Result<CheckedDraft> {
  const analysis = workspace.analyse(text);
  if (analysis.draft !== null) return ok(analysis.draft);
  const errors = analysis.diagnostics.filter(({ severity }) => severity === "error");
  const first = errors[0];
  if (first !== undefined) {
    const more = errors.length > 1 ? ` And ${problemCount(errors) - 1} more.` : "";
    const message = `The flow has problems and was not started. ${first.rule}: ${first.message}${more}`;
    return fail("request_parameters_invalid", message, { diagnostics: errors });
  }
  return fail(
    "request_parameters_invalid",
    "This is a bare process: a start also needs its process_parameters, with participants, documents and messages.",
  );
}

/** The steps that the run will follow, spelled as they are read; null: it follows none. */
function scriptOf({ follows, clock }: StartOptions, draft: CheckedDraft): Result<Script | null> {
  if (follows === undefined) return ok(null);
  if (typeof clock !== "object" || clock.virtual !== "new")
    return fail(
      "request_parameters_invalid",
      "A run that follows steps has a clock of its own: start it on a new one.",
    );
  const steps: unknown[] = [];
  for (const given of follows.steps) {
    const step = readStep(given, namesOf(draft));
    if (!("kind" in step)) {
      const words = short(typeof given === "string" ? given : JSON.stringify(given));
      const message = `Step ${steps.length + 1}, "${words}", is not a step of this flow as it is now. Check the flow again, and play a run of it as it is now.`;
      return fail("request_parameters_invalid", message);
    }
    steps.push(writtenStep(step));
  }
  return ok({ title: follows.title, steps });
}

interface Build extends StartRequest {
  readonly script: Script | null;
  readonly instanceId: string;
  readonly draft: CheckedDraft;
}

/** Runs inside the transaction, so that two starts cannot take the same document. */
function build(workspace: Workspace, tx: StoreWrites, request: Build): Result<Beginning> {
  const { draft, instanceId, accountId, draftId } = request;
  const account = tx.accounts.get(accountId);
  if (account === null) return fail("resource_not_found", `There is no account ${accountId}.`);
  if (draft.folderId !== null && tx.folders.get(draft.folderId)?.accountId !== accountId) {
    return fail(
      "request_parameters_invalid",
      `There is no folder ${draft.folderId}; leave folder_id out for the home folder.`,
    );
  }
  const clock = chooseClock(workspace, tx, request);
  if (!clock.ok) return clock;
  const documents = takeDocuments(workspace, tx, request);
  if (!documents.ok) return documents;
  const command: Command = {
    type: "start",
    draft,
    participantIds: takeParticipantIds(tx, draft.parameters.participants.length),
    documents: documents.value,
    timeZone: draft.settings.timeZone ?? workspace.timeZone(),
    recordEndUserInfo: account.recordEndUserInfo,
  };
  const decision = decide(null, command, clock.value.now);
  if (!decision.ok) return refused(decision.refusal);
  const context: InstanceContext = { id: instanceId, origin: "local", clockId: clock.value.id, accountId, draftId };
  return {
    ok: true,
    value: {
      context,
      decisions: [{ by: "author", events: decision.events }],
      wanted: everyEffect,
      alongside: () => {
        keepPassword(workspace, tx, request);
        if (request.script !== null) {
          tx.scripts.create({ ...request.script, instanceId, done: 0, stopped: null });
          workspace.scripted.add(instanceId);
        }
        if (draftId !== null) tx.drafts.markRun(draftId);
        const people = draft.parameters.participants;
        const named = people.map((person, index) => ({
          ...person,
          participantId: command.participantIds[index] ?? "",
        }));
        makeLinks(workspace, tx, instanceId, named);
      },
    },
  };
}

function chooseClock(
  workspace: Workspace,
  tx: StoreWrites,
  { options, instanceId, draft }: Build,
): Result<{ readonly id: string; readonly now: Instant }> {
  const wanted: NonNullable<StartOptions["clock"]> = options.clock ?? "real";
  if (wanted === "real") return ok({ id: REAL_CLOCK.id, now: workspace.clockNow() });
  const { virtual, at, name }: { virtual: string; at?: Instant; name?: string } = wanted;
  if (virtual === "new") {
    const named = name === undefined ? ok(clockNameOf(draft.title)) : clockName(name);
    if (!named.ok) return named;
    const row = {
      id: name === undefined ? ownClockId(instanceId) : workspace.newId(),
      name: named.value,
      virtual: true,
      now: at ?? workspace.clockNow(),
    };
    const beyond = beyondClocks(row.now);
    if (beyond !== null) return beyond;
    tx.clocks.create(row);
    return ok({ id: row.id, now: row.now });
  }
  const clock = tx.clocks.get(virtual);
  if (clock === null || clock.now === null) {
    return fail("request_parameters_invalid", `There is no virtual clock ${virtual}; make one first.`);
  }
  return ok({ id: clock.id, now: clock.now });
}

/** The instance's documents: the draft's own where they are free, or copies of them (law 6) [G1]. */
function takeDocuments(workspace: Workspace, tx: StoreWrites, request: Build): Result<readonly StartedDocument[]> {
  const taken: StartedDocument[] = [];
  for (const [name, id] of Object.entries(request.draft.parameters.documents)) {
    const row = tx.documents.get(id);
    if (row === null || row.accountId !== request.accountId) {
      return fail(
        "request_parameters_invalid",
        `The document "${name}" has the id ${id}, and there is no such document. Upload its PDF and use its id.`,
      );
    }
    const copies = request.options.copies === true || isLeftOver(tx, row);
    if (!copies && row.instanceId !== null) {
      return fail(
        "document_state_error",
        `The document "${name}" (${id}) belongs to the instance ${row.instanceId}. Upload the PDF again to use it here.`,
        { rule: "G1" },
      );
    }
    const own = copies ? createDocument(workspace, tx, row) : row;
    taken.push({ name, documentId: own.id, sha256: own.sha256, title: own.title, pages: own.pages });
  }
  return ok(taken);
}

/** A document of a run that ended without a seal: a new run gets a copy, because the ended run keeps its own [G1]. */
function isLeftOver(tx: StoreWrites, row: DocumentRow): boolean {
  if (row.instanceId === null || row.sealedSha256 !== null) return false;
  const status = tx.instances.get(row.instanceId)?.status;
  return status !== undefined && status !== "in_progress" && status !== "finalising";
}

/** The instance keeps the password from its start, even if the draft's changes. */
function keepPassword(workspace: Workspace, tx: StoreWrites, { draft, instanceId, secrets }: Build): void {
  const name = draft.callback?.auth?.passwordRef ?? null;
  if (name === null) return;
  const password = secrets.get(name) ?? workspace.vault.get(secretRef.named(name));
  // A password that is not stored yet is looked up by name at each delivery.
  if (password !== null) workspace.vault.put(tx, secretRef.callbackPassword(instanceId), password, instanceId);
}
