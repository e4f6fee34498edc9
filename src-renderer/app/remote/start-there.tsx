import { useState } from "react";
import { FormDialog, useBusy, useTranslation, Waiting } from "../../components/index.ts";
import { host } from "../connection/host.ts";
import { useCall } from "../connection/use-call.ts";
import { reasonText } from "../language/i18n.ts";
import { goTo } from "../navigation/navigate.ts";
import { routeHref } from "../navigation/route.ts";
import { notify } from "../notices/notify.ts";
import { BeforeStart, useConfirmed } from "./before-start.tsx";
import { ChooseFlow } from "./choose-flow.tsx";
import { PlannedRequests } from "./planned-requests.tsx";
import { isCounted } from "./recipients.tsx";
import { stopAsking } from "./stop-asking.ts";
import { perhapsOf, tellPerhaps, whyNotDone } from "./tell-outcome.ts";

interface Props {
  readonly account: string;
  /** Left out: the author selects it. */
  readonly draftId?: string;
  /** Of the given flow. */
  readonly title?: string;
  readonly onClose: () => void;
}

/** Starts a flow on an account: names everybody who will get mail, and asks for their number if they are many [Y10]. */
export function StartThere({ account, draftId: given, title, onClose }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(given ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, unlessBusy } = useBusy();
  // Never reloads automatically: the author confirms what they have read.
  const people = useCall("sync.runs.recipients", chosen === "" ? null : { id: chosen, name: account });
  const { count, fingerprint, typed, confirming, shown } = useConfirmed(people.value, chosen);
  const ask = (dryRun: boolean) =>
    host.call("sync.runs.start", { name: account, draftId: chosen, recipients: count, fingerprint, dryRun });
  const start = () =>
    unlessBusy(async () => {
      const answer = await ask(false);
      if (!answer.ok) {
        people.reload();
        return setProblem(reasonText(answer.error.message));
      }
      const { canceled, done, run } = answer.value;
      const perhaps = perhapsOf(answer.value);
      // Whatever else happened: it must not be started a second time from here.
      const wrong = perhaps.length > 0 ? null : whyNotDone(answer.value);
      if (wrong !== null) return setProblem(reasonText(wrong));
      onClose();
      if (perhaps.length > 0) tellPerhaps(answer.value, t("remoteRuns.perhapsStarted"));
      else if (canceled && done.length === 0) return void notify(t("remoteRuns.startCanceled"));
      else notify(t("remoteRuns.started", { name: account }));
      goTo("instances", null, { account, ...(run !== null && { run }) });
    });
  const look = { href: routeHref("flows", chosen), text: t("remoteRuns.changedSince.lookFlow") };
  const refusal = people.error === null ? null : reasonText(people.error.message);
  const counted = isCounted(count, typed) ? null : t("remoteRuns.countFirst", { count });
  return (
    <FormDialog
      title={
        title === undefined
          ? t("remoteRuns.startTitle", { name: account })
          : t("remoteRuns.startNamed", { title, name: account })
      }
      description={t("remoteRuns.startText")}
      done={t("remoteRuns.startDone")}
      dangerous
      busy={busy}
      onStop={() => stopAsking(account)}
      sends
      waitsFor={account}
      problem={problem === refusal ? null : problem}
      blocked={refusal ?? (people.value === null ? t("remoteRuns.chooseFlow") : counted)}
      saysBlocked={refusal !== null}
      onSubmit={() => confirming(start)}
      onClose={onClose}
    >
      {given === undefined && (
        <ChooseFlow
          chosen={chosen}
          onChoose={(id) => {
            setChosen(id);
            setProblem(null);
          }}
        />
      )}
      <Waiting of={people} title={t("remoteRuns.recipientsFailed")} rows={2} />
      {people.value && <BeforeStart now={people.value} shown={shown} look={look} onLeave={onClose} />}
      {people.value && <PlannedRequests key={`${chosen} ${fingerprint}`} ask={() => ask(true)} />}
    </FormDialog>
  );
}
