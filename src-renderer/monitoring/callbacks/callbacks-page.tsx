import { Webhook } from "lucide-react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { callbackState } from "../../../src-shared/bridge/index.ts";
import { callbackTypes } from "../../../src-shared/service/index.ts";
import { useCall, usePages, useTime, useTimeSort } from "../../app/index.ts";
import { type Column, EmptyState, Status, useTranslation, Waiting } from "../../components/index.ts";
import { ForkMark } from "../instances/fork-mark.tsx";
import { runColumn, textColumn } from "../reading/columns.tsx";
import type { Place, Query } from "../reading/place.ts";
import { Reading, ReadingPane } from "../reading/reading-page.tsx";
import type { CallbackSummary } from "../types.ts";
import { CallbackActions } from "./callback-actions.tsx";
import { CallbackDetail } from "./callback-detail.tsx";
import "./callbacks.css";

interface Props {
  readonly id: string | null;
  readonly query: Query;
  /** Only callbacks of one run, within its page. */
  readonly run?: { readonly id: string; readonly timeZone: string };
}

/** Every event that was, or would have been, sent to a callback's address; for the workspace, or for a run. */
export function CallbacksPage({ id, query, run }: Props) {
  const { t } = useTranslation();
  const place = { view: "callbacks", runId: run?.id ?? null, zone: run?.timeZone, id, query } as const;
  const sort = useTimeSort("callbacks");
  const filter = { ...filterOf(query, run?.id), ...(sort && { sort }) };
  const pages = usePages("callbacks.list", filter, ["callback", "clock"]);
  return (
    <Reading
      place={place}
      pages={pages}
      itemKey={(item) => item.eventId}
      card={(item) => <CallbackCard callback={item} zone={place.zone} isInRun={run !== undefined} />}
      tooltip={({ type, instanceTitle, url }) => [type, instanceTitle, url ?? ""].filter(Boolean).join("\n")}
      columns={useColumns(place.zone)}
      actions={<CallbackActions instanceId={run?.id ?? query.instance ?? null} />}
      filters={[
        ["type", t("common.kind"), callbackTypes.map((type) => [type, type])],
        ["state", t("common.status"), STATES.map((state) => [state, t(`status.${state}`)])],
      ]}
      person={({ participant }) => participant}
      empty={<NoCallbacks />}
    >
      {id === null ? null : <CallbackPane key={id} id={id} place={place} />}
    </Reading>
  );
}

const STATES = callbackState.options;

/** The filter in the address; unknown values are ignored. */
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

function useColumns(zone: string | undefined): readonly Column<CallbackSummary>[] {
  const { t } = useTranslation();
  const time = useTime(zone);
  const tries = t("callbacks.attempts", { count: 0 });
  return [
    {
      ...textColumn("type", t("common.kind"), "minmax(12.5rem, 1.2fr)", ({ type }: CallbackSummary) => type),
      always: true,
      cell: ({ type }) => <span className="mono">{type}</span>,
    },
    runColumn(t),
    textColumn("sequence", "#", "2.5rem", ({ sequence }) => String(sequence)),
    textColumn("person", t("common.person"), "minmax(4.5rem, 1fr)", ({ participant }) => participant ?? ""),
    { ...textColumn("url", t("common.address"), "minmax(7rem, 1.4fr)", ({ url }) => url ?? ""), hidden: true },
    {
      ...textColumn("status", t("common.status"), "7.5rem", ({ state }: CallbackSummary) => t(`status.${state}`)),
      cell: ({ state }) => <Status status={state} />,
    },
    { ...textColumn("attempts", tries, "4.5rem", ({ attempts }: CallbackSummary) => String(attempts)), hidden: true },
    {
      ...textColumn("next", t("callbacks.next"), "7rem", ({ nextAttempt }: CallbackSummary) =>
        nextAttempt === null ? "" : time.dateTime(nextAttempt),
      ),
      zone: time.timeZone,
    },
    {
      ...textColumn("time", t("outbound.when"), "minmax(6.5rem, 9rem)", ({ created }) => time.dateTime(created)),
      ...{ zone: time.timeZone, sorts: "up" },
    },
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

interface CallbackCardProps {
  readonly callback: CallbackSummary;
  readonly zone: string | undefined;
  /** The run is already known from the context, so the person is shown instead. */
  readonly isInRun: boolean;
}

function CallbackCard({ callback, zone, isInRun }: CallbackCardProps) {
  const { t } = useTranslation();
  const time = useTime(zone);
  const of = isInRun ? (callback.participant ?? "") : callback.instanceTitle;
  return (
    <span className="item">
      <span className="item-top">
        <strong className="truncate mono">{callback.type}</strong>
        <span className="item-time soft">{time.dateTime(callback.created)}</span>
      </span>
      <span className="item-of">
        {of !== "" && <bdi className="truncate">{marksShown(of)}</bdi>}{" "}
        <span className="soft">#{callback.sequence}</span>
        <ForkMark number={isInRun ? null : callback.forkNumber} />
      </span>
      <span className="item-bottom">
        <span className="soft truncate">
          {callback.state === "retrying" && callback.nextAttempt !== null
            ? t("callbacks.retry", { count: callback.attempts, when: time.dateSecond(callback.nextAttempt) })
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
      {callback.value && <CallbackDetail callback={callback.value} place={place} />}
    </ReadingPane>
  );
}
