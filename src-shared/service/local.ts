/** Bodies of the local controls: beside the interface, never part of it (docs/integration.md). */
import { z } from "zod";
import { isEmailAddress } from "../basics/index.ts";
import { isPhoneNumber } from "../language/index.ts";
import { mailKinds } from "../mail/index.ts";
import { digits, instanceStatus, listOf, method, pageQuery, timestamp, yesOrNo } from "./common.ts";
import { callbackTypes, standIn } from "./events.ts";

export const clock = z.object({
  id: z.string(),
  name: z.string(),
  virtual: z.boolean(),
  now: timestamp,
  next_due: timestamp.nullable(),
});
export const clocks = listOf(clock);
/** Exactly one of `set`, `advance` (ISO 8601 duration) and `to_next_due`; without `clock` the service's default one. */
export const clockMove = z
  .strictObject({
    clock: z.string().min(1).max(100).optional(),
    set: timestamp.optional(),
    advance: z.iso.duration().optional(),
    to_next_due: z.literal(true).optional(),
  })
  .refine((move) => [move.set, move.advance, move.to_next_due].filter((way) => way !== undefined).length === 1, {
    message: "Give exactly one of set, advance and to_next_due.",
  });
export const clockMoved = z.object({
  now: timestamp,
  ran: z.array(
    z.object({
      at: timestamp,
      kind: z.string(),
      id: z.string(),
      flow_instance_id: z.string(),
      /** Of a callback, as in `/local/callbacks/{event_id}`. */
      event_id: z.string().optional(),
    }),
  ),
});

export const dueQuery = z.strictObject({ clock: z.string().min(1).max(100).optional() });
export const dueList = listOf(
  z.object({
    id: z.string(),
    flow_instance_id: z.string(),
    clock: z.string(),
    kind: z.string(),
    at: timestamp,
    /** Why it waits for another try, such as `disk_full`; null: it does not. */
    waits: z.string().nullable(),
  }),
);

export const account = z.object({
  id: digits,
  email: z.string(),
  name: z.string(),
  two_factor: z.boolean(),
  record_end_user_info: z.boolean(),
});
export const accounts = listOf(account);
export const accountCreate = z.strictObject({
  email: z.email().max(320),
  name: z.string().min(1).max(200).optional(),
  password: z.string().min(8).max(1000),
  two_factor: z.boolean().default(false),
  record_end_user_info: z.boolean().default(false),
});
export const folder = z.object({ id: digits, name: z.string(), home: z.boolean() });
export const folders = listOf(folder);
export const folderCreate = z.strictObject({ name: z.string().min(1).max(200) });

export const mailSummary = z.object({
  id: z.string(),
  flow_instance_id: z.string(),
  participant: z.string(),
  method,
  kind: z.enum(mailKinds),
  to: z.string().nullable(),
  subject: z.string().nullable(),
  status: z.enum(["queued", "delivered", "not_delivered"]),
});
export const mailbox = listOf(mailSummary);
export const mailboxQuery = pageQuery.extend({
  flow_instance_id: z.string().max(100).optional(),
  participant: z.string().max(200).optional(),
});
/** Link and code are filled in: it is the author who reads this. */
export const mail = mailSummary.extend({
  reason: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  link: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string(), sha256: z.string(), size: z.int() })),
  sent: timestamp,
});
/** A year. */
export const MOST_DELAY_MINUTES = 525_600;
/** An address that bounces or is slow, or whose person reads, or follows the link, late. */
export const mailRule = z.strictObject({
  /** Compared without case, a telephone number without the signs between its digits; `*` is every address. */
  address: z.string().min(1).max(320),
  effect: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("bounce"), reason: z.string().min(1).max(500) }),
    z.strictObject({
      /** `delay`: until it arrives; `read` and `click`: from then until it is read, or its link is followed. */
      kind: z.enum(["delay", "read", "click"]),
      minutes: z.int().min(1).max(MOST_DELAY_MINUTES),
    }),
  ]),
});
export const mailRules = z.strictObject({ rules: z.array(mailRule).max(1000) });
/** As it is set: to an address that something can be sent to. What was kept before this was asked is still read. */
export const newMailRule = mailRule.extend({
  address: mailRule.shape.address.refine(
    (address) => ["", "*"].includes(address) || isEmailAddress(address) || isPhoneNumber(address),
    "must be an e-mail address, a phone number, or * for every other",
  ),
});
export const newMailRules = z.strictObject({ rules: z.array(newMailRule).max(1000) });

export const callbackSummary = z.object({
  event_id: z.string(),
  flow_instance_id: z.string(),
  sequence: z.int(),
  type: z.string(),
  url: z.string().nullable(),
  state: z.enum(["waiting", "delivered", "retrying", "dead", "not_configured", "held"]),
  attempts: z.int(),
  next_attempt: timestamp.nullable(),
  created: timestamp,
  body: z.record(z.string(), z.unknown()),
});
export const callbacks = listOf(callbackSummary);
/** `wall_at` is the machine's own time of the attempt, `at` that of the instance's clock. */
export const callback = callbackSummary.extend({
  attempt_list: z.array(
    z.object({
      attempt: z.int(),
      at: timestamp,
      wall_at: timestamp,
      duration_ms: z.number(),
      /** The password of basic authentication is hidden. */
      request_headers: z.record(z.string(), z.string()),
      status: z.int().nullable(),
      response_headers: z.record(z.string(), z.string()).nullable(),
      /** Its first 64 KiB. */
      response_body: z.string().nullable(),
      error: z.string().nullable(),
      /** null: the receiver itself. */
      stand_in: standIn.nullable(),
    }),
  ),
});
export const callbacksQuery = pageQuery.extend({
  flow_instance_id: z.string().max(100).optional(),
  state: callbackSummary.shape.state.optional(),
});

/** In place of sending. */
const answerFault = z.strictObject({ kind: z.literal("answer"), status: z.int().min(100).max(599) });
/** What else can become of a callback that is sent. */
const otherFaults = [
  z.strictObject({ kind: z.literal("no_answer") }),
  /** The answer counts no earlier, in wall time; from the 15 seconds of an attempt on it comes too late. */
  z.strictObject({ kind: z.literal("delay"), milliseconds: z.int().min(1).max(60_000) }),
  /** The request goes out twice, with the same event id. */
  z.strictObject({ kind: z.literal("duplicate") }),
] as const;

/** A rule of the fault lab as the host keeps it: null is any instance, any type of event, every attempt. */
export const callbackFault = z.object({
  instanceId: z.string().nullable().default(null),
  type: z.string().nullable().default(null),
  effect: z.discriminatedUnion("kind", [
    /** In seconds. */
    answerFault.extend({ retryAfter: z.int().min(0).nullable().default(null) }),
    ...otherFaults,
  ]),
  /** Attempts that it still applies to; null: until it is taken off. */
  times: z.int().min(1).nullable().default(null),
});

/** Of an `answer`, `retry_after` is in seconds; a `delay` is wall time from the request to its answer. */
const faultEffect = z.discriminatedUnion("kind", [
  answerFault.extend({ retry_after: z.int().min(0).max(10_000_000).nullable().optional() }),
  ...otherFaults,
]);
/** `flow_instance_id` and `type` of an event: null is any. `times`: attempts that it still applies to, null: all. */
export const fault = z.object({
  flow_instance_id: z.string().nullable(),
  type: z.string().nullable(),
  effect: faultEffect,
  times: z.int().nullable(),
});
export const faults = z.object({ faults: z.array(fault) });
export const faultsWrite = z.strictObject({
  faults: z
    .array(
      z.strictObject({
        flow_instance_id: z.string().max(100).nullable().optional(),
        type: z.enum(callbackTypes).nullable().optional(),
        effect: faultEffect,
        times: z.int().min(1).max(1_000_000).nullable().optional(),
      }),
    )
    .max(1000),
});

export const instanceSummary = z.object({
  id: z.string(),
  title: z.string().nullable(),
  status: instanceStatus,
  trashed: z.boolean(),
  stage: z.string().nullable(),
  waiting_for: z.array(z.string()),
  clock: z.string(),
  started: timestamp,
  last_event: timestamp,
  timeout: timestamp,
  next_due: timestamp.nullable(),
});
export const instances = listOf(instanceSummary);
export const instancesQuery = pageQuery.extend({
  status: instanceStatus.optional(),
  trashed: yesOrNo.optional(),
  search: z.string().max(500).optional(),
});

export const history = listOf(
  z.object({
    seq: z.int(),
    at: timestamp,
    recorded: timestamp,
    by: z.string(),
    type: z.string(),
    text: z.string(),
    who: z.string(),
    why: z.string().nullable(),
    note: z.string().nullable(),
    event: z.record(z.string(), z.unknown()),
    hash: z.string(),
  }),
);
/** `cursor` is the last `seq` seen. */
export const historyQuery = z.strictObject({
  cursor: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
});
/** A fork's callbacks are held unless `callbacks` says otherwise. */
export const fork = z.strictObject({ after: z.int().min(1), callbacks: z.boolean().default(false) });
export const forked = z.object({ id: z.string(), clock: z.string() });

/** The outcomes of the participant's next attempts at a simulated provider, in order [U5]. */
export const scriptedOutcomes = z.strictObject({
  outcomes: z
    .array(
      z.strictObject({
        outcome: z.enum(["success", "failure"]),
        reason: z.string().max(200).nullish(),
        provider_data: z.record(z.string(), z.string()).optional(),
      }),
    )
    .min(1)
    .max(100),
});

export const outboundKind = z.enum(["callback", "account", "update", "smtp"]);
export const outbound = listOf(
  z.object({
    at: timestamp,
    kind: outboundKind,
    target: z.string(),
    result: z.string(),
  }),
);
