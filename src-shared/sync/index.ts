/** The sync room's front door: pure decisions of a workspace and a remote account (docs/sync.md). */

export * from "./account-state.ts";
export { isAnotherFlow } from "./another-flow.ts";
export { applyMerge } from "./apply-merge.ts";
export { canonicalFields } from "./canonical.ts";
export { type ConfirmedPart, changedParts, joinParts } from "./confirmed.ts";
export type { Choice, Conflict, ThreeVersions } from "./conflict.ts";
export { type RemoteCredentials, readCredentials, remoteCredentials, type WrongCredential } from "./credentials.ts";
export * from "./documents.ts";
export * from "./draft-step.ts";
export { droppedIn, withDropped } from "./dropped.ts";
export * from "./instances/index.ts";
export { type Merge, merge, type Settled } from "./merge.ts";
export { mergeErrors, placeOf } from "./merge-errors.ts";
export * from "./poll-delay.ts";
export * from "./retention.ts";
export { sentWithSameTitle } from "./same-titles.ts";
export {
  isOfCopy,
  isUnsent,
  PERHAPS_AMONG,
  PERHAPS_CHANGED,
  PERHAPS_CREATED,
  type SyncState,
  syncStates,
} from "./state.ts";
