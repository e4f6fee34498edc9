import { DamagedRowError, type RemoteMapping, type RemoteMappingKey } from "../store/index.ts";
import { isolateFailure } from "./concurrency.ts";
import { titleOf } from "./drafts/sync-draft.ts";
import { noteRefused, type Run, remoteDraft } from "./run.ts";

type Known = RemoteMappingKey & Pick<RemoteMapping, "remoteId">;

/** null: it is gone, or cannot be read. */
function stored({ workspace }: Run, of: Known): RemoteMapping | null {
  try {
    return workspace.reads.remotes.mapping(of);
  } catch (error) {
    if (error instanceof DamagedRowError) return null;
    throw error;
  }
}

/**
 * A refusal of one draft does not stop the others. The draft is locked meanwhile.
 * @param of the draft: as it is here, or its id there
 * @throws RemoteError
 */
export function isolateDraft(run: Run, of: Known | string, work: () => Promise<void>): Promise<void> {
  if (typeof of === "string")
    return isolateFailure(
      run.client,
      work,
      async ({ message: why }) => void run.report.refused.push({ ...remoteDraft(of), why }),
    );
  const onDraft = async ({ message: why }: { readonly message: string }) => {
    const what = titleOf(run, of);
    const now = stored(run, of);
    if (now === null) run.report.refused.push({ what, why });
    else await noteRefused(run, now, { what, why });
  };
  return run.lockDraft(of.localKey, () => isolateFailure(run.client, work, onDraft));
}
