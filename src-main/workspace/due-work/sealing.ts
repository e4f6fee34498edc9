import { Temporal } from "temporal-polyfill";
import {
  ENGLISH_WORDS,
  english,
  type FlowEvent,
  type Instant,
  type State,
  sentence,
} from "../../../src-shared/flow/index.ts";
import type { DocumentError, Documents, Evidence, EvidenceAct } from "../../documents/index.ts";
import type { Engine } from "../../engine/index.ts";
import { type BoundHandler, bindHandler, LONGEST_WALL_WAIT, type Outcome } from "../../jobs/index.ts";
import type { JobRow, RecordedEvent, StoreReads, StoreWrites } from "../../store/index.ts";
import { jobKinds, StoreError, type StoreErrorCode } from "../../store/index.ts";
import { deferJob } from "./deferred-jobs.ts";
import { redactFor } from "./evidence.ts";
import { type ScriptedSeals, SIMULATED_FAILURE } from "./scripted-seals.ts";

export interface SealingOptions {
  readonly engine: Engine;
  readonly reads: StoreReads;
  readonly documents: Pick<Documents, "seal">;
  readonly scripted: Pick<ScriptedSeals, "of">;
  /** Wall time, epoch milliseconds. */
  readonly clockNow: () => number;
  /** The bytes of the signature from an act; null: they are missing. */
  readonly signatureOf: (instanceId: string, sha256: string) => Uint8Array | null;
  readonly removeBlobs: (blobs: readonly string[]) => Promise<void>;
  /** Called with the reason why a seal failed, and the files to look at. */
  readonly warn: (message: string) => void;
}

/** Wall time before each retry of a failed seal; after the last one the flow fails [G5]. */
const RETRIES: readonly number[] = [1_000, 10_000, LONGEST_WALL_WAIT];

/** Seals one document of an instance, with the evidence of its history so far [G5]. */
export function sealHandler(options: SealingOptions): BoundHandler {
  return bindHandler({
    payload: jobKinds.seal.payload,
    // Several large seals must not hold up a short one: the documents room has lanes for them.
    limit: 16,
    // The seals of one run end in the order in which they were asked for, so that its history is the same each time.
    lane: ({ instanceId }) => `seal:${instanceId}`,
    run: (job, { document }) => seal(options, job, document),
  });
}

async function seal(options: SealingOptions, job: JobRow, document: string): Promise<Outcome> {
  const loaded = options.engine.load(job.instanceId);
  const evidence = loaded === null ? null : evidenceOf(options, loaded.state, job, document);
  if (evidence === null) return { kind: "done" };
  const scripted = options.scripted.of(job.instanceId, document);
  if (scripted === "waits") return waitForStep(options, job);
  if (scripted === "fails") return sealFails(options, job, document, SIMULATED_FAILURE);
  const sealed = await options.documents.seal({ evidence, signingTime: options.clockNow() });
  const end = (tx: StoreWrites) => tx.jobs.remove(job.id);
  if (sealed.ok) {
    const command = { type: "seal_succeeded", document, sha256: sealed.value.sha256 } as const;
    let kept = false;
    try {
      const result = await options.engine.submit(job.instanceId, command, "effect", { alongside: end, otherwise: end });
      kept = result.ok;
    } finally {
      // A late seal is discarded, and an unrecorded one is made again: keeping either would only fill the disk.
      if (!kept) await options.removeBlobs([sealed.value.sha256]);
    }
    return { kind: "committed" };
  }
  // The workspace is closing. The document is fine, and the next opening seals it.
  if (sealed.error.code === "closed") throw new Error(sealed.error.message);
  const trouble = troubleWith(sealed.error);
  if (trouble !== null) {
    const message = `The seal of "${document}" in the run ${job.instanceId} waits. ${sealed.error.message}`;
    throw new StoreError(trouble, message, { cause: sealed.error.detail });
  }
  const delay = RETRIES[job.attempts];
  if (delay !== undefined) return { kind: "retry", at: options.clockNow() + delay };
  options.warn(`The seal of "${document}" in the run ${job.instanceId} failed: ${sealed.error.message}`);
  return sealFails(options, job, document, reasonOf(sealed.error));
}

async function sealFails({ engine }: SealingOptions, job: JobRow, document: string, reason: string): Promise<Outcome> {
  const end = (tx: StoreWrites) => tx.jobs.remove(job.id);
  const command = { type: "seal_failed", document, reason } as const;
  await engine.submit(job.instanceId, command, "effect", { alongside: end, otherwise: end });
  return { kind: "committed" };
}

const DAY = 24 * 3_600_000;

/** Waits until its step is taken, one day of flow time at a time. */
async function waitForStep({ engine }: SealingOptions, job: JobRow): Promise<Outcome> {
  const at = (engine.now(job.clockId) ?? job.dueAt) + DAY;
  const next = await engine.transact((tx) => deferJob(tx, job, at));
  return next === null ? { kind: "committed" } : { kind: "planned", next };
}

/**
 * A fixable problem that is not the document's fault: the seal waits and is retried without limit [G5]. null: the
 * document cannot be sealed.
 */
export function troubleWith({ code, trouble }: DocumentError): StoreErrorCode | null {
  switch (code) {
    case "storage_failed":
      return trouble === undefined || trouble === "other" ? "io_error" : trouble;
    case "worker_failed":
      return trouble === "busy" ? "busy" : null;
    case "blob_missing":
      return "file_missing";
    case "blob_damaged":
      return "file_changed";
    default:
      return null;
  }
}

/** Reason in the event of a failed seal, without paths of this machine: the history is shared with others. */
function reasonOf({ code, message }: DocumentError): string {
  switch (code) {
    case "certificate_unusable":
      return "The workspace's seal certificate cannot be used.";
    case "worker_failed":
      return "The program that seals documents failed.";
    default:
      return message;
  }
}

/** null: the document no longer waits for a seal. The same history always gives the same evidence. */
function evidenceOf(
  { reads, signatureOf }: Pick<SealingOptions, "reads" | "signatureOf">,
  state: State,
  job: JobRow,
  document: string,
): Evidence | null {
  const index = state.documents.findIndex((candidate) => candidate.name === document);
  const progress = state.documents[index];
  const started = state.start.documents[index];
  if (started === undefined || progress?.state !== "in_progress" || !progress.sealRequested) return null;
  const all = reads.events.load(job.instanceId);
  const asked = all.findLastIndex(({ event }) => event.type === "seal_requested" && event.document === document);
  const shown = all.slice(0, asked + 1);
  const zone = state.start.settings.timeZone;
  return {
    instanceId: job.instanceId,
    title: state.start.title,
    documentName: document,
    documentTitle: started.title,
    documentId: started.documentId,
    documentSha256: started.sha256,
    removed: reads.documents.get(started.documentId)?.removed ?? [],
    participants: actsOn(document, shown, state, zone).map(({ signature, ...act }) => {
      const bytes = signature === null ? null : signatureOf(job.instanceId, signature.sha256);
      return { ...act, signature: signature === null || bytes === null ? null : { kind: signature.kind, bytes } };
    }),
    startedAt: inZone(state.start.at, zone),
    sealedAt: inZone(shown.at(-1)?.event.at ?? job.dueAt, zone),
    history: shown.flatMap(({ event }) => {
      const redacted = redactFor(document, event, state);
      return redacted === null ? [] : [{ at: inZone(redacted.at, zone), text: english(sentence(redacted, state)) }];
    }),
    chainHash: shown.at(-1)?.hash ?? "",
  };
}

type ActEvent = Extract<FlowEvent, { type: "acted" }>;

function actsOn(
  document: string,
  history: readonly RecordedEvent[],
  state: State,
  zone: string,
): readonly (Omit<EvidenceAct, "signature"> & { readonly signature: ActEvent["signature"] })[] {
  return history.flatMap(({ event }) => {
    if (event.type !== "acted" || event.document !== document) return [];
    return [
      {
        name: event.participant,
        ...identityOf(state, event.participant),
        verb: event.verb,
        at: inZone(event.at, zone),
        authentication: authenticationFor(event, state, history),
        signature: event.signature,
      },
    ];
  });
}

/** The flow's names for somebody, in addition to their alias. */
function identityOf({ start }: State, name: string): Pick<EvidenceAct, "fullName" | "contact"> {
  const participant = start.participants.find((candidate) => candidate.name === name);
  const contact = [participant?.email, participant?.phoneNumber].filter((part) => typeof part === "string");
  return {
    fullName: participant?.idType === "full_name" ? participant.id : null,
    contact: contact.length === 0 ? null : contact.join(", "),
  };
}

/** The authentication for the act, and the one that opened the page before it: to view and to act are separate [U1]. */
function authenticationFor(act: ActEvent, state: State, history: readonly RecordedEvent[]): string | null {
  const covering = state.authentications.find((known) => known.transactionId === act.authentication);
  const viewed = history.findLast(
    ({ event }) =>
      event.type === "authentication_attempted" &&
      event.kind === "view" &&
      event.result === "success" &&
      event.participant === act.participant &&
      event.at <= act.at,
  )?.event;
  const lines = [
    covering === undefined ? [] : [`To ${act.verb}: ${providerName(covering.provider)} (simulated)`],
    viewed?.type === "authentication_attempted" ? [`To view: ${providerName(viewed.provider)} (simulated)`] : [],
  ].flat();
  return lines.length === 0 ? null : lines.join("; ");
}

function providerName(provider: string): string {
  return ENGLISH_WORDS[`provider.${provider}`] ?? provider;
}

/** ISO 8601 with the zone's offset. */
function inZone(instant: Instant, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return local.toString({ timeZoneName: "never", smallestUnit: "second" });
}
