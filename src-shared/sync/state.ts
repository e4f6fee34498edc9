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

/** Why a create that waits in a workspace that was copied may have been done by the other copy [Y9]. */
export const PERHAPS_CREATED =
  "This workspace was copied or restored, and this flow was perhaps created there already. Look for it there, and say which one it is, or that it is not there.";
