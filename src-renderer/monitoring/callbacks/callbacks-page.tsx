import { ArrowLeft, SearchX, Webhook } from "lucide-react";
import { Page, replaceRoute, routeHref, useCall, usePages, usePane, useTime } from "../../app/index.ts";
import {
  EmptyState,
  ErrorState,
  Loading,
  SearchField,
  Split,
  Status,
  useTranslation,
  VirtualList,
} from "../../components/index.ts";
import { ForkMark } from "../instances/fork-mark.tsx";
import type { CallbackSummary } from "../types.ts";
import { CallbackActions } from "./callback-actions.tsx";
import { CallbackDetail } from "./callback-detail.tsx";
import "../reading.css";
import "./callbacks.css";

interface Props {
  readonly id: string | null;
  readonly query: Readonly<Record<string, string>>;
}

/** Every event that was, or would have been, sent to a callback's address. */
export function CallbacksPage({ id, query }: Props) {
  const { t } = useTranslation();
  const { timeZone } = useTime();
  const pane = usePane("callbacks", 0.36);
  const search = query.q ?? "";
  const pages = usePages(
    "callbacks.list",
    { ...(search && { search }), ...(query.instance && { instanceId: query.instance }) },
    ["callback", "clock"],
  );
  const filtered = search !== "" || query.instance !== undefined;
  return (
    <Page
      title={t("nav.callbacks")}
      beside={<span className="soft">{t("common.timesOf", { zone: timeZone })}</span>}
      actions={
        <>
          <CallbackActions instanceId={query.instance ?? null} />
          <SearchField
            label={t("callbacks.search")}
            value={search}
            onChange={(q) => replaceRoute("callbacks", id, { ...query, q })}
          />
        </>
      }
    >
      {pages.loading && <Loading />}
      {pages.error && <ErrorState error={pages.error} title={t("callbacks.failed")} onRetry={pages.reload} />}
      {!pages.loading && !pages.error && pages.items.length === 0 && <NoCallbacks filtered={filtered} />}
      {pages.items.length > 0 && (
        <div className="reading">
          <Split
            {...pane}
            label={t("common.listWidth")}
            narrowShows={id === null ? "first" : "second"}
            first={
              <VirtualList
                label={t("nav.callbacks")}
                items={pages.items}
                itemKey={(item) => item.eventId}
                itemHeight={76}
                href={(item) => routeHref("callbacks", item.eventId, query)}
                selected={id}
                onEndReached={pages.loadMore}
              >
                {(item) => <CallbackRow callback={item} />}
              </VirtualList>
            }
            second={
              id === null ? (
                <EmptyState icon={Webhook} title={t("callbacks.pick")} />
              ) : (
                <CallbackPane key={id} id={id} query={query} />
              )
            }
          />
        </div>
      )}
    </Page>
  );
}

function NoCallbacks({ filtered }: { readonly filtered: boolean }) {
  const { t } = useTranslation();
  if (filtered)
    return (
      <EmptyState icon={SearchX} title={t("callbacks.noneFound")}>
        <a href={routeHref("callbacks")}>{t("callbacks.showAll")}</a>
      </EmptyState>
    );
  return (
    <EmptyState icon={Webhook} title={t("callbacks.empty")}>
      <p>{t("callbacks.emptyText")}</p>
      <pre className="sample">{"callback:\n  url: https://hooks.example.com/events\n  version: 1"}</pre>
      <p>{t("callbacks.emptyReceiver")}</p>
    </EmptyState>
  );
}

function CallbackRow({ callback }: { readonly callback: CallbackSummary }) {
  const { t } = useTranslation();
  const time = useTime();
  return (
    <span className="item">
      <span className="item-top">
        <strong className="truncate mono">{callback.type}</strong>
        <span className="item-time soft">{time.dateTime(callback.created)}</span>
      </span>
      <span className="item-of" title={callback.instanceTitle}>
        <bdi className="truncate">{callback.instanceTitle}</bdi> <span className="soft">#{callback.sequence}</span>
        {callback.isFork && <ForkMark />}
      </span>
      <span className="item-bottom">
        <span className="soft truncate">
          {callback.state === "retrying" && callback.nextAttempt !== null
            ? t("callbacks.retry", { count: callback.attempts, when: time.dateTime(callback.nextAttempt) })
            : callback.url}
        </span>
        <Status status={callback.state} />
      </span>
    </span>
  );
}

function CallbackPane({ id, query }: { readonly id: string; readonly query: Props["query"] }) {
  const { t } = useTranslation();
  const { value, error, loading, reload } = useCall("callbacks.get", { eventId: id }, ["callback", "clock"]);
  return (
    <article className="pane" aria-label={t("common.callback")}>
      <a className="back-link pane-back" href={routeHref("callbacks", null, query)}>
        <ArrowLeft className="icon" aria-hidden />
        {t("nav.callbacks")}
      </a>
      {loading && <Loading />}
      {error && <ErrorState error={error} title={t("callbacks.oneFailed")} onRetry={reload} />}
      {value && <CallbackDetail callback={value} />}
    </article>
  );
}
