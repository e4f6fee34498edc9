import { confirmFirst, type Translate } from "../../components/index.ts";
import { callOrNotify, gone, notify, toasts } from "../notices/notify.ts";

interface Forgotten {
  readonly key: string;
  /** In words that tell it from others of its flow. */
  readonly name: string;
}

/** Milliseconds after which its author is told that it waits for its turn. */
const SOON = 1_000;

/** Forgets a run of an account here, after asking; on the account it stays. @returns whether it is forgotten */
export async function forgetRun(t: Translate, account: string, { key: run, name }: Forgotten): Promise<boolean> {
  const body = `${name}\n${t("remoteRuns.forgetText", { name: account })}`;
  if (!(await confirmFirst({ title: t("remoteRuns.forgetAsk"), body, confirm: t("remoteRuns.forget") }))) return false;
  let told: string | null = null;
  const waits = setTimeout(() => {
    told = notify(t("remoteRuns.forgetWaits", { name: account }));
  }, SOON);
  const forgotten = await callOrNotify(t("remoteRuns.forgetFailed"), "sync.runs.forget", { name: account, run });
  clearTimeout(waits);
  if (told !== null) toasts.close(told);
  if (forgotten !== null) gone([run]);
  return forgotten !== null;
}
