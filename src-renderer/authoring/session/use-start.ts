import { useState } from "react";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { goTo, host, notifyError, stepTaken } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import { useSession } from "./use-session.ts";

type Start = InputOf<"drafts.start">;

/** Starts what is written, once it is saved, and shows the run; `follows` are steps for it. */
export function useStart() {
  const { t } = useTranslation();
  const { draft } = useSession();
  const [busy, setBusy] = useState(false);
  const start = async (clock: Start["clock"], follows?: Start["follows"]) => {
    setBusy(true);
    if (await draft.flush()) {
      const given = { id: draft.id, key: draft.key(), clock, ...(follows && { follows }) };
      const answer = await host.call("drafts.start", given);
      if (answer.ok) {
        stepTaken("run");
        goTo("instances", answer.value.instanceId);
      } else notifyError(t("run.failed"), answer.error);
    } else notifyError(t("run.failed"), { message: t("run.notSaved") });
    setBusy(false);
  };
  return { busy, start };
}
