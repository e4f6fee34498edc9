import { useState } from "react";
import { goTo, host, isCounted, notify, Recipients, reasonText, useCall, usePages } from "../../app/index.ts";
import { FormDialog, Select, useTranslation, Waiting } from "../../components/index.ts";
import { tellOutcome } from "./tell-outcome.ts";

interface Props {
  readonly account: string;
  readonly onClose: () => void;
}

/** Starts a flow on an account: it names everybody who will get mail, and asks for their number where they are many [Y10]. */
export function StartThere({ account, onClose }: Props) {
  const { t } = useTranslation();
  const flows = usePages("drafts.list", {}, ["draft"]);
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const draftId = chosen || (flows.items[0]?.id ?? "");
  const people = useCall("sync.runs.recipients", draftId === "" ? null : { id: draftId }, ["draft"]);
  const count = people.value?.items.length ?? 0;
  const counted = isCounted(count, typed);
  const start = async () => {
    setBusy(true);
    const answer = await host.call("sync.runs.start", { name: account, draftId, recipients: count });
    setBusy(false);
    if (!answer.ok) return setProblem(reasonText(answer.error.message));
    const wrong = [...answer.value.refused.map(({ why }) => why), answer.value.unreachable].find((why) => why !== null);
    if (wrong !== undefined && wrong !== null) return setProblem(reasonText(wrong));
    onClose();
    if (answer.value.perhaps.length === 0) notify(t("remoteRuns.started", { name: account }));
    else tellOutcome(answer.value, t("remoteRuns.perhapsStarted"));
    goTo("instances", null, { account });
  };
  const blocked =
    people.error !== null
      ? reasonText(people.error.message)
      : draftId === "" || people.value === null
        ? t("remoteRuns.chooseFlow")
        : counted
          ? null
          : t("remoteRuns.countFirst", { count });
  return (
    <FormDialog
      title={t("remoteRuns.startTitle", { name: account })}
      description={t("remoteRuns.startText")}
      done={t("remoteRuns.startDone")}
      dangerous
      busy={busy}
      problem={problem ?? (people.error === null ? null : reasonText(people.error.message))}
      blocked={blocked}
      onSubmit={start}
      onClose={onClose}
    >
      <Select
        label={t("remoteRuns.flow")}
        value={draftId}
        options={flows.items.map(({ id, title }) => [id, title || t("common.untitled")] as const)}
        onChange={(id) => {
          setChosen(id);
          setTyped("");
          setProblem(null);
        }}
      />
      <Waiting of={people} title={t("remoteRuns.recipientsFailed")} rows={2} />
      {people.value && <Recipients people={people.value.items} typed={typed} onType={setTyped} />}
    </FormDialog>
  );
}
