import { useRef, useState } from "react";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { goTo, host, notifyOutcome, setRecorded, stepTaken } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import { useSession } from "./use-session.ts";

type Start = InputOf<"drafts.start">;

/** Starts what is written, once it is saved, and shows the run; `follows` are steps for it, or it is recorded as a scenario. */
export function useStart() {
  const { t } = useTranslation();
  const { draft } = useSession();
  const [busy, setBusy] = useState(false);
  /** The keys and the palette start a flow, too, and do not know that its button is busy. */
  const isStarting = useRef(false);
  const start = async (clock: Start["clock"], does?: Start["follows"] | "recorded") => {
    if (isStarting.current) return;
    isStarting.current = true;
    setBusy(true);
    if (await draft.flush()) {
      const given = { id: draft.id, key: draft.key(), clock, ...(does && does !== "recorded" && { follows: does }) };
      const answer = await host.call("drafts.start", given);
      notifyOutcome(t("common.notStarted"), answer.ok ? null : answer.error);
      if (answer.ok) {
        stepTaken("run");
        if (does === "recorded") setRecorded(answer.value.instanceId, true);
        goTo("instances", answer.value.instanceId);
      }
    } else notifyOutcome(t("common.notStarted"), { message: t("run.notSaved") });
    isStarting.current = false;
    setBusy(false);
  };
  return { busy, start };
}
