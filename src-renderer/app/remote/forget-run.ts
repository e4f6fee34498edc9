import { confirmFirst, type Translate } from "../../components/index.ts";
import { callOrNotify, gone } from "../notices/notify.ts";

interface Forgotten {
  readonly key: string;
  /** In words that tell it from others of its flow. */
  readonly name: string;
}

/** Forgets a run of an account here, after asking; on the account it stays. @returns whether it is forgotten */
export async function forgetRun(t: Translate, account: string, { key: run, name }: Forgotten): Promise<boolean> {
  const body = `${name}\n${t("remoteRuns.forgetText", { name: account })}`;
  if (!(await confirmFirst({ title: t("remoteRuns.forgetAsk"), body, confirm: t("remoteRuns.forget") }))) return false;
  const forgotten = await callOrNotify(t("remoteRuns.forgetFailed"), "sync.runs.forget", { name: account, run });
  if (forgotten !== null) gone([run]);
  return forgotten !== null;
}
