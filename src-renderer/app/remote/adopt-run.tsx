import { NameDialog, useTranslation } from "../../components/index.ts";
import { host } from "../connection/host.ts";
import { reasonText } from "../language/i18n.ts";
import { goTo } from "../navigation/navigate.ts";
import { type NamedRun, useRunNames } from "./run-names.ts";
import { stopAsking } from "./stop-asking.ts";

const LONGEST_LINK = 2_000;

interface Props {
  readonly account: string;
  /** A start whose id is not known: only its run is accepted. Left out: any run there. */
  readonly start?: NamedRun;
  readonly onClose: () => void;
}

/** Adopts a run that was started elsewhere, or whose id was not known [Y10]. */
export function AdoptRun({ account, start, onClose }: Props) {
  const { t } = useTranslation();
  const { named } = useRunNames();
  const adopt = async (run: string) => {
    const answer = await host.call("sync.runs.adopt", {
      name: account,
      run,
      ...(start !== undefined && { start: start.key }),
    });
    if (!answer.ok) return reasonText(answer.error.message);
    goTo("instances", null, { account, run: answer.value.key });
    return null;
  };
  return (
    <NameDialog
      title={t(start === undefined ? "remoteRuns.adoptTitle" : "remoteRuns.adoptStart", { name: account })}
      {...(start !== undefined && { description: named(start) })}
      label={t("remoteRuns.adoptLabel")}
      done={t("remoteRuns.adoptDone")}
      first={t("remoteRuns.adoptFirst")}
      maxLength={LONGEST_LINK}
      onDone={adopt}
      onStop={() => stopAsking(account)}
      waitsFor={account}
      onClose={onClose}
    />
  );
}
