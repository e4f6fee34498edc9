import { z } from "zod";
import { mailServer } from "../mail/index.ts";
import { callbackTypes, local, standIn } from "../service/index.ts";
import { byId, mutation, nothing, page, pageRequest, query, sortedBy } from "./parts.ts";

/** The run that something belongs to. */
const ofRun = { instanceId: z.string(), instanceTitle: z.string(), forkNumber: z.number().int().nullable() };

export const mailSummary = local.mailSummary.omit({ flow_instance_id: true }).extend({
  ...ofRun,
  reason: z.string().nullable(),
  at: z.number(),
  /** Flow time, once reached; set by a delivery rule. */
  readAt: z.number().nullable(),
  clickedAt: z.number().nullable(),
});

export const mail = mailSummary.extend({
  text: z.string(),
  html: z.string().nullable(),
  link: z.string().nullable(),
  /** The URL of the raw message; null for an SMS. */
  eml: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string(), size: z.number().int(), url: z.string() })),
});

export const callbackState = local.callbackSummary.shape.state;

export const callbackSummary = z.object({
  eventId: z.string(),
  ...ofRun,
  sequence: z.number().int(),
  /** The participant concerned; null: nobody. */
  participant: z.string().nullable(),
  type: z.string(),
  url: z.string().nullable(),
  state: callbackState,
  attempts: z.number().int(),
  nextAttempt: z.number().nullable(),
  created: z.number(),
});

/** A request and its response. */
const exchange = z.object({
  /** Wall time. */
  durationMs: z.number(),
  requestHeaders: z.record(z.string(), z.string()),
  /** null: no answer. */
  status: z.number().int().nullable(),
  responseHeaders: z.record(z.string(), z.string()).nullable(),
  responseBody: z.string().nullable(),
  /** Why there was no answer, as a sentence. */
  error: z.string().nullable(),
});

export const callback = callbackSummary.extend({
  /** An attempt is in progress or about to begin, also by hand. */
  onItsWay: z.boolean(),
  body: z.record(z.string(), z.unknown()),
  attemptList: z.array(
    exchange.extend({
      attempt: z.number().int(),
      at: z.number(),
      wallAt: z.number(),
      /** null: the receiver itself. */
      standIn: standIn.nullable(),
    }),
  ),
});

/** A rule of the fault lab: changes the delivery of matching callbacks, to test how an integration handles it. */
export const { callbackFault } = local;

const passwordRef = z.string().max(300, "A password's name has at most 300 characters: shorten it.");
const username = z.string().max(1_000, "A callback's user name has at most 1000 characters: shorten it.");
const password = z
  .string()
  .min(1, "A callback's password has at least 1 character: write one.")
  .max(1_000, "A callback's password has at most 1000 characters: shorten it.");

/** Messages that flows sent. */
export const messageProcedures = {
  "mailbox.list": query(
    pageRequest.extend({
      instanceId: z.string().optional(),
      participant: z.string().optional(),
      method: mailSummary.shape.method.optional(),
      kind: mailSummary.shape.kind.optional(),
      status: mailSummary.shape.status.optional(),
      sort: sortedBy(["time"]),
    }),
    page(mailSummary),
  ),
  "mailbox.get": query(byId, mail),
  /** The author's rules for addresses: the first match of each kind applies. */
  "mailbox.rules": query(nothing, z.object({ items: z.array(local.mailRule) })),
  /** Replaces them all. */
  "mailbox.setRules": mutation(
    z.object({
      items: z.array(local.newMailRule).max(1_000, "There are at most 1000 delivery rules: remove one first."),
    }),
    nothing,
  ),
  /** The mail server on this machine that also gets e-mail (law 8); null: none. */
  "mailbox.server": query(nothing, z.object({ server: mailServer })),
  "mailbox.setServer": mutation(z.object({ server: mailServer }), nothing),
  /** Sends one message there, now. `conflict_error` if none is set. */
  "mailbox.testServer": mutation(nothing, z.object({ taken: z.boolean(), answer: z.string() })),

  "callbacks.list": query(
    pageRequest.extend({
      instanceId: z.string().optional(),
      /** The participant of the event. */
      participant: z.string().optional(),
      type: z.enum(callbackTypes).optional(),
      state: callbackState.optional(),
      sort: sortedBy(["time"]),
    }),
    page(callbackSummary),
  ),
  "callbacks.get": query(z.object({ eventId: z.string() }), callback),
  /** Posts a test event to an address, now. `conflict_error` if its host is not allowed or the password is missing. */
  "callbacks.test": mutation(
    z.object({
      url: z.string().max(10_000, "A callback's address has at most 10000 characters: shorten it."),
      /** Basic authentication; the password comes from the secret store. */
      auth: z.object({ username, passwordRef }).nullable(),
    }),
    exchange.extend({ requestBody: z.string() }),
  ),
  /** Stores a password: under `ref` if that name is free, else under a new one. */
  "callbacks.keepPassword": mutation(
    z.object({ password, ref: passwordRef.nullable() }),
    z.object({ ref: z.string() }),
  ),
  /** Whether the secret store has a password with that name. */
  "callbacks.passwordHeld": query(z.object({ ref: passwordRef }), z.object({ held: z.boolean() })),
  "callbacks.replay": mutation(z.object({ eventId: z.string() }), nothing),
  /** Sends every dead callback again that can be sent; of one instance if given. */
  "callbacks.replayDead": mutation(
    z.object({ instanceId: z.string().optional() }),
    z.object({
      count: z.number().int(),
      /** How many could not be sent, by reason. */
      notReplayed: z.record(z.enum(["gone", "noUrl", "held", "onItsWay"]), z.number().int()),
    }),
  ),
  "callbacks.faults": query(nothing, z.object({ items: z.array(callbackFault) })),
  /** Replaces them all. */
  "callbacks.setFaults": mutation(
    z.object({ items: z.array(callbackFault).max(100, "There are at most 100 active faults: remove one first.") }),
    nothing,
  ),
  /** Hosts besides loopback that callbacks may go to (law 8); replaces them all. */
  "callbacks.setAllowedHosts": mutation(
    z.object({ hosts: z.array(z.string()).max(100, "At most 100 hosts are allowed: remove one first.") }),
    nothing,
  ),
  /** Standard Webhooks secret, `whsec_…`; null: callbacks are not signed. */
  "callbacks.signingSecret": query(nothing, z.object({ secret: z.string().nullable() })),
  /** A new random secret, or none. */
  "callbacks.setSigning": mutation(z.object({ signed: z.boolean() }), z.object({ secret: z.string().nullable() })),
} as const;
