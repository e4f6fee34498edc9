import { z } from "zod";

/** What the jobs of effects carry, for who runs them and for who checks them. */

export const sealPayload = z.object({ document: z.string() });

/** The arrival of a message that a notification of the flow asked for. */
export const notificationPayload = z.object({ notification: z.number().int() });

/** The arrival of a code by SMS. */
export const codePayload = z.object({ transactionId: z.string(), participant: z.string(), codeHash: z.string() });

export const mailPayload = z.union([notificationPayload, codePayload]);
