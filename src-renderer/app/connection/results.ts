import { z } from "zod";
import {
  type BridgeError,
  bridgeError,
  document as documentSchema,
  draft as draftSchema,
  type OutputOf,
  type ProcedureName,
  procedures,
  type Result,
} from "../../../src-shared/bridge/index.ts";
import { inReadersLanguage } from "../language/i18n.ts";

const envelope = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: bridgeError }),
]);

const failed = (error: BridgeError) => ({ ok: false, error: inReadersLanguage(error) }) as const;

/** An answer that does not match the contract: app and host come from different builds. */
const misfit = (what: string, detail: string): BridgeError => ({
  code: "server_error",
  message: `Countersign was updated since this page was opened: its answer to ${what} does not fit (${detail}). Reload the page. What you typed is kept.`,
});

function readAnswer<S extends z.ZodType>(what: string, schema: S, answer: unknown): Result<z.output<S>> {
  const result = envelope.safeParse(answer);
  if (!result.success) return failed(misfit(what, z.prettifyError(result.error)));
  if (!result.data.ok) return failed(result.data.error);
  const value = schema.safeParse(result.data.value);
  return value.success ? { ok: true, value: value.data } : failed(misfit(what, z.prettifyError(value.error)));
}

/** Parses a procedure's answer; a mismatch becomes an error value, never an exception. */
export function readResult<N extends ProcedureName>(name: N, answer: unknown): Result<OutputOf<N>> {
  return readAnswer<z.ZodType<OutputOf<N>>>(name, procedures[name].output as unknown as z.ZodType<OutputOf<N>>, answer);
}

/** Parses the answer to an archive. */
export const readDraft = (answer: unknown): Result<z.output<typeof draftSchema>> =>
  readAnswer("an archive", draftSchema, answer);

/** Parses the answer to an upload. */
export const readDocument = (answer: unknown): Result<z.output<typeof documentSchema>> =>
  readAnswer("an upload", documentSchema, answer);
