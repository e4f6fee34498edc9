import type { InstanceRun } from "../instances/save-instance.ts";
import { notePlanned, type Parts, type Run } from "../run.ts";
import { folderIds } from "./folders.ts";

/** What work on one draft needs of an account that is there, with its folder, and without a list of the others. */
export async function forOneDraft(asked: InstanceRun, parts: Parts, draftKey: string): Promise<Run> {
  const plan = (name: string) => void notePlanned(asked, "createFolder", { title: `“${name}”`, draft: draftKey });
  const folders = await folderIds({ ...asked, ...parts, plan });
  // Nothing else is done with the account meanwhile.
  const lockDraft: Run["lockDraft"] = (_key, work) => work();
  const alone = { lockDraft, byItself: false, leaves: () => false, leavesThere: () => false, list: null };
  return { ...asked, ...parts, ...alone, folderIds: folders };
}
