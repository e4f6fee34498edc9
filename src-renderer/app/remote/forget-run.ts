import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { confirmFirst, type Translate } from "../../components/index.ts";
import { callOrNotify, gone } from "../notices/notify.ts";

interface Forgotten {
  readonly key: string;
  /** A name that distinguishes it from other runs of its flow. */
  readonly name: string;
  readonly state: State;
}

type State = OutputOf<"sync.runs.get">["state"];

/** The remote state of a run that is forgotten here. */
function thereOf(state: State): "gone" | "perhaps" | "stays" {
  if (state === "deleted_there") return "gone";
  return state === "starting" || state === "perhaps_started" ? "perhaps" : "stays";
}

/**
 * Forgets a run of an account here, after confirmation; nothing changes on the account. @returns whether it is
 * forgotten
 */
export async function forgetRun(t: Translate, account: string, { key: run, name, state }: Forgotten): Promise<boolean> {
  const there = t(`remoteRuns.forgetThere.${thereOf(state)}`, { name: account });
  const body = `${name}\n${t("remoteRuns.forgetText")} ${there}`;
  if (!(await confirmFirst({ title: t("remoteRuns.forgetAsk"), body, confirm: t("remoteRuns.forget") }))) return false;
  const forgotten = await callOrNotify(t("remoteRuns.forgetFailed"), "sync.runs.forget", { name: account, run });
  if (forgotten !== null) gone([run]);
  return forgotten !== null;
}
