import { FlaskConical, RotateCw } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { ActionButton, type AppAction, callOrNotify, notify, useActions, useCall } from "../../app/index.ts";
import { Button, type Translate, useBusy, useTranslation } from "../../components/index.ts";
import { FaultLab } from "./fault-lab.tsx";

/** How many were not sent again, and why; empty: none. */
const notReplayedText = (t: Translate, counts: OutputOf<"callbacks.replayDead">["notReplayed"]): string =>
  (["held", "onItsWay", "noUrl", "gone"] as const)
    .filter((why) => counts[why] > 0)
    .map((why) => t(`callbacks.notReplayed.${why}`, { count: counts[why] }))
    .join(" ");

/** Actions on all callbacks at once: resend the dead ones, and make the next ones fail on purpose. */
export function CallbackActions({ instanceId }: { readonly instanceId: string | null }) {
  const { t } = useTranslation();
  const [lab, setLab] = useState(false);
  const faults = useCall("callbacks.faults", {}, ["settings", "callback"]).value?.items.length ?? 0;
  const ofRun = instanceId === null ? {} : { instanceId };
  const dead = useCall("callbacks.list", { ...ofRun, state: "dead", limit: 1 }, ["callback", "clock"]);
  const anyDead = (dead.value?.items.length ?? 0) > 0;
  const { busy, unlessBusy } = useBusy();
  const replayDead = async () => {
    const sent = await unlessBusy(() => callOrNotify(t("callbacks.replayFailed"), "callbacks.replayDead", ofRun));
    if (sent) notify(t("callbacks.replayedDead", { count: sent.count }), notReplayedText(t, sent.notReplayed));
  };
  const replay: AppAction = {
    id: "callbacks.replayDead",
    icon: RotateCw,
    title: t("callbacks.replayDead"),
    group: t("nav.callbacks"),
    disabled: anyDead ? null : t("callbacks.noneDead"),
    writes: true,
    run: () => void replayDead(),
  };
  const openLab = () => setLab(true);
  useActions([replay, { id: "callbacks.faults", title: t("faults.title"), group: replay.group, run: openLab }]);
  return (
    <>
      {anyDead && <ActionButton action={replay} busy={busy} />}
      <Button icon={FlaskConical} onClick={openLab}>
        {faults > 0 ? t("faults.on", { count: faults }) : t("faults.title")}
      </Button>
      {lab && <FaultLab instanceId={instanceId} onClose={() => setLab(false)} />}
    </>
  );
}
