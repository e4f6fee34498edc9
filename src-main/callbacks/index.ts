/** The callbacks room's front door: delivery, its schedule and signature, and the built-in receiver. */

export { hostOf, isLoopbackName, loopbackLookup, mayLeave } from "./callback-hosts.ts";
export * from "./deliver.ts";
export { callbackFaults, faultsOf } from "./faults.ts";
export { isHeld } from "./held-callbacks.ts";
export { type BuiltInReceiver, builtInReceiver, type Receiver, startReceiver } from "./receiver.ts";
export { planLostAttempts } from "./replan-lost-attempts.ts";
export { basicAuth } from "./request.ts";
export { RETRY_DELAYS } from "./schedule.ts";
export type { Sender } from "./send.ts";
export { createSender } from "./send.ts";
export { isSigningSecret, newSigningSecret } from "./signature.ts";
export { callbackUseCases } from "./use-cases.ts";
