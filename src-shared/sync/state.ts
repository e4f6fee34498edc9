/** How a draft stands with its account [Y17]. */
export type SyncState =
  | "only_here"
  | "up_to_date"
  | "changed_here"
  | "changed_there"
  | "sending"
  | "perhaps_sent"
  | "conflict"
  | "refused"
  | "offline"
  | "deleted_there"
  /** It waits to be deleted there too. */
  | "deleted_here";
