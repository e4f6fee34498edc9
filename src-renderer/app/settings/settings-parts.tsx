import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton, useTranslation, Waiting } from "../../components/index.ts";
import type { Pages } from "../connection/use-pages.ts";
import { ZoneNote } from "../language/zone-note.tsx";
import { copy } from "../notices/notify.ts";
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

/** A value with a button that copies it; a covered one shows that there is something, and no more. */
export function Copyable({ text, what, covered }: CopyableProps) {
  const { t } = useTranslation();
  return (
    <span className="copyable">
      <code>{covered ? "•".repeat(16) : text}</code>
      <IconButton icon={Copy} label={t("common.copy", { what })} onClick={() => void copy(text, what)} />
    </span>
  );
}

interface LongTableProps<T> {
  readonly title: string;
  readonly hint: string;
  readonly pages: Pages<T>;
  readonly failed: string;
  /** Shown while there is nothing. */
  readonly none: string;
  readonly heads: readonly string[];
  /** A line of the table. */
  readonly row: (item: T, at: number) => ReactNode;
}

/** A subject of Settings that is a list: a table that scrolls, and loads more when asked. */
export function LongTable<T>({ title, hint, pages, failed, none, heads, row }: LongTableProps<T>) {
  const { t } = useTranslation();
  return (
    <section className="settings-section">
      <header className="settings-head">
        <h2>{title}</h2>
        <ZoneNote />
      </header>
      <p className="soft settings-hint">{hint}</p>
      <Waiting of={pages} title={failed} rows={3} />
      {pages.none && <p>{none}</p>}
      {pages.items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="long-table" tabIndex={0} aria-label={title}>
          <table className="plain-table">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{pages.items.map(row)}</tbody>
          </table>
          {pages.hasMore && <Button onClick={pages.loadMore}>{t("common.showMore")}</Button>}
        </section>
      )}
    </section>
  );
}
