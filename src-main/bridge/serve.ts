import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { BridgeError, BridgeHandlers, ProcedureName, Result } from "../../src-shared/bridge/index.ts";
import { procedures } from "../../src-shared/bridge/index.ts";

/** Where unexpected failures go: never to the caller, who gets only `id`. */
export type FaultLog = (id: string, where: string, cause: unknown) => void;

const isProcedure = (name: string): name is ProcedureName => Object.hasOwn(procedures, name);
const failed = (code: BridgeError["code"], message: string): Result<never> => ({ ok: false, error: { code, message } });

/**
 * Answers one call of the bridge, whatever carried it: parses the input, runs the handler, parses the output.
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
  const parsed = procedures[name].input.safeParse(input);
  if (!parsed.success) return failed("request_parameters_invalid", `${name}: ${z.prettifyError(parsed.error)}`);
  try {
    // The name ties input and output together; the table's union type cannot say so.
    const handler = handlers[name] as (input: unknown) => Promise<Result<unknown>>;
    const result = await handler(parsed.data);
    return result.ok ? { ok: true, value: procedures[name].output.parse(result.value) } : result;
  } catch (cause) {
    const id = randomUUID();
    log(id, name, cause);
    return failed(
      "server_error",
      `Something went wrong inside Countersign (${name}, reference ${id}). The log has the details.`,
    );
  }
}
