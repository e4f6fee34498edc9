import { type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Page, type Pages, routeHref, SaveList, usePane, ZoneNote } from "../../app/index.ts";
import {
  BackLink,
  type Column,
  EmptyState,
  SearchField,
  Split,
  useTranslation,
  VirtualList,
  Waiting,
} from "../../components/index.ts";
import { Filters } from "./filters.tsx";
import { changePlace, type FilterChoice, type Place, placeHref } from "./place.ts";
import "./reading.css";

interface ReadingProps<T> {
  readonly place: Place;
  readonly pages: Pages<T>;
  readonly itemKey: (item: T) => string;
  readonly row: (item: T) => ReactNode;
  readonly icon: LucideIcon;
  readonly actions?: ReactNode;
  /** The filters beside run and person, each with its key in the address. */
  readonly filters: readonly FilterChoice[];
  /** What it is as a table, for CSV. */
  readonly columns: readonly Column<T>[];
  /** Whom an item is about. */
  readonly person: (item: T) => string | null;
  /** Shown while there is nothing at all. */
  readonly empty: ReactNode;
  /** The pane of what is chosen. */
  readonly children: ReactNode;
}

/** A list and, beside it, what is chosen in it: as a page, or within a run. */
export function Reading<T>(props: ReadingProps<T>) {
  const { t } = useTranslation();
  const { place, actions, pages, columns } = props;
  const { view, runId, query } = place;
  const search = (
    <SearchField label={t(`${view}.search`)} value={query.q ?? ""} onChange={(q) => changePlace(place, { q })} />
  );
  const tools = (
    <>
      {actions}
      {pages.items.length > 0 && <SaveList table={view} columns={columns} readAll={pages.readAll} />}
      {search}
    </>
  );
  if (runId !== null) return <List {...props} tools={tools} />;
  return (
    <Page title={t(`nav.${view}`)} beside={<ZoneNote />} actions={tools}>
      <List {...props} tools={null} />
    </Page>
  );
}

function List<T>({
  place,
  pages,
  icon: Icon,
  tools,
  filters,
  person,
  ...parts
}: ReadingProps<T> & { readonly tools: ReactNode }) {
  const { t } = useTranslation();
  const { view, runId, id, query } = place;
  const pane = usePane(view, 0.36);
  const keys = ["q", "person", ...filters.map(([key]) => key), ...(runId === null ? ["instance"] : [])];
  const filtered = keys.some((key) => query[key]);
  return (
    <>
      {(!pages.none || filtered) && (
        <Filters {...{ place, filters }} people={pages.items.map(person)}>
          {tools}
        </Filters>
      )}
      <Waiting of={pages} title={t(`${view}.failed`)} />
      {pages.none &&
        (filtered ? <NoneFound view={view} href={placeHref({ ...place, query: {} }, null)} /> : parts.empty)}
      {pages.items.length > 0 && (
        <div className="reading">
          <Split
            {...pane}
            label={t("common.listWidth")}
            narrowShows={id === null ? "first" : "second"}
            first={
              <VirtualList
                label={t(`nav.${view}`)}
                items={pages.items}
                itemKey={parts.itemKey}
                itemHeight={76}
                href={(item) => placeHref(place, parts.itemKey(item))}
                selected={id}
                onEndReached={pages.loadMore}
              >
                {parts.row}
              </VirtualList>
            }
            second={id === null ? <EmptyState icon={Icon} title={t(`${view}.pick`)} /> : parts.children}
          />
        </div>
      )}
    </>
  );
}

interface NoneFoundProps {
  readonly view: Place["view"] | "instances";
  /** Of all. */
  readonly href?: string;
}

/** A filter that nothing passes, and the way back to all. */
export function NoneFound({ view, href = routeHref(view) }: NoneFoundProps) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={SearchX} title={t(`${view}.noneFound`)}>
      <a href={href}>{t(`${view}.showAll`)}</a>
    </EmptyState>
  );
}

interface ReadingPaneProps {
  readonly place: Place;
  readonly label: string;
  readonly children: ReactNode;
}

/** Beside the list, or alone where there is no room for both: then with the way back to it. */
export function ReadingPane({ place, label, children }: ReadingPaneProps) {
  const { t } = useTranslation();
  return (
    <article className="pane" aria-label={label}>
      <BackLink className="pane-back" href={placeHref(place, null)} text={t(`nav.${place.view}`)} />
      {children}
    </article>
  );
}
