import type { ReactNode } from "react";
import { useCall, useTime } from "../../app/index.ts";
import { FilterChip, useTranslation } from "../../components/index.ts";
import { changePlace, type FilterChoice, type Place } from "./place.ts";

/** Runs that the filter offers; the list of runs has more. */
const RUNS = 50;

interface Props {
  readonly place: Place;
  readonly filters: readonly FilterChoice[];
  /** The people that the listed items are about. */
  readonly people: readonly (string | null)[];
  readonly children: ReactNode;
}

/** Chips above a list: run, person, and the list's own filters. */
export function Filters({ place, filters, people, children }: Props) {
  const { t } = useTranslation();
  const { runId, query } = place;
  const chosenRun = runId ?? query.instance ?? "";
  const run = useCall("instances.get", chosenRun === "" ? null : { id: chosenRun }).value;
  const persons = new Set(run?.participants.map(({ name }) => name) ?? people.filter((name) => name !== null));
  return (
    <div className="page-filters">
      {runId === null && <RunChip place={place} title={run?.title ?? null} />}
      <FilterChip
        label={t("common.person")}
        value={query.person ?? ""}
        options={[...persons].sort().map((name) => [name, name] as const)}
        onChange={(person) => changePlace(place, { person })}
      />
      {filters.map(([key, label, options]) => (
        <FilterChip
          key={key}
          {...{ label, options }}
          value={query[key] ?? ""}
          onChange={(value) => changePlace(place, { [key]: value })}
        />
      ))}
      {children}
    </div>
  );
}

/** The latest runs; two with the same title are distinguished by their start. */
function RunChip({ place, title }: { readonly place: Place; readonly title: string | null }) {
  const { t } = useTranslation();
  const time = useTime();
  const chosen = place.query.instance ?? "";
  const runs = useCall("instances.list", { limit: RUNS }, ["instance"]).value?.items ?? [];
  const offered = runs.map((run) => {
    const fork = run.forkNumber === null ? [] : [t("fork.mark", { number: run.forkNumber })];
    return [run.id, [run.title || t("common.untitled"), ...fork, time.dateTime(run.started)].join(" · ")] as const;
  });
  const isOffered = chosen === "" || runs.some(({ id }) => id === chosen);
  return (
    <FilterChip
      label={t("common.run")}
      value={chosen}
      options={isOffered ? offered : [[chosen, title || t("common.untitled")], ...offered]}
      onChange={(instance) => changePlace(place, { instance, person: "" })}
    />
  );
}
