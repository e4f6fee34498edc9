/** The store's front door: other rooms import from here only. */

export type { SlowQuery } from "./database/connection.ts";
export { type Upgrade, upgradeSentence } from "./database/migrate.ts";
export { type OpenStoreOptions, openStore } from "./database/open.ts";
export {
  type ChangedDraft,
  type LostInstance,
  type Overdue,
  openStoreReadOnly,
  type ReadOnlyOptions,
  type ReadOnlyStore,
} from "./database/read-only.ts";
export { allMisplaced, CERTIFICATE_FILE, KEY_FILE, misplaced } from "./files/layout.ts";
export { DATABASE_FILE, MARKER_TEXT, markerProblem, WORKSPACE_MARKER } from "./files/marker.ts";
export { type Place, type PlaceWatch, requireInPlace, watchPlace } from "./files/place.ts";
export {
  ConflictError,
  DamagedRowError,
  isOfStore,
  PageRequestError,
  StoreError,
  type StoreErrorCode,
} from "./port/errors.ts";
export { isJobKind, isOfTime, jobRank } from "./port/job-kinds.ts";
export { ATTEMPTS_KEPT } from "./port/limits.ts";
export { wholeList } from "./port/pages.ts";
export { folded } from "./port/search.ts";
export type * from "./port/types.ts";
export { REAL_CLOCK } from "./tables/clocks.ts";
export { DEFAULT_RETENTION } from "./tables/folders.ts";
export { CREATED_SETTING } from "./tables/settings.ts";
