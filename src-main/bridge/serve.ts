import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { BridgeError, BridgeHandlers, ProcedureName, Result } from "../../src-shared/bridge/index.ts";
import { procedures } from "../../src-shared/bridge/index.ts";
import { inputInWords } from "../basics/index.ts";
import { isOfStore, PageRequestError } from "../store/index.ts";

/** Where unexpected failures go: never to the caller, who gets only `id`. */
export type FaultLog = (id: string, where: string, cause: unknown) => void;

const isProcedure = (name: string): name is ProcedureName => Object.hasOwn(procedures, name);
const failed = (code: BridgeError["code"], message: string): Result<never> => ({ ok: false, error: { code, message } });

/** It may be a password: it is not repeated. */
const HALF = "The text has an incomplete character, which cannot be stored. Delete it, or type it again.";

/** Whether every text in it can be written as UTF-8: half a character would come back as another. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, member]) => key.isWellFormed() && isWellFormed(member));
}

/** Of a misfit for which the schema has no sentence of its own. */
const NO_SENTENCE = "";

/** The schema has a message for mistakes a person can make; this version's pages send no others. */
function refusalOf(name: string, error: z.ZodError): string {
  const sentence = error.issues.find(({ message }) => message !== NO_SENTENCE)?.message;
  const message = `The app asked its host for “${name}” in a way that this version does not know (${inputInWords(error)}) Close both and start them from the same version.`;
  return sentence ?? message;
}

/**
 * Answers one call of the bridge over any transport: parses the input, runs the handler, parses the output.
 * Never throws: a fault becomes `server_error` with an id that the log also shows (law 9).
 */
export async function serveProcedure(
  handlers: BridgeHandlers,
  log: FaultLog,
  name: string,
  input: unknown,
): Promise<Result<unknown>> {
  if (!isProcedure(name))
    return failed("resource_not_found", `The app asked its host for “${name}”, which this version does not know.`);
  const parsed = procedures[name].input.safeParse(input, { error: () => NO_SENTENCE });
  if (!parsed.success) return failed("request_parameters_invalid", refusalOf(name, parsed.error));
  if (!isWellFormed(parsed.data)) return failed("request_parameters_invalid", HALF);
  try {
    // The name ties input and output together; the table's union type cannot say so.
    const handler = handlers[name] as (input: unknown) => Promise<Result<unknown>>;
    const result = await handler(parsed.data);
    return result.ok ? { ok: true, value: procedures[name].output.parse(result.value) } : result;
  } catch (cause) {
    if (isOfStore(cause)) return failed("storage_error", cause.message);
    // An unknown cursor is the caller's mistake, not an internal error.
    if (cause instanceof PageRequestError) return failed("request_parameters_invalid", `${name}: ${cause.message}`);
    const id = randomUUID();
    log(id, name, cause);
    return failed(
      "server_error",
      `Something went wrong inside Countersign (${name}, reference ${id}). The log has the details.`,
    );
  }
}
