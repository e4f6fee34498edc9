import { z } from "zod";
import { driftLeft, driftReport } from "../drift/index.ts";
import { commandKinds, commandStates, instanceChangeKinds, instanceStates, plainCommands } from "../sync/index.ts";
import { byId, mutation, nothing, pageRequest, query } from "./parts.ts";
import { outcome } from "./sync.ts";

const text = z.string().nullable();

/** A run on an account, as it was seen last [Y12]. Statuses and actions are the service's own words. */
export const remoteRunRow = z.object({
  key: z.string(),
  /** There; null: not known. */
  id: text,
  title: z.string(),
  /** When it was started, or adopted, from here, wall time. */
  wallCreated: z.number(),
  adopted: z.boolean(),
  state: z.enum(instanceStates),
  /** null: it was never seen. */
  status: text,
  trashed: z.boolean(),
  stage: text,
  /** Participants who are asked for something. */
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
  /** Of a reminder: for whom it is, by name; by the id there where the name is not known. */
  participants: z.array(z.string()),
  state: z.enum(commandStates),
  why: text,
  /** Of one that was sent and has no answer: from when, wall time, it is sent again if a look finds that it was not done; null: it is not. */
  againFrom: z.number().nullable(),
  /** Whether one before it was sent and has no answer, and is looked at first. */
  behind: z.boolean(),
  wallCreated: z.number(),
  /** null: it was not sent. */
  wallSent: z.number().nullable(),
});

/** A run whose start or last look is open, or a command to one that is not done. */
const openOfRun = remoteRunRow
  .pick({ key: true, id: true, title: true, wallCreated: true, adopted: true, state: true })
  .extend({
    /** Why the last look was refused; null: it was not. */
    why: text,
    /** null: it is the run itself. */
    command: askedCommand.nullable(),
  });

const remoteRun = remoteRunRow.extend({
  /** Why the last look was refused; null: it was not. */
  why: text,
  timeout: z.number().nullable(),
  participants: z.array(z.object({ id: z.string(), name: z.string() })),
  /** By their ids there; a state is null where it is not shown, and a name left out. */
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

/** A scenario that is kept with a flow, or the acts of a run here. */
const driftOf = z.union([z.object({ draftId: z.string(), scenario: z.string() }), z.object({ run: z.string() })]);
/** To whom a start writes. The fingerprint changes with what is sent, to whom, and by which account; the address is its service's. */
const people = z.object({
  items: z.array(z.object({ name: z.string(), email: text, phone: text })),
  fingerprint: z.string(),
  address: text,
});
/** What an author has seen of it, and counted. Where it is something else by now, nothing is started. */
const confirmed = { recipients: z.number().int(), fingerprint: z.string() };

/** Runs on remote accounts (docs/sync.md). A run is named by its key. */
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
  /** What of an account's runs waits, was refused or was perhaps sent, 200 at most, and how many more there are. */
  "sync.commands.list": query(ofAccount, z.object({ items: z.array(openOfRun), left: z.number().int() })),
  /** Whom a start of the flow on an account would write to. */
  "sync.runs.recipients": query(byId.extend({ name: z.string() }), people),
  /** Also answers the key of the run; null: none was started. A dry run lists what would be sent. */
  "sync.runs.start": mutation(
    ofAccount.extend({ draftId: z.string(), ...confirmed, dryRun: z.boolean() }),
    outcome.extend({ run: text }),
  ),
  /** Participants' pages: each address is a secret. One that leads to another host than the account's is not followed. */
  "sync.links.list": query(
    ofRun,
    z.object({ items: z.array(z.object({ name: z.string(), url: z.string(), isOwn: z.boolean() })) }),
  ),
  /** Whom a comparison with the engine here would write to, how many acts it compares, and what it does not on the account. */
  "sync.drift.recipients": query(
    z.object({ of: driftOf, name: z.string() }),
    people.extend({ acts: z.number().int(), left: z.array(driftLeft) }),
  ),
  /** Answers once the run has started, by its key; null: it has not. A dry run lists what would be sent. */
  "sync.drift.start": mutation(
    ofAccount.extend({ of: driftOf, ...confirmed, dryRun: z.boolean() }),
    outcome.extend({ run: text }),
  ),
  /** How a run was compared, as far as it has come; null: it was started for no comparison. */
  "sync.drift.get": query(ofRun, z.object({ report: driftReport.nullable() })),
  /** By its id there, or by an access link. @param start the key of the start without an id that it is */
  "sync.runs.adopt": mutation(ofRun.extend({ start: z.string().optional() }), z.object({ key: z.string() })),
  /** Answers its key once it is in the outbox. */
  "sync.runs.command": mutation(ofRun.extend({ command }), z.object({ command: z.string() })),
  /** What came of a command, once it was sent or waits longer; null: it was not asked for since the app started. */
  "sync.outcome.get": query(z.object({ command: z.string() }), z.object({ outcome: outcome.nullable() })),
  /** Takes answered commands off the list, or, by its key, one that waits. */
  "sync.runs.clear": mutation(ofRun.extend({ command: text }), nothing),
  "sync.runs.forget": mutation(ofRun, nothing),
} as const;
