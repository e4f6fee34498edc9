import { z } from "zod";
import { byId, nothing, page, pageRequest, procedure } from "./parts.ts";

export const mailSummary = z.object({
  id: z.string(),
  instanceId: z.string(),
  instanceTitle: z.string(),
  participant: z.string(),
  method: z.enum(["email", "sms"]),
  kind: z.enum(["invitation", "reminder", "confirmation", "code"]),
  to: z.string().nullable(),
  subject: z.string().nullable(),
  status: z.enum(["queued", "delivered", "not_delivered"]),
  reason: z.string().nullable(),
  at: z.number(),
});

export const mail = mailSummary.extend({
  text: z.string(),
  html: z.string().nullable(),
  link: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string(), size: z.number().int(), url: z.string() })),
});

export const callbackSummary = z.object({
  eventId: z.string(),
  instanceId: z.string(),
  instanceTitle: z.string(),
  sequence: z.number().int(),
  type: z.string(),
  url: z.string().nullable(),
  state: z.enum(["waiting", "delivered", "retrying", "dead", "not_configured"]),
  attempts: z.number().int(),
  nextAttempt: z.number().nullable(),
  created: z.number(),
});

export const callback = callbackSummary.extend({
  body: z.record(z.string(), z.unknown()),
  attemptList: z.array(
    z.object({
      attempt: z.number().int(),
      at: z.number(),
      wallAt: z.number(),
      durationMs: z.number(),
      requestHeaders: z.record(z.string(), z.string()),
      status: z.number().int().nullable(),
      responseHeaders: z.record(z.string(), z.string()).nullable(),
      responseBody: z.string().nullable(),
      error: z.string().nullable(),
    }),
  ),
});

/** What went out of the flows. */
export const messageProcedures = {
  "mailbox.list": procedure(pageRequest.extend({ instanceId: z.string().optional() }), page(mailSummary)),
  "mailbox.get": procedure(byId, mail),

  "callbacks.list": procedure(pageRequest.extend({ instanceId: z.string().optional() }), page(callbackSummary)),
  "callbacks.get": procedure(z.object({ eventId: z.string() }), callback),
  "callbacks.replay": procedure(z.object({ eventId: z.string() }), nothing),
} as const;
