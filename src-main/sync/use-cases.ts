import type { DraftUseCases, SyncUseCases } from "../host/index.ts";
import { errorsAsValues, type Workspace } from "../workspace/index.ts";
import { accountUseCasesOfSync } from "./accounts.ts";
import type { SyncOptions } from "./connect.ts";

interface Parts extends SyncOptions {
  readonly drafts: Pick<DraftUseCases, "setArchived">;
}

/** Sync with remote accounts (docs/sync.md). */
export function syncUseCases(workspace: Workspace, { drafts, ...options }: Parts): SyncUseCases {
  return errorsAsValues<SyncUseCases>({ ...accountUseCasesOfSync(workspace, drafts, options) });
}
