import { goTo, host, reasonText } from "../../app/index.ts";
import { NameDialog, useTranslation } from "../../components/index.ts";

const LONGEST_LINK = 2_000;

/** Takes up a run that was started elsewhere, or whose id was not known [Y10]. */
export function AdoptRun({ account, onClose }: { readonly account: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const adopt = async (run: string) => {
    const answer = await host.call("sync.runs.adopt", { name: account, run });
    if (!answer.ok) return reasonText(answer.error.message);
    goTo("instances", null, { account, run: answer.value.key });
    return null;
  };
  return (
    <NameDialog
      title={t("remoteRuns.adoptTitle", { name: account })}
      label={t("remoteRuns.adoptLabel")}
      done={t("remoteRuns.adoptDone")}
      maxLength={LONGEST_LINK}
      onDone={adopt}
      onClose={onClose}
    />
  );
}
