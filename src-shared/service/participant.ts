/** Bodies of the participants' routes (interface 4.3). */
import { z } from "zod";
import { authenticationKind, digits, documentState, instanceStatus, timestamp, uuid } from "./common.ts";

/** What a participant sees; `document` is an identifier of `documents`, null where the whole instance is meant. */
export const view = z.object({
  title: z.string().nullable(),
  status: instanceStatus,
  started: timestamp,
  last_event: timestamp,
  documents: z.array(z.object({ document_id: digits, document_state: documentState })),
  available_actions: z.array(
    z.object({ type: z.enum(["sign", "approve", "reject", "reject_instance"]), document: digits.nullable() }),
  ),
  previous_events: z.array(z.object({ type: z.string(), document: digits.optional(), at: timestamp })),
});

const MAX_SIGNATURE = 700_000;
/** `data`: the typed text, or a PNG or JPEG in base64 (a `data:` url is taken too), at most 512 KiB of bytes, a PNG also `MOST_PNG_PIXELS`. */
export const signature = z.strictObject({
  kind: z.enum(["drawn", "typed", "image"]),
  data: z.string().min(1).max(MAX_SIGNATURE),
});
export const sign = z.strictObject({ signature: signature.nullish() });
export const approve = z.strictObject({});
/** `message`: why, shown to the author and in the callback [G6]. */
export const reject = z.strictObject({ message: z.string().max(10_000).nullish() });

export const eidStart = z.strictObject({
  instance_id: uuid,
  kind: authenticationKind,
  /** Identifiers; which documents a sign authentication covers [U1]. Default: all that await the participant's act. */
  documents: z.array(digits).min(1).max(1000).optional(),
});
export const eidStartResponse = z.object({
  transaction_id: z.string(),
  status: z.enum(["pending", "success", "failure"]),
});
/** `code`: the one of the SMS, for `sms_otp`. */
export const eidCheck = z.strictObject({
  transaction_id: z.string().min(1).max(100),
  code: z.string().min(1).max(20).optional(),
});
export const eidCheckResponse = z.object({ status: z.enum(["pending", "success", "failure"]) });

export type WireView = z.output<typeof view>;
export type WireSignature = z.output<typeof signature>;
export type EidStatus = z.output<typeof eidCheckResponse>["status"];
