import { host, notify, notifyError, perhapsOf, reasonText, tellPerhaps, whyNotDone } from "../../app/index.ts";
import type { Translate } from "../../components/index.ts";

/** Says what came of a command that is in the outbox, unless it was simply done. @param command its key */
export async function tellSent(t: Translate, command: string): Promise<void> {
  const answer = await host.call("sync.outcome.get", { command });
  const failed = t("remoteRuns.commandFailed");
  // Without the app, its list is what says how it stands.
  if (!answer.ok) {
    if (answer.error.code !== "not_connected") notifyError(failed, answer.error);
    return;
  }
  const { outcome } = answer.value;
  if (outcome === null) return;
  const { waits, canceled, done } = outcome;
  const why = whyNotDone(outcome);
  if (perhapsOf(outcome).length > 0) tellPerhaps(outcome, t("sync.commandIs.perhaps_sent"));
  else if (canceled && (waits !== null || done.length === 0))
    notify(t("remoteRuns.commandStopped"), t("remoteRuns.commandStoppedText"));
  else if (waits !== null) notify(t("remoteRuns.commandWaits"), reasonText(waits));
  else if (why !== null) notifyError(failed, { message: reasonText(why) });
}
