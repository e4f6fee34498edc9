/** Bodies of the callbacks [Callbacks] (interface 6): all fields at the top level; `type` is the discriminator. */
import { z } from "zod";
import { deliveryTypes } from "../mail/index.ts";
import { authenticationKind, method, timestamp, uuid } from "./common.ts";

const base = {
  version: z.literal(1),
  flow_instance_id: uuid,
  /** Never changes, however often the event is delivered. */
  event_id: z.string(),
  /** From 1 in the instance, so that a receiver can restore the order. */
  sequence: z.int().min(1),
  event_created: timestamp,
};
/** `label` is there when `kind` is `sign`: the authentication's id. */
const authentication = { user_name: z.string(), kind: authenticationKind, label: z.string().optional() };

export const callbackEvent = z.discriminatedUnion("type", [
  z.object({ ...base, type: z.literal("completed") }),
  z.object({ ...base, type: z.literal("failed"), reason: z.enum(["timed_out", "sealing"]) }),
  z.object({
    ...base,
    type: z.literal("flow_rejected"),
    /** Absent where the author rejected the flow. */
    user_name: z.string().optional(),
    document_name: z.string().optional(),
    message: z.string().optional(),
  }),
  z.object({ ...base, type: z.literal("canceled") }),
  z.object({
    ...base,
    ...authentication,
    type: z.literal("authentication_attempted"),
    result: z.enum(["success", "failure"]),
    provider: z.string(),
    provider_data: z.record(z.string(), z.string()),
    eid_transaction_id: z.string(),
    /** Only when the author's group records end-user info. */
    end_user_info: z.object({ ip: z.string(), user_agent: z.string() }).optional(),
  }),
  z.object({ ...base, ...authentication, type: z.literal("authentication_max_failures_exceeded") }),
  z.object({
    ...base,
    type: z.literal("notification_status_changed"),
    user_name: z.string(),
    status: z.enum(["delivered", "not_delivered"]),
    method,
    delivery_type: z.enum(deliveryTypes),
  }),
  z.object({ ...base, type: z.literal("custom"), callback_name: z.string(), stage: z.string() }),
]);
/** Every kind of event that the interface names (interface 6). */
export const callbackTypes = callbackEvent.options.map(({ shape }) => shape.type.value);

/**
 * What took a receiver's place in an attempt: the fault lab, which made up the answer or its absence [U5], or the built-in
 * receiver [P006].
 */
export const standIn = z.enum(["fault_lab", "built_in"]);
export type StandIn = z.output<typeof standIn>;

export type CallbackEvent = z.output<typeof callbackEvent>;
