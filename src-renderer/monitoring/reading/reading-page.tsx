import { SearchX, X } from "lucide-react";
import type { ReactNode } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { ListTools, Page, type Pages, routeHref, usePane, useTableLayout, ZoneNote } from "../../app/index.ts";
import {
  BackLink,
  ButtonLink,
  type Column,
  EmptyState,
  SearchField,
  Split,
  textScale,
  useReadingStop,
  useTranslation,
  useWidth,
  VirtualTable,
  Waiting,
} from "../../components/index.ts";
import { Filters } from "./filters.tsx";
import { changePlace, closePane, type FilterChoice, type Place, placeHref } from "./place.ts";
import "./reading.css";

/** Pixels at the normal text size: a narrower list has no room for columns. */
const COLUMNS_FROM = 900;

interface ReadingProps<T> {
  readonly place: Place;
  readonly pages: Pages<T>;
  readonly itemKey: (item: T) => string;
  /** An item if there is no room for columns: three lines. */
  readonly card: (item: T) => ReactNode;
  /** The text that a row may cut off. */
  readonly tooltip: (item: T) => string;
  readonly actions?: ReactNode;
  /** The filters besides run and person, each with its key in the address. */
  readonly filters: readonly FilterChoice[];
  /** The column that is always shown opens an item. */
  readonly columns: readonly Column<T>[];
  /** The person that an item is about. */
  readonly person: (item: T) => string | null;
  /** Shown if there are no items at all. */
  readonly empty: ReactNode;
  /** The pane of the selected item; null: nothing is selected. */
  readonly children: ReactNode | null;
}

/** A table and, beside it, the selected item: as a page, or within a run. */
export function Reading<T>(given: ReadingProps<T>) {
  const { t } = useTranslation();
  const { place, actions, pages } = given;
  const { view, runId, query } = place;
  // Within a run, all items belong to it.
  const columns = given.columns.filter(({ key }) => runId === null || key !== "run");
  const props = { ...given, columns };
  const search = (
    <SearchField label={t(`${view}.search`)} value={query.q ?? ""} onChange={(q) => changePlace(place, { q })} />
  );
  const tools = (
    <>
      {actions}
      {pages.items.length > 0 && <ListTools table={view} columns={columns} readAll={pages.readAll} />}
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

function List<T>(props: ReadingProps<T> & { readonly tools: ReactNode }) {
  const { t } = useTranslation();
  const { place, pages, tools, filters, person, children } = props;
  const { view, runId, query } = place;
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
        (filtered ? <NoneFound view={view} href={placeHref({ ...place, query: {} }, null)} /> : props.empty)}
      {pages.items.length > 0 && (
        <div className="reading">
          <Split
            {...pane}
            label={t("common.listWidth")}
            narrowShows={children === null ? "first" : "second"}
            first={<ReadingTable {...props} />}
            second={children}
          />
        </div>
      )}
    </>
  );
}

/** Columns if there is room, else cards. */
function ReadingTable<T>({ place, pages: { items, loadMore }, itemKey, card, tooltip, columns }: ReadingProps<T>) {
  const { t } = useTranslation();
  const { view, id } = place;
  const table = useTableLayout(view);
  const [box, width] = useWidth();
  const narrow = width === null ? id !== null : width < COLUMNS_FROM * textScale();
  const reading = useReadingStop({ items, keyOf: itemKey, open: id, leave: () => closePane(place) });
  const opening = (item: T, content: ReactNode) => (
    <a
      className="row-link"
      href={placeHref(place, itemKey(item))}
      tabIndex={reading.isStop(item) ? undefined : -1}
      aria-current={itemKey(item) === id ? "true" : undefined}
      title={marksShown(tooltip(item))}
    >
      {content}
    </a>
  );
  const opens = (column: Column<T>): Column<T> => ({ ...column, cell: (item) => opening(item, column.cell(item)) });
  const cards = columns
    .filter(({ always }) => always)
    .map((column): Column<T> => ({ ...opens({ ...column, cell: card }), track: "minmax(0, 1fr)" }));
  return (
    <div ref={box} className="reading-list">
      <VirtualTable
        label={t(`nav.${view}`)}
        {...(narrow ? {} : table)}
        columns={narrow ? cards : columns.map((column) => (column.always ? opens(column) : column))}
        lines={narrow ? "card" : 2}
        items={items}
        rowKey={itemKey}
        onEndReached={loadMore}
        reading={reading}
      />
    </div>
  );
}

interface NoneFoundProps {
  readonly view: Place["view"] | "instances";
  /** The address of the unfiltered list. */
  readonly href?: string;
}

/** The filter matches nothing: a message, and the way back to all. */
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

/** Beside the list, or alone if there is no room for both: then with the way back to it. */
export function ReadingPane({ place, label, children }: ReadingPaneProps) {
  const { t } = useTranslation();
  return (
    <article className="pane" aria-label={label}>
      <BackLink className="pane-back" href={placeHref(place, null)} text={t(`nav.${place.view}`)} />
      {children}
    </article>
  );
}

/** A button of a pane that gives the list all the room again. */
export function ClosePane({ place }: Pick<ReadingPaneProps, "place">) {
  const { t } = useTranslation();
  return (
    <ButtonLink look="ghost" icon={X} href={placeHref(place, null)}>
      {t("common.close")}
    </ButtonLink>
  );
}
