import { z } from "zod";
import { local } from "../../src-shared/service/index.ts";
import { settingKey } from "../engine/index.ts";
import type { CallbackFault } from "../host/index.ts";
import type { CallbackRow, StoreReads, StoreWrites } from "../store/index.ts";
import { jsonSetting } from "../workspace/index.ts";
import type { Answer } from "./send.ts";

/** The fault lab's rules; the first that fits an attempt is used, `times` often. */
export const callbackFaults = z.array(local.callbackFault);

export function faultFor(faults: readonly CallbackFault[], row: CallbackRow): CallbackFault | null {
  const fits = (wanted: string | null, actual: string) => wanted === null || wanted === actual;
  return faults.find((fault) => fits(fault.instanceId, row.instanceId) && fits(fault.type, row.type)) ?? null;
}

/** The rules as they are kept. */
export const faultsOf = (settings: StoreReads["settings"]): readonly CallbackFault[] =>
  jsonSetting(settings, settingKey.callbackFaults, callbackFaults, []);

/**
 * The rule for an attempt that begins, one use of it spent in the transaction that reads it: of attempts that begin
 * together none uses what another has used up.
 */
export function takeFault({ settings }: Pick<StoreWrites, "settings">, row: CallbackRow): CallbackFault | null {
  const faults = faultsOf(settings);
  const fault = faultFor(faults, row);
  if (fault?.times) settings.set(settingKey.callbackFaults, JSON.stringify(withoutOne(faults, row)));
  return fault;
}

/** The rules after one use of the first that fits the callback. */
function withoutOne(faults: readonly CallbackFault[], row: CallbackRow): readonly CallbackFault[] {
  const used = faultFor(faults, row);
  return faults.flatMap((fault) => {
    if (fault !== used || fault.times === null) return [fault];
    return fault.times === 1 ? [] : [{ ...fault, times: fault.times - 1 }];
  });
}

/** The result of an attempt that is made to time out. */
export const NO_ANSWER: Answer = {
  status: null,
  headers: null,
  body: null,
  error: "SIMULATED by the fault lab: no answer within 15 seconds.",
};

/** The simulated result in place of sending, marked as simulated [U5]; null: the attempt is really sent. */
export function simulatedAnswer({ effect }: CallbackFault): Answer | null {
  switch (effect.kind) {
    case "answer": {
      const headers: Record<string, string> =
        effect.retryAfter === null ? {} : { "retry-after": String(effect.retryAfter) };
      return { status: effect.status, headers, body: "SIMULATED by the fault lab; nothing was sent.", error: null };
    }
    case "no_answer":
      return NO_ANSWER;
    case "delay":
    case "duplicate":
      return null;
  }
}
