import { callOrNotify, goTo, notify } from "../../app/index.ts";
import { translate } from "../../components/index.ts";

/** Makes a fork that begins after event `seq`, and shows it [C5]. */
export async function runAgain(instanceId: string, seq: number): Promise<void> {
  const made = await callOrNotify(translate("fork.failed"), "instances.fork", { id: instanceId, seq });
  if (made === null) return;
  goTo("instances", made.instanceId);
  notify(translate("fork.made"), translate("fork.madeText"));
}
