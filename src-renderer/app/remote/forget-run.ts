import { confirmFirst, type Translate } from "../../components/index.ts";
import { callOrNotify } from "../notices/notify.ts";

/** Forgets a run of an account here, after asking; on the account it stays. @returns whether it is forgotten */
export async function forgetRun(t: Translate, account: string, run: string): Promise<boolean> {
  const texts = { title: t("remoteRuns.forgetAsk"), body: t("remoteRuns.forgetText", { name: account }) };
  if (!(await confirmFirst({ ...texts, confirm: t("remoteRuns.forget") }))) return false;
  return (await callOrNotify(t("remoteRuns.forgetFailed"), "sync.runs.forget", { name: account, run })) !== null;
}
