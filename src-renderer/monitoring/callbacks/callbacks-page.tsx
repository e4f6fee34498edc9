import { Webhook } from "lucide-react";
import { useCall, usePages, useTime } from "../../app/index.ts";
import { EmptyState, Status, useTranslation, Waiting } from "../../components/index.ts";
import { ForkMark } from "../instances/fork-mark.tsx";
import { filterOf, ReadingPage, ReadingPane } from "../reading/reading-page.tsx";
import type { CallbackSummary } from "../types.ts";
import { CallbackActions } from "./callback-actions.tsx";
import { CallbackDetail } from "./callback-detail.tsx";
import "./callbacks.css";

interface Props {
  readonly id: string | null;
  readonly query: Readonly<Record<string, string>>;
}

/** Every event that was, or would have been, sent to a callback's address. */
export function CallbacksPage({ id, query }: Props) {
  return (
    <ReadingPage
      view="callbacks"
      id={id}
      query={query}
      pages={usePages("callbacks.list", filterOf(query), ["callback", "clock"])}
      itemKey={(item) => item.eventId}
      row={(item) => <CallbackRow callback={item} />}
      icon={Webhook}
      actions={<CallbackActions instanceId={query.instance ?? null} />}
      empty={<NoCallbacks />}
    >
      {id !== null && <CallbackPane key={id} id={id} query={query} />}
    </ReadingPage>
  );
}

function NoCallbacks() {
  const { t } = useTranslation();
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
  const callback = useCall("callbacks.get", { eventId: id }, ["callback", "clock"]);
  return (
    <ReadingPane view="callbacks" query={query} label={t("common.callback")}>
      <Waiting of={callback} title={t("callbacks.oneFailed")} />
      {callback.value && <CallbackDetail callback={callback.value} />}
    </ReadingPane>
  );
}
