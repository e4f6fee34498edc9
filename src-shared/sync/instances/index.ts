/** Instances on an account: what was seen of them, and what to do next. */

export { type InstanceChange, type Interval, instanceChangeKinds, instanceChanges } from "./changes.ts";
export * from "./next-command.ts";
export { nextStart } from "./next-start.ts";
export { instancePollDelay, isPollDue } from "./poll-delay.ts";
export { type Recipient, recipientsOf } from "./recipients.ts";
export { hasEnded, type SeenAct, type SeenInstance } from "./seen.ts";
export { type InstanceState, instanceStates } from "./state.ts";
export { type AskedUnsealed, asksForUnsealed } from "./unsealed.ts";
export { COMMAND_WORDS, commandInWords, daysOf, runInWords, withDays } from "./words.ts";
