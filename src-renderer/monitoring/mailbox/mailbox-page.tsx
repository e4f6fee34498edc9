import { Copy, Download, ExternalLink, Inbox, Mail as MailIcon, MessageSquare, Paperclip } from "lucide-react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { mailSummary } from "../../../src-shared/bridge/index.ts";
import { mailKinds } from "../../../src-shared/mail/index.ts";
import { copy, reasonText, routeHref, useCall, usePages, useTime, useTimeSort } from "../../app/index.ts";
import {
  Button,
  ButtonLink,
  type Column,
  EmptyState,
  isolate,
  MessageBody,
  Status,
  useTranslation,
  Waiting,
} from "../../components/index.ts";
import { ForkMark } from "../instances/fork-mark.tsx";
import { runColumn, textColumn } from "../reading/columns.tsx";
import type { Place, Query } from "../reading/place.ts";
import { ClosePane, Reading, ReadingPane } from "../reading/reading-page.tsx";
import type { Mail, MailSummary } from "../types.ts";
import { MailRules } from "./mail-rules.tsx";

interface Props {
  readonly id: string | null;
  readonly query: Query;
  /** Only messages of one run, within its page. */
  readonly run?: { readonly id: string; readonly timeZone: string };
}

const METHODS = ["email", "sms"] as const;
const STATUSES = mailSummary.shape.status.options;

/** Every e-mail and SMS of the workspace, or of a run. None of them has left this machine. */
export function MailboxPage({ id, query, run }: Props) {
  const { t } = useTranslation();
  const place = { view: "mailbox", runId: run?.id ?? null, zone: run?.timeZone, id, query } as const;
  const sort = useTimeSort("mailbox");
  const pages = usePages("mailbox.list", { ...filterOf(query, run?.id), ...(sort && { sort }) }, ["mail"]);
  const address = pages.items.find((item) => item.id === id)?.to ?? null;
  return (
    <Reading
      place={place}
      pages={pages}
      itemKey={(item) => item.id}
      card={(item) => <MailCard mail={item} zone={place.zone} isInRun={run !== undefined} />}
      tooltip={(mail) => [titleOf(mail), mail.participant, mail.instanceTitle].join("\n")}
      columns={useColumns(place.zone)}
      actions={<MailRules address={address} />}
      filters={[
        ["method", t("filter.channel"), METHODS.map((method) => [method, t(`mailbox.${method}`)])],
        ["kind", t("common.kind"), mailKinds.map((kind) => [kind, t(`mailbox.kind.${kind}`)])],
        ["status", t("common.status"), STATUSES.map((status) => [status, t(`status.${status}`)])],
      ]}
      person={({ participant }) => participant}
      empty={
        <EmptyState icon={Inbox} title={t("mailbox.empty")}>
          <p>{t("mailbox.emptyText")}</p>
        </EmptyState>
      }
    >
      {id === null ? null : <MailPane key={id} id={id} place={place} />}
    </Reading>
  );
}

/** The filter in the address; unknown values are ignored. */
function filterOf({ q, instance, person, method, kind, status }: Query, runId = instance) {
  const ofMethod = METHODS.find((each) => each === method);
  const ofKind = mailKinds.find((each) => each === kind);
  const ofStatus = STATUSES.find((each) => each === status);
  return {
    ...(q && { search: q }),
    ...(runId && { instanceId: runId }),
    ...(person && { participant: person }),
    ...(ofMethod && { method: ofMethod }),
    ...(ofKind && { kind: ofKind }),
    ...(ofStatus && { status: ofStatus }),
  };
}

function useColumns(zone: string | undefined): readonly Column<MailSummary>[] {
  const { t } = useTranslation();
  const time = useTime(zone);
  return [
    {
      ...textColumn("subject", t("messages.subject"), "minmax(9rem, 2fr)", (mail: MailSummary) => titleOf(mail)),
      always: true,
    },
    textColumn("person", t("common.person"), "minmax(5rem, 1fr)", ({ participant }) => participant),
    {
      ...textColumn("to", t("common.to"), "minmax(7rem, 1.4fr)", ({ to }: MailSummary) => to ?? ""),
      cell: (mail) => (
        <span className="cell-marked">
          <Channel mail={mail} />
          <span>{mail.to === null ? t("mailbox.noAddress") : <Address>{marksShown(mail.to)}</Address>}</span>
        </span>
      ),
    },
    { ...textColumn("method", t("filter.channel"), "4.5rem", ({ method }) => t(`mailbox.${method}`)), hidden: true },
    textColumn("kind", t("common.kind"), "6.5rem", ({ kind }) => t(`mailbox.kind.${kind}`)),
    runColumn(t),
    {
      ...textColumn("status", t("common.status"), "7rem", (mail: MailSummary) => t(`status.${standingOf(mail)}`)),
      cell: (mail) => <Status status={standingOf(mail)} />,
    },
    {
      ...textColumn("time", t("outbound.when"), "minmax(6.5rem, 9rem)", ({ at }) => time.dateTime(at)),
      ...{ zone: time.timeZone, sorts: "up" },
    },
  ];
}

/** A line break, if needed, comes before the server's name. */
function Address({ children }: { readonly children: string }) {
  const at = children.lastIndexOf("@");
  if (at === -1) return children;
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  );
}

const titleOf = ({ subject, instanceTitle }: MailSummary) => subject ?? instanceTitle;

function Channel({ mail: { method } }: { readonly mail: MailSummary }) {
  const { t } = useTranslation();
  const Icon = method === "sms" ? MessageSquare : MailIcon;
  return <Icon className="icon" aria-label={t(`mailbox.${method}`)} />;
}

interface MailCardProps {
  readonly mail: MailSummary;
  readonly zone: string | undefined;
  /** The run is already known from the context. */
  readonly isInRun: boolean;
}

function MailCard({ mail, zone, isInRun }: MailCardProps) {
  const { t } = useTranslation();
  const time = useTime(zone);
  // An invitation's subject is the run's title: show it once.
  const isSaid = isInRun || mail.subject === null || mail.subject === mail.instanceTitle;
  const title = isSaid ? [] : [isolate(mail.instanceTitle)];
  return (
    <span className="item">
      <span className="item-top">
        <Channel mail={mail} />
        <strong className="truncate">{marksShown(mail.participant)}</strong>
        <span className="item-time soft">{time.dateTime(mail.at)}</span>
      </span>
      <span className="truncate">{marksShown(titleOf(mail))}</span>
      <span className="item-bottom">
        <span className="soft truncate">{[t(`mailbox.kind.${mail.kind}`), ...title].join(" · ")}</span>
        <ForkMark number={isInRun ? null : mail.forkNumber} />
        <Status status={standingOf(mail)} />
      </span>
    </span>
  );
}

function MailPane({ id, place }: { readonly id: string; readonly place: Place }) {
  const { t } = useTranslation();
  const mail = useCall("mailbox.get", { id }, ["mail"]);
  return (
    <ReadingPane place={place} label={t("mailbox.message")}>
      <Waiting of={mail} title={t("mailbox.oneFailed")} />
      {mail.value && <MailHead mail={mail.value} place={place} />}
      {mail.value && <MessageBody message={mail.value} link={mail.value.link} />}
    </ReadingPane>
  );
}

/** What the recipient has done with it, by a delivery rule. */
function Seen({ status, when }: { readonly status: "read" | "clicked"; readonly when: string }) {
  const { t } = useTranslation();
  return (
    <>
      <dt>{t("mailbox.recipient")}</dt>
      <dd>
        <Status status={status} />
        <span className="soft"> {when}</span>
      </dd>
    </>
  );
}

/** The delivery state of a message. */
const standingOf = ({ status, readAt, clickedAt }: MailSummary) =>
  clickedAt !== null ? "clicked" : readAt !== null ? "read" : status;

/** The code in an SMS [U4]; null: it has none, or the code has been erased. */
const codeOf = ({ kind, text }: Mail): string | null =>
  kind === "code" ? (/\b\d{6}\b/.exec(text)?.[0] ?? null) : null;

function MailHead({ mail, place }: { readonly mail: Mail; readonly place: Place }) {
  const { t } = useTranslation();
  const code = codeOf(mail);
  const time = useTime(place.zone);
  return (
    <header className="pane-head">
      <div className="pane-title">
        <h2>{marksShown(mail.subject ?? t(`mailbox.kind.${mail.kind}`))}</h2>
        <div className="buttons">
          {code !== null && (
            <Button icon={Copy} onClick={() => void copy(code, t("mailbox.code"))}>
              {t("mailbox.copyCode")}
            </Button>
          )}
          {mail.eml !== null && (
            <ButtonLink icon={Download} href={mail.eml}>
              {t("mailbox.download")}
            </ButtonLink>
          )}
          {mail.link && (
            <ButtonLink look="primary" icon={ExternalLink} href={mail.link} apart>
              {t("mailbox.openLink")}
            </ButtonLink>
          )}
          <ClosePane place={place} />
        </div>
      </div>
      <dl className="facts">
        <dt>{t("common.to")}</dt>
        <dd>
          <bdi>{marksShown(mail.participant)}</bdi>
          <span className="soft"> {mail.to === null ? t("mailbox.noAddress") : marksShown(mail.to)}</span>
        </dd>
        <dt>{t("common.run")}</dt>
        <dd>
          <a href={routeHref("instances", mail.instanceId)}>{marksShown(mail.instanceTitle)}</a>{" "}
          <ForkMark number={mail.forkNumber} />
        </dd>
        <dt>{t("common.kind")}</dt>
        <dd>{t(`mailbox.kind.${mail.kind}`)}</dd>
        <dt>{t("mailbox.delivery")}</dt>
        <dd>
          <Status status={mail.status} />
          <span className="soft">
            {" "}
            {[time.dateTime(mail.at), mail.reason && marksShown(reasonText(mail.reason))].filter(Boolean).join(" · ")}
          </span>
        </dd>
        {mail.readAt !== null && <Seen status="read" when={time.dateTime(mail.readAt)} />}
        {mail.clickedAt !== null && <Seen status="clicked" when={time.dateTime(mail.clickedAt)} />}
      </dl>
      {mail.attachments.length > 0 && (
        <ul className="attachments" aria-label={t("mailbox.attachments")}>
          {mail.attachments.map((attachment) => (
            <li key={attachment.url}>
              <ButtonLink icon={Paperclip} href={attachment.url} apart>
                {marksShown(attachment.name)}
                <span className="soft">{time.byteSize(attachment.size)}</span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}
