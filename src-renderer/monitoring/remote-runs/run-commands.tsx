import { RefreshCw, Square } from "lucide-react";
import { useState } from "react";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import {
  AdoptRun,
  callOrNotify,
  checkRun,
  forgetRun,
  goTo,
  notify,
  notifyError,
  perhapsOf,
  reasonText,
  tellPerhaps,
  useRunNames,
  whyNotDone,
} from "../../app/index.ts";
import { Button, confirmFirst, NEVER_NEXT, useBusy, useTranslation } from "../../components/index.ts";
import { OPERATION_ICONS } from "../operation-icons.ts";
import { ExtendDeadline } from "./extend-deadline.tsx";
import { RemindParticipants } from "./remind-participants.tsx";
import { Outbox } from "./run-outbox.tsx";
import type { RemoteRun } from "./types.ts";

type Command = InputOf<"sync.runs.command">["command"];

/** The outbox in plain words, and the buttons that put something into it. */
export function Commands({ account, run }: { readonly account: string; readonly run: RemoteRun }) {
  const { t } = useTranslation();
  const [extending, setExtending] = useState(false);
  const [reminding, setReminding] = useState(false);
  const [adopting, setAdopting] = useState(false);
  const { busy, unlessBusy } = useBusy();
  const { named, about } = useRunNames();
  const { key, status, trashed, adminActions, participants } = run;
  const there = run.id !== null && run.state !== "deleted_there";
  /** @returns whether the app heard of it, whatever came of it */
  const send = async (command: Command): Promise<boolean> => {
    const title = t("remoteRuns.commandFailed");
    const outcome = await unlessBusy(() =>
      callOrNotify(title, "sync.runs.command", { name: account, run: key, command }),
    );
    if (!outcome) return false;
    const { waits, canceled, done } = outcome;
    const why = whyNotDone(outcome);
    if (perhapsOf(outcome).length > 0) tellPerhaps(outcome, t("sync.commandIs.perhaps_sent"));
    else if (canceled && (waits !== null || done.length === 0))
      notify(t("remoteRuns.commandStopped"), t("remoteRuns.commandStoppedText"));
    else if (waits !== null) notify(t("remoteRuns.commandWaits"), reasonText(waits));
    else if (why !== null) notifyError(title, { message: reasonText(why) });
    return true;
  };
  const stop = () => void callOrNotify(t("sync.cancelFailed"), "sync.cancel", { name: account });
  const sure = async (kind: "cancel" | "delete") => {
    const texts = { title: t(`remoteRuns.ask.${kind}`), body: about(run, t(`remoteRuns.askText.${kind}`)) };
    if (
      await confirmFirst({
        ...texts,
        confirm: t(`remoteRuns.command.${kind}`),
        keep: t("remoteRuns.leave"),
        dangerous: true,
      })
    )
      await send({ kind });
  };
  const forget = async () => {
    if (await forgetRun(t, account, { key, name: named(run) })) goTo("instances", null, { account });
  };
  const check = async () => {
    const { id } = run;
    if (id !== null) await unlessBusy(() => checkRun(t, account, id));
  };
  const isUnknown = run.state === "perhaps_started" || run.state === "id_unknown";
  const ids = participants.filter(({ name }) => run.waitingFor.length === 0 || run.waitingFor.includes(name));
  const canRemind = ids.length > 0 && (adminActions === null || adminActions.includes("remind"));
  const ends = status === "completed" || status === "canceled";
  return (
    <section>
      <div className="buttons">
        {run.id !== null && (
          <Button writes icon={RefreshCw} busy={busy} onClick={() => void check()}>
            {t("remoteRuns.check")}
          </Button>
        )}
        {isUnknown && (
          <Button look="primary" writes onClick={() => setAdopting(true)}>
            {t("remoteRuns.adopt")}
          </Button>
        )}
        {there && !trashed && !ends && canRemind && (
          <Button writes icon={OPERATION_ICONS.remind} busy={busy} onClick={() => setReminding(true)}>
            {t("remoteRuns.command.remind")}
          </Button>
        )}
        {there && !trashed && !ends && (
          <>
            <Button writes icon={OPERATION_ICONS.prolong} busy={busy} onClick={() => setExtending(true)}>
              {t("remoteRuns.extend")}
            </Button>
            <Button writes icon={OPERATION_ICONS.cancel} busy={busy} onClick={() => void sure("cancel")}>
              {t("remoteRuns.command.cancel")}
            </Button>
          </>
        )}
        {there && !trashed && status !== "in_progress" && status !== "finalising" && (
          <Button writes icon={OPERATION_ICONS.trash} busy={busy} onClick={() => void send({ kind: "trash" })}>
            {t("remoteRuns.command.trash")}
          </Button>
        )}
        {there && trashed && (
          <>
            <Button writes icon={OPERATION_ICONS.restore} busy={busy} onClick={() => void send({ kind: "restore" })}>
              {t("remoteRuns.command.restore")}
            </Button>
            <Button
              writes
              icon={OPERATION_ICONS.delete}
              look="danger"
              busy={busy}
              {...NEVER_NEXT}
              onClick={() => void sure("delete")}
            >
              {t("remoteRuns.command.delete")}
            </Button>
          </>
        )}
        <Button writes {...NEVER_NEXT} onClick={() => void forget()}>
          {t("remoteRuns.forget")}
        </Button>
        {busy && (
          <Button icon={Square} onClick={stop}>
            {t("remoteRuns.stopWaiting")}
          </Button>
        )}
      </div>
      {run.commands.length > 0 && <Outbox account={account} run={run} />}
      {adopting && <AdoptRun {...{ account }} start={run} onClose={() => setAdopting(false)} />}
      {reminding && (
        <RemindParticipants
          {...{ run, account, participants: ids }}
          onDone={(participants) => send({ kind: "remind", participants: [...participants] })}
          onStop={stop}
          onClose={() => setReminding(false)}
        />
      )}
      {extending && (
        <ExtendDeadline
          run={run}
          onDone={(days) => send({ kind: "prolong", days })}
          onStop={stop}
          onClose={() => setExtending(false)}
        />
      )}
    </section>
  );
}
