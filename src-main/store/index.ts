/** The store's front door: other rooms import from here only. */

export type { Durability, SlowQuery } from "./database/connection.ts";
export { type Upgrade, upgradeSentence } from "./database/migrate.ts";
export type { ChangedTable, MissingRow } from "./database/missing-rows.ts";
export { type Found, type OpenStoreOptions, openStore } from "./database/open.ts";
export * from "./database/read-only.ts";
export type { Store, StoreReads, StoreWrites } from "./database/sqlite-store.ts";
export type { Tallied } from "./database/tallies.ts";
export { isTrouble, TROUBLE_IN_WORDS, troubleOf } from "./database/trouble.ts";
export { howToRestore, isOfLostTable } from "./files/failures.ts";
export { fileIdentity, isSameFile } from "./files/file-identity.ts";
export { allMisplaced, CERTIFICATE_FILE, KEY_FILE, misplaced, UPLOAD_FOLDER } from "./files/layout.ts";
export { makeFolder } from "./files/make-folder.ts";
export { DATABASE_FILE, MARKER_TEXT, markerProblem, WORKSPACE_MARKER } from "./files/marker.ts";
export { type Place, type PlaceWatch, requireInPlace, watchPlace } from "./files/place.ts";
export { openSecretBox, readSecretBox, type SecretBox } from "./files/secret-box.ts";
export { draftHash } from "./port/chain.ts";
export {
  ConflictError,
  DamagedRowError,
  isOfStore,
  PageRequestError,
  StoreError,
  type StoreErrorCode,
} from "./port/errors.ts";
export * from "./port/job-kinds.ts";
export { ATTEMPTS_KEPT } from "./port/limits.ts";
export { everyItem, type Page, type PageRequest, type Sort, wholeList } from "./port/pages.ts";
export { folded, inLines } from "./port/search.ts";
export type { AccountRow, CredentialsRow } from "./tables/accounts.ts";
export type { CallbackAttempt, CallbackFilter, CallbackRow } from "./tables/callbacks.ts";
export { type ClockRow, type ClockUse, REAL_CLOCK } from "./tables/clocks.ts";
export type { DocumentFilter, DocumentRow } from "./tables/documents.ts";
export type * from "./tables/drafts.ts";
export type { RecordedEvent } from "./tables/events.ts";
export { DEFAULT_RETENTION, type FolderPlace, type FolderRow, type Retention } from "./tables/folders.ts";
export type { InstanceFilter, InstanceRow, InstanceTombstone, RestingPlace } from "./tables/instances.ts";
export type { JobRow } from "./tables/jobs.ts";
export type { AuditEntry, OutboundEntry, OutboundFilter } from "./tables/ledger.ts";
export type { LinkRow } from "./tables/links.ts";
export type { MailFilter, MailRow } from "./tables/mail.ts";
export { type NameKind, PART } from "./tables/names.ts";
export type { RemoteCommandRow, RemoteFileRow, RemoteInstanceRow, SentStart } from "./tables/remote-instances.ts";
export type { RemoteSyncRow } from "./tables/remote-syncs.ts";
export type {
  RemoteAccountRow,
  RemoteDraftName,
  RemoteMapping,
  RemoteMappingKey,
  RemoteParts,
  RemoteRetention,
} from "./tables/remotes.ts";
export type { ScriptRow } from "./tables/scripts.ts";
export type { SessionRow } from "./tables/sessions.ts";
export { CREATED_SETTING } from "./tables/settings.ts";
