import { z } from "zod";
import { simulatedAnswers } from "../authentication/index.ts";
import { authenticationKind, documentState, instanceStatus, jobKindNames, verb } from "../service/index.ts";
import { document } from "./drafts.ts";
import { byId, mutation, nothing, page, pageRequest, query, sortedBy } from "./parts.ts";
import { shownStep } from "./plays.ts";

/** The kinds of events in a history, in the order of its filter. */
export const storyKinds = ["acts", "messages", "time", "system"] as const;

export const instanceSummary = z.object({
  id: z.string(),
  title: z.string(),
  /** For a fork, its number among the forks of one run, from 1; null: not a fork [C5]. */
  forkNumber: z.number().int().nullable(),
  status: instanceStatus,
  trashed: z.boolean(),
  stage: z.string().nullable(),
  waitingFor: z.array(z.string()),
  nextDue: z.number().nullable(),
  started: z.number(),
  lastEvent: z.number(),
  clock: z.object({
    id: z.string(),
    virtual: z.boolean(),
    now: z.number(),
    /** Playback speed relative to wall time; null: paused. The real clock neither plays nor pauses. */
    speed: z.number().int().nullable(),
  }),
});

export const pendingAct = z.object({
  participant: z.string(),
  verb,
  document: z.string(),
});

/** A condition that `needed` of its participants must meet; `done` have. */
export const groupProgress = z.object({
  verb,
  participants: z.array(z.string()),
  documents: z.array(z.string()),
  needed: z.number().int(),
  done: z.number().int(),
});

/** A key of the locale files, and its values. */
const worded = { sentence: z.object({ key: z.string(), values: z.record(z.string(), z.string()) }) };

export const instanceDetail = instanceSummary.extend({
  draftId: z.string().nullable(),
  /** The flow that it was started from; null: deleted. `revision`: the version that ran, if still kept. */
  flow: z.object({ title: z.string(), revision: z.number().int().nullable() }).nullable(),
  /** Of its last event. */
  lastSeq: z.number().int(),
  mails: z.number().int(),
  callbacks: z.number().int(),
  timeout: z.number(),
  timeZone: z.string(),
  stages: z.array(
    z.object({ name: z.string(), state: z.enum(["done", "current", "ahead"]), groups: z.array(groupProgress) }),
  ),
  participants: z.array(
    z.object({
      name: z.string(),
      participantId: z.string(),
      email: z.string().nullable(),
      phoneNumber: z.string().nullable(),
      /** Opens their page; a secret, so it is fetched on request and never logged. */
      link: z.string(),
      pending: z.array(pendingAct),
      /** `lapsed`: enough others have acted [G3]. `recipient`: never acts. */
      standing: z.enum(["waiting", "ahead", "done", "lapsed", "recipient"]),
      /** The first stage in which they act, from 0; null: none. */
      firstStage: z.number().int().nullable(),
      /** Their acts that were pending at the time-out. */
      missed: z.array(pendingAct),
      /** Their rejection of the flow or of a document. */
      rejection: z.object({ document: z.string().nullable(), message: z.string().nullable() }).nullable(),
      acts: z.array(z.object({ verb, document: z.string(), at: z.number() })),
      locked: z.boolean(),
      /** Why no message that asks them to act has arrived; null: one has, or none was sent. */
      unreached: z.string().nullable(),
      /** What they may reject now [G6]. */
      mayReject: z.object({ flow: z.boolean(), documents: z.array(z.string()) }),
      /** The purposes of their authentications: to view first, then to sign. */
      authenticates: z.array(
        z.object({
          kind: authenticationKind,
          locked: z.boolean(),
          /** Other possible answers of their simulated provider, besides success and a plain failure [U5]. */
          otherFailures: z.array(z.enum(simulatedAnswers)),
        }),
      ),
    }),
  ),
  documents: z.array(document.extend({ name: z.string(), state: documentState })),
  due: z.array(
    z.object({
      id: z.string(),
      /** `unknown`: only a newer release knows it. */
      kind: z.enum([...jobKindNames, "unknown"]),
      /** The recipient of a reminder or a message. */
      participant: z.string().nullable(),
      /** Event of a callback, such as `completed`. */
      event: z.string().nullable(),
      /** The name of a custom callback. */
      callbackName: z.string().nullable(),
      /** The sealed document, by its name in the flow. */
      document: z.string().nullable(),
      /** The action of retention. */
      action: z.enum(["trash", "delete"]).nullable(),
      /** From 1: later attempts follow failed ones. */
      attempt: z.number().int(),
      at: z.number(),
      /** `at` is the machine's time, not the run's clock. */
      wall: z.boolean(),
      /**
       * Why it waits for another attempt, such as `disk_full`, and until when in the machine's time; null: it does not
       * wait [G5].
       */
      waits: z.object({ why: z.string(), until: z.number() }).nullable(),
    }),
  ),
  /** When the current stage began and its participants were asked; flow time. */
  stageEntered: z.number(),
  /** The failure that ended it because a document could not be sealed [G5], as event `seq`; null: none. */
  sealFailure: z.object({ seq: z.number().int(), ...worded }).nullable(),
  /** The origin of a fork; null for a run that was started. */
  fork: z
    .object({
      instanceId: z.string(),
      /** Null: the source has been deleted. */
      title: z.string().nullable(),
      seq: z.number().int(),
      ...worded,
      /** Callbacks are held; `waiting` of them are queued. */
      held: z.boolean(),
      waiting: z.number().int(),
      hasCallback: z.boolean(),
    })
    .nullable(),
  /** The forks of this run, newest first. */
  forks: z.object({
    items: z.array(
      z.object({
        ...{ id: z.string(), number: z.number().int(), seq: z.number().int(), ...worded },
        ...{ status: instanceStatus, trashed: z.boolean() },
      }),
    ),
    /** There are older ones. */
    more: z.boolean(),
  }),
  /** The author's operations: null if it would succeed now, else the reason why not. */
  operations: z.object({
    cancel: z.string().nullable(),
    prolong: z.string().nullable(),
    remind: z.string().nullable(),
    trash: z.string().nullable(),
    restore: z.string().nullable(),
    delete: z.string().nullable(),
  }),
});

export const historyEntry = z.object({
  seq: z.number().int(),
  at: z.number(),
  recorded: z.number(),
  by: z.string(),
  type: z.string(),
  ...worded,
  who: z.object(worded),
  /** The given reason, else the event that it follows from. */
  why: z.object(worded).nullable(),
  /** A note on its times. */
  note: z.object(worded).nullable(),
  /** It begins a decision; else it follows from an earlier event. */
  begins: z.boolean(),
  kind: z.enum(storyKinds),
  /** Things it mentions that can be opened. */
  opens: z.array(z.object({ what: z.enum(["mail", "callback", "document"]), id: z.string() })),
});

const historyPoint = z.object({ seq: z.number().int(), at: z.number(), ...worded }).nullable();
/** How run a differs from run b. */
export const comparison = z.object({
  /** Events that both share at the beginning. */
  common: z.number().int(),
  /** Null: the histories are the same. A side that is null ended before. */
  first: z.object({ a: historyPoint, b: historyPoint, onlyTime: z.boolean() }).nullable(),
  outcome: z.object({
    same: z.boolean(),
    status: z.object({ a: instanceStatus, b: instanceStatus }),
    documents: z.array(z.object({ name: z.string(), a: documentState.nullable(), b: documentState.nullable() })),
    onlyA: z.array(pendingAct),
    onlyB: z.array(pendingAct),
  }),
});

const step = shownStep.pick({ label: true, who: true, does: true, document: true });
/** A run that has ended, replayed on another text of its flow. */
export const replayedInstance = z.object({
  ...{ id: z.string(), title: z.string(), status: instanceStatus, started: z.number() },
  verdict: z.enum(["same", "otherwise", "impossible"]),
  /** Its status on the other text. */
  now: instanceStatus,
  /** The first step that differs, and why. */
  differs: z.object({ step, reason: z.string() }).nullable(),
  waits: z.array(step),
});

const names = z.array(z.string());
const namedParts = z.array(z.object({ name: z.string() }));
const drawnFlow = z.object({
  stages: z.array(
    z.object({
      name: z.string(),
      actions: z.array(
        z.object({
          kind: z.enum(["notify", "callback", "allow-viewing", "deny-viewing"]),
          ...{ users: names, documents: names, confirmation: z.boolean() },
          ...{ email: z.string().nullable(), sms: z.string().nullable(), callbackName: z.string().nullable() },
        }),
      ),
      conditions: z.array(
        z.object({
          kind: z.enum(["signed-by", "signed-by-group-of", "approved-by", "approved-by-group-of", "redirect-to"]),
          ...{ users: names, documents: names, count: z.number().nullable(), url: z.string().nullable() },
        }),
      ),
    }),
  ),
  ...{ participants: namedParts, documents: namedParts },
});

const clockUse = z.object({
  id: z.string(),
  name: z.string(),
  now: z.number(),
  /** How many runs follow it, trashed or not. */
  runs: z.number().int(),
  /** The local service starts its runs on it, so it cannot be removed. */
  served: z.boolean(),
});

/** Running flows and their clocks. */
export const instanceProcedures = {
  "instances.list": query(
    pageRequest.extend({
      status: instanceStatus.optional(),
      trashed: z.boolean().optional(),
      draftId: z.string().optional(),
      virtualClockId: z.string().optional(),
      sort: sortedBy(["started", "title", "status", "stage", "due"]),
    }),
    page(instanceSummary),
  ),
  "instances.get": query(byId, instanceDetail),
  /** The flow that it runs, for a drawing: it never changes. Null: it has too many stages for a drawing. */
  "instances.drawing": query(byId, drawnFlow.nullable()),
  /** The answer of the workflow service interface, as JSON. */
  "instances.raw": query(byId, z.object({ text: z.string() })),
  "instances.history": query(
    z.object({
      id: z.string(),
      after: z.number().int().optional(),
      limit: z.number().int().min(1).max(500).optional(),
      /** The last `limit` events, instead of those after `after`. */
      latest: z.boolean().optional(),
    }),
    z.object({ items: z.array(historyEntry), next: z.number().int().nullable() }),
  ),
  /** The URL of the whole history, as a table or as JSON lines. */
  "instances.export": query(byId.extend({ format: z.enum(["csv", "jsonl"]) }), z.object({ address: z.string() })),
  /**
   * The URL of an ended run's evidence, as one file; `conflict_error` while it has not ended, or if its parts do not
   * match.
   */
  "instances.exportBundle": query(byId, z.object({ address: z.string() })),
  "instances.cancel": mutation(byId, nothing),
  "instances.prolong": mutation(z.object({ id: z.string(), days: z.number().int() }), nothing),
  "instances.remind": mutation(z.object({ id: z.string(), participantIds: z.array(z.string()) }), nothing),
  "instances.trash": mutation(byId, nothing),
  "instances.restore": mutation(byId, nothing),
  "instances.delete": mutation(byId, nothing),
  /** Retries its waiting seals at once; `storage_error` says why one still waits [G5]. */
  "instances.sealAgain": mutation(byId, nothing),
  "instances.unlock": mutation(z.object({ id: z.string(), participant: z.string() }), nothing),

  /** A new run on a clock of its own. Its history begins as a copy of this one's up to event `seq` [C5]. */
  "instances.fork": mutation(z.object({ id: z.string(), seq: z.number().int() }), z.object({ instanceId: z.string() })),
  "instances.compare": query(z.object({ a: z.string(), b: z.string() }), comparison),
  /** The draft's ended runs, replayed on this text, newest first; a page may hold fewer than requested. */
  "instances.replayed": query(
    pageRequest.omit({ search: true }).extend({ draftId: z.string(), text: z.string() }),
    page(replayedInstance),
  ),
  /** Holds a fork's callbacks, or releases them. */
  "instances.holdCallbacks": mutation(z.object({ id: z.string(), held: z.boolean() }), nothing),

  /** The virtual clocks, newest first. */
  "clocks.list": query(pageRequest.omit({ search: true }), page(clockUse)),
  "clocks.get": query(byId, clockUse),
  "clocks.rename": mutation(z.object({ id: z.string(), name: z.string() }), nothing),
  /** `conflict_error` while a run follows it, trashed or not. */
  "clocks.remove": mutation(byId, nothing),
  /** Plays at `speed` times wall time from now on; the host moves the clock, so every window sees the same. */
  "clocks.play": mutation(z.object({ id: z.string(), speed: z.number().int() }), nothing),
  "clocks.pause": mutation(byId, nothing),
  "clocks.advance": mutation(
    z.object({
      id: z.string(),
      /** Exactly one; `by` is an ISO 8601 duration in calendar days of the workspace's zone. */
      target: z.union([
        z.strictObject({ to: z.number() }),
        z.strictObject({ toNextDue: z.literal(true) }),
        z.strictObject({ by: z.string() }),
      ]),
    }),
    z.object({
      now: z.number(),
      ran: z.array(z.object({ id: z.string(), kind: z.string(), at: z.number(), instanceId: z.string() })),
    }),
  ),
} as const;
