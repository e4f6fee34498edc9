import { useState } from "react";
import { FormDialog, useTranslation } from "../../components/index.ts";
import { host } from "../connection/host.ts";
import { reasonText } from "../language/i18n.ts";
import { notify } from "../notices/notify.ts";
import { PlannedRequests } from "./planned-requests.tsx";
import { tellOutcome, whyNotDone } from "./tell-outcome.ts";

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
  const [busy, setBusy] = useState(false);
  const ask = (dryRun: boolean) => host.call("sync.publish", { name: account, draftId, dryRun });
  const publish = async () => {
    setBusy(true);
    const answer = await ask(false);
    setBusy(false);
    if (!answer.ok) return setProblem(reasonText(answer.error.message));
    const why = whyNotDone(answer.value);
    if (why !== null) return setProblem(reasonText(why));
    onClose();
    if (answer.value.perhaps.length === 0) notify(t("publish.published", { title, account }));
    else tellOutcome(answer.value, t("publish.perhaps"));
  };
  return (
    <FormDialog
      title={t("publish.title", { title, account })}
      description={t("publish.text")}
      done={t("publish.done")}
      busy={busy}
      holds
      problem={problem}
      onSubmit={publish}
      onClose={onClose}
    >
      <PlannedRequests ask={() => ask(true)} />
    </FormDialog>
  );
}
