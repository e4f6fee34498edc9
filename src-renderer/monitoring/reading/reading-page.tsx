import { type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Page, type Pages, replaceRoute, routeHref, usePane, ZoneNote } from "../../app/index.ts";
import {
  BackLink,
  EmptyState,
  SearchField,
  Split,
  useTranslation,
  VirtualList,
  Waiting,
} from "../../components/index.ts";
import "./reading.css";

type Query = Readonly<Record<string, string>>;

interface ReadingPageProps<T> {
  readonly view: "mailbox" | "callbacks";
  readonly id: string | null;
  readonly query: Query;
  readonly pages: Pages<T>;
  readonly itemKey: (item: T) => string;
  readonly row: (item: T) => ReactNode;
  readonly icon: LucideIcon;
  readonly actions?: ReactNode;
  /** Shown while there is nothing at all. */
  readonly empty: ReactNode;
  /** The pane of what is chosen. */
  readonly children: ReactNode;
}

/** What the address asks for of a list beside its reading pane. */
export const filterOf = ({ q, instance }: Query) => ({
  ...(q && { search: q }),
  ...(instance && { instanceId: instance }),
});

/** A list and, beside it, what is chosen in it. */
export function ReadingPage<T>({ view, id, query, pages, icon: Icon, ...parts }: ReadingPageProps<T>) {
  const { t } = useTranslation();
  const pane = usePane(view, 0.36);
  const filtered = Object.keys(filterOf(query)).length > 0;
  return (
    <Page
      title={t(`nav.${view}`)}
      beside={<ZoneNote />}
      actions={
        <>
          {parts.actions}
          <SearchField
            label={t(`${view}.search`)}
            value={query.q ?? ""}
            onChange={(q) => replaceRoute(view, id, { ...query, q })}
          />
        </>
      }
    >
      <Waiting of={pages} title={t(`${view}.failed`)} />
      {pages.none && (filtered ? <NoneFound view={view} /> : parts.empty)}
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
                href={(item) => routeHref(view, parts.itemKey(item), query)}
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
    </Page>
  );
}

/** A filter that nothing passes, and the way back to all. */
export function NoneFound({ view }: { readonly view: "mailbox" | "callbacks" | "instances" }) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={SearchX} title={t(`${view}.noneFound`)}>
      <a href={routeHref(view)}>{t(`${view}.showAll`)}</a>
    </EmptyState>
  );
}

interface ReadingPaneProps extends Pick<ReadingPageProps<unknown>, "view" | "query" | "children"> {
  readonly label: string;
}

/** Beside the list, or alone where there is no room for both: then with the way back to it. */
export function ReadingPane({ view, query, label, children }: ReadingPaneProps) {
  const { t } = useTranslation();
  return (
    <article className="pane" aria-label={label}>
      <BackLink className="pane-back" href={routeHref(view, null, query)} text={t(`nav.${view}`)} />
      {children}
    </article>
  );
}
