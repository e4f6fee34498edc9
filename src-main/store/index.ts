/** The store's front door: other rooms import from here only. */
export { REAL_CLOCK } from "./clocks.ts";
export type { SlowQuery } from "./connection.ts";
export {
  ConflictError,
  DamagedRowError,
  isOfStore,
  PageRequestError,
  StoreError,
  type StoreErrorCode,
} from "./errors.ts";
export { DEFAULT_RETENTION } from "./folders.ts";
export { isJobKind, isOfTime, jobRank } from "./job-kinds.ts";
export { allMisplaced, CERTIFICATE_FILE, KEY_FILE, misplaced } from "./layout.ts";
export { ATTEMPTS_KEPT } from "./limits.ts";
export { DATABASE_FILE, MARKER_TEXT, markerProblem, WORKSPACE_MARKER } from "./marker.ts";
export { memoryStore } from "./memory/index.ts";
export { type Upgrade, upgradeSentence } from "./migrate.ts";
export { type OpenStoreOptions, openStore } from "./open.ts";
export { wholeList } from "./pages.ts";
export { type Place, type PlaceWatch, requireInPlace, watchPlace } from "./place.ts";
export {
  type ChangedDraft,
  type LostInstance,
  type Overdue,
  openStoreReadOnly,
  type ReadOnlyOptions,
  type ReadOnlyStore,
} from "./read-only.ts";
export { folded } from "./search.ts";
export { CREATED_SETTING } from "./settings.ts";
export type * from "./types.ts";
