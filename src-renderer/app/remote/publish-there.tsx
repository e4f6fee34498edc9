import { useState } from "react";
import { FormDialog, useBusy, useTranslation } from "../../components/index.ts";
import { host } from "../connection/host.ts";
import { useCall } from "../connection/use-call.ts";
import { reasonText } from "../language/i18n.ts";
import { routeHref } from "../navigation/route.ts";
import { notify } from "../notices/notify.ts";
import { ChangedSince } from "./changed-since.tsx";
import { PlannedRequests } from "./planned-requests.tsx";
import { stopAsking } from "./stop-asking.ts";
import { perhapsOf, tellPerhaps, whyNotDone } from "./tell-outcome.ts";
import { useSeen } from "./use-seen.ts";

interface Props {
  readonly account: string;
  readonly draftId: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** Creates a flow on an account whose service takes only new ones: never automatically, and a new one each time. */
export function PublishThere({ account, draftId, title, onClose }: Props) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, unlessBusy } = useBusy();
  // Never reloads automatically: the author confirms the content shown when the dialog opened.
  const flow = useCall("sync.publish.get", { name: account, draftId });
  const fingerprint = flow.value?.fingerprint ?? "";
  const { changed, confirming } = useSeen(flow.value, draftId);
  const ask = (dryRun: boolean) => host.call("sync.publish", { name: account, draftId, fingerprint, dryRun });
  const publish = () =>
    unlessBusy(async () => {
      const answer = await ask(false);
      if (!answer.ok) {
        flow.reload();
        return setProblem(reasonText(answer.error.message));
      }
      const { canceled, done } = answer.value;
      const perhaps = perhapsOf(answer.value);
      // Whatever else happened: it must not be published a second time from here.
      const why = perhaps.length > 0 ? null : whyNotDone(answer.value);
      if (why !== null) {
        // It may have changed while the request waited.
        flow.reload();
        return setProblem(reasonText(why));
      }
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
      sends
      waitsFor={account}
      problem={problem === refusal ? null : problem}
      blocked={refusal ?? (flow.value === null ? t("common.loading") : null)}
      saysBlocked={refusal !== null}
      onSubmit={() => confirming(publish)}
      onClose={onClose}
    >
      {flow.value && (
        <>
          <ChangedSince
            changed={changed}
            address={flow.value.address}
            look={{ href: routeHref("flows", draftId), text: t("remoteRuns.changedSince.lookFlow") }}
            onLeave={onClose}
          />
          <PlannedRequests key={fingerprint} ask={() => ask(true)} />
        </>
      )}
    </FormDialog>
  );
}
