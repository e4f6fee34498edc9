import type { Translate } from "../../components/index.ts";
import { callOrNotify, notify } from "../notices/notify.ts";

/** Checks a run of an account now. @param id its remote id */
export async function checkRun(t: Translate, account: string, id: string): Promise<void> {
  const found = await callOrNotify(t("remoteRuns.checkFailed"), "sync.runs.adopt", { name: account, run: id });
  if (found !== null) notify(t("remoteRuns.checked"));
}
