import { RefreshCw, Square } from "lucide-react";
import { type ComponentProps, useState } from "react";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { whyNotAllowed } from "../../../src-shared/sync/index.ts";
import {
  AdoptRun,
  callOrNotify,
  checkRun,
  forgetRun,
  goTo,
  host,
  notify,
  notifyError,
  perhapsOf,
  reasonText,
  stopAsking,
  tellPerhaps,
  useRunNames,
  whyNotDone,
} from "../../app/index.ts";
import { Button, confirmFirst, NEVER_NEXT, type Translate, useBusy, useTranslation } from "../../components/index.ts";
import { OPERATION_ICONS } from "../operation-icons.ts";
import { ExtendDeadline } from "./extend-deadline.tsx";
import { RemindParticipants } from "./remind-participants.tsx";
import { Outbox } from "./run-outbox.tsx";
import type { RemoteRun } from "./types.ts";

/** The outbox in plain words, and the buttons that add to it. */
export function Commands({ account, run }: { readonly account: string; readonly run: RemoteRun }) {
  const { t } = useTranslation();
  const [extending, setExtending] = useState(false);
  const [reminding, setReminding] = useState(false);
  const [adopting, setAdopting] = useState(false);
  const { busy, unlessBusy } = useBusy();
  const { busy: looks, unlessBusy: unlessLooking } = useBusy();
  const { named, about } = useRunNames();
  const { key, participants } = run;
  /** @returns whether it is in the outbox, whatever its result */
  const send = async (command: Command): Promise<boolean> => {
    const kept = await unlessBusy(() =>
      callOrNotify(t("remoteRuns.commandFailed"), "sync.runs.command", { name: account, run: key, command }),
    );
    if (!kept) return false;
    void tellSent(t, kept.command);
    return true;
  };
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
    const here = location.hash;
    const isForgotten = await forgetRun(t, account, { key, name: named(run), state: run.state });
    // It may wait for a sync: a reader who has left this page is not sent elsewhere.
    if (isForgotten && location.hash === here) goTo("instances", null, { account });
  };
  const check = async () => {
    const { id } = run;
    if (id !== null) await unlessLooking(() => checkRun(t, account, id));
  };
  const isUnknown = run.state === "perhaps_started" || run.state === "id_unknown";
  const ids = participants.filter(({ name }) => run.waitingFor.length === 0 || run.waitingFor.includes(name));
  const button = (kind: Command["kind"], onClick: () => void, more: Partial<ComponentProps<typeof Button>> = {}) =>
    allows(run, kind) && (
      <Button
        writes
        icon={OPERATION_ICONS[kind]}
        busy={busy}
        blocked={waitsAlready(run, kind) ? t("remoteRuns.waitsAlready") : null}
        onClick={onClick}
        {...more}
      >
        {t(`remoteRuns.command.${kind}`)}
      </Button>
    );
  return (
    <section>
      <div className="buttons">
        {run.id !== null && (
          <Button writes icon={RefreshCw} busy={looks} onClick={() => void check()}>
            {t("remoteRuns.check")}
          </Button>
        )}
        {isUnknown && (
          <Button look="primary" writes onClick={() => setAdopting(true)}>
            {t("remoteRuns.adopt")}
          </Button>
        )}
        {ids.length > 0 && button("remind", () => setReminding(true))}
        {button("prolong", () => setExtending(true))}
        {button("cancel", () => void sure("cancel"))}
        {button("trash", () => void send({ kind: "trash" }))}
        {button("restore", () => void send({ kind: "restore" }))}
        {button("delete", () => void sure("delete"), { look: "danger", ...NEVER_NEXT })}
        <Button writes {...NEVER_NEXT} onClick={() => void forget()}>
          {t("remoteRuns.forget")}
        </Button>
        {looks && (
          <Button icon={Square} onClick={() => stopAsking(account)}>
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
          onClose={() => setReminding(false)}
        />
      )}
      {extending && (
        <ExtendDeadline
          run={run}
          onDone={(days) => send({ kind: "prolong", days })}
          onClose={() => setExtending(false)}
        />
      )}
    </section>
  );
}

/** Reports the result of a command in the outbox, unless it was simply done. @param command its key */
async function tellSent(t: Translate, command: string): Promise<void> {
  const answer = await host.call("sync.outcome.get", { command });
  const failed = t("remoteRuns.commandFailed");
  // If the app cannot answer, its list shows the status.
  if (!answer.ok) {
    if (answer.error.code !== "not_connected") notifyError(failed, answer.error);
    return;
  }
  const { outcome } = answer.value;
  if (outcome === null) return;
  const { waits, canceled, done } = outcome;
  const why = whyNotDone(outcome);
  if (perhapsOf(outcome).length > 0) tellPerhaps(outcome, t("sync.commandIs.perhaps_sent"));
  else if (canceled && (waits !== null || done.length === 0))
    notify(t("remoteRuns.commandStopped"), t("remoteRuns.commandStoppedText"));
  else if (waits !== null) notify(t("remoteRuns.commandWaits"), reasonText(waits));
  else if (why !== null) notifyError(failed, { message: reasonText(why) });
}

type Command = InputOf<"sync.runs.command">["command"];

/** Whether the state of a run allows a command; for an unknown status, the service decides. */
function allows({ id, state, status, trashed, adminActions }: RemoteRun, kind: Command["kind"]): boolean {
  if (id === null || state === "deleted_there") return false;
  if (kind === "cancel" && status === "canceled") return false;
  if (kind === "restore") return trashed;
  if (kind === "trash" && trashed) return false;
  return whyNotAllowed({ kind }, { status: status ?? "", trashed, adminActions }) === null;
}

/** Whether the same command is in the outbox without an answer; deadlines and reminders may be requested repeatedly. */
const waitsAlready = ({ commands }: Pick<RemoteRun, "commands">, kind: Command["kind"]): boolean =>
  kind !== "prolong" &&
  kind !== "remind" &&
  commands.some((one) => one.kind === kind && (one.state === "waiting" || one.state === "sending"));
