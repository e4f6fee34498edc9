import type { InstanceRun } from "../instances/keep.ts";
import { type Parts, planned, type Run } from "../run.ts";
import { folderIds } from "./folders.ts";

/** What work on one draft needs of an account that is there, with its folder, and without a list of the others. */
export async function forOneDraft(asked: InstanceRun, parts: Parts, draftKey: string): Promise<Run> {
  const plan = (name: string) => void planned(asked, "createFolder", { title: `“${name}”`, draft: draftKey });
  const folders = await folderIds({ ...asked, ...parts, plan });
  // Nothing else is done with the account meanwhile.
  const draftTurn: Run["draftTurn"] = (_key, work) => work();
  const alone = { draftTurn, byItself: false, leaves: () => false, leavesThere: () => false, list: null };
  return { ...asked, ...parts, ...alone, folderIds: folders };
}
