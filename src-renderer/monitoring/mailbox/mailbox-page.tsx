import { Copy, Download, ExternalLink, Inbox, Mail as MailIcon, MessageSquare, Paperclip } from "lucide-react";
import { copy, reasonText, routeHref, useCall, usePages, useTime } from "../../app/index.ts";
import {
  Button,
  ButtonLink,
  EmptyState,
  isolate,
  MessageBody,
  Status,
  useTranslation,
  Waiting,
} from "../../components/index.ts";
import { ForkMark } from "../instances/fork-mark.tsx";
import { filterOf, ReadingPage, ReadingPane } from "../reading/reading-page.tsx";
import type { Mail, MailSummary } from "../types.ts";
import { MailRules } from "./mail-rules.tsx";

interface Props {
  readonly id: string | null;
  readonly query: Readonly<Record<string, string>>;
}

/** Every e-mail and SMS of the workspace. None of them has left this machine. */
export function MailboxPage({ id, query }: Props) {
  const { t } = useTranslation();
  const pages = usePages("mailbox.list", filterOf(query), ["mail"]);
  const address = pages.items.find((item) => item.id === id)?.to ?? null;
  return (
    <ReadingPage
      view="mailbox"
      id={id}
      query={query}
      pages={pages}
      itemKey={(item) => item.id}
      row={(item) => <MailRow mail={item} />}
      icon={MailIcon}
      actions={<MailRules address={address} />}
      empty={
        <EmptyState icon={Inbox} title={t("mailbox.empty")}>
          <p>{t("mailbox.emptyText")}</p>
        </EmptyState>
      }
    >
      {id !== null && <MailPane key={id} id={id} query={query} />}
    </ReadingPage>
  );
}

function MailRow({ mail }: { readonly mail: MailSummary }) {
  const { t } = useTranslation();
  const time = useTime();
  const Icon = mail.method === "sms" ? MessageSquare : MailIcon;
  // An invitation's subject is the run's title: show it once.
  const title = mail.subject === null || mail.subject === mail.instanceTitle ? [] : [isolate(mail.instanceTitle)];
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
        <span className="soft truncate">{[t(`mailbox.kind.${mail.kind}`), ...title].join(" · ")}</span>
        {mail.isFork && <ForkMark />}
        <Status status={mail.status} />
      </span>
    </span>
  );
}

function MailPane({ id, query }: { readonly id: string; readonly query: Props["query"] }) {
  const { t } = useTranslation();
  const mail = useCall("mailbox.get", { id }, ["mail"]);
  return (
    <ReadingPane view="mailbox" query={query} label={t("mailbox.message")}>
      <Waiting of={mail} title={t("mailbox.oneFailed")} />
      {mail.value && <MailHead mail={mail.value} />}
      {mail.value && <MessageBody message={mail.value} link={mail.value.link} />}
    </ReadingPane>
  );
}

/** The code in an SMS that carries one [U4]; null: it carries none, or the code is gone. */
const codeOf = ({ kind, text }: Mail): string | null =>
  kind === "code" ? (/\b\d{6}\b/.exec(text)?.[0] ?? null) : null;

function MailHead({ mail }: { readonly mail: Mail }) {
  const { t } = useTranslation();
  const code = codeOf(mail);
  const time = useTime();
  return (
    <header className="pane-head">
      <div className="pane-title">
        <h2>{mail.subject ?? t(`mailbox.kind.${mail.kind}`)}</h2>
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
        </div>
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
        </dd>
        <dt>{t("common.kind")}</dt>
        <dd>{t(`mailbox.kind.${mail.kind}`)}</dd>
        <dt>{t("mailbox.delivery")}</dt>
        <dd>
          <Status status={mail.status} />
          <span className="soft">
            {" "}
            {[time.dateTime(mail.at), mail.reason && reasonText(mail.reason)].filter(Boolean).join(" · ")}
          </span>
        </dd>
      </dl>
      {mail.attachments.length > 0 && (
        <ul className="attachments" aria-label={t("mailbox.attachments")}>
          {mail.attachments.map((attachment) => (
            <li key={attachment.url}>
              <ButtonLink icon={Paperclip} href={attachment.url} apart>
                {attachment.name}
                <span className="soft">{time.byteSize(attachment.size)}</span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}
