import type { RemoteMapping } from "../../store/index.ts";

type Known = "accountKey" | "kind" | "localKey" | "remoteId" | "state" | "wallAt";

/** A new link between something here and its counterpart on an account; nothing else is known yet. */
export const newMapping = (known: Pick<RemoteMapping, Known>): RemoteMapping => ({
  ...known,
  ...{ why: null, revision: 0, etag: null, mark: null },
  ...{ base: null, sent: null, theirs: null, conflicts: [], dropped: [] },
});

/** A draft that belongs to an account and is not there yet. */
export const unsent = (accountKey: string, localKey: string, wallAt: number): RemoteMapping =>
  newMapping({ accountKey, kind: "draft", localKey, remoteId: null, state: "only_here", wallAt });
