import { z } from "zod";

/** The interface's own version, as `GET /flow/version` reports it (interface 9.1). */
export const interfaceVersion = "0.48.0";

/** An instant on the wire: ISO 8601 in UTC, such as `2026-03-01T09:00:00.000Z`. */
export const timestamp = z.iso.datetime();

export const digits = z.string().regex(/^[0-9]{1,20}$/, "must be a string of digits");
export const uuid = z.uuid();

export const instanceStatus = z.enum(["in_progress", "finalising", "completed", "failed", "canceled", "timed_out"]);
/** [G12] */
export const documentState = z.enum(["in_progress", "sealed", "rejected", "canceled", "timed_out", "failed"]);
export const verb = z.enum(["sign", "approve"]);
export const method = z.enum(["email", "sms"]);
/** What somebody authenticates for. */
export const authenticationKind = z.enum(["view", "sign"]);

/** A yes or no in an address: `true` or `false`, nothing else. */
export const yesOrNo = z.stringbool({ truthy: ["true"], falsy: ["false"], case: "sensitive" });

/** A JSON object that the interface leaves to the language (process, process_parameters): kept as sent. */
export const jsonObject = z.record(z.string(), z.unknown());

/** What is answered: nobody writes into it any more. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** A page of a list; `next` is the `cursor` of the page after it and absent at the end. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().optional() });

/** `limit`: 1..500 items, default 100. */
export const pageQuery = z.strictObject({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
});
