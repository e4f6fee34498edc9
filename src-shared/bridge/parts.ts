/** The shared parts of the contract. */
import { z } from "zod";
import { hostErrorType } from "../service/index.ts";

export const page = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() });

export const pageRequest = z.object({
  cursor: z.string().nullish(),
  limit: z.number().int().min(1).max(500).optional(),
  search: z.string().max(500, "A search text has at most 500 characters: shorten it.").optional(),
});

/** The sort key of a list. */
export const sortedBy = <const B extends readonly [string, ...string[]]>(by: B) =>
  z.object({ by: z.enum(by), descending: z.boolean() }).optional();

export const byId = z.object({ id: z.string() });

export const nothing = z.object({});

/** A problem in a draft's text, as the host found it (in a refused start or import). */
export const problem = z.object({
  rule: z.string(),
  severity: z.enum(["error", "warning", "hint"]),
  message: z.string(),
  pointer: z.string(),
  line: z.number().int(),
  column: z.number().int(),
});

/**
 * A closed set (law 9): the host's error types, and those that only the app can meet. The app is the author and sends
 * whole inputs.
 */
export const errorCode = z.enum([
  ...hostErrorType.exclude(["invalid_authorisation", "request_parameters_missing"]).options,
  "storage_error",
  "not_connected",
]);
export const bridgeError = z.object({
  code: errorCode,
  message: z.string(),
  problems: z.array(problem).optional(),
  /** The reader canceled it: not a failure. */
  canceled: z.literal(true).optional(),
});

/** Read-only: also answered in a read-only workspace. */
export const query = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) =>
  ({ kind: "query", input, output }) as const;
/** Changes data: a read-only workspace refuses it. */
export const mutation = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) =>
  ({ kind: "mutation", input, output }) as const;
