import i18next from "i18next";
import { goTo, host, tell, valueOrTell } from "../../app/index.ts";

/** Makes a fork that begins after event `seq`, and shows it [C5]. */
export async function runAgain(instanceId: string, seq: number): Promise<void> {
  const made = valueOrTell(i18next.t("fork.failed"), await host.call("instances.fork", { id: instanceId, seq }));
  if (made === null) return;
  goTo("instances", made.instanceId);
  tell(i18next.t("fork.made"), i18next.t("fork.madeText"));
}
