import {
  decisionEnd,
  decisionsOf,
  type Effect,
  type FlowEvent,
  notificationOf,
  replay,
  type State,
} from "../../../src-shared/flow/index.ts";
import type { Beginning, Loaded } from "../../engine/index.ts";
import { fail, type InstanceDetail, ok, type Result } from "../../host/index.ts";
import type { RecordedEvent, StoreWrites } from "../../store/index.ts";
import { clockNameOf } from "../clocks/index.ts";
import { createDocument } from "../documents/index.ts";
import { makeLinks, takeParticipantIds } from "../participants/index.ts";
import { secretRef } from "../secrets/index.ts";
import type { Workspace } from "../workspace.ts";
import { instanceDetail } from "./instance-views.ts";

/**
 * A new instance whose history is the prefix of another's, up to event `seq` and what was decided with it, on a new virtual
 * clock at that event's instant [C5]. It works on copies of the documents, with its own links, repeats no
 * message of the prefix, and holds its callbacks.
 */
export async function fork(workspace: Workspace, sourceId: string, seq: number): Promise<Result<InstanceDetail>> {
  const source = workspace.engine.load(sourceId);
  if (source === null) return fail("resource_not_found", `There is no instance ${sourceId}; it may have been deleted.`);
  const { lastSeq } = source.row;
  if (!Number.isInteger(seq) || seq < 1 || seq > lastSeq) {
    const message = `A fork begins at one of the events 1 to ${lastSeq}; ${seq} is none of them.`;
    return fail("request_parameters_invalid", message);
  }
  const history = workspace.reads.events.load(sourceId);
  const end = decisionEnd(history, seq);
  const copied = history.slice(0, end);
  const prefix = copied.map(({ event }) => event);
  const unknownSince = replay(prefix)?.unknownSince ?? null;
  if (unknownSince !== null) {
    const message = `Up to event ${end} the history holds what only a newer Countersign knows ("${unknownSince}"): fork it before that, or update Countersign.`;
    return fail("instance_state_error", message);
  }
  const at = prefix.at(-1)?.at ?? source.row.startedAt;
  const instanceId = workspace.newId();
  const begun = await workspace.engine.begin(instanceId, (tx) =>
    build(workspace, tx, {
      source,
      decisions: decisionsOf(copied),
      seq: end,
      instanceId,
    }),
  );
  if (!begun.ok) return begun;
  return ok(instanceDetail(workspace.reads, begun.value, at));
}

interface Fork {
  readonly source: Loaded;
  /** Of the prefix. */
  readonly decisions: readonly (readonly RecordedEvent[])[];
  readonly seq: number;
  readonly instanceId: string;
}

function build(workspace: Workspace, tx: StoreWrites, { source, decisions, seq, instanceId }: Fork): Result<Beginning> {
  const first = decisions[0]?.[0]?.event;
  if (first?.type !== "started")
    return fail("server_error", `The history of ${source.row.id} does not begin with a start.`);
  const { apart: _sources, ...origin } = first;
  const at = decisions.at(-1)?.at(-1)?.event.at ?? first.at;
  const clock = { id: workspace.newId(), name: clockNameOf(`Fork of ${source.row.title}`), virtual: true, now: at };
  tx.clocks.create(clock);
  const participantIds = takeParticipantIds(tx, first.participants.length);
  const started: FlowEvent = {
    ...origin,
    participants: first.participants.map((person, index) => ({
      ...person,
      participantId: participantIds[index] ?? "",
    })),
    documents: first.documents.map((document) => {
      const row = tx.documents.get(document.documentId);
      return row === null ? document : { ...document, documentId: createDocument(workspace, tx, row).id };
    }),
    forkOf: { instanceId: source.row.id, seq },
  };
  const context = { ...source.row, id: instanceId, clockId: clock.id };
  return ok({
    context,
    decisions: decisions.map((items) => ({
      by: items[0]?.by ?? "",
      events: items.map(({ event }) => (event === first ? started : event)),
    })),
    wanted: isOpen,
    alongside: (_, forked) => {
      makeLinks(workspace, tx, instanceId, started.participants);
      copySecrets(workspace, tx, forked, source.row.id, instanceId);
    },
  });
}

/** Unfinished work continues in the fork: messages on their way, codes not yet entered, requested seals. */
function isOpen(effect: Effect, after: State, event: FlowEvent): boolean {
  switch (effect.kind) {
    case "notify":
      return notificationOf(after, effect.notification)?.status === "queued";
    case "seal": {
      const document = after.documents.find(({ name }) => name === effect.document);
      return document?.state === "in_progress" && document.sealRequested;
    }
    case "sms_code":
      return event.type === "sms_code_sent" && openCodes(after).includes(event.codeHash);
    case "callback":
      return false;
  }
}

/** The hashes of the codes that participants are still asked for [U4]. */
function openCodes({ authentications }: State): readonly string[] {
  return authentications.flatMap(({ status, code }) => (status === "pending" && code !== null ? [code.hash] : []));
}

/** Copies the secrets that the fork needs: the callback password and codes not yet entered. Links are its own. */
function copySecrets(workspace: Workspace, tx: StoreWrites, { state }: Loaded, from: string, to: string): void {
  const codes = openCodes(state).map((hash): [string, string] => [
    secretRef.code(from, hash),
    secretRef.code(to, hash),
  ]);
  for (const [old, ref] of [[secretRef.callbackPassword(from), secretRef.callbackPassword(to)], ...codes] as const) {
    const secret = workspace.vault.get(old);
    if (secret !== null) workspace.vault.put(tx, ref, secret, to);
  }
  for (const event of tx.events.load(to).map((recorded) => recorded.event)) {
    if (event.type !== "acted" || event.signature === null) continue;
    const { sha256 } = event.signature;
    const sealed = tx.secrets.get(secretRef.signature(from, sha256));
    if (sealed !== null) tx.secrets.put(secretRef.signature(to, sha256), sealed, to);
  }
}
