import { FlaskConical, RotateCw } from "lucide-react";
import { useMemo, useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { ActionButton, type AppAction, host, tell, useActions, useCall, valueOrTell } from "../../app/index.ts";
import { Button, type Translate, useTranslation } from "../../components/index.ts";
import { FaultLab } from "./fault-lab.tsx";

/** How many were not sent again, and why; empty: none. */
function notReplayedText(
  t: Translate,
  { held, onItsWay, noUrl, gone }: OutputOf<"callbacks.replayDead">["notReplayed"],
) {
  return [
    held > 0 ? t("callbacks.notReplayed.held", { count: held }) : null,
    onItsWay > 0 ? t("callbacks.notReplayed.onItsWay", { count: onItsWay }) : null,
    noUrl > 0 ? t("callbacks.notReplayed.noUrl", { count: noUrl }) : null,
    gone > 0 ? t("callbacks.notReplayed.gone", { count: gone }) : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

/** What can be done with all callbacks at once: send the dead ones again, and make the next ones fail on purpose. */
export function CallbackActions({ instanceId }: { readonly instanceId: string | null }) {
  const { t } = useTranslation();
  const [lab, setLab] = useState(false);
  const faults = useCall("callbacks.faults", {}, ["settings", "callback"]).value?.items.length ?? 0;
  const ofRun = instanceId === null ? {} : { instanceId };
  const dead = useCall("callbacks.list", { ...ofRun, state: "dead", limit: 1 }, ["callback", "clock"]);
  const anyDead = (dead.value?.items.length ?? 0) > 0;
  const actions = useMemo<readonly AppAction[]>(
    () => [
      {
        id: "callbacks.replayDead",
        icon: RotateCw,
        title: t("callbacks.replayDead"),
        group: t("nav.callbacks"),
        disabled: anyDead ? undefined : t("callbacks.noneDead"),
        writes: true,
        run: () => {
          const answered = host.call("callbacks.replayDead", instanceId === null ? {} : { instanceId });
          void answered.then((answer) => {
            const sent = valueOrTell(t("callbacks.replayFailed"), answer);
            if (sent) tell(t("callbacks.replayedDead", { count: sent.count }), notReplayedText(t, sent.notReplayed));
          });
        },
      },
      { id: "callbacks.faults", title: t("faults.title"), group: t("nav.callbacks"), run: () => setLab(true) },
    ],
    [t, anyDead, instanceId],
  );
  useActions(actions);
  return (
    <>
      {anyDead && actions[0] && <ActionButton action={actions[0]} />}
      <Button icon={FlaskConical} onClick={() => setLab(true)}>
        {faults > 0 ? t("faults.on", { count: faults }) : t("faults.title")}
      </Button>
      {lab && <FaultLab instanceId={instanceId} onClose={() => setLab(false)} />}
    </>
  );
}
