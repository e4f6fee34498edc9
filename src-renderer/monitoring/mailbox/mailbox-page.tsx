import { ArrowLeft, ExternalLink, Inbox, Mail as MailIcon, MessageSquare, Paperclip, SearchX } from "lucide-react";
import { Page, replaceRoute, routeHref, useCall, usePages, usePane, useTime } from "../../app/index.ts";
import {
  EmptyState,
  ErrorState,
  isolate,
  Loading,
  MessageBody,
  SearchField,
  Split,
  Status,
  useTranslation,
  VirtualList,
} from "../../components/index.ts";
import { ForkMark } from "../instances/fork-mark.tsx";
import type { Mail, MailSummary } from "../types.ts";
import "../reading.css";

interface Props {
  readonly id: string | null;
  readonly query: Readonly<Record<string, string>>;
}

/** Every e-mail and SMS of the workspace. None of them has left this machine. */
export function MailboxPage({ id, query }: Props) {
  const { t } = useTranslation();
  const { timeZone } = useTime();
  const pane = usePane("mailbox", 0.36);
  const search = query.q ?? "";
  const pages = usePages(
    "mailbox.list",
    { ...(search && { search }), ...(query.instance && { instanceId: query.instance }) },
    ["mail"],
  );
  const filtered = search !== "" || query.instance !== undefined;
  return (
    <Page
      title={t("nav.mailbox")}
      beside={<span className="soft">{t("common.timesOf", { zone: timeZone })}</span>}
      actions={
        <SearchField
          label={t("mailbox.search")}
          value={search}
          onChange={(q) => replaceRoute("mailbox", id, { ...query, q })}
        />
      }
    >
      {pages.loading && <Loading />}
      {pages.error && <ErrorState error={pages.error} title={t("mailbox.failed")} onRetry={pages.reload} />}
      {!pages.loading && !pages.error && pages.items.length === 0 && <NoMail filtered={filtered} />}
      {pages.items.length > 0 && (
        <div className="reading">
          <Split
            {...pane}
            label={t("common.listWidth")}
            narrowShows={id === null ? "first" : "second"}
            first={
              <VirtualList
                label={t("nav.mailbox")}
                items={pages.items}
                itemKey={(item) => item.id}
                itemHeight={76}
                href={(item) => routeHref("mailbox", item.id, query)}
                selected={id}
                onEndReached={pages.loadMore}
              >
                {(item) => <MailRow mail={item} />}
              </VirtualList>
            }
            second={id === null ? <PickOne /> : <MailPane key={id} id={id} query={query} />}
          />
        </div>
      )}
    </Page>
  );
}

function NoMail({ filtered }: { readonly filtered: boolean }) {
  const { t } = useTranslation();
  if (filtered)
    return (
      <EmptyState icon={SearchX} title={t("mailbox.noneFound")}>
        <a href={routeHref("mailbox")}>{t("mailbox.showAll")}</a>
      </EmptyState>
    );
  return (
    <EmptyState icon={Inbox} title={t("mailbox.empty")}>
      <p>{t("mailbox.emptyText")}</p>
    </EmptyState>
  );
}

function PickOne() {
  const { t } = useTranslation();
  return <EmptyState icon={MailIcon} title={t("mailbox.pick")} />;
}

function MailRow({ mail }: { readonly mail: MailSummary }) {
  const { t } = useTranslation();
  const time = useTime();
  const Icon = mail.method === "sms" ? MessageSquare : MailIcon;
  // An invitation's subject is the run's title: said once is enough.
  const told = mail.subject === null || mail.subject === mail.instanceTitle ? [] : [isolate(mail.instanceTitle)];
  return (
    <span className="item">
      <span className="item-top">
        <Icon className="icon" aria-label={t(`mailbox.${mail.method}`)} />
        <strong className="truncate" title={mail.participant}>
          {mail.participant}
        </strong>
        <span className="item-time soft">{time.dateTime(mail.at)}</span>
      </span>
      <span className="truncate" title={mail.subject ?? mail.instanceTitle}>
        {mail.subject ?? mail.instanceTitle}
      </span>
      <span className="item-bottom">
        <span className="soft truncate">{[t(`mailbox.kind.${mail.kind}`), ...told].join(" · ")}</span>
        {mail.isFork && <ForkMark />}
        <Status status={mail.status} />
      </span>
    </span>
  );
}

function MailPane({ id, query }: { readonly id: string; readonly query: Props["query"] }) {
  const { t } = useTranslation();
  const { value: mail, error, loading, reload } = useCall("mailbox.get", { id }, ["mail"]);
  return (
    <article className="pane" aria-label={t("mailbox.message")}>
      <a className="back-link pane-back" href={routeHref("mailbox", null, query)}>
        <ArrowLeft className="icon" aria-hidden />
        {t("nav.mailbox")}
      </a>
      {loading && <Loading />}
      {error && <ErrorState error={error} title={t("mailbox.oneFailed")} onRetry={reload} />}
      {mail && (
        <>
          <MailHead mail={mail} />
          <MessageBody message={mail} link={mail.link} />
        </>
      )}
    </article>
  );
}

function MailHead({ mail }: { readonly mail: Mail }) {
  const { t } = useTranslation();
  const time = useTime();
  return (
    <header className="pane-head">
      <div className="pane-title">
        <h2>{mail.subject ?? t(`mailbox.kind.${mail.kind}`)}</h2>
        {mail.link && (
          <a className="button button-primary" href={mail.link} target="_blank" rel="noreferrer">
            <ExternalLink className="icon" aria-hidden />
            {t("mailbox.openLink")}
          </a>
        )}
      </div>
      <dl className="facts">
        <dt>{t("common.to")}</dt>
        <dd>
          <bdi>{mail.participant}</bdi>
          <span className="soft"> {mail.to ?? t("mailbox.noAddress")}</span>
        </dd>
        <dt>{t("common.run")}</dt>
        <dd>
          <a href={routeHref("instances", mail.instanceId)}>{mail.instanceTitle}</a> {mail.isFork && <ForkMark />}
          <span className="soft"> {t(`mailbox.kind.${mail.kind}`)}</span>
        </dd>
        <dt>{t("mailbox.delivery")}</dt>
        <dd>
          <Status status={mail.status} />
          <span className="soft"> {[time.dateTime(mail.at), mail.reason].filter(Boolean).join(" · ")}</span>
        </dd>
      </dl>
      {mail.attachments.length > 0 && (
        <ul className="attachments" aria-label={t("mailbox.attachments")}>
          {mail.attachments.map((attachment) => (
            <li key={attachment.url}>
              <a className="button button-plain" href={attachment.url} target="_blank" rel="noreferrer">
                <Paperclip className="icon" aria-hidden />
                {attachment.name}
                <span className="soft">{time.byteSize(attachment.size)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}
