import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { type Column, IconButton, lowerFirst, useTranslation, VirtualTable, Waiting } from "../../components/index.ts";
import type { Pages } from "../connection/use-pages.ts";
import { ZoneNote } from "../language/zone-note.tsx";
import { copy } from "../notices/notify.ts";
import { ListTools, useTableLayout } from "./use-table.tsx";
import "./settings.css";

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** One subject of Settings: a heading, a sentence, and rows. */
export function Section({ title, hint, children }: SectionProps) {
  return (
    <section className="settings-section">
      <header className="settings-head">
        <h2>{title}</h2>
      </header>
      {hint && <p className="soft settings-hint">{hint}</p>}
      <dl className="settings-rows">{children}</dl>
    </section>
  );
}

interface RowProps {
  readonly name: ReactNode;
  readonly hint?: string;
  readonly children: ReactNode;
}

export function Row({ name, hint, children }: RowProps) {
  return (
    <div className="settings-row">
      <dt>
        {name}
        {hint && <span className="settings-row-hint">{hint}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

interface CopyableProps {
  readonly text: string;
  readonly what: string;
  readonly covered?: boolean;
}

/** A value with a copy button; a hidden one only shows that it exists. */
export function Copyable({ text, what, covered }: CopyableProps) {
  const { t } = useTranslation();
  return (
    <span className="copyable">
      <code>{covered ? "•".repeat(16) : text}</code>
      <IconButton
        icon={Copy}
        label={t("common.copy", { what: lowerFirst(what) })}
        onClick={() => void copy(text, what)}
      />
    </span>
  );
}

interface LongTableProps<T> {
  readonly title: string;
  readonly hint: string;
  readonly pages: Pages<T>;
  readonly failed: string;
  /** Shown while the list is empty. */
  readonly none: string;
  /** The key of its stored columns, and the name of its CSV. */
  readonly table: string;
  readonly columns: readonly Column<T>[];
  /** Left out, its rows are identified by their places, and contain nothing focusable. */
  readonly rowKey?: (item: T) => string;
  readonly filters?: ReactNode;
}

/** A subject of Settings that is a list: a table that scrolls, and loads more near its end. */
export function LongTable<T>(props: LongTableProps<T>) {
  const { title, hint, pages, failed, none, table, columns, rowKey, filters } = props;
  const layout = useTableLayout(table);
  return (
    <section className="settings-section">
      <header className="settings-head">
        <h2>{title}</h2>
        <span className="settings-tools">
          <ZoneNote />
          {filters}
          <ListTools {...{ table, columns }} readAll={pages.readAll} />
        </span>
      </header>
      <p className="soft settings-hint">{hint}</p>
      <Waiting of={pages} title={failed} rows={3} />
      {pages.none && <p>{none}</p>}
      {pages.items.length > 0 && (
        <section className="long-table" aria-label={title}>
          <VirtualTable
            label={title}
            {...{ columns, ...layout }}
            items={pages.items}
            rowKey={rowKey ?? ((_, at) => String(at))}
            bare={rowKey === undefined}
            onEndReached={pages.loadMore}
          />
        </section>
      )}
    </section>
  );
}
