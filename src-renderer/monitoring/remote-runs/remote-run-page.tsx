import { FileText } from "lucide-react";
import { useState } from "react";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import {
  callOrNotify,
  goTo,
  notify,
  Page,
  reasonText,
  routeHref,
  tellOutcome,
  useCall,
  useTime,
} from "../../app/index.ts";
import { BackLink, Button, ButtonLink, confirmFirst, Pill, useTranslation, Waiting } from "../../components/index.ts";
import { AccessLinks } from "./access-links.tsx";
import { changeText } from "./change-text.ts";
import { DriftSection } from "./drift-section.tsx";
import { ExtendDeadline } from "./extend-deadline.tsx";
import { OnAccount } from "./on-account.tsx";
import { RemoteStatus } from "./remote-status.tsx";
import type { RemoteRun } from "./types.ts";
import "./remote-runs.css";

type Command = InputOf<"sync.runs.command">["command"];

interface Props {
  readonly account: string;
  /** Its key. */
  readonly run: string;
}

/** A run on an account: what was seen of it and when, and what its author can ask [Y11, Y12]. */
export function RemoteRunPage({ account, run }: Props) {
  const { t } = useTranslation();
  const asked = useCall("sync.runs.get", { name: account, run }, ["account"]);
  const found = asked.value;
  return (
    <Page
      title={found === null ? t("nav.instances") : found.title || t("common.untitled")}
      beside={
        <>
          <OnAccount account={account} />
          {found && <RemoteStatus {...found} />}
          {found?.trashed && <Pill>{t("common.inTrash")}</Pill>}
        </>
      }
      actions={
        <BackLink href={routeHref("instances", null, { account })} text={t("remoteRuns.back", { name: account })} />
      }
    >
      <Waiting of={asked} title={t("instance.failed")} rows={6} />
      {found && <Whole account={account} run={found} />}
    </Page>
  );
}

function Whole({ account, run }: { readonly account: string; readonly run: RemoteRun }) {
  const { t } = useTranslation();
  const time = useTime();
  return (
    <div className="remote-run">
      {run.state !== "up_to_date" && (
        <p className="remote-note" role="status">
          {t(`remoteRuns.explain.${run.state}`)} {run.why !== null && reasonText(run.why)}
        </p>
      )}
      <Commands account={account} run={run} />
      <DriftSection account={account} run={run.key} />
      <section>
        <h2>{t("remoteRuns.seen")}</h2>
        <dl className="remote-facts">
          <Fact
            name={t("remoteRuns.looked")}
            value={run.looked === null ? t("common.never") : time.dateTime(run.looked)}
          />
          <Fact name={t("common.stage")} value={run.stage ?? "–"} />
          <Fact name={t("remoteRuns.deadline")} value={run.timeout === null ? "–" : time.dateTime(run.timeout)} />
          <Fact name={t("instances.waitingFor")} value={run.waitingFor.join(", ") || "–"} />
          <Fact name={t("common.participants")} value={run.participants.map(({ name }) => name).join(", ") || "–"} />
        </dl>
      </section>
      {run.id !== null && run.state !== "deleted_there" && <AccessLinks account={account} run={run.key} />}
      <section>
        <h2>{t("remoteRuns.changes")}</h2>
        {run.changes.length === 0 && <p className="soft">{t("remoteRuns.noChanges")}</p>}
        <ol className="remote-lines">
          {[...run.changes].reverse().map((change, at) => (
            // Equal lines differ only by position.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is only added to
            <li key={at}>
              {changeText(t, change, time.dateTime)}{" "}
              <span className="soft">
                {t("remoteRuns.between", { from: time.dateTime(change.from), to: time.dateTime(change.to) })}
              </span>
            </li>
          ))}
        </ol>
      </section>
      {run.files.length > 0 && (
        <section>
          <h2>{t("remoteRuns.sealed")}</h2>
          <ul className="remote-lines">
            {run.files.map(({ documentId, valid, signer, reason, url }) => (
              <li key={documentId} className="remote-file">
                {valid
                  ? t("remoteRuns.sealValid", { id: documentId, signer: signer ?? "–" })
                  : t("remoteRuns.sealInvalid", { id: documentId, why: reason ?? "–" })}
                <ButtonLink
                  icon={FileText}
                  href={url}
                  apart
                  aria-label={t("remoteRuns.openSealed", { id: documentId })}
                >
                  {t("remoteRuns.open")}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** The outbox in plain words, and the buttons that put something into it. */
function Commands({ account, run }: { readonly account: string; readonly run: RemoteRun }) {
  const { t } = useTranslation();
  const [extending, setExtending] = useState(false);
  const [busy, setBusy] = useState(false);
  const { key, status, trashed, adminActions, participants } = run;
  const there = run.id !== null && run.state !== "deleted_there";
  const send = async (command: Command) => {
    if (busy) return;
    setBusy(true);
    const title = t("remoteRuns.commandFailed");
    const outcome = await callOrNotify(title, "sync.runs.command", { name: account, run: key, command });
    setBusy(false);
    if (outcome === null) return;
    if (outcome.unreachable === null) tellOutcome(outcome, title);
    else notify(t("remoteRuns.commandWaits"), reasonText(outcome.unreachable));
  };
  const takeBack = (command: string | null) =>
    void callOrNotify(t("remoteRuns.clearFailed"), "sync.runs.clear", { name: account, run: key, command });
  const sure = async (kind: "cancel" | "delete") => {
    const texts = { title: t(`remoteRuns.ask.${kind}`), body: t(`remoteRuns.askText.${kind}`) };
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
    const texts = { title: t("remoteRuns.forgetAsk"), body: t("remoteRuns.forgetText", { name: account }) };
    if (!(await confirmFirst({ ...texts, confirm: t("remoteRuns.forget") }))) return;
    if ((await callOrNotify(t("remoteRuns.forgetFailed"), "sync.runs.forget", { name: account, run: key })) !== null)
      goTo("instances", null, { account });
  };
  const ids = participants.filter(({ name }) => run.waitingFor.length === 0 || run.waitingFor.includes(name));
  const remind = () => send({ kind: "remind", participants: ids.map(({ id }) => id) });
  const canRemind = ids.length > 0 && (adminActions === null || adminActions.includes("remind"));
  const ends = status === "completed" || status === "canceled";
  const answered = run.commands.some(({ state }) => state !== "waiting" && state !== "sending");
  return (
    <section>
      <div className="buttons">
        {there && !trashed && !ends && canRemind && (
          <Button writes busy={busy} onClick={remind}>
            {t("remoteRuns.command.remind")}
          </Button>
        )}
        {there && !trashed && !ends && (
          <>
            <Button writes busy={busy} onClick={() => setExtending(true)}>
              {t("remoteRuns.extend")}
            </Button>
            <Button writes busy={busy} look="danger" onClick={() => void sure("cancel")}>
              {t("remoteRuns.command.cancel")}
            </Button>
          </>
        )}
        {there && !trashed && status !== "in_progress" && status !== "finalising" && (
          <Button writes busy={busy} onClick={() => void send({ kind: "trash" })}>
            {t("remoteRuns.command.trash")}
          </Button>
        )}
        {there && trashed && (
          <>
            <Button writes busy={busy} onClick={() => void send({ kind: "restore" })}>
              {t("remoteRuns.command.restore")}
            </Button>
            <Button writes look="danger" onClick={() => void sure("delete")}>
              {t("remoteRuns.command.delete")}
            </Button>
          </>
        )}
        <Button writes onClick={() => void forget()}>
          {t("remoteRuns.forget")}
        </Button>
      </div>
      {run.commands.length > 0 && (
        <>
          <h2>{t("remoteRuns.commands")}</h2>
          <ul className="remote-lines">
            {run.commands.map(({ key: id, kind, days, state, why }) => (
              <li key={id}>
                {days === null ? t(`remoteRuns.command.${kind}`) : t("remoteRuns.extendBy", { count: days })}:{" "}
                {t(`remoteRuns.commandState.${state}`)}{" "}
                {why !== null && <span className="soft">{reasonText(why)}</span>}
                {state === "waiting" && (
                  <Button writes onClick={() => takeBack(id)}>
                    {t("remoteRuns.takeBack")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <p>
            <Button writes blocked={answered ? null : t("remoteRuns.noneAnswered")} onClick={() => takeBack(null)}>
              {t("remoteRuns.clear")}
            </Button>
          </p>
        </>
      )}
      {extending && (
        <ExtendDeadline onDone={(days) => send({ kind: "prolong", days })} onClose={() => setExtending(false)} />
      )}
    </section>
  );
}
