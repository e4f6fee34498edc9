import { ListChecks } from "lucide-react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { instanceStatus, type OutputOf } from "../../../src-shared/bridge/index.ts";
import {
  ListTools,
  Page,
  replaceRoute,
  routeHref,
  useCall,
  usePages,
  useTableLayout,
  useTime,
  ZoneNote,
} from "../../app/index.ts";
import {
  type Column,
  EmptyState,
  FilterChip,
  Pill,
  SearchField,
  Status,
  type TableLayout,
  ToggleChip,
  useSelection,
  useTranslation,
  VirtualTable,
  Waiting,
} from "../../components/index.ts";
import { runName } from "../reading/columns.tsx";
import { NoneFound } from "../reading/reading-page.tsx";
import { NewestRuns } from "../remote-runs/newest-runs.tsx";
import { RemoteRunPage } from "../remote-runs/remote-run-page.tsx";
import { RemoteRunsPage } from "../remote-runs/remote-runs-page.tsx";
import { Where } from "../remote-runs/where.tsx";
import { AllEvidence } from "./all-evidence.tsx";
import { ClockName } from "./clock-name.tsx";
import { ForkMark } from "./fork-mark.tsx";
import { RunsSelection } from "./runs-selection.tsx";
import "./instances.css";

type Summary = OutputOf<"instances.list">["items"][number];

const TABLE = "runs";
const SORTS = ["started", "title", "status", "stage", "due"] as const;

function sortOf({ sort }: TableLayout) {
  const by = SORTS.find((each) => each === sort?.by);
  return sort && by ? { by, descending: sort.descending } : null;
}

const STATUSES = instanceStatus.options;
const readStatus = (text: string | undefined) => STATUSES.find((status) => status === text);

interface Props {
  readonly query: Readonly<Record<string, string>>;
}

/** The runs of this workspace; with an account in the address, those on its service, or one of them. */
export function InstancesPage({ query }: Props) {
  const { account, run } = query;
  if (account === undefined) return <RunsHere query={query} />;
  return run === undefined ? (
    <RemoteRunsPage key={account} account={account} />
  ) : (
    <RemoteRunPage key={run} {...{ account, run }} />
  );
}

function RunsHere({ query }: Props) {
  const { t } = useTranslation();
  const search = query.q ?? "";
  const status = readStatus(query.status);
  const trashed = query.trashed === "true";
  const table = useTableLayout(TABLE);
  const sort = sortOf(table.layout);
  const columns = useColumns(sort?.by === "due");
  const clock = query.clock ?? "";
  const filter = {
    ...(search && { search }),
    ...(status && { status }),
    // A list of runs on a clock includes the trash.
    ...(clock === "" ? { trashed } : { virtualClockId: clock, ...(trashed && { trashed }) }),
    ...(sort && { sort }),
  };
  const pages = usePages("instances.list", filter, ["instance", "clock"]);
  const selection = useSelection({
    ...{ items: pages.items, hasMore: pages.hasMore, readAll: pages.readAll },
    keyOf: ({ id }) => id,
    nameOf: ({ title }) => title || t("common.untitled"),
    question: JSON.stringify([search, status, trashed, clock]),
  });
  const change = (changed: Record<string, string>) => replaceRoute("instances", null, { ...query, ...changed });
  const filtered = search !== "" || status !== undefined || trashed || clock !== "";

  return (
    <Page title={t("nav.instances")} beside={<ZoneNote />} actions={<AllEvidence />}>
      <div className="page-filters">
        <Where account="" />
        <SearchField label={t("instances.search")} value={search} onChange={(q) => change({ q })} />
        <FilterChip
          label={t("common.status")}
          value={status ?? ""}
          options={STATUSES.map((each) => [each, t(`status.${each}`)] as const)}
          onChange={(wanted) => change({ status: wanted })}
        />
        <ToggleChip pressed={trashed} onToggle={() => change({ trashed: trashed ? "" : "true" })}>
          {t("common.inTrash")}
        </ToggleChip>
        <ListTools table={TABLE} columns={columns} readAll={pages.readAll} />
      </div>
      {clock === "" && <NewestRuns wanted={{ search, status: status ?? null, trashed }} />}
      {clock !== "" && <OneClock id={clock} />}
      <Waiting of={pages} title={t("instances.failed")} />
      {pages.none && (filtered ? <NoneFound view="instances" /> : <NoInstances />)}
      {pages.items.length > 0 && (
        <VirtualTable
          label={t("nav.instances")}
          columns={columns}
          items={pages.items}
          rowKey={(item) => item.id}
          onEndReached={pages.loadMore}
          selection={selection}
          {...table}
        />
      )}
      <RunsSelection selection={selection} trashed={clock === "" ? trashed : trashed || null} />
    </Page>
  );
}

/** The clock whose runs are listed, and the way back to all. */
function OneClock({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const clock = useCall("clocks.get", { id }, ["clock"]);
  if (clock.loading) return null;
  return (
    <p className="page-note" role="status">
      {clock.value === null ? t("clocks.onlyGone") : t("clocks.only", { name: clock.value.name })}{" "}
      <a href={routeHref("instances")}>{t("instances.showAll")}</a>
    </p>
  );
}

/** The full text of cells that may be cut off, as a tooltip. */
const rowTooltip = ({ title, stage, waitingFor }: Summary) =>
  [title, stage ?? "", waitingFor.join(", ")].filter((words) => words !== "").join("\n");

/** The time left on its run's clock; in a list sorted by it, the date: clocks may be years apart. */
function DueAt({ at, now, sorted }: { readonly at: number; readonly now: number; readonly sorted: boolean }) {
  const time = useTime();
  const [when, rest] = [time.dateTime(at), time.relative(at, now)];
  return <span title={sorted ? rest : when}>{sorted ? when : rest}</span>;
}

/** @param sorted whether by next due item */
function useColumns(sorted: boolean): readonly Column<Summary>[] {
  const { t } = useTranslation();
  const time = useTime();
  return [
    {
      ...{ key: "title", sorts: "up", always: true },
      text: ({ title, forkNumber }) => runName(t, { instanceTitle: title, forkNumber }),
      header: t("settingsForm.title"),
      track: "minmax(10rem, 2fr)",
      cell: (item) => {
        const isFork = item.forkNumber !== null;
        const link = (
          <a
            className={isFork ? "row-link truncate" : "row-link"}
            href={routeHref("instances", item.id)}
            title={marksShown(rowTooltip(item))}
          >
            {marksShown(item.title) || t("common.untitled")}
          </a>
        );
        if (!isFork) return link;
        return (
          <span className="instance-title">
            {link}
            <ForkMark number={item.forkNumber} />
          </span>
        );
      },
    },
    {
      ...{ key: "status", sorts: "up" },
      text: ({ status }) => t(`status.${status}`),
      header: t("common.status"),
      track: "7.5rem",
      cell: (item) => <Status status={item.status} />,
    },
    {
      ...{ key: "stage", sorts: "up" },
      text: ({ stage }) => stage ?? "",
      header: t("common.stage"),
      track: "minmax(4rem, 1fr)",
      wideOnly: true,
      cell: (item) => item.stage ?? "–",
    },
    {
      key: "waiting",
      text: ({ waitingFor }) => waitingFor.join(", "),
      header: t("instances.waitingFor"),
      track: "minmax(6rem, 1.4fr)",
      cell: (item) =>
        item.waitingFor.length === 0 ? <span className="soft">{t("common.nobody")}</span> : item.waitingFor.join(", "),
    },
    {
      ...{ key: "due", sorts: "up", zone: time.timeZone },
      text: ({ nextDue }) => (nextDue === null ? "" : time.dateTime(nextDue)),
      header: t("instances.nextDue"),
      track: sorted ? "minmax(6rem, 9rem)" : "6rem",
      wideOnly: true,
      cell: (item) =>
        item.nextDue === null ? (
          <span className="soft">–</span>
        ) : (
          <DueAt at={item.nextDue} now={item.clock.now} sorted={sorted} />
        ),
    },
    {
      ...{ key: "started", sorts: "down" },
      header: t("instances.started"),
      track: "minmax(6rem, 9rem)",
      wideOnly: true,
      ...{ zone: time.timeZone, text: ({ started }) => time.dateTime(started) },
      cell: ({ started }) => <span className="soft">{time.dateTime(started)}</span>,
    },
    {
      key: "last",
      ...{ zone: time.timeZone, text: ({ lastEvent }) => time.dateTime(lastEvent) },
      header: t("instances.lastEvent"),
      track: "minmax(6rem, 9rem)",
      wideOnly: true,
      cell: (item) => <span className="soft">{time.dateTime(item.lastEvent)}</span>,
    },
    {
      ...{ key: "clock", hidden: true },
      text: ({ clock }) => t(clock.virtual ? "clock.own" : "clock.real"),
      header: t("common.clock"),
      track: "5.5rem",
      wideOnly: true,
      cell: (item) => <Pill>{<ClockName virtual={item.clock.virtual} />}</Pill>,
    },
  ];
}

/** Nothing has run in this workspace, or all runs are in the trash. */
function NoInstances() {
  const { t } = useTranslation();
  const trash = useCall("instances.list", { trashed: true, limit: 1 }, ["instance"]);
  if (trash.loading) return null;
  if (trash.value !== null && trash.value.items.length > 0)
    return (
      <EmptyState icon={ListChecks} title={t("instances.allInTrash")}>
        <p>
          <a href={routeHref("instances", null, { trashed: "true" })}>{t("instances.showTrash")}</a>
        </p>
      </EmptyState>
    );
  return (
    <EmptyState icon={ListChecks} title={t("instances.empty")}>
      <p>{t("instances.emptyText")}</p>
      <p>
        <a href={routeHref("flows")}>{t("instances.toFlows")}</a>
      </p>
    </EmptyState>
  );
}
