import { z } from "zod";
import { driftLeft, driftReport } from "../drift/index.ts";
import { commandKinds, commandStates, instanceChangeKinds, instanceStates, plainCommands } from "../sync/index.ts";
import { byId, mutation, nothing, pageRequest, query } from "./parts.ts";
import { outcome } from "./sync.ts";

const text = z.string().nullable();

/** A run on an account, as last seen [Y12]. Statuses and actions are the service's own words. */
export const remoteRunRow = z.object({
  key: z.string(),
  /** Its id on the account; null: not known. */
  id: text,
  title: z.string(),
  /** When it was started or adopted from here, wall time. */
  wallCreated: z.number(),
  adopted: z.boolean(),
  state: z.enum(instanceStates),
  /** null: it was never seen. */
  status: text,
  trashed: z.boolean(),
  stage: text,
  /** Participants with pending requests. */
  waitingFor: z.array(z.string()),
  /** Commands that wait, or may have been sent. */
  open: z.number().int(),
  /** Commands that were refused, until the list is cleared. */
  refused: z.number().int(),
  /** Wall time; null: never. */
  looked: z.number().nullable(),
});

const changed = z.union([z.string(), z.number()]).nullable();

const askedCommand = z.object({
  key: z.string(),
  kind: z.enum(commandKinds),
  days: z.number().int().nullable(),
  /** For a reminder: its recipients by name, or by the remote id if the name is not known. */
  participants: z.array(z.string()),
  state: z.enum(commandStates),
  why: text,
  /**
   * For a command that was sent and has no answer: when it is sent again, in wall time, if a check finds that it was
   * not done; null: it is not sent again.
   */
  againFrom: z.number().nullable(),
  /** Whether an earlier one was sent, has no answer, and is checked first. */
  behind: z.boolean(),
  wallCreated: z.number(),
  /** null: it was not sent. */
  wallSent: z.number().nullable(),
});

/** A run with an open start or check, or an unfinished command. */
const openOfRun = remoteRunRow
  .pick({ key: true, id: true, title: true, wallCreated: true, adopted: true, state: true })
  .extend({
    /** Why the last check was refused; null: it was not. */
    why: text,
    /** null: the run itself. */
    command: askedCommand.nullable(),
  });

const remoteRun = remoteRunRow.extend({
  /** Why the last check was refused; null: it was not. */
  why: text,
  timeout: z.number().nullable(),
  participants: z.array(z.object({ id: z.string(), name: z.string() })),
  /** By remote id; a state is null and a name is left out if the service does not show it. */
  documents: z.array(z.object({ id: z.string(), state: text, name: z.string().optional() })),
  /** null: the service does not say. */
  adminActions: z.array(z.string()).nullable(),
  changes: z.array(
    z.object({
      what: z.enum(instanceChangeKinds),
      name: text,
      before: changed,
      after: changed,
      from: z.number(),
      to: z.number(),
    }),
  ),
  files: z.array(z.object({ documentId: z.string(), valid: z.boolean(), signer: text, reason: text, url: z.string() })),
  commands: z.array(askedCommand),
});

const ofAccount = z.object({ name: z.string() });
const ofRun = ofAccount.extend({ run: z.string() });

const command = z.union([
  z.object({ kind: z.enum(plainCommands) }),
  z.object({ kind: z.literal("prolong"), days: z.number().int() }),
  z.object({ kind: z.literal("remind"), participants: z.array(z.string()) }),
]);

/** A saved scenario of a flow, or the acts of a local run. */
const driftOf = z.union([z.object({ draftId: z.string(), scenario: z.string() }), z.object({ run: z.string() })]);
/**
 * The recipients of a start. The fingerprint changes with the content, the recipients and the account; the address is
 * that of the account's service.
 */
const people = z.object({
  items: z.array(z.object({ name: z.string(), email: text, phone: text })),
  fingerprint: z.string(),
  address: text,
});
/** The recipients that the author has seen, with their number. If they have changed since, nothing is started. */
const confirmed = { recipients: z.number().int(), fingerprint: z.string() };

/** Runs on remote accounts (docs/sync.md), named by key. */
export const remoteRunProcedures = {
  "sync.runs.list": query(ofAccount, z.object({ items: z.array(remoteRunRow) })),
  /** The newest on all accounts, and how many each has. */
  "sync.newest.list": query(
    pageRequest.pick({ search: true }).extend({ status: text, trashed: z.boolean() }),
    z.object({
      items: z.array(remoteRunRow.extend({ account: z.string() })),
      counts: z.array(z.object({ name: z.string(), count: z.number().int() })),
    }),
  ),
  "sync.runs.get": query(ofRun, remoteRun),
  /** An account's commands that wait, were refused or may have been sent, 200 at most, and how many more there are. */
  "sync.commands.list": query(ofAccount, z.object({ items: z.array(openOfRun), left: z.number().int() })),
  /** The people to whom a start of the flow on an account would write. */
  "sync.runs.recipients": query(byId.extend({ name: z.string() }), people),
  /** Also returns the key of the run; null: none was started. A dry run lists the planned requests. */
  "sync.runs.start": mutation(
    ofAccount.extend({ draftId: z.string(), ...confirmed, dryRun: z.boolean() }),
    outcome.extend({ run: text }),
  ),
  /** Participants' pages: each address is a secret. A link to a host other than the account's is not followed. */
  "sync.links.list": query(
    ofRun,
    z.object({ items: z.array(z.object({ name: z.string(), url: z.string(), isOwn: z.boolean() })) }),
  ),
  /**
   * The people to whom a comparison with the local engine would write, how many acts it compares, and which it skips on
   * the account.
   */
  "sync.drift.recipients": query(
    z.object({ of: driftOf, name: z.string() }),
    people.extend({ acts: z.number().int(), left: z.array(driftLeft) }),
  ),
  /** Answers with the run's key once it has started; null: it has not. A dry run lists the planned requests. */
  "sync.drift.start": mutation(
    ofAccount.extend({ of: driftOf, ...confirmed, dryRun: z.boolean() }),
    outcome.extend({ run: text }),
  ),
  /** The progress of a run's comparison; null: it was not started for one. */
  "sync.drift.get": query(ofRun, z.object({ report: driftReport.nullable() })),
  /** By its remote id, or by an access link. @param start the key of the start without an id that it belongs to */
  "sync.runs.adopt": mutation(ofRun.extend({ start: z.string().optional() }), z.object({ key: z.string() })),
  /** Answers with its key once it is in the outbox. */
  "sync.runs.command": mutation(ofRun.extend({ command }), z.object({ command: z.string() })),
  /** The result of a command, once it was sent or must keep waiting; null: not requested since the app started. */
  "sync.outcome.get": query(z.object({ command: z.string() }), z.object({ outcome: outcome.nullable() })),
  /** Removes answered commands from the list or, by its key, one that waits. */
  "sync.runs.clear": mutation(ofRun.extend({ command: text }), nothing),
  "sync.runs.forget": mutation(ofRun, nothing),
} as const;
