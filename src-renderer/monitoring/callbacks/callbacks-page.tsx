import { Webhook } from "lucide-react";
import { controlsShown } from "../../../src-shared/basics/index.ts";
import { callbackState } from "../../../src-shared/bridge/index.ts";
import { callbackTypes } from "../../../src-shared/service/index.ts";
import { useCall, usePages, useTime } from "../../app/index.ts";
import { type Column, EmptyState, Status, useTranslation, Waiting } from "../../components/index.ts";
import { ForkMark } from "../instances/fork-mark.tsx";
import { runName, textColumn } from "../reading/csv-columns.ts";
import type { Place, Query } from "../reading/place.ts";
import { Reading, ReadingPane } from "../reading/reading-page.tsx";
import type { CallbackSummary } from "../types.ts";
import { CallbackActions } from "./callback-actions.tsx";
import { CallbackDetail } from "./callback-detail.tsx";
import "./callbacks.css";

interface Props {
  readonly id: string | null;
  readonly query: Query;
  /** Of one run, within its page. */
  readonly runId?: string;
}

/** Every event that was, or would have been, sent to a callback's address; of the workspace, or of a run. */
export function CallbacksPage({ id, query, runId }: Props) {
  const { t } = useTranslation();
  const place = { view: "callbacks", runId: runId ?? null, id, query } as const;
  return (
    <Reading
      place={place}
      pages={usePages("callbacks.list", filterOf(query, runId), ["callback", "clock"])}
      itemKey={(item) => item.eventId}
      row={(item) => <CallbackRow callback={item} />}
      columns={useColumns()}
      icon={Webhook}
      actions={<CallbackActions instanceId={runId ?? query.instance ?? null} />}
      filters={[
        ["type", t("common.kind"), callbackTypes.map((type) => [type, type])],
        ["state", t("common.status"), STATES.map((state) => [state, t(`status.${state}`)])],
      ]}
      person={({ participant }) => participant}
      empty={<NoCallbacks />}
    >
      {id !== null && <CallbackPane key={id} id={id} place={place} />}
    </Reading>
  );
}

const STATES = callbackState.options;

/** What the address asks for; what it does not know asks for nothing. */
function filterOf({ q, instance, person, type, state }: Query, runId = instance) {
  const ofType = callbackTypes.find((each) => each === type);
  const ofState = STATES.find((each) => each === state);
  return {
    ...(q && { search: q }),
    ...(runId && { instanceId: runId }),
    ...(person && { participant: person }),
    ...(ofType && { type: ofType }),
    ...(ofState && { state: ofState }),
  };
}

function useColumns(): readonly Column<CallbackSummary>[] {
  const { t } = useTranslation();
  const time = useTime();
  return [
    textColumn("when", t("outbound.when"), ({ created }) => time.dateTime(created)),
    textColumn("type", t("common.kind"), ({ type }) => type),
    textColumn("run", t("common.run"), (callback) => runName(t, callback)),
    textColumn("sequence", "#", ({ sequence }) => String(sequence)),
    textColumn("person", t("filter.person"), ({ participant }) => participant ?? ""),
    textColumn("url", t("common.address"), ({ url }) => url ?? ""),
    textColumn("status", t("common.status"), ({ state }) => t(`status.${state}`)),
    textColumn("attempts", t("callbacks.attempts", { count: 0 }), ({ attempts }) => String(attempts)),
  ];
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
      <span className="item-of" title={controlsShown(callback.instanceTitle)}>
        <bdi className="truncate">{controlsShown(callback.instanceTitle)}</bdi>{" "}
        <span className="soft">#{callback.sequence}</span>
        <ForkMark number={callback.forkNumber} />
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

function CallbackPane({ id, place }: { readonly id: string; readonly place: Place }) {
  const { t } = useTranslation();
  const callback = useCall("callbacks.get", { eventId: id }, ["callback", "clock"]);
  return (
    <ReadingPane place={place} label={t("common.callback")}>
      <Waiting of={callback} title={t("callbacks.oneFailed")} />
      {callback.value && <CallbackDetail callback={callback.value} />}
    </ReadingPane>
  );
}
