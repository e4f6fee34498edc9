import type { InstanceRun } from "../instances/save-instance.ts";
import { notePlanned, type Parts, type Run } from "../run.ts";
import { folderIds } from "./folders.ts";

/** Runs work on one draft without reading the account's whole list. */
export async function forOneDraft(asked: InstanceRun, parts: Parts, draftKey: string): Promise<Run> {
  const plan = (name: string) => void notePlanned(asked, "createFolder", { title: `“${name}”`, draft: draftKey });
  const folders = await folderIds({ ...asked, ...parts, plan });
  // Nothing else is done with the account meanwhile.
  const lockDraft: Run["lockDraft"] = (_key, work) => work();
  const alone = { lockDraft, byItself: false, leaves: () => false, leavesThere: () => false, list: null };
  return { ...asked, ...parts, ...alone, folderIds: folders };
}
