import { useState } from "react";
import type { InputOf, OutputOf } from "../../../src-shared/bridge/index.ts";
import {
  FormDialog,
  MessageText,
  Select,
  type Translate,
  useBusy,
  useTranslation,
  Waiting,
} from "../../components/index.ts";
import { host } from "../connection/host.ts";
import { useCall } from "../connection/use-call.ts";
import { reasonText } from "../language/i18n.ts";
import { stepText } from "../language/step-text.ts";
import { goTo } from "../navigation/navigate.ts";
import { routeHref } from "../navigation/route.ts";
import { notify } from "../notices/notify.ts";
import { useAccounts } from "./account-entries.tsx";
import { BeforeStart, useConfirmed } from "./before-start.tsx";
import { PlannedRequests } from "./planned-requests.tsx";
import { isCounted } from "./recipients.tsx";
import { stopAsking } from "./stop-asking.ts";
import { perhapsOf, tellPerhaps, whyNotDone } from "./tell-outcome.ts";

interface Props {
  /** A scenario of a flow, or a run whose acts are repeated. */
  readonly of: InputOf<"sync.drift.start">["of"];
  readonly onClose: () => void;
}

/** Names of the accounts that can be compared with. */
export const useAccountNames = (): readonly string[] => useAccounts().map(({ name }) => name);

/** Repeats a scenario, or a run's acts, on an account, after naming everybody who will get mail. */
export function CompareThere({ of, onClose }: Props) {
  const { t } = useTranslation();
  const names = useAccountNames();
  const [chosen, setChosen] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, unlessBusy } = useBusy();
  const [first = ""] = names;
  // From then on only the author changes it: the list may change while it is open.
  if (chosen === "" && first !== "") setChosen(first);
  const name = chosen || first;
  // Never reloads automatically: the author confirms what they have read.
  const people = useCall("sync.drift.recipients", { of, name });
  const { count, fingerprint, typed, confirming, shown } = useConfirmed(people.value, name);
  const ask = (dryRun: boolean) => host.call("sync.drift.start", { name, of, recipients: count, fingerprint, dryRun });
  const start = () =>
    unlessBusy(async () => {
      const answer = await ask(false);
      if (!answer.ok) {
        people.reload();
        return setProblem(reasonText(answer.error.message));
      }
      const { run, canceled } = answer.value;
      // Whatever else happened: it must not be started a second time from here.
      const isUnknown = run === null && perhapsOf(answer.value).length > 0;
      const wrong = run !== null || isUnknown ? null : whyNotDone(answer.value);
      if (wrong !== null) return setProblem(reasonText(wrong));
      onClose();
      if (isUnknown) tellPerhaps(answer.value, t("remoteRuns.perhapsStarted"));
      else if (run === null && canceled) return void notify(t("remoteRuns.startCanceled"));
      goTo("instances", null, { account: name, ...(run !== null && { run }) });
    });
  const look = lookAt(t, of);
  const refusal = people.error === null ? null : reasonText(people.error.message);
  const counted = isCounted(count, typed) ? null : t("remoteRuns.countFirst", { count });
  return (
    <FormDialog
      title={t("drift.title")}
      description={t("drift.text")}
      done={t("drift.done")}
      dangerous
      busy={busy}
      onStop={() => stopAsking(name)}
      sends
      waitsFor={name}
      problem={problem === refusal ? null : problem}
      blocked={refusal ?? (name === "" ? t("drift.noAccount") : people.value === null ? t("common.loading") : counted)}
      saysBlocked={refusal !== null}
      onSubmit={() => confirming(start)}
      onClose={onClose}
    >
      <Select
        label={t("drift.account")}
        value={name}
        options={names.map((each) => [each, each] as const)}
        onChange={(each) => {
          setChosen(each);
          setProblem(null);
        }}
      />
      <Waiting of={people} title={t("remoteRuns.recipientsFailed")} rows={2} />
      {people.value && <BeforeStart now={people.value} shown={shown} look={look} onLeave={onClose} />}
      {people.value && <NotCompared {...people.value} />}
      {people.value && name !== "" && <PlannedRequests key={`${name} ${fingerprint}`} ask={() => ask(true)} />}
    </FormDialog>
  );
}

/** A link to the compared scenario or run. */
const lookAt = (t: Translate, of: Props["of"]) =>
  "run" in of
    ? { href: routeHref("instances", of.run), text: t("remoteRuns.changedSince.lookRun") }
    : { href: routeHref("flows", of.draftId), text: t("remoteRuns.changedSince.lookFlow") };

/** Acts that will not be compared, and why [Y16]. */
function NotCompared({ acts, left }: Pick<OutputOf<"sync.drift.recipients">, "acts" | "left">) {
  const { t } = useTranslation();
  return (
    <>
      {left.length > 0 && (
        <section className="recipients" aria-label={t("drift.leftBefore")}>
          <h3>{t("drift.leftBefore")}</h3>
          <ul>
            {left.map(({ shown, why }, at) => (
              // A step may stand in it twice.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
              <li key={at}>
                {stepText(t, shown)}{" "}
                <span className="soft">
                  <MessageText text={reasonText(why)} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {acts === 0 && <p role="status">{t(left.length === 0 ? "drift.noActsBefore" : "drift.startOnly")}</p>}
    </>
  );
}
