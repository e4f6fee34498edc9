/** How a draft stands with its account [Y17]. */
export const syncStates = [
  "only_here",
  "up_to_date",
  "changed_here",
  "changed_there",
  "sending",
  "perhaps_sent",
  "conflict",
  "refused",
  "offline",
  "deleted_there",
  /** It waits to be deleted there too. */
  "deleted_here",
] as const;
export type SyncState = (typeof syncStates)[number];

const UNSENT: ReadonlySet<SyncState> = new Set([
  ...(["only_here", "changed_here", "sending", "perhaps_sent"] as const),
  ...(["conflict", "refused", "deleted_here", "deleted_there"] as const),
]);

/** Whether a draft has changes that are not, or may not be, on the service. */
export const isUnsent = (state: SyncState): boolean => UNSENT.has(state);

/** Why a change may have arrived: nobody waits for its answer any more [Y8]. */
export const PERHAPS_CHANGED =
  "The request to change it got no answer: the next sync looks there, and sends it again if it did not arrive.";

/** Why a create may have been sent by the other copy of this workspace [Y9]. Stored and compared: never reword it. */
export const PERHAPS_CREATED =
  "This workspace was copied or restored, and this flow was perhaps created there already. Look for it there, and say which one it is, or that it is not there.";

/** The same, once the list has shown unknown flows: one of them may be it [Y9]. Stored and compared, too. */
export const PERHAPS_AMONG =
  "This workspace was copied or restored, and the service has flows that are not here. Perhaps one of them is this flow. Say which one it is, or that it is not there: until then it is not sent, and no new flows come in.";

/** Whether a create waits in a workspace that was copied, and nobody knows whether the other copy has sent it [Y9]. */
export const isOfCopy = (why: string | null): boolean => why === PERHAPS_CREATED || why === PERHAPS_AMONG;
