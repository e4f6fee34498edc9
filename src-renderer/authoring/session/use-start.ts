import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { goTo, host, notifyOutcome, setRecorded, stepTaken } from "../../app/index.ts";
import { useBusy, useTranslation } from "../../components/index.ts";
import { useSession } from "./use-session.ts";

type Start = InputOf<"drafts.start">;

/** Saves the text before something is started from it; if it cannot, it says so, and returns false. */
export function useSaved(): () => Promise<boolean> {
  const { t } = useTranslation();
  const { draft } = useSession();
  return async () =>
    notifyOutcome(t("common.notStarted"), (await draft.flush()) ? null : { message: t("run.notSaved") });
}

/** Saves and starts the flow, and shows the run; `follows` are steps for it, or it is recorded as a scenario. */
export function useStart() {
  const { t } = useTranslation();
  const { draft } = useSession();
  const { busy, unlessBusy } = useBusy();
  const saved = useSaved();
  const start = (clock: Start["clock"], does?: Start["follows"] | "recorded") =>
    unlessBusy(async () => {
      if (!(await saved())) return;
      const given = { id: draft.id, key: draft.key(), clock, ...(does && does !== "recorded" && { follows: does }) };
      const answer = await host.call("drafts.start", given);
      notifyOutcome(t("common.notStarted"), answer.ok ? null : answer.error);
      if (!answer.ok) return;
      stepTaken("run");
      if (does === "recorded") setRecorded(answer.value.instanceId, true);
      goTo("instances", answer.value.instanceId);
    });
  return { busy, start };
}
