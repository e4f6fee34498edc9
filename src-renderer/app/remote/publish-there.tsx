import { useState } from "react";
import { FormDialog, useBusy, useTranslation } from "../../components/index.ts";
import { host } from "../connection/host.ts";
import { useCall } from "../connection/use-call.ts";
import { reasonText } from "../language/i18n.ts";
import { notify } from "../notices/notify.ts";
import { PlannedRequests } from "./planned-requests.tsx";
import { stopAsking } from "./stop-asking.ts";
import { perhapsOf, tellPerhaps, whyNotDone } from "./tell-outcome.ts";

interface Props {
  readonly account: string;
  readonly draftId: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** Creates a flow on an account whose service takes only new ones: never by itself, and a new one each time. */
export function PublishThere({ account, draftId, title, onClose }: Props) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, unlessBusy } = useBusy();
  // Not asked anew by itself: what stood there when the dialog opened is what its author confirms.
  const flow = useCall("drafts.get", { id: draftId });
  const revision = flow.value?.revision ?? 0;
  const ask = (dryRun: boolean) => host.call("sync.publish", { name: account, draftId, revision, dryRun });
  const publish = () =>
    unlessBusy(async () => {
      const answer = await ask(false);
      if (!answer.ok) {
        flow.reload();
        return setProblem(reasonText(answer.error.message));
      }
      const { canceled, done } = answer.value;
      const perhaps = perhapsOf(answer.value);
      // Whatever else came of it: it must not be published a second time from here.
      const why = perhaps.length > 0 ? null : whyNotDone(answer.value);
      if (why !== null) return setProblem(reasonText(why));
      onClose();
      if (perhaps.length > 0) tellPerhaps(answer.value, t("publish.perhaps"));
      else notify(canceled && done.length === 0 ? t("publish.canceled") : t("publish.published", { title, account }));
    });
  const refusal = flow.error === null ? null : reasonText(flow.error.message);
  return (
    <FormDialog
      title={t("publish.title", { title, account })}
      description={t("publish.text")}
      done={t("publish.done")}
      busy={busy}
      onStop={() => stopAsking(account)}
      problem={problem}
      blocked={refusal ?? (flow.value === null ? t("common.loading") : null)}
      saysBlocked={refusal !== null}
      onSubmit={publish}
      onClose={onClose}
    >
      {flow.value && <PlannedRequests key={revision} ask={() => ask(true)} />}
    </FormDialog>
  );
}
