import { goTo, host, notify, setChoice, setRecorded } from "../../app/index.ts";
import { NameDialog, useTranslation } from "../../components/index.ts";

interface Props {
  /** The run. */
  readonly id: string;
  /** Its flow. */
  readonly draftId: string;
  readonly onClose: () => void;
}

/** Asks for the scenario's name, and adds the run's steps to the scenarios of its flow. */
export function SaveAsScenario({ id, draftId, onClose }: Props) {
  const { t } = useTranslation();
  const show = () => {
    setChoice("authoring.side", "scenarios");
    goTo("flows", draftId);
  };
  const save = async (name: string) => {
    const answer = await host.call("plays.saveAsScenario", { id, name });
    if (!answer.ok) return answer.error.message;
    setRecorded(id, false);
    const look = { label: t("plays.showScenarios"), run: show };
    notify(t("plays.savedAsScenario", { name }), t("plays.savedAsScenarioText"), look);
    return null;
  };
  return (
    <NameDialog
      title={t("plays.saveAsScenarioTitle")}
      label={t("scenarios.name")}
      done={t("common.save")}
      maxLength={200}
      onDone={save}
      onClose={onClose}
    />
  );
}
