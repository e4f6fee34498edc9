import type { RemoteMapping } from "../../store/index.ts";

/** A draft that belongs to an account and is not there yet. */
export function unsent(accountKey: string, localKey: string, wallAt: number): RemoteMapping {
  return {
    ...{ accountKey, kind: "draft", localKey, wallAt, state: "only_here", remoteId: null, why: null, revision: 0 },
    ...{ etag: null, mark: null, base: null, sent: null, theirs: null, conflicts: [], dropped: [] },
  };
}
